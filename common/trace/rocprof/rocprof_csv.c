/*
 * A table of rocprofv3, of its predecessors or of nsys stats. A row that cannot
 * be read is lost, and reading goes on at the next line.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/input/lines.h"
#include "common/json/scan.h"
#include "common/table/csv.h"
#include "common/trace/formats.h"
#include "common/trace/rocprof/rocprof.h"

/* The columns that make an event; which a table has depends on its kind. */
enum column {
	KIND,
	DOMAIN,
	KERNEL_NAME,
	FUNCTION,
	DIRECTION,
	OPERATION,
	PROCESS,
	THREAD,
	AGENT,
	SOURCE_AGENT,
	DESTINATION_AGENT,
	STREAM,
	QUEUE,
	CORRELATION,
	DISPATCH,
	START,
	END,
	DURATION,
	COLUMNS
};

/* The names of a program's columns; it does not have those without. */
typedef const char *const csv_names[COLUMNS];

static csv_names rocprofv3 = {
    [KIND] = "Kind",
    [DOMAIN] = "Domain",
    [KERNEL_NAME] = "Kernel_Name",
    [FUNCTION] = "Function",
    [DIRECTION] = "Direction",
    [OPERATION] = "Operation",
    [PROCESS] = "Process_Id",
    [THREAD] = "Thread_Id",
    [AGENT] = "Agent_Id",
    [SOURCE_AGENT] = "Source_Agent_Id",
    [DESTINATION_AGENT] = "Destination_Agent_Id",
    [STREAM] = "Stream_Id",
    [QUEUE] = "Queue_Id",
    [CORRELATION] = "Correlation_Id",
    [DISPATCH] = "Dispatch_Id",
    [START] = "Start_Timestamp",
    [END] = "End_Timestamp",
};

static csv_names rocprofv2 = {
    [KERNEL_NAME] = "Kernel_Name",
    [PROCESS] = "PID",
    [THREAD] = "TID",
    [AGENT] = "GPU_ID",
    [QUEUE] = "Queue_ID",
    [CORRELATION] = "Correlation_ID",
    [START] = "Start_Timestamp",
    [END] = "End_Timestamp",
};

static csv_names rocprof = {
    [KERNEL_NAME] = "KernelName",
    [PROCESS] = "pid",
    [THREAD] = "tid",
    [AGENT] = "gpu-id",
    [QUEUE] = "queue-id",
    [START] = "BeginNs",
    [END] = "EndNs",
};

/* The report cuda_gpu_trace of nsys stats, with copies and memsets. */
static csv_names nsys = {
    [KERNEL_NAME] = "Name",
    [AGENT] = "Device",
    [STREAM] = "Strm",
    [CORRELATION] = "CorrId",
    [START] = "Start (ns)",
    [DURATION] = "Duration (ns)",
};

struct table {
	struct rocprof r; /* first: see rocprof.h */
	struct input *in; /* the lines' */
	struct lines *lines;
	struct tsv *csv;
	csv_names *names;
	int column[COLUMNS]; /* or -1 */
	int *asked;          /* likewise, of the args */
	int64_t rows, bytes; /* sound ones, and how long they are */
};

static void
close_table(struct trace_reader *r)
{
	struct table *t = (struct table *)r;

	tsv_close(t->csv);
	free(t->asked);
	reader_free(r);
}

/* The column of that name; -1: there is none. */
static int
find_column(const struct tsv *csv, struct span name)
{
	for (int i = 0; i < tsv_columns(csv); i++)
		if (span_equal(tsv_name(csv, i), name))
			return i;
	return -1;
}

static bool
has(const struct table *t, enum column first, enum column last)
{
	while (first < last && t->column[first] < 0)
		first++;
	return t->column[first] >= 0;
}

/* The first of these columns that the table has; its text, or nothing. */
static struct span
field(const struct table *t, enum column first, enum column last)
{
	while (first < last && t->column[first] < 0)
		first++;
	return tsv_field_or_none(t->csv, t->column[first]);
}

static int
fail_column(struct rocprof *r, const char *name)
{
	snprintf(r->r.error, sizeof r->r.error,
	    "a table without the column %s, which rocprofv3 writes when it "
	    "traces (--kernel-trace, --hip-trace, ...)",
	    name);
	return -1;
}

/* The reader's error, without the file's name. */
static int
fail_csv(struct table *t)
{
	const char *why = tsv_error(t->csv) + strlen(input_name(t->in));

	return reader_fail(&t->r.r, why + strspn(why, ": "));
}

