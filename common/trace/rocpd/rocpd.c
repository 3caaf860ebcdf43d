/*
 * The database that rocprofv3 writes, as events.
 *
 * Its tables have names that end in a number of the process that wrote them
 * ("Using rocpd output format", ROCprofiler-SDK documentation, AMD, 2025;
 * schema 3, and 4, where times and places stand in tables of their own). A
 * merged file has the tables of several processes. Views of all of them are
 * not read. The events are those of rocprofv3's JSON of the same run.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/json/jsontext.h"
#include "common/json/repair.h"
#include "common/trace/rocpd/tables.h"
#include "common/trace/sqlite/sqlite.h"

/* A number of the row; of its place also that of its track (schema 4). */
static bool
number(struct rocpd *p, enum rocpd_column column, int64_t *v)
{
	struct database_lookup *tracks = &p->lookup[ROCPD_TRACKS];
	struct database_rows *r = p->of->rows;
	int64_t track;

	if (database_rows_integer(r, column, v))
		return true;
	return column >= ROCPD_PID && column <= ROCPD_STREAM &&
	    database_rows_integer(r, ROCPD_TRACK_ID, &track) &&
	    database_lookup_find(tracks, track) &&
	    database_rows_integer(tracks->rows, 1 + column - ROCPD_PID, v);
}

/* The row that the number in a column refers to; NULL: none. */
static struct database_rows *
refer(struct rocpd *p, enum rocpd_column column)
{
	static const enum rocpd_lookup of[ROCPD_COLUMNS] = {
	    [ROCPD_START_ID] = ROCPD_TIMES,
	    [ROCPD_END_ID] = ROCPD_TIMES,
	    [ROCPD_TRACK_ID] = ROCPD_TRACKS,
	    [ROCPD_PID] = ROCPD_PROCESSES,
	    [ROCPD_TID] = ROCPD_THREADS,
	    [ROCPD_AGENT] = ROCPD_AGENTS,
	    [ROCPD_EVENT] = ROCPD_EVENTS,
	    [ROCPD_NAME] = ROCPD_STRINGS,
	    [ROCPD_KERNEL] = ROCPD_KERNELS,
	    [ROCPD_SOURCE] = ROCPD_AGENTS,
	    [ROCPD_DESTINATION] = ROCPD_AGENTS};
	struct database_lookup *l = &p->lookup[of[column]];
	int64_t v;

	return number(p, column, &v) && database_lookup_find(l, v) ? l->rows
								   : NULL;
}

/* A text of that row; empty: none. */
static struct span
referred(struct rocpd *p, enum rocpd_column column, size_t text)
{
	struct database_rows *r = refer(p, column);

	return r ? database_rows_text(r, text) : (struct span){0};
}

/*
 * They stand in the row, or in a table of times, each by itself: a damaged file
 * may have one here and the other there.
 */
static bool
read_times(struct rocpd *p, struct raw_event *e)
{
	int64_t time[2];

	for (int i = 0; i < 2; i++) {
		struct database_rows *r = refer(p, ROCPD_START_ID + i);

		if (r ? !database_rows_integer(r, ROCPD_TEXT, &time[i])
		      : !number(p, ROCPD_START + i, &time[i]))
			return false;
	}
	return raw_event_set_times(e, time[0], &time[1]);
}

/* By the event that the row belongs to, else by its table. */
static struct span
read_kind(struct rocpd *p)
{
	struct database_lookup *strings = &p->lookup[ROCPD_STRINGS];
	struct database_rows *event = refer(p, ROCPD_EVENT);
	struct span kind = {0};
	int64_t category;

	if (event && database_rows_integer(event, ROCPD_TEXT, &category) &&
	    database_lookup_find(strings, category))
		kind = database_rows_text(strings->rows, ROCPD_TEXT);
	return kind.n ? kind : span_of(p->kind);
}

/* The text of a member of an object of JSON, in memory of the row. */
static struct span
member(struct rocpd *p, struct span object, const char *key)
{
	struct span value;

	if (!object.n)
		return (struct span){0};
	value = json_member(object, key);
	p->message.n = 0;
	return json_text(value, &p->message);
}

