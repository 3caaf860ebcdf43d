"""attacks.py SEED RUNS TRACE.json.gz - which share of a trace survives an attack.

Makes a trace of each format, some from the given one, and breaks it RUNS times in
each way: cut off, one bit flipped, up to 4 KB zeroed, inserted or deleted. Prints,
in percent, how many of the events whose bytes are all there trace-extract prints
as before. A zeroed or cut file that lost such an event must not end with status 0.
"""
import collections
import gzip
import random
import re
import shutil
import subprocess
import sys
import tempfile

from damage import Trace, kept
from xplane import field, varint

LEAST = {  # percent of untouched events, by format and attack; others 99.5
    # names stand behind the events, and a line that loses bytes takes some of the next one
    ("xplane", "truncation"): 0, ("xplane", "flips"): 98, ("xplane", "zeros"): 95,
    ("xplane", "insertions"): 98, ("xplane", "deletions"): 85,
    ("pftrace", "flips"): 99,
}
KERNELS = ["gemm_%d_%s" % (i, "x" * (9 * i % 100)) for i in range(40)]


def extract(data, *options):
    with tempfile.NamedTemporaryFile() as f:
        f.write(data)
        f.flush()
        done = subprocess.run(["trace-extract", "-q", "-c", "all", *options, f.name], capture_output=True)
    if done.returncode not in (0, 1, 2, 3):
        sys.exit("status %d: %s" % (done.returncode, done.stderr))
    return done.stdout.split(b"\n")[1:-1], done.returncode


def fields(data, at, end):
    """The fields of a message: number, where they begin, value or (from, to)."""
    def number():
        nonlocal at
        v = shift = 0
        while True:
            v |= (data[at] & 127) << shift
            shift, at = shift + 7, at + 1
            if data[at - 1] < 128:
                return v
    while at < end:
        start, tag = at, number()
        kind = tag & 7
        if kind == 0:
            yield tag >> 3, start, number()
        else:
            n = 8 if kind == 1 else 4 if kind == 5 else number()
            at += n
            yield tag >> 3, start, (at - n, at)


# Of each format: its bytes, and of each row that is printed, in order, the bytes
# that it is made of, as a list of (from, to).

def csv():
    lines = ['"Kind","Agent_Id","Queue_Id","Kernel_Name","Correlation_Id","Start_Timestamp","End_Timestamp"']
    lines += ['"KERNEL_DISPATCH","Agent 2","1","%s","%d","%d","%d"' % (KERNELS[i % 37], i, 9000 + 70 * i, 9050 + 70 * i)
              for i in range(3000)]
    data = "".join(x + "\n" for x in lines).encode()
    ends = [m.end() for m in re.finditer(b"\n", data)]
    return data, [[pair] for pair in zip(ends, ends[1:])]


def rocprof():
    items = lambda n, text: ",".join(text % tuple([i] * text.count("%d")) for i in range(n))
    names = ",".join('{"size":8,"kernel_id":%d,"kernel_name":"%s.kd","formatted_kernel_name":"%s"}' % (i, k, k)
                     for i, k in enumerate(KERNELS))
    kinds = items(12, '{"kind":"OTHER_%d","operations":["A","B"]}').replace("OTHER_11", "KERNEL_DISPATCH")
    records = items(3000, '{"size":64,"kind":11,"operation":1,"thread_id":7,"correlation_id":{"internal":%d},'
                    '"start_timestamp":9%d00,"end_timestamp":9%d50,"dispatch_info":{"size":9,"agent_id":{"handle":3},'
                    '"queue_id":{"handle":1},"kernel_id":KK%d,"dispatch_id":%d}}')
    records = re.sub(r"KK(\d+)", lambda m: str(int(m[1]) % 37), records)
    data = ('{"rocprofiler-sdk-tool":[{"metadata":{"pid":7},"agents":[{"size":1,"id":{"handle":3},"type":2,'
            '"logical_node_id":2}],"strings":{"callback_records":[{"kind":"A","operations":["%s"]}],'
            '"buffer_records":[%s]},"kernel_symbols":[%s],"buffer_records":{"kernel_dispatch":[%s]}}]}'
            % ('","'.join(["text"] * 999), kinds, names, records)).encode()
    starts = [m.start() for m in re.finditer(b'{"size":64', data)]
    return data, [[(a, b - 1)] for a, b in zip(starts, starts[1:] + [data.index(b"]", starts[-1])])]


