/*
 * The SQLite export of NVIDIA Nsight Systems as events.
 *
 * `nsys export --type sqlite` writes a table for each kind of record (NVIDIA,
 * "Nsight Systems Analysis Guide", SQLite Schema Reference, 2026.4, schema
 * 3.28.1). Which tables and columns there are depends on the version and on
 * what was recorded: what is missing is empty. Times are nanoseconds since the
 * recording began.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/table/database.h"
#include "common/trace/sqlite/sqlite.h"

/* The columns read of a row; after them come those asked for. */
enum nsys_column {
	NSYS_START,
	NSYS_END,
	NSYS_GLOBAL, /* process and thread in one number */
	NSYS_DEVICE,
	NSYS_STREAM,
	NSYS_CORRELATION,
	NSYS_SORT, /* a number that says of which sort it is */
	NSYS_NAME, /* a text or the number of one: the first that there is of */
	NSYS_NAME_2, /* these three */
	NSYS_NAME_3,
	NSYS_COLUMNS
};

struct nsys_kind {
	const char *table, *cat;
	struct span column[NSYS_COLUMNS]; /* in the table; empty: none */

	/* The name of a row of which only the sort is known; NULL: none. */
	const char *called;
	const char *const *sorts; /* words after it, from 1 on, or NULL */
	int64_t sorts_count;
};

/* Columns of all work of a GPU. */
#define WORK                                                                 \
	[NSYS_START] = TEXT("start"), [NSYS_END] = TEXT("end"),              \
	[NSYS_GLOBAL] = TEXT("globalPid"), [NSYS_DEVICE] = TEXT("deviceId"), \
	[NSYS_STREAM] = TEXT("streamId"),                                    \
	[NSYS_CORRELATION] = TEXT("correlationId")

/* CUpti_ActivityMemcpyKind (NVIDIA, "CUPTI"), spelled as Kineto does. */
static const char *const copies[] = {" HtoD", " DtoH", " HtoA", " AtoH",
    " AtoA", " AtoD", " DtoA", " DtoD", " HtoH", " PtoP"};

/* CUpti_ActivitySynchronizationType, likewise. */
static const char *const waits[] = {
    ": event", ": stream for event", ": stream", ": context"};

/*
 * A graph that is recorded as a whole has no rows for its kernels: it is the
 * work that its stream did meanwhile.
 */
static const struct nsys_kind kinds[] = {
    {"CUPTI_ACTIVITY_KIND_KERNEL", "kernel",
	{WORK, [NSYS_NAME] = TEXT("demangledName"),
	    [NSYS_NAME_2] = TEXT("shortName"),
	    [NSYS_NAME_3] = TEXT("mangledName")},
	NULL, NULL, 0},
    {"CUPTI_ACTIVITY_KIND_MEMCPY", "gpu_memcpy",
	{WORK, [NSYS_SORT] = TEXT("copyKind")}, "Memcpy", copies,
	COUNT(copies)},
    {"CUPTI_ACTIVITY_KIND_MEMSET", "gpu_memset", {WORK}, "Memset", NULL, 0},
    {"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "kernel",
	{WORK, [NSYS_SORT] = TEXT("graphId")}, "CUDA graph", NULL, 0},
    {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", "cuda_sync",
	{WORK, [NSYS_SORT] = TEXT("syncType")}, "Synchronize", waits,
	COUNT(waits)},
    {"CUPTI_ACTIVITY_KIND_RUNTIME", "cuda_runtime",
	{[NSYS_START] = TEXT("start"),
	    [NSYS_END] = TEXT("end"),
	    [NSYS_GLOBAL] = TEXT("globalTid"),
	    [NSYS_CORRELATION] = TEXT("correlationId"),
	    [NSYS_NAME] = TEXT("nameId")},
	NULL, NULL, 0},
    {"NVTX_EVENTS", "user_annotation",
	{[NSYS_START] = TEXT("start"),
	    [NSYS_END] = TEXT("end"),
	    [NSYS_GLOBAL] = TEXT("globalTid"),
	    [NSYS_SORT] = TEXT("eventType"),
	    [NSYS_NAME] = TEXT("text"),
	    [NSYS_NAME_2] = TEXT("textId")},
	NULL, NULL, 0},
};

enum { SORT_NAME = 64 };

/*
 * The name by the sort, which may be unknown (negative), in `out`; empty if
 * rows of this kind have names.
 */
static struct span
sort_name(const struct nsys_kind *kind, int64_t sort, char out[SORT_NAME])
{
	int n;

	if (!kind->called)
		return (struct span){0};
	if (sort < 0 ||
	    (kind->sorts && (sort < 1 || sort > kind->sorts_count)) ||
	    (!kind->sorts && !kind->column[NSYS_SORT].n))
		return span_of(kind->called);
	if (kind->sorts)
		n = snprintf(out, SORT_NAME, "%s%s", kind->called,
		    kind->sorts[sort - 1]);
	else
		n = snprintf(
		    out, SORT_NAME, "%s %lld", kind->called, (long long)sort);
	return (struct span){out, (size_t)n};
}

