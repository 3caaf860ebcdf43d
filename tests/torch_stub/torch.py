"""As much of torch as the scripts of trace-replay need, for tests: it computes
nothing, and writes each call of an operator into the file "calls"."""
import math


class Word(str):
    pass


class Tensor:
    def __init__(self, n, dtype, device, holds):
        self.n, self.dtype, self.device, self.holds = n, dtype, device, holds
        self.sizes, self.strides = (n,), (1,)

    def to(self, dtype):
        return Tensor(self.n, dtype, self.device, self.holds)

    def as_strided(self, sizes, strides):
        assert len(sizes) == len(strides)
        if all(sizes):
            assert sum((a - 1) * b for a, b in zip(sizes, strides)) == self.n - 1
        self.sizes, self.strides = tuple(sizes), tuple(strides)
        return self

    def __repr__(self):
        return f"<{self.dtype} {self.sizes} {self.strides} {self.holds}>"


def randn(n, dtype="float32", device=None):
    assert dtype in ("float32", "float16", "bfloat16", "float64", "complex64"), dtype
    return Tensor(n, dtype, device, "normal")


def zeros(n, dtype, device):
    return Tensor(n, dtype, device, "zeros")


def empty(n, dtype, device):
    return Tensor(n, dtype, device, "empty")


def randint(low, high, size, dtype, device):
    assert low == 0 and high > 0 and not dtype.startswith("float")
    return Tensor(size[0], dtype, device, f"below {high}")


class Operator:
    def __init__(self, name):
        self.name = name

    def __getattr__(self, overload):
        if overload == "missing":
            raise AttributeError("no such overload")
        return Operator(f"{self.name}.{overload}")

    def __call__(self, *arguments, **keywords):
        if "fails" in self.name:
            raise RuntimeError("it\tfails\n as it must")
        assert not any(isinstance(a, float) and math.isnan(a) for a in arguments)
        with open("calls", "a") as f:
            f.write(f"{self.name} {list(arguments)} {keywords}\n")


class Space:
    def __init__(self, name):
        self.name = name

    def __getattr__(self, operator):
        return Operator(f"{self.name}.{operator}")


class Ops:
    def __getattr__(self, space):
        return Space(space)


class cuda:
    @staticmethod
    def is_available():
        return False


ops = Ops()


def __getattr__(name):
    return Word(name)