/* The name of what allocated, which the table holds in two words. */
static struct span
allocation_name(struct rocpd *p)
{
	struct database_rows *r = p->of->rows;
	struct span level = database_rows_text(r, ROCPD_LEVEL);
	struct span type = database_rows_text(r, ROCPD_TYPE);
	bool scratch = span_is(level, "SCRATCH");
	const char *before = scratch    ? span_is(type, "RECLAIM")
		   ? "SCRATCH_MEMORY_ASYNC_"
		   : "SCRATCH_MEMORY_"
	    : span_is(level, "VIRTUAL") ? "MEMORY_ALLOCATION_VMEM_"
					: "MEMORY_ALLOCATION_";
	int n;

	if (!type.n)
		return type;
	if (!scratch && span_is(type, "ALLOC"))
		type = span_of("ALLOCATE");
	n = snprintf(
	    p->name, sizeof p->name, "%s%.*s", before, SPAN_MOST(type, 20));
	return (struct span){p->name, (size_t)n};
}

/*
 * The name of a kernel, message, operation or allocation; of one whose text is
 * gone, what its number makes of it.
 */
static struct span
read_name(struct rocpd *p, const struct raw_event *e)
{
	int64_t id;
	struct span name = {0};

	if (span_is(e->cat, "user_annotation"))
		name =
		    member(p, referred(p, ROCPD_EVENT, ROCPD_THIRD), "message");
	if (number(p, ROCPD_KERNEL, &id)) {
		name = referred(p, ROCPD_KERNEL, ROCPD_TEXT);
		if (!name.n)
			name = referred(p, ROCPD_KERNEL, ROCPD_SECOND);
	} else if (!name.n && number(p, ROCPD_NAME, &id)) {
		name = referred(p, ROCPD_NAME, ROCPD_TEXT);
	} else if (!name.n) {
		name = allocation_name(p);
	}
	return name.n ? name : sqlite_unknown_name(p->of, id);
}

/* The name that rocprofv3 gives an agent: a copy's is its GPU. */
static struct span
read_device(struct rocpd *p, const struct raw_event *e)
{
	bool copy = span_is(e->cat, "gpu_memcpy");
	enum rocpd_column column = !copy           ? ROCPD_AGENT
	    : span_ends(e->name, "DEVICE_TO_HOST") ? ROCPD_SOURCE
						   : ROCPD_DESTINATION;
	struct span agent = {0};

	if (copy || span_is(e->cat, "kernel"))
		agent = referred(p, column, ROCPD_TEXT);
	if (!agent.n)
		return agent;
	return (struct span){p->device,
	    (size_t)snprintf(p->device, sizeof p->device, "Agent %.*s",
		SPAN_MOST(agent, ROCPD_NUMBER))};
}

/* A number of the row as text, from itself or its track. */
static struct span
number_text(struct rocpd *p, enum rocpd_column column)
{
	struct span text = database_rows_text(p->of->rows, column);

	return text.n ? text
		      : referred(p, ROCPD_TRACK_ID, 1 + column - ROCPD_PID);
}

static void
read_place(struct rocpd *p, struct raw_event *e)
{
	e->pid = referred(p, ROCPD_PID, ROCPD_TEXT);
	e->tid = referred(p, ROCPD_TID, ROCPD_TEXT);
	e->device = read_device(p, e);
	if (e->group == GROUP_GPU) {
		e->stream = number_text(p, ROCPD_STREAM);
		if (!e->stream.n)
			e->stream = number_text(p, ROCPD_QUEUE);
	}
	e->dispatch = database_rows_text(p->of->rows, ROCPD_DISPATCH);
	e->correlation = referred(p, ROCPD_EVENT, ROCPD_SECOND);
	if (p->process > 1)
		reader_mark_correlation(&p->of->r, e);
}

/* How many blocks make up the grid along an axis, by its name blocks_x. */
static struct span
count_blocks(struct rocpd *p, struct span name)
{
	size_t axis = (size_t)(name.p[name.n - 1] - 'x');
	int64_t items, width;

	return number(p, ROCPD_SIZES + axis, &items) &&
		number(p, ROCPD_BLOCKS + axis, &width)
	    ? rocprof_blocks(items, width, p->count[axis])
	    : (struct span){0};
}

static struct span
read_asked(struct rocpd *p, size_t i)
{
	struct sqlite_reader *s = p->of;

	if (span_is_among(s->r.args[i], "blocks_x blocks_y blocks_z"))
		return count_blocks(p, s->r.args[i]);
	if (span_is(s->r.args[i], "truncated_kernel_name"))
		return member(p, referred(p, ROCPD_KERNEL, ROCPD_THIRD),
		    "truncated_kernel_name");
	return database_rows_text(s->rows, ROCPD_COLUMNS + i);
}