/* Of a last line without an end, the last name or number may be half of one. */
static void
note_cut(struct table *t)
{
	if (tsv_cut(t->csv))
		t->r.r.damage = "the last line has no end: it may be cut off";
}

/* Does the table have the columns that tell its program from others? */
static bool
is_of(const struct table *t, csv_names *names)
{
	return tsv_find(t->csv, (*names)[KERNEL_NAME]) >= 0 &&
	    tsv_find(t->csv, (*names)[AGENT]) >= 0 &&
	    tsv_find(t->csv, (*names)[START]) >= 0;
}

/* Returns 0, or -1 when a column is there twice. */
static int
find_columns(struct table *t)
{
	t->names = is_of(t, &rocprofv2) ? &rocprofv2
	    : is_of(t, &rocprof)        ? &rocprof
	    : is_of(t, &nsys)           ? &nsys
					: &rocprofv3;
	for (int i = 0; i < COLUMNS; i++) {
		const char *name = (*t->names)[i];

		t->column[i] = name ? tsv_find(t->csv, name) : -1;
		if (t->column[i] == TSV_DOUBLED) {
			snprintf(t->r.r.error, sizeof t->r.r.error,
			    "a table with two columns %s", name);
			return -1;
		}
	}
	return 0;
}

/* Reads the header. */
static int
start(struct trace_reader *reader)
{
	struct table *t = (struct table *)reader;
	struct rocprof *r = &t->r;

	if (tsv_header(t->csv))
		return fail_csv(t);
	note_cut(t);
	if (find_columns(t))
		return -1;
	for (size_t i = 0; i < r->r.nargs; i++)
		t->asked[i] = find_column(t->csv, r->r.args[i]);
	if (t->names != &rocprofv3)
		return has(t, END, DURATION)
		    ? 0
		    : reader_fail(&r->r, "a table that tells no ends");
	if (!has(t, KIND, DOMAIN))
		return fail_column(r, "Kind or Domain");
	if (!has(t, KERNEL_NAME, OPERATION))
		return fail_column(r, "Kernel_Name, Function or Direction");
	if (!has(t, START, START))
		return fail_column(r, "Start_Timestamp");
	return has(t, END, END) ? 0 : fail_column(r, "End_Timestamp");
}

/* The number in "NVIDIA A100 (0)". */
static struct span
device_number(struct span device)
{
	struct span number = span_after_last(device, "(");

	return number.n > 1 && span_ends(number, ")")
	    ? span_cut(number, 0, number.n - 1)
	    : device;
}

/* A copy is its GPU's, that of the source only when it goes to the host. */
static struct span
device_of(const struct table *t)
{
	if (t->names == &nsys)
		return device_number(field(t, AGENT, AGENT));
	if (has(t, AGENT, AGENT))
		return field(t, AGENT, AGENT);
	if (span_ends(field(t, DIRECTION, DIRECTION), "DEVICE_TO_HOST"))
		return field(t, SOURCE_AGENT, SOURCE_AGENT);
	return field(t, DESTINATION_AGENT, DESTINATION_AGENT);
}

/* Only rocprofv3 says it of a row; of others, the name may. */
static struct span
kind_of(const struct table *t, struct span name)
{
	if (t->names == &rocprofv3)
		return field(t, KIND, DOMAIN);
	if (t->names == &nsys && span_starts(name, "[CUDA "))
		return span_of(
		    span_has(name, "memset") ? "gpu_memset" : "MEMORY_COPY");
	return span_of("KERNEL_DISPATCH");
}

/* Returns 0, or -1 as rocprof_times. */
static int
read_times(const struct table *t, struct raw_event *e)
{
	struct span start = field(t, START, START), lasts;
	char end[FIXED_MAX];
	int64_t from, ns;

	if (has(t, END, END))
		return rocprof_times(e, start, field(t, END, END));
	lasts = field(t, DURATION, DURATION);
	if (fixed_parse_int(start, &from) || fixed_parse_int(lasts, &ns) ||
	    fixed_add(&from, ns))
		return -1;
	return rocprof_times(e, start, fixed_text(end, from));
}

