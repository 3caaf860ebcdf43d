#!/usr/bin/env python3
"""Runs the operators of a trace, those with most time on the GPU first.

Prints a table (TSV): how long a call took in the trace, and how long it takes
here, in microseconds. Made by trace-replay; needs only torch.
"""
import argparse
import re
import sys
import time
from math import inf, nan  # noqa: F401: some operators have them

import torch


class T:
    """A tensor: its sizes, strides (None: contiguous), type, and what it holds:
    "normal" numbers, None for anything, 0, or whole numbers below another one."""

    def __init__(self, sizes, strides, dtype, holds="normal"):
        self.sizes, self.strides, self.dtype, self.holds = sizes, strides, dtype, holds

    def make(self, device):
        strides = self.strides
        if strides is None:
            strides, step = [], 1
            for size in reversed(self.sizes):
                strides.insert(0, step)
                step *= max(size, 1)
        # As far as the strides reach: elements of expand share memory.
        n = 1 + sum((size - 1) * step for size, step in zip(self.sizes, strides))
        return self.fill(max(n, 0), device).as_strided(self.sizes, strides)

    def fill(self, n, device):
        dtype = getattr(torch, self.dtype)
        if self.holds is None:
            return torch.empty(n, dtype=dtype, device=device)
        if self.holds == 0:
            return torch.zeros(n, dtype=dtype, device=device)
        if self.holds != "normal":
            return torch.randint(0, self.holds, (n,), dtype=dtype, device=device)
        if self.dtype.startswith("float8"):  # has no random numbers of its own
            return torch.randn(n, device=device).to(dtype)
        return torch.randn(n, dtype=dtype, device=device)


class W:
    """A word of torch, such as bfloat16."""

    def __init__(self, word):
        self.word = word

    def make(self, device):
        return getattr(torch, self.word)


class Device:
    """The device on which all runs."""

    def make(self, device):
        return device


D = Device()

# How often; time on the GPU in the trace; operator; overload, None where its
# declaration is not known; arguments; keyword arguments.
OPERATORS = []


def make(value, device):
    if isinstance(value, list):
        return [make(item, device) for item in value]
    return value.make(device) if isinstance(value, (T, W, Device)) else value


def find(name, overload):
    space, name = name.split("::", 1)
    packet = getattr(getattr(torch.ops, space), name)
    return packet if overload is None else getattr(packet, overload)


def measure(call, device, warmup, runs):
    """Mean time of one call in microseconds."""
    for _ in range(warmup):
        call()
    if device.startswith("cuda"):
        start = torch.cuda.Event(enable_timing=True)
        end = torch.cuda.Event(enable_timing=True)
        torch.cuda.synchronize()
        start.record()
        for _ in range(runs):
            call()
        end.record()
        torch.cuda.synchronize()
        return start.elapsed_time(end) * 1000 / runs
    begin = time.perf_counter()
    for _ in range(runs):
        call()
    return (time.perf_counter() - begin) * 1e6 / runs


def replay(entry, options):
    _, _, name, overload, arguments, keywords = entry
    operator = find(name, overload)
    arguments = [make(a, options.device) for a in arguments]
    keywords = {k: make(a, options.device) for k, a in keywords.items()}
    return measure(lambda: operator(*arguments, **keywords),
                   options.device, options.warmup, options.runs)


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--op-filter", metavar="REGEX", default="",
                        help="only operators whose name matches")
    parser.add_argument("--op-limit", metavar="N", type=int, default=len(OPERATORS),
                        help="only the first N")
    parser.add_argument("--runs", metavar="N", type=int, default=100,
                        help="calls that are timed (100)")
    parser.add_argument("--stop-on-error", action="store_true")
    parser.add_argument("--warmup", metavar="N", type=int, default=50,
                        help="calls before them (50)")
    return parser.parse_args()


def main():
    options = parse()
    failed = 0
    chosen = [o for o in OPERATORS if re.search(options.op_filter, o[2])]
    print("name", "overload", "count", "trace_us", "mean_us", "total_us", "error", sep="\t")
    for entry in chosen[:options.op_limit]:
        count, us, name, overload = entry[:4]
        mean = total = error = ""
        try:
            value = replay(entry, options)
            mean, total = f"{value:.3f}", f"{value * count:.3f}"
        except Exception as e:  # the next operator may well run
            failed += 1
            error = " ".join(f"{type(e).__name__}: {e}".split())[:200].replace("\\", "/")
        print(name, overload or "", count, f"{us / count:.3f}", mean, total, error,
              sep="\t", flush=True)
        if error and options.stop_on_error:
            break
    if failed:
        print(f"{sys.argv[0]}: {failed} of {len(chosen)} operators failed", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
