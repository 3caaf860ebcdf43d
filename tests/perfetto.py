"""perfetto.py TRACE.pftrace TRACE.json: whether both hold the same events.

Reads the wire format of Protocol Buffers by itself, puts packets in order of
time, pairs begins with ends on each track, and compares with what Python's json
reads of the same rows: all that each event has, and nothing else.
"""
import gzip
import json
import re
import struct
import sys
from collections import Counter, defaultdict
from decimal import Decimal


def fields(b):
    """The fields of a message: (number, value)."""
    i = 0

    def varint():
        nonlocal i
        v = shift = 0
        while True:
            v |= (b[i] & 127) << shift
            shift += 7
            i += 1
            if b[i - 1] < 128:
                return v

    while i < len(b):
        tag = varint()
        kind = tag & 7
        if kind == 0:
            yield tag >> 3, varint()
            continue
        n = 8 if kind == 1 else 4 if kind == 5 else varint()
        assert kind in (1, 2, 5) and i + n <= len(b), "broken message"
        i += n
        yield tag >> 3, b[i - n:i]


def message(b):
    m = defaultdict(list)
    for number, value in fields(b):
        m[number].append(value)
    return m


def signed(v):
    return v - (1 << 64) if v >> 63 else v


def annotation(b, keys, values):
    m = message(b)
    key = keys[m[1][0]]
    for number, read in ((2, bool), (3, int), (4, signed), (6, bytes.decode), (17, values.get),
                         (5, lambda x: struct.unpack("<d", x)[0])):
        if number in m:
            return key, read(m[number][0])
    return key, None


def packets(b):
    """Events with their time, in the order of the file; and tracks."""
    tables = {1: {}, 2: {}, 3: {}, 29: {}}
    seen = {1: set(), 2: set(), 3: set(), 29: set()}
    tracks, events, clock, valid = defaultdict(dict), [], 0, False
    for number, value in fields(b):
        assert number == 1, "no packet"
        p = message(value)
        assert p[10] == [1]
        if p[60]:
            t = message(p[60][0])
            track = tracks[t[1][0]]
            for n, name, sub in ((3, "process", (1, 6)), (4, "thread", (1, 2, 5))):
                if n in t:
                    m = message(t[n][0])
                    track.setdefault(name, {}).update({k: m[k][0] for k in sub if k in m})
            track.update({k: t[n][0] for k, n in (("name", 2), ("parent", 5), ("counter", 8)) if n in t})
            continue
        flags = p[13][0] if p[13] else 0
        if flags & 1:
            tables, valid = {n: {} for n in tables}, True
            for c in message(p[6][0])[1]:
                c = message(c)
                if c[1] == [6]:
                    clock = c[2][0]
                else:
                    assert c[1] == [64] and c[2] == [0] and not c[3]
            assert message(p[59][0])[58] == [64]
        if not p[11]:
            continue
        assert valid and flags & 2
        for n, entries in (message(p[12][0]) if p[12] else {}).items():
            for e in map(message, entries):
                assert e[1][0] not in seen[n], "a number with two texts"
                seen[n].add(e[1][0])
                tables[n][e[1][0]] = e[2][0].decode()
        if p[58]:
            assert p[58] == [6] and p[8][0] < clock
            ts = p[8][0]
        else:
            ts = clock + p[8][0]
        e = message(p[11][0])
        number = [signed(e[30][0])] if e[30] else [struct.unpack("<d", e[44][0])[0]] if e[44] else []
        events.append((ts, e[9][0], e[11][0] if e[11] else 0, tables[2][e[10][0]] if e[10] else "",
                       tables[1][e[3][0]] if e[3] else "",
                       dict(annotation(a, tables[3], tables[29]) for a in e[4]), number,
                       [struct.unpack("<Q", f)[0] for f in e[47]]))
    return events, tracks


def place(tracks, number):
    """Process and thread of a track, as JSON has them."""
    t = tracks[number]
    if "thread" in t:
        return t["thread"][1], t["thread"][2]
    tid = re.sub(r" \(lane (\d+)\)$", r" (lane \1)", re.sub(r"( \(lane 0)?\.\d+\)$", lambda m: "" if m[1] else ")",
                                                            t["name"].decode()))
    process = tracks.get(t.get("parent"), {})
    if "thread" in process:
        return process["thread"][1], int(tid) if re.fullmatch("0|[1-9][0-9]*", tid) else tid
    pid = process.get("process", {}).get(1, process.get("name", b"").decode())
    return pid, int(tid) if re.fullmatch("0|[1-9][0-9]*", tid) else tid


