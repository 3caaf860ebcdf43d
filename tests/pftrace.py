"""pftrace.py FOLDER N: writes N random traces of Perfetto into the folder, 000.pftrace
and on, and prints what is in them as trace-extract -c all prints it: the complete
events and instants, from ts_us to correlation, and behind it the file.

Any number of sequences, each with texts, clock and track of its own that it may
forget; texts interned or not; lengths and numbers in more bytes than they need;
fields in any order, among unknown ones; packets deflated.
"""
import random
import struct
import sys
import zlib

NAMES = ["gemm", "k<1>", "n\u00e4me", "x" * 200, "a b"]
CATEGORIES = {"kernel_dispatch": "kernel", "hip_api": "hip_api", "cat": "cat"}


def varint(v, least=0):
    v &= (1 << 64) - 1
    out = b""
    while v > 127 or len(out) + 1 < least:
        out += bytes([v & 127 | 128])
        v >>= 7
    return out + bytes([v])


class Sequence:
    """What a writer has said that counts until it is forgotten."""

    def __init__(self, trace, number):
        self.texts, self.iid = {}, random.choice([1, 5000])
        self.clock = self.track = None
        parts, defaults = [trace.field(10, number), trace.field(13, 1)], []
        if random.random() < 0.6:
            self.clock, self.unit = 64 + random.randrange(3), random.choice([1, 1, 1000])
            self.incremental, self.last = random.random() < 0.7, trace.now // 1000 * 1000
            clock = [trace.field(1, self.clock), trace.field(2, self.last // self.unit), trace.field(4, self.unit)]
            clock += [trace.field(3, 1)] if self.incremental else []
            boot = trace.message([trace.field(1, 6), trace.field(2, self.last)])
            parts.append(trace.field(6, trace.message([trace.field(1, boot), trace.field(1, trace.message(clock))])))
            defaults.append(trace.field(58, self.clock))
        if random.random() < 0.5:
            self.track = random.choice(list(trace.tracks))
            defaults.append(trace.field(11, trace.field(11, self.track)))
        trace.packet(parts + ([trace.field(59, trace.message(defaults))] if defaults else []))

    def intern(self, trace, kind, text, new):
        if (kind, text) not in self.texts or random.random() < 0.05:
            self.texts[kind, text] = self.iid
            new.append(trace.field(kind, trace.message([trace.field(1, self.iid), trace.field(2, text)])))
            self.iid += 1
        return self.texts[kind, text]

    def time(self, trace):
        if not self.clock:
            return [trace.field(8, trace.now)]
        if random.random() < 0.2:
            return [trace.field(8, trace.now), trace.field(58, 6)]
        since = self.last if self.incremental else 0
        self.last = trace.now
        return [trace.field(8, (trace.now - since) // self.unit)]


class Trace:
    def __init__(self):
        self.padding = random.choice([0, 0, 4])  # the SDK writes lengths in four bytes
        self.packets, self.rows, self.tracks, self.open = [], [], {}, {}
        self.now = random.randrange(10**6, 10**random.randrange(7, 17)) // 1000 * 1000
        for t in range(random.randrange(1, 5)):
            uuid, place = random.choice([t + 1, random.getrandbits(64) | 1]), (100 + t, 1000 + t)
            self.tracks[uuid], self.open[uuid] = place, []
            thread = self.message([self.field(1, place[0]), self.field(2, place[1])])
            self.packet([self.field(60, self.message([self.field(1, uuid), self.field(4, thread)]))])
            self.packet([self.field(60, self.field(1, uuid))])  # erases nothing
        numbers = random.sample([1, 2, 77, 2**31], random.randrange(1, 4))
        sequences = {n: Sequence(self, n) for n in numbers}
        for _ in range(random.randrange(5, 200)):
            number = random.choice(numbers)
            if random.random() < 0.02:
                sequences[number] = Sequence(self, number)
            self.now += random.randrange(0, 5000) * 1000
            self.event(number, sequences[number])

    def field(self, number, value, fixed=False):
        if fixed:
            return varint(number << 3 | 1) + struct.pack("<Q", value)
        if isinstance(value, int):
            return varint(number << 3) + varint(value, random.choice([0, 0, 9]) if self.padding else 0)
        value = value.encode() if isinstance(value, str) else value
        return varint(number << 3 | 2) + varint(len(value), self.padding) + value

    def message(self, fields):
        fields = list(fields)
        if random.random() < 0.3:
            random.shuffle(fields)
        if random.random() < 0.2:
            unknown = [self.field(900, 5), self.field(901, b"junk\xff"), self.field(903, 7, True),
                       varint(902 << 3 | 5) + b"abcd"]
            fields.insert(random.randrange(len(fields) + 1), random.choice(unknown))
        return b"".join(fields)

    def packet(self, fields):
        self.packets.append(self.field(1, self.message(fields)))

    def annotation(self, sequence, key, new):
        v = random.getrandbits(random.choice([3, 20, 62]))
        name = self.field(1, sequence.intern(self, 3, key, new)) if random.random() < 0.7 else self.field(10, key)
        kind = random.choice("uitk")
        text = {"u": str(v), "i": str(-v), "t": f"t{v}", "k": f"k{v % 7}"}[kind]
        value = (self.field(3, v) if kind == "u" else self.field(4, -v) if kind == "i" else self.field(6, text)
                 if kind == "t" else self.field(17, sequence.intern(self, 29, text, new)))
        return self.field(4, self.message([name, value])), text

    def event(self, number, sequence):
        track, new = random.choice(list(self.tracks)), []
        kind = random.choice([1, 1, 2, 2, 3]) if self.open[track] else random.choice([1, 3])
        said = {"track": track, "ts": self.now, "name": f"{random.choice(NAMES)}{random.randrange(20)}",
                "category": random.choice(list(CATEGORIES))}
        fields = [self.field(9, kind)]
        if track != sequence.track or random.random() < 0.5:
            fields.append(self.field(11, track))
        if kind != 2:
            for text, inline, table in (("name", 23, 2), ("category", 22, 1)):
                by_number = random.random() < 0.6
                fields.append(self.field({2: 10, 1: 3}[table], sequence.intern(self, table, said[text], new))
                              if by_number else self.field(inline, said[text]))
            if random.random() < 0.3:
                said["id"] = random.getrandbits(63)
                fields.append(self.field(47, said["id"], True))
        for key in random.sample(["corr_id", "stream_ID", "agent", "other", "tid"], random.randrange(0, 4)):
            annotation, said[key] = self.annotation(sequence, key, new)
            fields.append(annotation)
        parts = [self.field(10, number), self.field(13, 2), self.field(11, self.message(fields))]
        self.packet(parts + sequence.time(self) + ([self.field(12, self.message(new))] if new else []))
        if kind == 1:
            self.open[track].append(said)
        elif kind == 3:
            self.rows.append(self.row(said, "i", ""))
        else:
            begun = self.open[track].pop()
            end = {k: v for k, v in said.items() if k not in ("track", "ts", "name", "category")}
            self.rows.append(self.row({**begun, **end}, "X", self.us(self.now - begun["ts"])))

    @staticmethod
    def us(ns):
        return f"{ns // 1000}.{ns % 1000:03}"

    def row(self, said, ph, duration):
        pid, tid = self.tracks[said["track"]]
        tid, category = said.get("tid", tid), CATEGORIES[said["category"]]
        on_device = category == "kernel"
        return [self.us(said["ts"]), duration, said["name"], category, ph, said.get("id", ""), pid, tid,
                said.get("agent", pid if on_device else ""), said.get("stream_ID", tid if on_device else ""),
                said.get("corr_id", "")]

    def bytes(self):
        packets, at = self.packets, random.randrange(len(self.packets))
        if random.random() < 0.3:
            to = at + random.randrange(1, 30)
            deflated = self.field(1, self.field(50, zlib.compress(b"".join(packets[at:to]))))
            packets = packets[:at] + [deflated] + packets[to:]
        return b"".join(packets)


random.seed(21)
for n in range(int(sys.argv[2])):
    trace, name = Trace(), f"{n:03}.pftrace"
    with open(f"{sys.argv[1]}/{name}", "wb") as out:
        out.write(trace.bytes())
    for row in trace.rows:
        print(*row, name, sep="\t")
