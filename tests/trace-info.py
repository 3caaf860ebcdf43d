"""What trace-info says of the work of the GPU, found another way: trace-info.py FILE..."""
import gzip
import json
import os
import re
import sys
from collections import Counter, defaultdict
from decimal import Decimal

TODAY = {"Kernel": "kernel", "Memcpy": "gpu_memcpy", "Memset": "gpu_memset", "Runtime": "cuda_runtime"}
WORK = {"kernel", "gpu_memcpy", "gpu_memset"}


def times(e):
    return int(Decimal(str(e["ts"])) * 1000), int(Decimal(str(e["dur"])) * 1000)


def overlaps(work):
    """Events that begin before an earlier one of their stream ends; what durations exceed the union by."""
    streams, count, excess = defaultdict(list), 0, 0
    for e in work:
        args = e.get("args", {})
        start, dur = times(e)
        streams[args.get("device", e["pid"]), args.get("stream", e["tid"])].append((start, start + dur))
    for pieces in streams.values():
        covered, end = 0, None
        for a, b in sorted(pieces):
            count += end is not None and a < end
            covered += max(0, b - (a if end is None else max(a, end)))
            end = b if end is None else max(end, b)
        excess += sum(b - a for a, b in pieces) - covered
    return count, excess


def facts(events):
    done = [e for e in events if e.get("ph") == "X"]
    for e in done:
        e["cat"] = TODAY.get(e.get("cat"), e.get("cat", ""))
    work = [e for e in done if e["cat"] in WORK]
    calls = [e for e in done if re.search("_(runtime|driver)$", e["cat"])]

    def correlation(e):
        return e.get("args", {}).get("correlation") or None

    called = {correlation(e) for e in calls} - {None}
    worked = {correlation(e) for e in work} - {None}
    kernels = [e for e in work if e["cat"] == "kernel"]
    launches = [e for e in calls if "Launch" in e["name"] and "HostFunc" not in e["name"]]
    count, excess = overlaps(work)
    return {
        "kernels": len(kernels),
        "kernels_without_launch": sum(correlation(e) not in called for e in kernels),
        "launches_without_kernel": sum(correlation(e) not in worked for e in launches),
        "overlaps": count,
        "overlap_us": "%d.%03d" % divmod(excess, 1000),
        "zero_duration_kernels": sum(times(e)[1] == 0 for e in kernels),
        "zero_duration_events": sum(times(e)[1] == 0 for e in done),
    }


for path in sys.argv[1:]:
    with gzip.open(path) as f:
        trace = json.load(f, parse_float=str)
    events = trace if isinstance(trace, list) else trace.get("traceEvents")
    if events and isinstance(events[0], dict):
        for key, value in facts(events).items():
            print(os.path.basename(path), key, value)