/* Counts the rows of other tables that this one refers to in vain. */
static void
count_dangling(struct rocpd *p)
{
	static const struct {
		enum rocpd_column column;
		enum rocpd_lookup in;
	} refers[] = {{ROCPD_PID, ROCPD_PROCESSES}, {ROCPD_TID, ROCPD_THREADS},
	    {ROCPD_AGENT, ROCPD_AGENTS}, {ROCPD_EVENT, ROCPD_EVENTS},
	    {ROCPD_SOURCE, ROCPD_AGENTS}, {ROCPD_DESTINATION, ROCPD_AGENTS}};

	for (size_t i = 0; i < COUNT(refers); i++) {
		struct database_lookup *l = &p->lookup[refers[i].in];
		int64_t v;

		if (l->rows && number(p, refers[i].column, &v))
			p->of->r.unreadable += !database_lookup_find(l, v);
		else
			sqlite_integer(p->of, refers[i].column, &v);
	}
}

/* As the function of a dialect; valid until the next row. */
static bool
rocpd_row_read(struct sqlite_reader *s, struct raw_event *e)
{
	struct rocpd *p = s->state;

	*e = (struct raw_event){.asked = s->r.asked};
	rocprof_kind(e, read_kind(p), p->cat);
	if (!read_times(p, e)) {
		s->r.lost++;
		return false;
	}
	e->name = read_name(p, e);
	read_place(p, e);
	count_dangling(p);
	for (size_t i = 0; i < s->r.nargs; i++)
		s->r.asked[i] = read_asked(p, i);
	sqlite_keep_whole(s, e);
	return true;
}

/* The GPUs, the machine and the process, as rocprofv3's JSON has them. */
static void
read_members(struct rocpd *p)
{
	static const struct span agent[] = {TEXT("type"), TEXT("product_name")};
	static const char *const agent_key[] = {NULL, "name"};
	static const struct span node[] = {TEXT("hostname")};
	static const struct span process[] = {
	    TEXT("pid"), TEXT("init"), TEXT("fini")};
	static const char *const process_key[] = {
	    "pid", "init_time", "fini_time"};
	struct sqlite_reader *s = p->of;
	struct database_rows *r;
	int64_t v;

	sqlite_add_gpus(s, rocpd_table_name(p, "rocpd_info_agent"), agent,
	    agent_key, 2, "GPU");
	r = database_rows_open(
	    s->db, rocpd_table_name(p, "rocpd_info_node"), node, 1);
	if (r && database_rows_next(r))
		sqlite_add_text(s, "hostname", database_rows_text(r, 0));
	database_rows_close(r);
	r = database_rows_open(
	    s->db, rocpd_table_name(p, "rocpd_info_process"), process, 3);
	if (r && database_rows_next(r))
		for (size_t i = 0; i < 3; i++)
			if (database_rows_integer(r, i, &v))
				members_add(&s->r.members,
				    span_of(process_key[i]),
				    database_rows_text(r, i));
	database_rows_close(r);
}

static void
close_state(void *state)
{
	struct rocpd *p = state;

	rocpd_close_lookups(p);
	buf_free(&p->suffix);
	buf_free(&p->table);
	buf_free(&p->message);
	free(p);
}

static void *
open_state(struct sqlite_reader *s)
{
	struct rocpd *p = xcalloc(1, sizeof *p);
	struct sqlite_table first;

	p->of = s;
	if (rocpd_table(p, 0, &first)) {
		read_members(p);
		return p;
	}
	close_state(p);
	return NULL;
}

/* By the names that they have in rocprofv3's JSON. */
static struct span
arg_column(struct span arg)
{
	static const struct {
		const char *arg;
		struct span column;
	} names[] = {{"grid_x", TEXT("grid_size_x")},
	    {"grid_y", TEXT("grid_size_y")}, {"grid_z", TEXT("grid_size_z")},
	    {"block_x", TEXT("workgroup_size_x")},
	    {"block_y", TEXT("workgroup_size_y")},
	    {"block_z", TEXT("workgroup_size_z")}, {"bytes", TEXT("size")}};

	for (size_t i = 0; i < COUNT(names); i++)
		if (span_is(arg, names[i].arg))
			return names[i].column;
	return arg;
}

const struct sqlite_dialect rocpd_dialect = {.columns = ROCPD_COLUMNS,
    .needed = ROCPD_ID + 1,
    .open = open_state,
    .close = close_state,
    .table = rocpd_table,
    .read = rocpd_row_read,
    .arg = arg_column};