/* Sorts of rows of NVTX_EVENTS; rows of other sorts are no events. */
enum { NSYS_NVTX_MARK = 34, NSYS_NVTX_PUSH_POP = 59, NSYS_NVTX_START_END = 60 };

/* The state of reading rows; first_process is negative at first. */
struct nsys_row {
	const struct nsys_kind *kind; /* of the row at hand */
	struct database_lookup texts;
	struct nsys_gpu {
		int64_t process, number, gpu;
	} * gpu; /* by the number that a process calls it by; owned */
	size_t gpus, cap;
	int64_t first_process;
	char name[SORT_NAME], pid[FIXED_MAX], tid[FIXED_MAX];
	char device[FIXED_MAX];
};

enum { MOST = 4096 }; /* GPUs: no machine has as many */

/* Columns of TARGET_INFO_GPU, and what Kineto calls them. */
static const struct span gpu_columns[] = {{"name", 4}, {"computeMajor", 12},
    {"computeMinor", 12}, {"smCount", 7}, {"totalMemory", 11},
    {"threadsPerWarp", 14}, {"maxThreadsPerBlock", 18},
    {"maxShmemPerBlock", 16}};
static const char *const gpu_keys[] = {"name", "computeMajor", "computeMinor",
    "numSms", "totalGlobalMem", "warpSize", "maxThreadsPerBlock",
    "sharedMemPerBlock"};

enum { GPU_COLUMNS = COUNT(gpu_keys) };

static void
read_gpus(struct nsys_row *n, struct database *db)
{
	static const struct span columns[] = {
	    {"pid", 3}, {"cudaId", 6}, {"gpuId", 5}};
	struct database_rows *r =
	    database_rows_open(db, "TARGET_INFO_CUDA_DEVICE", columns, 3);
	struct nsys_gpu g;

	while (r && n->gpus < MOST && database_rows_next(r))
		if (database_rows_integer(r, 0, &g.process) &&
		    database_rows_integer(r, 1, &g.number) &&
		    database_rows_integer(r, 2, &g.gpu))
			ARRAY_PUSH(n->gpu, n->gpus, &n->cap, g);
	database_rows_close(r);
}

/* The version of the export, and the time that its times count from. */
static void
read_session(struct sqlite_reader *s)
{
	static const struct span meta[] = {TEXT("name"), TEXT("value")};
	static const struct span epoch[] = {TEXT("utcEpochNs")};
	struct database_rows *r =
	    database_rows_open(s->db, "META_DATA_EXPORT", meta, 2);
	int64_t since;

	while (r && database_rows_next(r))
		if (span_is(database_rows_text(r, 0), "EXPORT_SCHEMA_VERSION"))
			sqlite_add_text(
			    s, "nsys_schema_version", database_rows_text(r, 1));
	database_rows_close(r);
	r = database_rows_open(
	    s->db, "TARGET_INFO_SESSION_START_TIME", epoch, 1);
	if (r && database_rows_next(r) && database_rows_integer(r, 0, &since))
		members_add(&s->r.members, span_of("baseTimeNanoseconds"),
		    database_rows_text(r, 0));
	database_rows_close(r);
}

/* The GPU that a process calls by that number; else the number itself. */
static int64_t
find_gpu(const struct nsys_row *n, int64_t process, int64_t number)
{
	for (size_t i = 0; i < n->gpus; i++)
		if (n->gpu[i].process == process && n->gpu[i].number == number)
			return n->gpu[i].gpu;
	return number;
}

enum { VALUE = 1 }; /* among the columns of texts */

/* The text that a field is, or is the number of, if there is one. */
static void
find_text(struct sqlite_reader *s, size_t column, struct span *text)
{
	struct nsys_row *n = s->state;
	int64_t id;

	if (!database_rows_integer(s->rows, column, &id))
		*text = database_rows_text(s->rows, column);
	else if (database_lookup_find(&n->texts, id))
		*text = database_rows_text(n->texts.rows, VALUE);
}

/* The name of the row, if it has any. */
static void
find_name(struct sqlite_reader *s, int64_t sort, struct span *name)
{
	struct nsys_row *n = s->state;
	int64_t id = 0;

	*name = sort_name(n->kind, sort, n->name);
	for (size_t i = NSYS_NAME; name->n == 0 && i <= NSYS_NAME_3; i++)
		find_text(s, i, name);
	for (size_t i = NSYS_NAME; name->n == 0 && i <= NSYS_NAME_3; i++)
		if (database_rows_integer(s->rows, i, &id))
			*name = sqlite_unknown_name(s, id);
	if (n->kind->column[NSYS_GLOBAL].n &&
	    span_is(span_of(n->kind->cat), "cuda_runtime"))
		/* cudaLaunchKernel_v7000: the version of the interface */
		*name = ascii_unnumbered(*name, "_v");
}

