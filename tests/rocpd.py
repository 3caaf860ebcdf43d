"""
Writes rocprofv3's JSON as the database that it writes by default, by the public
schema: rocpd.py [--schema 4] DATABASE JSON... Several files are merged into one, as
`rocpd merge` does. Columns that say nothing of an event are left out.
"""
import argparse
import json
import sqlite3

OF = 'id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, guid TEXT'
PLACE = {3: 'nid INT, pid INT, tid INT, agent_id INT, queue_id INT, stream_id INT, start BIGINT, "end" BIGINT',
         4: 'track_id INT, start_id INT, end_id INT'}
TABLES = {
    'metadata': 'tag TEXT, value TEXT',
    'string': 'string TEXT NOT NULL UNIQUE ON CONFLICT ABORT',
    'info_node': 'hash BIGINT, machine_id TEXT, system_name TEXT, hostname TEXT',
    'info_process': 'nid INT, ppid INT, pid INT, init BIGINT, fini BIGINT, command TEXT',
    'info_thread': 'nid INT, ppid INT, pid INT, tid INT, name TEXT',
    'info_agent': "nid INT, pid INT, type TEXT CHECK (type IN ('CPU', 'GPU')), absolute_index INT, "
                  'logical_index INT, type_index INT, product_name TEXT',
    'info_kernel_symbol': 'nid INT, pid INT, kernel_name TEXT, display_name TEXT, extdata JSONB',
    'event': 'category_id INT, stack_id INT, parent_stack_id INT, correlation_id INT, extdata JSONB',
    'region': '{place}, name_id INT, event_id INT',
    'kernel_dispatch': '{place}, kernel_id INT, dispatch_id INT, '
                       'workgroup_size_x INT, workgroup_size_y INT, workgroup_size_z INT, '
                       'grid_size_x INT, grid_size_y INT, grid_size_z INT, event_id INT',
    'memory_copy': '{place}, name_id INT, dst_agent_id INT, src_agent_id INT, size INT, event_id INT',
    'memory_allocate': '{place}, type TEXT, level TEXT, size INT, event_id INT',
    'track': 'nid INT, ppid INT, pid INT, tid INT, agent_id INT, queue_id INT, stream_id INT, name_id INT',
    'timestamp': 'value BIGINT, phase INT, track_id INT',
}
KINDS = {'MEMORY_COPY': 'memory_copy', 'KERNEL_DISPATCH': 'kernel_dispatch',
         'MEMORY_ALLOCATION': 'memory_allocate', 'SCRATCH_MEMORY': 'memory_allocate'}


class Database:
    def __init__(self, connection, guid, schema):
        self.connection, self.schema = connection, schema
        self.suffix = '_' + guid.replace('-', '_')
        self.known = {}
        for table, columns in TABLES.items():
            connection.execute('CREATE TABLE IF NOT EXISTS "rocpd_%s%s" (%s, %s)' % (
                table, self.suffix, OF, columns.format(place=PLACE[schema])))
        self.add('metadata', tag='schema_version', value=str(schema))

    def add(self, table, **fields):
        names = ', '.join('"%s"' % name for name in fields)
        return self.connection.execute('INSERT INTO "rocpd_%s%s" (%s) VALUES (%s)' % (
            table, self.suffix, names, ', '.join('?' * len(fields))), list(fields.values())).lastrowid

    def once(self, table, **fields):
        key = (table, *fields.items())
        if key not in self.known:
            self.known[key] = self.add(table, **fields)
        return self.known[key]

    def place(self, start, end, **fields):
        if self.schema == 3:
            return dict(fields, start=start, end=end)
        track = self.once('track', **fields)
        return {'track_id': track, 'start_id': self.add('timestamp', value=start, phase=1, track_id=track),
                'end_id': self.add('timestamp', value=end, phase=2, track_id=track)}


def write(run, db):
    meta = run['metadata']
    node = db.add('info_node', id=3, hostname=meta['node']['hostname'])
    process = db.add('info_process', id=40, nid=node, pid=meta['pid'], init=meta.get('init_time'),
                     fini=meta.get('fini_time'))
    kinds = run['strings']['buffer_records']
    agents = {}
    for i, a in enumerate(run['agents']):
        agents[a['id']['handle']] = db.add(
            'info_agent', id=100 + i, nid=node, pid=process, type=['', 'CPU', 'GPU'][a['type']],
            logical_index=a['logical_node_id'], product_name=a.get('product_name', ''))
    for s in run['kernel_symbols']:
        if s['kernel_id']:
            db.add('info_kernel_symbol', id=s['kernel_id'], kernel_name=s['kernel_name'],
                   display_name=s.get('formatted_kernel_name'), extdata=json.dumps(s))
    messages = {m['key']: m['value'] for m in run['strings'].get('marker_api', [])}
    for records in run['buffer_records'].values():
        for r in records:
            kind = kinds[r['kind']]['kind']
            name = kinds[r['kind']]['operations'][r['operation']]
            message = messages.get(r['correlation_id']['internal']) if kind.startswith('MARKER_') else None
            info = r.get('dispatch_info', {})
            fields = db.place(
                r['start_timestamp'], r['end_timestamp'], nid=node, pid=process,
                tid=db.once('info_thread', tid=r['thread_id']), agent_id=agents.get(info.get('agent_id', {}).get('handle')),
                queue_id=info.get('queue_id', {}).get('handle'), stream_id=r.get('stream_id', {}).get('handle'))
            fields['event_id'] = db.add(
                'event', category_id=db.once('string', string=kind), stack_id=r['correlation_id']['internal'],
                correlation_id=0, extdata=json.dumps({'message': message} if message else {}))
            table = KINDS.get(kind, 'region')
            if table == 'kernel_dispatch':
                fields.update(kernel_id=info['kernel_id'], dispatch_id=info.get('dispatch_id'))
                for ours, theirs in (('workgroup', 'workgroup_size'), ('grid', 'grid_size')):
                    for axis, size in info.get(theirs, {}).items():
                        fields['%s_size_%s' % (ours, axis)] = size
            elif table == 'memory_allocate':
                words = name.replace('MEMORY_ALLOCATION_', 'REAL ').replace('SCRATCH_MEMORY_', 'SCRATCH ')
                words = words.replace('REAL VMEM_', 'VIRTUAL ').replace('ASYNC_', '').replace('ALLOCATE', 'ALLOC')
                fields['level'], fields['type'] = words.split()
            else:
                fields['name_id'] = db.once('string', string=name)
            if table == 'memory_copy':
                fields.update(size=r['bytes'], dst_agent_id=agents[r['dst_agent_id']['handle']],
                              src_agent_id=agents[r['src_agent_id']['handle']])
            db.add(table, **fields)


parser = argparse.ArgumentParser()
parser.add_argument('--schema', type=int, default=3)
parser.add_argument('database')
parser.add_argument('json', nargs='+')
options = parser.parse_args()
with sqlite3.connect(options.database) as connection:
    for i, name in enumerate(options.json):
        for run in json.load(open(name))['rocprofiler-sdk-tool']:
            write(run, Database(connection, '0000%04x-2b7c-7b1e-8a11-c3f0a9d0e5f%d' % (run['metadata']['pid'], i),
                                options.schema))
    for table in TABLES:
        connection.execute('CREATE VIEW "rocpd_%s" AS SELECT 1' % table)
