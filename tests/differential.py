#!/usr/bin/env python3
"""differential.py - compares trace-extract with what python3's json reads.

differential.py generated COUNT FOLDER  makes traces in FOLDER and reads them
differential.py real TRACE...           reads traces that there are

Every event and every column must be the same, however the tool is told to read.
The times are computed in decimals; nothing here is shared with the tool.
"""
import decimal
import functools
import gzip
import json
import random
import re
import subprocess
import sys

decimal.getcontext().prec = 100

# Reads by json: objects keep all their members, numbers stay text.


class Number(str):
    pass


class Members(list):
    def get(self, key):
        found = [value for name, value in self if name == key]
        return found[-1] if found else None


DECODER = json.JSONDecoder(object_pairs_hook=Members, parse_float=Number,
                           parse_int=Number, parse_constant=Number, strict=False)
BLANKS = re.compile(r"[ \t\r\n]*")


def documents(text):
    at = BLANKS.match(text).end()
    while at < len(text):
        value, at = DECODER.raw_decode(text, at)
        yield value
        at = BLANKS.match(text, at).end()


def elements(document):
    if not isinstance(document, Members):
        yield from document
        return
    for key, value in document:
        if key == "traceEvents" and type(value) is list:
            yield from value


# The events as trace-extract(1) says they are printed.

TODAY = {"Kernel": "kernel", "Memcpy": "gpu_memcpy", "Memset": "gpu_memset",
         "Runtime": "cuda_runtime", "Operator": "cpu_op", "async": "ac2g",
         "async_gpu": "ac2g", "async_cpu_to_gpu": "ac2g"}
GPU = {"kernel", "gpu_memcpy", "gpu_memset"}
ON_DEVICE = GPU | {"gpu_user_annotation"}
COLUMNS = ["ts_us", "dur_us", "name", "cat", "ph", "id", "pid", "tid", "device",
           "stream", "correlation", "external_id"]
ASKED = ["Input Dims", "name=inner_name", "Call stack", "blob", "grid", "labels"]
CONTROL = re.compile("[\0-\x1f\x7f-\x9f\ud800-\udfff]")
ESCAPED = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}
TIME = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,4})?", re.ASCII)


class Lost(Exception):
    pass


def replace_control(s):
    return CONTROL.sub("\ufffd", s)


def canonical(v):
    """One text for equal arrays and objects."""
    if isinstance(v, Members):
        return "{%s}" % ",".join(canonical(k) + ":" + canonical(x) for k, x in v)
    if isinstance(v, list):
        return "[%s]" % ",".join(map(canonical, v))
    if isinstance(v, Number):
        return str(v)
    if isinstance(v, str):
        return json.dumps(replace_control(v))
    return json.dumps(v)


class Structure(str):
    """The canonical text of an array or object."""


def text_of(v):
    if v is None:
        return ""
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, list):
        return Structure(canonical(v))
    return str(v)


def field(s):
    if isinstance(s, Structure):
        return s
    s = s.replace("\\", "\\\\")
    return CONTROL.sub(lambda m: ESCAPED.get(m[0], "\ufffd"), s)


def nanoseconds(s):
    if not TIME.fullmatch(s):
        raise Lost
    ns = int((decimal.Decimal(s) * 1000).to_integral_value(decimal.ROUND_HALF_UP))
    if abs(ns) > 1 << 62:
        raise Lost
    return ns