def ns(us):
    return int(Decimal(us) * 1000)


def plain(v):
    """A value as an annotation has it."""
    return json.dumps(v, separators=(",", ":")) if isinstance(v, (list, dict)) else v


def freeze(args):
    return tuple(sorted((k, json.dumps(v)) for k, v in args.items()))


def decoded(b):
    events, tracks = packets(b)
    got, flows, stacks, end = Counter(), Counter(), defaultdict(list), 0
    for ts, kind, track, name, cat, args, value, flow in sorted(events, key=lambda e: e[0]):
        where = place(tracks, track) if track and "counter" not in tracks[track] else None
        if kind == 1:
            stacks[track].append((ts, name, cat, args, where))
        elif kind == 2:
            assert stacks[track], "an end without a begin"
            b, name, cat, begun, where = stacks[track].pop()
            args = {**begun, **args}
            got["X", b, ts - b, name, cat, where, freeze(args)] += 1
            assert not stacks[track] or stacks[track][-1][0] <= b
        elif kind == 4:
            got["C", ts, tracks[track]["name"].decode(), json.dumps(value[0])] += 1
        elif not flow and track:
            got["i", ts, name, cat, where, freeze(args)] += 1
        for f in flow:
            flows[f, ts] += 1
    assert not any(stacks.values()), "slices without an end"
    return got, flows


def expected(events):
    """The same of JSON, where times are Decimals."""
    got, flows = Counter(), Counter()
    # threads whose number no viewer holds are known by their names
    open_at = defaultdict(list)
    names = {(e.get("pid"), e.get("tid")): e["args"]["name"] for e in events if e.get("name") == "thread_name"}
    for e in events:
        ph, ts, cat, name = e["ph"], e.get("ts"), e.get("cat", ""), e.get("name", "")
        args = e.get("args", {})
        args = {k: plain(v) for k, v in (args if isinstance(args, dict) else {"args": args}).items()}
        where = (e.get("pid", ""), e["tid"] if e.get("tid", "") != "" else ("no thread" if e.get("pid", "") != "" else "events"))
        if not isinstance(where[1], int) or where[1] < 0:
            where = (where[0], names.get(where, str(where[1])))
        if isinstance(where[0], int) and not 0 <= where[0] < 1 << 31:
            where = (str(where[0]), where[1])
        if ph == "X":
            got["X", ns(ts), ns(e["dur"]), name, cat, where, freeze(args)] += 1
        elif ph == "B":
            open_at[where].append((ts, name, cat, args))
        elif ph == "E" and open_at[where]:
            b, name, cat, begun = open_at[where].pop()
            got["X", ns(b), ns(ts) - ns(b), name, cat, where, freeze({**begun, **args})] += 1
        elif ph in "stf":
            flows[(cat, name, e["id"]), ns(ts)] += 1
        elif ph == "C":
            for k, v in args.items():
                got["C", ns(ts), name + ("" if k == "value" else " " + k), json.dumps(v)] += 1
        elif ph != "M":
            rest = {k: v for k, v in e.items() if k not in ("ph", "ts", "cat", "name", "args", "pid", "tid") or v == ""}
            if rest:
                args["rest"] = plain(rest)
            got["i", ns(ts), name, cat, where, freeze(args)] += 1
    return got, flows


def together(flows):
    """Which times belong together: numbers of flows differ, but for arrows between rows."""
    groups = defaultdict(list)
    for (key, ts), n in flows.items():
        number = key[2] if isinstance(key, tuple) else key
        arrow = 8191 << 40 <= number < 1 << 53
        groups[number if arrow else key] += [None if arrow else ts] * n
    return Counter((key if times[0] is None else None, tuple(sorted(times, key=repr))) for key, times in groups.items())


def main():
    b = open(sys.argv[1], "rb").read()
    text = re.sub(r'"(ts|dur)":(-?[0-9.]+)', r'"\1":"\2"', open(sys.argv[2]).read())
    got, flows = decoded(gzip.decompress(b) if b[:2] == b"\x1f\x8b" else b)
    want, arrows = expected(json.loads(text)["traceEvents"])
    for what, a in (("only in Perfetto", got - want), ("only in JSON", want - got)):
        for e, n in sorted(a.items(), key=repr)[:3]:
            print(what, n, e)
    assert got == want
    assert together(flows) == together(arrows), "flows differ"
    print(sum(got.values()), "events,", sum(flows.values()), "ends of flows")


main()
