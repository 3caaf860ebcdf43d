#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/json/scan.h"
#include "common/trace/formats.h"

void
members_free(struct members *m)
{
	free(m->at);
	buf_free(&m->text);
	*m = (struct members){0};
}

void
members_add(struct members *m, struct span key, struct span value)
{
	struct member one = {m->text.n, m->text.n + key.n, 0};

	one.end = one.value + value.n;
	if (value.n > MEMBER_MAX || one.end > MEMBERS_MAX)
		return;
	ARRAY_RESERVE(m->at, &m->cap, m->n + 1);
	buf_reserve(&m->text, key.n + value.n);
	BUF_ADD_ALL(&m->text, key, value);
	m->at[m->n++] = one;
}

bool
members_get(
    const struct members *m, size_t i, struct span *key, struct span *value)
{
	const struct member *one;

	if (i >= m->n)
		return false;
	one = &m->at[i];
	*key = (struct span){m->text.p + one->key, one->value - one->key};
	*value = (struct span){m->text.p + one->value, one->end - one->value};
	return true;
}

struct span
members_find(const struct members *m, const char *wanted)
{
	struct span key, value, found = {0};

	for (size_t i = 0; members_get(m, i, &key, &value); i++)
		if (span_is(key, wanted))
			found = value;
	return found;
}

void *
reader_new(size_t size, const struct trace_reader_ops *ops,
    const struct span *args, size_t n)
{
	struct trace_reader *r = xcalloc_aligned(BLOCKS_LINE, size);

	r->ops = ops;
	r->args = args;
	r->nargs = n;
	r->asked = xcalloc(n + 1, sizeof *r->asked);
	return r;
}

void
reader_free(struct trace_reader *r)
{
	members_free(&r->members);
	buf_free(&r->correlation);
	free(r->asked);
	free(r);
}

void
reader_mark_correlation(struct trace_reader *r, struct raw_event *e)
{
	if (e->correlation.n)
		e->correlation = BUF_JOIN(
		    &r->correlation, e->pid, span_of("/"), e->correlation);
}

/* Asked in this order; the last one takes whatever is left. */
static const struct trace_format formats[] = {
    {"perfetto", "Perfetto protobuf (.pftrace)", pftrace_sniff, pftrace_open},
    {"xplane", "XLA XSpace (.xplane.pb)", xplane_sniff, xplane_open},
    {"nsys-csv", "CSV of nsys stats: cuda_gpu_trace", nsys_csv_sniff,
	rocprof_csv_open},
    {"rocprof-csv", "CSV of rocprof and rocprofv2", rocprof_old_sniff,
	rocprof_csv_open},
    {"rocprofv3-csv", "rocprofv3 CSV", rocprof_csv_sniff, rocprof_csv_open},
    {"rocprofv3-json", "rocprofv3 JSON", rocprof_json_sniff, rocprof_json_open},
#ifdef WITH_SQLITE
    {"sqlite", "SQLite from Nsight Systems and rocprofv3 (rocpd)", sqlite_sniff,
	sqlite_open},
#endif
    {"chrome", "Kineto, Chrome and Perfetto JSON", kineto_reader_sniff,
	kineto_reader_open},
};

enum { FORMATS = COUNT(formats) };

const struct trace_format *
trace_format_at(size_t i)
{
	return i < FORMATS ? &formats[i] : NULL;
}

const struct trace_format *
trace_format_named(const char *name)
{
	for (size_t i = 0; i < FORMATS; i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	return NULL;
}

const struct trace_format *
trace_format_of(struct input *in)
{
	const struct trace_format *f = formats;
	const struct trace_format *last = formats + FORMATS - 1;

	while (f < last && !f->sniff(in))
		f++;
	return f;
}

#define NSYS_STATS                                                           \
	"sums of nsys stats, without events: of its reports cuda_gpu_trace " \
	"is read, and the SQLite export of nsys"

#define NSYS_PROGRESS \
	"progress of nsys stats before its table: nsys stats -q leaves it out"

/* Other files that people have at hand, by their first bytes, with advice. */
static const struct {
	const char *magic, *hint;
} others[] = {
    {"SQLite format 3",
	"an SQLite database, which this build cannot read without libsqlite3"},
    {"\xFD"
     "7zXZ",
	"compressed by xz: xz -dc FILE writes it to a pipe"},
    {"\x28\xB5\x2F\xFD",
	"compressed by zstd: zstd -dc FILE writes it to a pipe"},
    {"BZh", "compressed by bzip2: bzip2 -dc FILE writes it to a pipe"},
    {"\x1F\x8B",
	"compressed twice: gzip -dc FILE or zstd -dc FILE writes it to a pipe"},
    {"Generating SQLite file ", NSYS_PROGRESS},
    {"NOTICE: Existing SQLite export ", NSYS_PROGRESS},
    {"Processing [", NSYS_PROGRESS},
    {"Time (%),Total Time (ns),", NSYS_STATS},
    {"Time(%),Total Time (ns),", NSYS_STATS},
    {"\"Name\",\"Calls\",\"TotalDurationNs\"",
	"sums of rocprof or rocprofv3 --stats, without events"},
};

enum { TAR_MAGIC = 257, TAR_HEAD = 512 }; /* of an archive's first block */

/* The first line of a table of ours: a tab in it, no other control character.
 */
static bool
is_table(struct span line)
{
	if (!line.n || *line.p == '{' || *line.p == '[')
		return false;
	for (size_t i = 0; i < line.n; i++)
		if ((unsigned char)line.p[i] < ' ' && line.p[i] != '\t')
			return false;
	return span_holds(line, '\t');
}

bool
trace_format_is_tar(struct input *in)
{
	struct span head = input_peek(in, TAR_HEAD);

	return head.n == TAR_HEAD &&
	    span_starts(span_cut(head, TAR_MAGIC, head.n), "ustar");
}

const char *
trace_format_hint(struct input *in)
{
	struct span head = input_peek(in, TAR_HEAD);
	struct span text = scan_text(head);

	for (size_t i = 0; i < COUNT(others); i++)
		if (span_starts(head, others[i].magic))
			return others[i].hint;
	if (trace_format_is_tar(in))
		return "a tar archive: tar -xOf FILE writes what is in it to a "
		       "pipe";
	if (span_ends(span_of(input_name(in)), ".nsys-rep"))
		return "a report of Nsight Systems: nsys export --type sqlite "
		       "FILE makes the database that is read";
	if (is_table(span_part(text, '\n', 0)))
		return "a table, not a trace: trace-cycles and others read it";
	return NULL;
}