def microseconds(ns):
    sign, ns = "-" if ns < 0 else "", abs(ns)
    return "%s%d.%03d" % (sign, ns // 1000, ns % 1000)


def row_of(event):
    if not isinstance(event, Members):
        raise Lost
    args = event.get("args")
    args = args if isinstance(args, Members) else Members()
    top = {k: text_of(event.get(k)) for k in
           ("name", "cat", "ph", "id", "pid", "tid", "ts", "dur")}
    times = [nanoseconds(top[k]) if top[k] else None for k in ("ts", "dur")]
    if (times[1] or 0) < 0 or (top["ph"] == "X" and None in times):
        raise Lost
    cat = TODAY.get(top["cat"], top["cat"])
    device, stream = text_of(args.get("device")), text_of(args.get("stream"))
    if cat in ON_DEVICE:
        device, stream = device or top["pid"], stream or top["tid"]
    external = text_of(args.get("External id")) or text_of(args.get("external id"))
    row = [top["name"], cat, top["ph"], top["id"], top["pid"], top["tid"], device,
           stream, text_of(args.get("correlation")), external]
    row += [text_of(args.get(key.split("=")[0])) for key in ASKED]
    return ["" if t is None else microseconds(t) for t in times] + list(map(field, row))


def rows_of(text):
    """The rows of a trace: (place, row), row being None for a lost event."""
    place = 0
    for document in documents(text):
        for event in elements(document):
            try:
                yield place, row_of(event)
            except Lost:
                yield place, None
            place += 1


# Running the tool, and comparing.


def unescape(s):
    return re.sub(r"\\(.)", lambda m: {"t": "\t", "n": "\n", "r": "\r"}
                  .get(m[1], m[1]), s)


@functools.lru_cache(maxsize=None, typed=True)
def same_field(got, want):
    if not isinstance(want, Structure) or got == want:
        return got == want
    got = unescape(got)
    if re.search(r"\s", re.sub(r'"(?:[^"\\]|\\.)*"', "", got)):
        return False
    try:
        return canonical(DECODER.decode(got)) == want
    except ValueError:
        return False


def fail(what, *lines):
    sys.exit("\n".join(("differential: " + what,) + tuple(map(repr, lines))))


def run(arguments, stdin=None, statuses=(0, 1)):
    command = ["trace-extract"] + arguments
    done = subprocess.run(command, stdin=stdin, capture_output=True)
    what = " ".join(command)[:200]
    if done.returncode not in statuses:
        fail("%s: status %d" % (what, done.returncode), done.stderr)
    return what, done.stdout.decode("utf-8").split("\n")[:-1], done.stderr.decode()


def compare(result, want):
    what, lines, _ = result
    if len(lines) - 1 != len(want):
        fail("%s: %d records, not %d" % (what, len(lines) - 1, len(want)))
    for line, row in zip(lines[1:], want):
        got = line.split("\t")
        if got == row:
            continue
        if len(got) != len(row) or not all(map(same_field, got, row)):
            fail(what, got, row)


ALL = ["-q", "-c", "all"] + [word for key in ASKED for word in ("-a", key)]
NUMBERED = ALL + ["--number"]


def only(rows, cats):
    """The records of those categories, and how many are lost for not being X."""
    rows = [row[:len(COLUMNS)] for row in rows if row and row[3] in cats]
    kept = [r for r in rows if r[4] == "X" or r[3] not in GPU]
    return kept, len(rows) - len(kept)


# Traces as nobody writes them, but might: all of it is JSON.

NAMES = [
    "void gemm<float, {lambda(int)#1}>(float*, int [3], unsigned long)",
    'a "quoted" name', "C:\\Users\\x\\", "\\", '"', '\\"', "{", "}", "[", "]",
    "}]}", "[{", '{"ph":"X","cat":"kernel","name":"no","ts":1,"dur":1}',
    '},{"ph":"X","cat":"kernel"', '"},{"name":"', ',{"ts": 1}', '{ "a', "kernel",
    "Kernel", "cpu_op", "traceEvents", '"traceEvents":[', "", " ", "\t", "a\nb\r\n",
    "\0", "\x01\x1f\x7f", "\b\f", "null", "-", "=1+1", "é", "€uro", "カーネル", "😀",
    "👩‍👩‍👧‍👦", "\U0010ffff", "\ufeff", "\u2028\u2029", "\u0085", "\ufffe", "\ud800",
    "\udc00x", "\udc00\ud800", "a/b", "//", "x" * 63, "y" * 64, "z" * 65,
]
CATS = ["kernel", "kernel", "Kernel", "cpu_op", "Operator", "gpu_memcpy", "Memset",
        "cuda_runtime", "python_function", "gpu_user_annotation", "ac2g", "a/b", "",
        "kernel ", "kernels", 'ker"nel', "Trace"]
SHORT = {"\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t",
         '"': '\\"', "\\": "\\\\", "/": "\\/"}


class Writer:
    """Writes one trace, in a layout of its own."""

    def __init__(self, r):
        self.r = r
        self.layout = r.choice(["compact", "lines", "indented", "blanks", "usual"])
        self.escapes = r.choice([0, 0, 0.02, 0.5])

    def blank(self):
        if self.layout == "blanks":
            return self.r.choice(["", " ", "\n", "\t", "\r\n", "  \n   "])
        return ""

    def string(self, s):
        out = []
        for c in s:
            code = ord(c)
            if self.r.random() < self.escapes or 0xD800 <= code < 0xE000 or (
                    code < 32 and (c not in SHORT or self.r.random() < 0.5)):
                units = c.encode("utf-16-be", "surrogatepass").hex()
                form = "\\u%s" if self.r.random() < 0.5 else "\\u%S"
                out += [form.replace("%s", u).replace("%S", u.upper())
                        for u in re.findall("....", units)]
            elif c in '"\\' or code < 32 or (c == "/" and self.r.random() < 0.3):
                out.append(SHORT[c])
            else:
                out.append(c)
        return '"%s"' % "".join(out)

    def value(self, v):
        if isinstance(v, Number):
            return str(v)
        if isinstance(v, str):
            return self.string(v)
        if isinstance(v, Members):
            return self.join("{}", [self.string(k) + self.blank() + ":" + self.space()
                                    + self.value(x) for k, x in v])
        if isinstance(v, list):
            return self.join("[]", [self.value(x) for x in v])
        return json.dumps(v)

    def space(self):
        return " " if self.layout in ("usual", "indented") else self.blank()

    def join(self, brackets, items, wide=False):
        gap = "\n  " if self.layout == "indented" or (
            wide and self.layout in ("lines", "usual")) else None
        items = [(self.blank() if gap is None else gap) + i for i in items]
        end = self.blank() if gap is None or not items else "\n"
        between = self.blank() + ","
        return brackets[0] + between.join(items) + end + brackets[1]


def some_name(r):
    kind = r.random()
    if kind < 0.5:
        return r.choice(NAMES)
    if kind < 0.99:
        return "".join(r.choice(NAMES) for _ in range(r.randrange(2, 6)))
    return "".join(r.choice(NAMES) for _ in range(400))[:5120]


def some_number(r):
    return Number(r.choice([
        "0", "-0", "7", "-1", "12345678901234567890123", "18446744073709551616",
        "1e3", "1.5E-2", "2.50", str(r.randrange(1 << 62)),
        "%d.%03d" % (r.randrange(1 << 50), r.randrange(1000))]))


def some_time(r, least):
    whole = r.randrange(least, 10 ** r.randrange(1, 14))
    form = r.choice(["%d", "%d.%03d", "%d.%03d", "%d.%d", "%de0", "%d.5e2", "%dE-3",
                     "%d.0005", "%d.4995", "%d.00049999999999999999999"])
    part = r.randrange(1000)
    s = form % ((whole, part) if form.count("%") == 2 else whole)
    return s if r.random() < 0.05 else Number(s)


def some_id(r):
    return r.choice([some_number(r), Number(str(r.randrange(8))), "stream 7", None,
                     "", some_name(r), True, [Number("1"), "x"]])


def some_value(r, depth=3):
    kind = r.randrange(9)
    if kind < 3 or not depth:
        return some_name(r)
    if kind < 5:
        return some_number(r)
    if kind == 5:
        return r.choice([True, False, None])
    if kind == 6:
        return [some_value(r, depth - 1) for _ in range(r.randrange(4))]
    if kind == 7:
        return [Number(str(r.randrange(999))) for _ in range(r.randrange(40))]
    return some_members(r, depth - 1)


def some_members(r, depth):
    keys = ["cat", "name", "ph", "kernel", "args", "traceEvents", "ts", "stream", ""]
    return Members((r.choice(keys), some_value(r, depth)) for _ in range(r.randrange(5)))


def some_args(r):
    args = some_members(r, 3)
    for key in ["device", "stream", "correlation", "External id", "external id"]:
        if r.random() < 0.5:
            args.append((key, some_id(r)))
    for key in ASKED:
        if r.random() < 0.3:
            args.append((key.split("=")[0], some_value(r)))
    r.shuffle(args)
    return args


def some_event(r):
    ph = r.choice(["X"] * 8 + ["M", "i", "s", "f", "B", "E"])
    members = Members([("ph", ph), ("name", some_name(r)), ("cat", r.choice(CATS))])
    if ph == "X" or r.random() < 0.5:
        members += [("ts", some_time(r, -9)), ("dur", some_time(r, 0))]
    for key in ["pid", "tid", "id", "bp", "s"]:
        if r.random() < 0.6:
            members.append((key, some_id(r)))
    if r.random() < 0.9:
        members.append(("args", some_args(r)))
    if r.random() < 0.1:
        members.append(("other", some_value(r)))
    r.shuffle(members)
    while r.random() < 0.1:  # of equal keys the last counts
        key = r.choice(members)[0]
        if key in ("ph", "ts"):  # of an event that has swallowed another
            continue
        place = 0 if key == "dur" else r.randrange(len(members) + 1)
        again = r.choice(["twice", Number("1"), None, Members(), some_args(r)])
        members.insert(place, (key, again))
    return members


def decoy(r):
    return r.choice([None, "text", Number("3"), Members(),
                     Members([("traceEvents", [some_event(r)])])])


def some_trace(r):
    """A trace's text, and that of its events."""
    w = Writer(r)
    events = [[w.value(some_event(r)) for _ in range(r.randrange(5))]
              for _ in range(1 + (r.random() < 0.1))]
    arrays = [w.join("[]", e, wide=True) for e in events]
    if r.random() < 0.2:
        return w.blank() + arrays[0] + w.blank(), events[0]
    members = [(w.string(k) + w.blank() + ":" + w.space() + w.value(v), []) for k, v in [
        ("schemaVersion", Number("1")), ("displayTimeUnit", some_name(r)),
        ("deviceProperties", [some_members(r, 2)]), ("x", decoy(r)),
        ("distributedInfo", Members([("rank", Number("3"))]))] if r.random() < 0.6]
    members += [(w.string("traceEvents") + w.blank() + ":" + w.blank() + a, e)
                for a, e in zip(arrays, events)]
    if r.random() < 0.05:
        members.append(('"traceEvents":' + w.value(r.choice(["", None, Members()])), []))
    r.shuffle(members)
    text = w.join("{}", [text for text, _ in members], wide=True)
    return text + w.blank(), [event for _, e in members for event in e]


def save(path, text):
    data = text.encode("utf-8")
    with open(path, "wb") as f:
        f.write(data)
    with gzip.open(path + ".gz", "wb", 1) as f:
        f.write(data)


def one_each(folder, traces):
    """Every trace is a file. Returns the rows of all."""
    names, want, rows = [], [], []
    for i, (text, _) in enumerate(traces):
        name = "%s/%d" % (folder, i)
        save(name, text)
        names.append(name)
        rank = [d.get("distributedInfo") for d in documents(text)
                if isinstance(d, Members)]
        rank = str(rank[0].get("rank")) if rank and rank[0] else ""
        of_this = [row for _, row in rows_of(text)]
        want += [row + [str(n), rank, name] for n, row in enumerate(of_this)]
        rows += of_this
    compare(run(NUMBERED + ["-H"] + names), want)
    for row in want:
        row[-1] += ".gz"
    compare(run(NUMBERED + ["-H"] + [n + ".gz" for n in names]), want)
    return rows


def in_one(name, text, rows):
    """Everything is one file, read in every way there is."""
    save(name, text)
    numbered = [row + [str(n)] for n, row in enumerate(rows)]
    for path in name, name + ".gz":
        compare(run(NUMBERED + [path]), numbered)
        with open(path, "rb") as stdin:
            compare(run(NUMBERED, stdin), numbered)
    chosen = [(cats, *only(rows, cats.split(",")))
              for cats in ("kernel", "a/b", 'Trace,gpu_memcpy,ker"nel')]
    for threads, path in [("1", name), ("2", name), ("5", name), ("2", name + ".gz")]:
        reading = ["--threads", threads, path]
        compare(run(ALL + reading), rows)
        for cats, want, lost in chosen:
            expect(["-c", cats] + reading, want, lost)


def expect(arguments, want, lost):
    """No event is found, or all, or some are lost: the statuses 1, 0, 3."""
    result = run(arguments, None, (3,) if lost else (0,) if want else (1,))
    compare(result, want)
    if lost and "damaged: at least %d event" % lost not in result[2]:
        fail("%s: not %d lost" % (result[0], lost), result[2])


def generated(count, folder):
    r = random.Random(20260101)
    traces = [some_trace(r) for _ in range(int(count))]
    rows = one_each(folder, traces)
    in_one(folder + "/documents", "\n".join(text for text, _ in traces), rows)
    in_one(folder + "/array", "[%s]" % ",".join(
        text for _, events in traces for text in events), rows)


def real(*paths):
    for path in paths:
        with gzip.open(path) as f:
            rows = list(rows_of(f.read().decode("utf-8")))
        want = [row + [str(n)] for n, row in rows if row]
        lost = len(rows) - len(want)
        expect(NUMBERED + [path], want, lost)
        kernels = only([row for _, row in rows], ["kernel"])[0]
        compare(run(["-q", path], None, (0, 1, 3)), kernels)


if __name__ == "__main__":
    {"generated": generated, "real": real}[sys.argv[1]](*sys.argv[2:])
