"""collectives.py reference FOLDER OURS: every cell of published tables against ours.
collectives.py formulas FOLDER OURS: layout and formulas of published summaries.
collectives.py compute TRACE... -- OURS: ours against formulas over the traces.

Times near 1.7e15 us are doubles in the reference, a quarter of a microsecond apart:
waits and skews may differ by half a microsecond. Else 1e-9 of the value."""
import csv, json, os, sys

KEYS = {
    'nccl_long': 'collective_id|rank',
    'nccl_implicit_sync': 'collective_id',
    'nccl_all2allv': 'collective_id',
    'straggler_summary': 'rank',
    'nccl_summary_long': 'rank|Process Group Name|Process Group Ranks|Collective name|'
                         'dtype|In msg nelems|Out msg nelems|In split size|Out split size|stream',
    'nccl_summary_all2allv': 'Process Group Name|dtype',
}


def value(text):
    try:
        return text if '_' in text else float(text)
    except ValueError:
        return text


def read(path):
    with open(path) as f:
        return list(csv.DictReader(f))


def near(name, a, b):
    if a == b or not isinstance(a, float) or not isinstance(b, float):
        return a == b
    most = 1e-9 * abs(a)
    for word in ('skew', 'wait', 'wall', '_ts'):
        if word in name or name == 'ts':
            most = 0.51 * (20 if 'otal' in name else 1)
    if 'throughput' in name and 'rank' not in name:  # divided by such a time
        most = 0.02 * abs(a)
    return abs(a - b) <= most


def compare(theirs, ours, keys):
    """All rows of theirs, in any order; ours may have more."""
    by_key, cells, wrong = {}, 0, []
    for row in ours:
        by_key[tuple(value(row[k]) for k in keys)] = row
    for row in theirs:
        key = tuple(value(row[k]) for k in keys)
        if key not in by_key:
            wrong.append('no row %s' % (key,))
            continue
        for name, text in row.items():
            cells += 1
            if not near(name, value(text), value(by_key[key].get(name, '?'))):
                wrong.append('%s: %s: %s, ours %s' % (key, name, text, by_key[key].get(name)))
    return cells, wrong


def reference(folder, ours):
    cells, wrong = 0, []
    for name, keys in KEYS.items():
        path = '%s/%s.csv' % (folder, name)
        if not os.path.exists(path):
            continue
        n, bad = compare(read(path), read('%s/%s.csv' % (ours, name)), keys.split('|'))
        cells += n
        wrong += ['%s: %s' % (name, b) for b in bad]
    # rows of several group sizes are apart in ours: the others must agree
    name = 'nccl_summary_implicit_sync'
    keys = ['Collective name', 'dtype', 'In msg nelems']
    theirs, own = read('%s/%s.csv' % (folder, name)), read('%s/%s.csv' % (ours, name))
    split = [tuple(value(r[k]) for k in keys) for r in own]
    once = [r for r in theirs if split.count(tuple(value(r[k]) for k in keys)) == 1]
    n, bad = compare(once, own, keys)
    return cells + n, wrong + bad


def formulas(folder, ours):
    """Published summaries of traces that are not: layout, and what follows from what."""
    cells, wrong = 0, []
    for name in ('nccl_summary_long', 'nccl_summary_implicit_sync'):
        theirs = read('%s/%s.csv' % (folder, name))
        if list(theirs[0]) != list(read('%s/%s.csv' % (ours, name))[0]):
            wrong.append(name + ': other columns')
    for r in theirs:
        r = {k: value(v) for k, v in r.items()}
        factor = FACTORS[r['Collective name']](r['Group size'])
        full = r['Full msg size (MB)'] / 1024
        for got, want in (('algo bw (GB/s)_max', full / (r['comm_latency_min'] / 1e6)),
                          ('algo bw (GB/s)_min', full / (r['comm_latency_max'] / 1e6)),
                          ('bus bw (GB/s)_mean', r['algo bw (GB/s)_mean'] * factor),
                          ('bus bw (GB/s)_median', r['algo bw (GB/s)_median'] * factor),
                          ('Total comm latency (ms)', r['comm_latency_mean'] * r['count'] / 1000)):
            cells += 1
            if abs(r[got] - want) > 1e-9 * want:
                wrong.append('%s: %s, not %s' % (got, r[got], want))
    return cells, wrong


FACTORS = {'allreduce': lambda n: 2 * (n - 1) / n, '_allgather_base': lambda n: (n - 1) / n,
           '_reduce_scatter_base': lambda n: (n - 1) / n}
BYTES = {'Float': 4, 'BFloat16': 2, 'Half': 2}


def events(paths):
    for path in paths:
        trace, count = json.load(open(path)), {}
        for e in trace['traceEvents']:
            a = e['args']
            if 'Collective name' in a:
                group = a['Process Group Name'] + a['Process Group Ranks']
                place = count.get(group, 0)
                count[group] = place + 1
                yield group, place, trace['distributedInfo']['rank'], e


def compute(paths, folder):
    found, cells, wrong = {}, 0, []
    for group, place, rank, e in events(paths):
        found.setdefault((group, place), []).append((rank, e['ts'], e['dur'], e['args']))
    rows = {r['collective_id']: r for r in read(folder + '/nccl_implicit_sync.csv')}
    sent = {r['collective_id']: r for r in read(folder + '/nccl_all2allv.csv')}
    for (group, place), of in found.items():
        args, kind = of[0][3], of[0][3]['Collective name']
        name = args['Process Group Name']
        if name == '1':
            name += '@' + args['Process Group Ranks']
        latest, size = max(o[1] for o in of), BYTES[args['dtype']]
        ends = [o[1] + o[2] for o in of]
        if kind == 'all_to_allv':
            row = sent['%s_%d' % (name, place)]
            want = {'total data communicated (MB)':
                    sum(o[3]['In msg nelems'] for o in of) * size / 2 ** 20,
                    'wall_time (us)': max(ends) - min(o[1] for o in of)}
        else:
            row = rows['%s_%d' % (name, place)]
            latency = min(o[2] for o in of)
            full = size * args['Out msg nelems' if 'gather' in kind else 'In msg nelems']
            algo = full / 2 ** 30 / (latency / 1e6)
            want = {'comm_latency': latency, 'algo bw (GB/s)': algo,
                    'bus bw (GB/s)': algo * FACTORS[kind](len(of)),
                    'skew in end time': max(ends) - min(ends),
                    'avg_wait_time': sum(latest - o[1] for o in of) / len(of)}
            for rank, ts, _, _ in of:
                want['rank_%d_wait_time' % rank] = latest - ts
        for column, v in want.items():
            cells += 1
            if abs(float(row[column]) - v) > 1e-9 * abs(v) + 1e-9:
                wrong.append('%s_%d %s: %s, ours %s' % (name, place, column, v, row[column]))
    return cells, wrong


cells, wrong = (reference(*sys.argv[2:]) if sys.argv[1] == 'reference' else
                formulas(*sys.argv[2:]) if sys.argv[1] == 'formulas' else
                compute(sys.argv[2:-2], sys.argv[-1]))
print(cells, 'cells')
for w in wrong[:10]:
    print(w)
sys.exit(bool(wrong))
