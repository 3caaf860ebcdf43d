"""damage.py SEED RUNS TRACE... - breaks traces and looks at what is kept of them.

Each run changes a trace in one way, the same for the same seed: bytes cut off,
flipped, deleted, inserted, zeroed, doubled, swapped. Events whose bytes are all
there, one behind another, are intact. Of these trace-extract must print 99.95 %
with -c all and 99.9 % of the kernels without it; and where a lenient reader of
JSON (python's own, event by event) notices damage and events are missing in the
output, the status must not be 0.
"""
import collections
import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile

START = re.compile(r'\{\s*"(?:ph|name|cat|ts|pid|tid|dur|id|args|bp|s)"\s*:')


class Pairs(list):
    """The members of an object, equal keys among them."""


DECODER = json.JSONDecoder(strict=False, object_pairs_hook=Pairs)


class Trace:
    """A sound trace: its bytes, where its events are, what is printed of them."""

    def __init__(self, path):
        self.path = path
        opener = gzip.open if path.endswith(".gz") else open
        with opener(path, "rb") as f:
            self.data = f.read()
        text = self.data.decode("latin-1")
        at = text.index("[", text.index('"traceEvents"')) + 1
        self.events = []
        while True:
            at = re.compile(r"[\s,]*").match(text, at).end()
            if text[at] == "]":
                break
            _, end = DECODER.raw_decode(text, at)
            self.events.append((at, end))
            at = end
        rows, _ = extract(self.data, ["-c", "all", "--number"])
        self.row = {int(r.rsplit(b"\t", 1)[1]): r.rsplit(b"\t", 1)[0] for r in rows}


def extract(data, options):
    """The rows that trace-extract prints, and its status."""
    with tempfile.NamedTemporaryFile(suffix=".json") as f:
        f.write(data)
        f.flush()
        done = subprocess.run(["trace-extract", "-q", *options, f.name],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode not in (0, 1, 2, 3):
        sys.exit("status %d: %s" % (done.returncode, done.stderr))
    return done.stdout.split(b"\n")[1:-1], done.returncode


def notices(data):
    """Does a lenient reader notice that anything is wrong?"""
    text = data.decode("latin-1")
    head = re.search(r'"traceEvents"\s*:\s*\[', text)
    if not head or "\0" in text:
        return True
    at = head.end()
    gap = re.compile(r"[\s,]*")
    while True:
        at = gap.match(text, at).end()
        if text[at:at + 1] == "]":
            break
        try:
            event, at = DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            return True
        keys = [k for k, _ in event] if isinstance(event, Pairs) else []
        if keys.count("ph") != 1 or keys.count("ts") > 1:
            return True
    try:
        json.loads("%s0]%s" % (text[:head.end()], text[at + 1:]), strict=False)
    except ValueError:
        return True
    return False


# How a trace is broken: a list of pieces, each (from, to) of its bytes or bytes.

def cut(r, n):
    return [(0, r.randrange(n))]


def behead(r, n):
    return [(r.randrange(min(n, 9000)), n)]


def flip(r, n):
    at, bit = r.randrange(n), 1 << r.randrange(8)
    return [(0, at), lambda d: bytes([d[at] ^ bit]), (at + 1, n)]


def put(r, n):
    at = r.randrange(n)
    return [(0, at), bytes([r.choice(b'"{}[],:\\0a\n\xff\0')]), (at + 1, n)]


def insert(r, n):
    at = r.randrange(n)
    junk = [b'"', b"}", b"]", b"{", b"[", b"]}", b"}]", b",", b"\\", b"\0", b"\xef\xbb\xbf",
            b"[W] profiler: buffer full\n", bytes(r.randrange(256) for _ in range(40))]
    return [(0, at), r.choice(junk), (at, n)]


def length(r, n):
    return min(n // 2, r.choice([1, 2, 7, 60, 300, 512, 4096, 20000]))


def delete(r, n):
    size = length(r, n)
    at = r.randrange(n - size)
    return [(0, at), (at + size, n)]


def page(r, n):
    at = r.randrange(n) // 4096 * 4096
    return [(0, at), (min(at + 4096, n), n)]


def fill(r, n):
    size, byte = length(r, n), r.choice(b"\0\0\0 \xff")
    at = r.randrange(n - size)
    return [(0, at), bytes([byte]) * size, (at + size, n)]


def double(r, n):
    size = length(r, n)
    at = r.randrange(n - size)
    return [(0, at + size), (at, n)]


def swap(r, n):
    size = min(4096, n // 4)
    a = r.randrange(n - 2 * size)
    b = r.randrange(a + size, n - size)
    return [(0, a), (b, b + size), (a + size, b), (a, a + size), (b + size, n)]


def between(trace, r):
    """One byte, or a few, between two events."""
    _, end = r.choice(trace.events)
    junk = r.choice([b"[", b"]", b'"', b"}", b"{", b"]}", b"\0", b"x", b"],", b"]}}"])
    return [(0, end), junk, (end + r.randrange(2), len(trace.data))]


KINDS = [cut, behead, flip, put, insert, delete, page, fill, double, swap, between]


def broken(trace, kind, r):
    pieces = kind(trace, r) if kind is between else kind(r, len(trace.data))
    return pieces, b"".join(
        p if isinstance(p, bytes) else p(trace.data) if callable(p)
        else trace.data[p[0]:p[1]] for p in pieces)


def intact(trace, pieces):
    """The numbers of the events that are whole in some piece."""
    whole = [p for p in pieces if isinstance(p, tuple)]
    for i, (start, end) in enumerate(trace.events):
        if i in trace.row and any(a <= start and end <= b for a, b in whole):
            yield i


def kept(rows, wanted):
    return sum((collections.Counter(rows) & collections.Counter(wanted)).values())


def main(seed, runs, *paths):
    traces = [Trace(p) for p in paths]
    r = random.Random(int(seed))
    total = collections.Counter()
    for run in range(int(runs)):
        trace, kind = traces[run % len(traces)], KINDS[run % len(KINDS)]
        pieces, data = broken(trace, kind, r)
        rows = [trace.row[i] for i in intact(trace, pieces)]
        kernels = [x for x in rows if x.split(b"\t")[3] == b"kernel"]
        all_kernels = sum(x.split(b"\t")[3] == b"kernel" for x in trace.row.values())
        noticed = notices(data)
        for name, options, wanted, every in (
                ("all", ["-c", "all"], rows, len(trace.row)),
                ("kernel", [], kernels, all_kernels)):
            out, status = extract(data, options)
            n = kept(out, wanted)
            silent = noticed and status in (0, 1) and len(out) < every
            total[name] += len(wanted)
            total[name + " kept"] += n
            total[name + " silent"] += silent
            if silent or n < len(wanted) - max(3, len(wanted) // 1000):
                print("# %s %s run %d %s: %d of %d kept, %d printed of %d, status %d" % (
                    os.path.basename(trace.path), kind.__name__, run, name, n,
                    len(wanted), len(out), every, status))
                if os.environ.get("DAMAGE_KEEP"):
                    with open("%s/%d.json" % (os.environ["DAMAGE_KEEP"], run), "wb") as f:
                        f.write(data)
    for name, least in ("all", 0.9995), ("kernel", 0.999):
        share = total[name + " kept"] / total[name]
        print("%s: %.4f %% of %d intact events kept, %d runs silent" % (
            name, 100 * share, total[name], total[name + " silent"]))
        if share < least or total[name + " silent"]:
            total["failed"] = 1
    return total["failed"]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