/* The event of the row at hand: 0, or -1 when it is none, or of no kind. */
static int
read_row(struct table *t, struct raw_event *e)
{
	struct span name = field(t, KERNEL_NAME, OPERATION);
	struct span kind = kind_of(t, name);
	struct rocprof *r = &t->r;

	*e = (struct raw_event){.name = name,
	    .pid = field(t, PROCESS, PROCESS),
	    .tid = field(t, THREAD, THREAD),
	    .device = device_of(t),
	    .stream = field(t, STREAM, QUEUE),
	    .correlation = field(t, CORRELATION, CORRELATION),
	    .dispatch = field(t, DISPATCH, DISPATCH),
	    .asked = r->r.asked};
	rocprof_kind(e, kind, r->cat);
	for (size_t i = 0; i < r->r.nargs; i++)
		r->r.asked[i] = t->asked[i] < 0
		    ? span_of("")
		    : tsv_field(t->csv, t->asked[i]);
	return kind.n ? read_times(t, e) : -1;
}

/* Zeroed bytes, which may have melted rows into one: fields lie one behind
 * another. */
static bool
has_nul(const struct tsv *csv)
{
	struct span first = tsv_field(csv, 0),
		    last = tsv_field(csv, tsv_columns(csv) - 1);

	return last.p + last.n > first.p &&
	    memchr(first.p, 0, (size_t)(last.p + last.n - first.p));
}

/* All columns of the row at hand. */
static void
keep_whole(const struct table *t, const struct raw_event *e)
{
	struct whole *w = t->r.r.whole;

	if (!w)
		return;
	whole_begin(w, e);
	for (int i = 0; i < tsv_columns(t->csv); i++)
		whole_put(w, tsv_name(t->csv, i), tsv_field(t->csv, i));
	whole_end(w);
}

/*
 * Counts as many rows as the lines that were read last may have been. A line
 * that the file's end cuts off is one, however long.
 */
static void
lose_rows(struct table *t)
{
	int64_t lines = t->lines->number - tsv_line_number(t->csv) + 1;
	int64_t likely =
	    reader_estimate((int64_t)tsv_bytes(t->csv), t->bytes, t->rows);

	if (likely > lines && !(lines == 1 && tsv_cut(t->csv)))
		lines = likely;
	t->r.r.events += lines;
	t->r.r.lost += lines;
}

/* After a row that csv.h refuses: 1 to go on, 0 at the end, -1 failed. */
static int
resume(struct table *t)
{
	if (tsv_resume(t->csv) == 0) {
		lose_rows(t);
		return 1;
	}
	t->r.r.damage = input_damage(t->in);
	return t->r.r.damage ? 0 : fail_csv(t);
}

static int
next_row(struct trace_reader *reader, struct raw_event *e)
{
	struct table *t = (struct table *)reader;
	struct rocprof *r = &t->r;

	for (;;) {
		int got = tsv_next(t->csv);

		if (got > 0 && has_nul(t->csv)) {
			lose_rows(t);
			continue;
		}
		if (got > 0) {
			r->r.events++;
			t->rows++;
			t->bytes += (int64_t)tsv_bytes(t->csv);
			note_cut(t);
			if (read_row(t, e) == 0) {
				keep_whole(t, e);
				return 1;
			}
			r->r.lost++;
			continue;
		}
		if (got < 0)
			got = resume(t);
		if (got <= 0)
			return got;
	}
}

static const struct trace_reader_ops ops = {
    .start = start, .next = next_row, .close = close_table};

/* The first line, if it is none of JSON, and of no archive of tables. */
static struct span
header_of(struct input *in)
{
	struct span head = scan_text(input_peek(in, 64));

	if (head.n == 0 || *head.p == '{' || *head.p == '[' ||
	    trace_format_is_tar(in))
		return (struct span){0};
	return span_part(input_peek(in, INPUT_PEEK), '\n', 0);
}

/* A table whose header has one of the names that only rocprofv3 writes. */
bool
rocprof_csv_sniff(struct input *in)
{
	struct span head = header_of(in);

	return span_has(head, "Start_Timestamp") ||
	    span_has(head, "End_Timestamp") || span_has(head, "Kernel_Name");
}

bool
rocprof_old_sniff(struct input *in)
{
	struct span head = header_of(in);

	return span_has(head, "KernelName") ? span_has(head, "BeginNs")
					    : span_has(head, "GPU_ID");
}

bool
nsys_csv_sniff(struct input *in)
{
	struct span head = header_of(in);

	return span_has(head, "Start (ns),Duration (ns)") &&
	    span_has(head, "Strm");
}

struct trace_reader *
rocprof_csv_open(struct input *in, const struct span *args, size_t n)
{
	struct table *t = reader_new(sizeof *t, &ops, args, n);

	t->in = in;
	t->lines = lines_open_input(in);
	t->csv = csvr_open_lines(t->lines);
	t->asked = xcalloc(n + 1, sizeof *t->asked);
	return &t->r.r;
}