/* Process, thread and device, and the correlation. */
static void
read_place(struct sqlite_reader *s, struct raw_event *e)
{
	struct nsys_row *n = s->state;
	struct database_rows *r = s->rows;
	int64_t global, device, process = -1;

	if (sqlite_integer(s, NSYS_GLOBAL, &global)) {
		process = global >> 24 & 0xFFFFFF;
		e->pid = fixed_text(n->pid, process);
		if (e->group != GROUP_GPU && global & 0xFFFFFF)
			e->tid = fixed_text(n->tid, global & 0xFFFFFF);
		if (n->first_process < 0)
			n->first_process = process;
	}
	if (sqlite_integer(s, NSYS_DEVICE, &device))
		e->device = fixed_text(n->device, find_gpu(n, process, device));
	e->stream = database_rows_text(r, NSYS_STREAM);
	e->correlation = database_rows_text(r, NSYS_CORRELATION);
	if (process != n->first_process)
		reader_mark_correlation(&s->r, e);
}

static bool
read_times(struct database_rows *r, struct raw_event *e, bool with_end)
{
	int64_t start, end;

	return database_rows_integer(r, NSYS_START, &start) &&
	    (!with_end || database_rows_integer(r, NSYS_END, &end)) &&
	    raw_event_set_times(e, start, with_end ? &end : NULL);
}

/*
 * Which phase a row is of: a mark has no end, and a range may have none because
 * the recording ended first. NULL: it is no event.
 */
static const char *
phase_of(const struct sqlite_reader *s, int64_t sort)
{
	const struct nsys_row *n = s->state;
	bool ends = database_rows_text(s->rows, NSYS_END).n > 0;

	if (strcmp(n->kind->table, "NVTX_EVENTS") != 0)
		return "X";
	if (sort == NSYS_NVTX_MARK)
		return "i";
	if (sort < 0 || sort == NSYS_NVTX_PUSH_POP ||
	    sort == NSYS_NVTX_START_END)
		return ends ? "X" : "B";
	return NULL;
}

/*
 * The event of the row at which the reader is, valid until the next row; its
 * state is a struct nsys_row. As the function of a dialect.
 */
static bool
nsys_row_read(struct sqlite_reader *s, struct raw_event *e)
{
	struct nsys_row *n = s->state;
	int64_t sort;
	const char *ph;

	if (!sqlite_integer(s, NSYS_SORT, &sort))
		sort = -1;
	*e = (struct raw_event){
	    .asked = s->r.asked, .cat = span_of(n->kind->cat)};
	ph = phase_of(s, sort);
	if (!ph)
		return false;
	find_name(s, sort, &e->name);
	e->ph = span_of(ph);
	e->group = event_category_group(e->cat, e->ph);
	if (!read_times(s->rows, e, *ph == 'X')) {
		s->r.lost++;
		return false;
	}
	read_place(s, e);
	for (size_t i = 0; i < s->r.nargs; i++)
		s->r.asked[i] = database_rows_text(s->rows, NSYS_COLUMNS + i);
	sqlite_keep_whole(s, e);
	return true;
}

static void
close_state(void *state)
{
	struct nsys_row *n = state;

	database_lookup_close(&n->texts);
	free(n->gpu);
	free(n);
}

static void *
open_state(struct sqlite_reader *s)
{
	static const struct span texts[] = {TEXT("id"), TEXT("value")};
	struct nsys_row *n = xcalloc(1, sizeof *n);

	n->first_process = -1;
	database_lookup_open(&n->texts, s->db, "StringIds", texts, 2);
	/* as other traces have them, too */
	sqlite_add_gpus(
	    s, "TARGET_INFO_GPU", gpu_columns, gpu_keys, GPU_COLUMNS, NULL);
	read_gpus(n, s->db);
	read_session(s);
	return n;
}

/* Those of the GPU come first. */
static bool
table_at(void *state, size_t i, struct sqlite_table *table)
{
	struct nsys_row *n = state;

	if (i >= COUNT(kinds))
		return false;
	n->kind = &kinds[i];
	*table = (struct sqlite_table){n->kind->table, n->kind->column};
	return true;
}

const struct sqlite_dialect nsys_dialect = {.columns = NSYS_COLUMNS,
    .needed = NSYS_END + 1,
    .open = open_state,
    .close = close_state,
    .table = table_at,
    .read = nsys_row_read};
