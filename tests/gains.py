"""gains.py FAULT SEED: writes the traces of a made-up job with one fault, rank0.json and
so on, and prints by how many percent rank 0 is shorter without the fault: the job is run
twice.

A thread launches work for the streams of a GPU, each launch some time after the one
before. Work starts when it was launched, when its stream is free, and when what its stream
waits for has ended. A collective starts anew when its last member has started."""
import json
import random
import sys

LATENCY, GAP, WAKE = 5, 1, 3  # us from launch to start, between kernels, after a wait
STEPS, RANKS = 40, 3
NAMES = ["sm90_xmma_gemm_bf16", "layer_norm_kernel", "flash_fwd_kernel", "nvjet_other", "rms_norm_kernel"]


class Rank:
    """A thread and its GPU as they run."""

    def __init__(self, latency):
        self.latency, self.now, self.ids, self.events = latency, 1000.0, 0, []
        self.free = {}  # when a stream is, by its number
        self.end = {}  # of a stream's last work
        self.pending = {}  # ends that the next work of a stream waits for

    def write(self, cat, name, start, end, tid, args):
        self.events.append({"ph": "X", "cat": cat, "name": name, "pid": int(cat.startswith(("cuda", "cpu"))),
                            "tid": tid, "ts": round(start, 3), "dur": round(end - start, 3), "args": args})

    def call(self, name, took, **args):
        self.ids += 1
        self.write("cuda_runtime", name, self.now, self.now + took, 9, {"correlation": self.ids, **args})
        self.now += took

    def launch(self, work):
        self.write("cpu_op", "aten::op", self.now, self.now + work["host"], 9, {})
        self.now += work["host"]
        begin = self.now
        self.call("cudaLaunchKernel", work["call"])
        stream = work.get("stream", 7)
        start = max(begin + self.latency, self.free.get(stream, 0), self.pending.pop(stream, 0))
        return start, stream

    def run(self, work, start, stream, end):
        self.write(work.get("cat", "kernel"), work["name"], start, end, stream,
                   {"correlation": self.ids, "device": 0, "stream": stream, **work.get("args", {})})
        self.free[stream], self.end[stream] = end + GAP, end

    def wait(self, work):
        """The host waits for the stream 7, or does as long what costs as much."""
        begin = self.now
        if work["waits"]:
            self.now = max(self.now, self.end.get(7, 0))
        self.now += WAKE
        self.ids += 1
        self.write("cuda_runtime", "cudaStreamSynchronize", begin, self.now, 9, {"correlation": self.ids})


def simulate(programs, latency=LATENCY):
    """Of one program for each rank; those with collectives meet in them."""
    ranks = [Rank(latency) for _ in programs]
    for works in zip(*programs):
        if works[0].get("waits") is not None:
            for rank, work in zip(ranks, works):
                rank.wait(work)
            continue
        starts = [rank.launch(work) for rank, work in zip(ranks, works)]
        last = max(start for start, _ in starts)
        for rank, work, (start, stream) in zip(ranks, works, starts):
            rank.run(work, start, stream, (last if work.get("meets") else start) + work["dur"])
    return ranks


def span(rank):
    gpu = [e for e in rank.events if "stream" in e["args"]]
    return max(e["ts"] + e["dur"] for e in gpu) - min(e["ts"] for e in gpu)


def step(rng, host, kernel=100):
    return [{"name": name, "host": host, "call": 3, "dur": kernel + rng.randrange(20)} for name in NAMES]


def launch(rng):
    """The host does other work in the middle of each step."""
    faulty = []
    for _ in range(STEPS):
        works = step(rng, 10)
        works[2]["host"] = 700 + rng.randrange(300)
        faulty += works
    return [faulty], [[{**w, "host": 0, "call": 0} for w in faulty]]


def sync(rng):
    """It waits for the GPU behind each step, and then needs long to launch."""
    def program(waits):
        again = random.Random(seed)
        works = []
        for _ in range(STEPS):
            works += step(again, 40)
            works += [{"waits": waits}]
            works[-6]["host"] = 150
        return works
    seed = rng.random()
    return [program(True)], [program(False)]


def communication(rng):
    args = {"Collective name": "allreduce", "Process Group Name": "0"}
    faulty, without = [], []
    for _ in range(STEPS):
        works = step(rng, 10)
        without += works
        faulty += works + [{"name": "ncclDevKernel_AllReduce", "host": 10, "call": 3,
                            "dur": 100 + rng.randrange(60), "args": args}]
    return [faulty], [without]


def copies(rng):
    faulty, without = [], []
    for _ in range(STEPS):
        works = step(rng, 10)
        without += works
        faulty += works + [{"name": "Memcpy DtoD (Device -> Device)", "cat": "gpu_memcpy", "host": 10,
                            "call": 3, "dur": 100 + rng.randrange(60)}]
    return [faulty], [without]


def fusion(rng):
    """Rows of short kernels; in some seeds the GPU is faster than the host."""
    host = rng.choice([2, 5, 30, 60])
    length = rng.randrange(6, 14)
    faulty, without = [], []
    for _ in range(STEPS):
        row = [{"name": f"vectorized_elementwise_kernel<{k}>", "host": host, "call": 3, "dur": 2 + rng.randrange(7)}
               for k in range(length)]
        works = step(rng, host, 20)
        works[-1]["name"] = "sm80_xmma_gemm"
        faulty += works + row
        without += works + [max(row, key=lambda w: w["dur"])]
    return [faulty], [without]


def rank(rng):
    """The last rank comes late to each all-reduce, by its matrix products."""
    args = {"Collective name": "allreduce", "Process Group Name": "0"}
    faulty, without = [[] for _ in range(RANKS)], [[] for _ in range(RANKS)]
    for _ in range(STEPS):
        reduce = {"name": "ncclDevKernel_AllReduce", "host": 10, "call": 3, "dur": 50, "meets": True, "args": args}
        steps = [step(rng, 10) for _ in range(RANKS)]
        latest = max(sum(w["dur"] for w in works) for works in steps[:-1])
        own = steps[-1]
        own[0]["dur"] += latest - sum(w["dur"] for w in own)
        slow = [{**own[0], "dur": own[0]["dur"] + 100 + rng.randrange(200)}] + own[1:]
        for k in range(RANKS):
            without[k] += steps[k] + [reduce]
            faulty[k] += (slow if k == RANKS - 1 else steps[k]) + [reduce]
    return faulty, without


FAULTS = {f.__name__: f for f in (launch, sync, communication, copies, fusion, rank)}
fault = sys.argv[1]
programs, better = FAULTS[fault](random.Random(int(sys.argv[2])))
ranks = simulate(programs)
for number, job in enumerate(ranks):
    with open(f"rank{number}.json", "w") as f:
        json.dump({"distributedInfo": {"rank": number, "world_size": len(ranks)}, "traceEvents": job.events}, f)
best = simulate(better, 0 if fault == "launch" else LATENCY)
print(100 * (1 - span(best[0]) / span(ranks[0])))