def xplane():
    name = lambda n, i, text: field(n, field(1, i) + field(2, field(1, i) + field(2, text)))
    lines = b"".join(field(3, field(1, k) + field(2, "Stream #%d" % k) + field(3, 5000) + b"".join(
        field(4, field(1, 1 + i % 37) + field(2, (70 * i + k) * 1000) + field(3, 50000) +
              field(4, field(1, 1) + field(3, i))) for i in range(1000))) for k in range(3))
    names = b"".join(name(4, i + 1, k) for i, k in enumerate(KERNELS)) + name(5, 1, "correlation_id")
    data = field(1, field(1, 1) + field(2, "/device:GPU:0") + lines + names)
    (_, _, plane), = fields(data, 0, len(data))
    head, where, made = plane[0], {}, []
    for number, start, value in fields(data, *plane):
        if number == 4:
            where[dict((n, v) for n, _, v in fields(data, *value))[1]] = (start, value[1])
    for number, _, value in fields(data, *plane):
        if number == 3:
            for n, start, v in fields(data, *value):
                if n == 4:
                    kind = dict((x, y) for x, _, y in fields(data, *v))[1]
                    made.append([(0, head + 20), (start, v[1]), where[kind]])
    return data, made


def pftrace(path):
    rows = subprocess.run("trace-extract -q -c all --whole %s | trace-merge --sort - | trace-json --format perfetto"
                          % path, shell=True, stdout=subprocess.PIPE, check=True).stdout
    at_time, zero = collections.defaultdict(list), 0
    for _, start, (at, end) in fields(rows, 0, len(rows)):
        p = dict((n, v) for n, _, v in fields(rows, at, end))
        for n, _, v in fields(rows, *p[6]) if 6 in p else ():
            clock = dict((x, y) for x, _, y in fields(rows, *v)) if n == 1 else {}
            zero = clock[2] if clock.get(1) == 6 else zero
        if 8 in p:
            at_time[p[8] + (0 if 58 in p else zero)].append((start, end))
    ns = lambda us: int(us.replace(b".", b"")) if us else 0
    return rows, [at_time[ns(r[0])] + at_time[ns(r[0]) + ns(r[1])]
                  for r in (x.split(b"\t") for x in extract(rows)[0])]


def members(trace, pack, n=20):
    """JSON as n members of compressed data, one after another."""
    data, made, out, ends = trace.data, [], b"", []
    size = len(data) // n + 1
    for i in range(0, len(data), size):
        part = pack(data[i:i + size])
        ends.append((len(out), len(out) + len(part)))
        out += part
    for i in sorted(trace.row):
        a, b = trace.events[i]
        made.append([ends[k] for k in range(a // size, (b - 1) // size + 1)])
    return out, made


def samples(path):
    trace = Trace(path)
    yield "JSON", trace.data, [[trace.events[i]] for i in sorted(trace.row)]
    yield ("gzip members", *members(trace, lambda b: gzip.compress(b, mtime=0)))
    if shutil.which("zstd"):
        yield ("zstd frames", *members(trace, lambda b: subprocess.run(
            ["zstd", "-qc"], input=b, stdout=subprocess.PIPE, check=True).stdout))
    yield ("pftrace", *pftrace(path))
    yield ("xplane", *xplane())
    yield ("rocprofv3 JSON", *rocprof())
    yield ("rocprofv3 CSV", *csv())


def attack(kind, r, data):
    """The broken bytes, and the first and last place that was touched."""
    n = min(r.choice([1, 7, 60, 512, 4096]), len(data) // 9)
    at = r.randrange(len(data) - n)
    if kind == "truncation":
        return data[:at], at, len(data)
    if kind == "flips":
        return data[:at] + bytes([data[at] ^ 1 << r.randrange(8)]) + data[at + 1:], at, at + 1
    if kind == "zeros":
        return data[:at] + bytes(n) + data[at + n:], at, at + n
    if kind == "insertions":
        return data[:at] + r.choice([bytes(n), bytes(r.randrange(256) for _ in range(n))]) + data[at:], at, at
    return data[:at] + data[at + n:], at, at + n


def is_whole(made, a, b):
    return all(end <= a or start >= b for start, end in made)


def main(seed, runs, path):
    failed = 0
    kinds = ["truncation", "flips", "zeros", "insertions", "deletions"]
    print("format, %s" % ", ".join(kinds))
    for name, data, made in samples(path):
        rows, status = extract(data)
        if len(rows) != len(made) or status:
            sys.exit("%s: %d rows of %d events, status %d" % (name, len(rows), len(made), status))
        shares = []
        for kind in kinds:
            r = random.Random("%s %s %s" % (seed, name, kind))
            whole = there = 0
            for run in range(int(runs)):
                broken, a, b = attack(kind, r, data)
                wanted = [row for row, m in zip(rows, made) if is_whole(m, a, b)]
                out, status = extract(broken)
                n = kept(out, wanted)
                whole, there = whole + len(wanted), there + n
                if kind in ("truncation", "zeros") and status == 0 and len(out) < len(rows) - 1:
                    print("# %s, %s, run %d: %d of %d and status 0" % (name, kind, run, len(out), len(rows)))
                    failed = 1
            share = 100 * there / max(whole, 1)
            if share < LEAST.get((name, kind), 99.5):
                print("# %s, %s: only %.2f %%" % (name, kind, share))
                failed = 1
            shares.append("%.2f" % share if whole else "-")
        print("%s, %s" % (name, ", ".join(shares)), flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
