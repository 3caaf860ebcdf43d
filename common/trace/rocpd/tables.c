#include "common/trace/rocpd/tables.h"

/* In the order of rocprofv3's JSON. */
static const struct {
	const char *prefix, *kind;
} tables[] = {
    {"rocpd_kernel_dispatch", "KERNEL_DISPATCH"},
    {"rocpd_region", "REGION"},
    {"rocpd_memory_copy", "MEMORY_COPY"},
    {"rocpd_memory_allocate", "MEMORY_ALLOCATION"},
};

enum { TABLES = COUNT(tables) };

static const struct span columns[ROCPD_COLUMNS] = {
    [ROCPD_ID] = TEXT("id"),
    [ROCPD_START] = TEXT("start"),
    [ROCPD_END] = TEXT("end"),
    [ROCPD_START_ID] = TEXT("start_id"),
    [ROCPD_END_ID] = TEXT("end_id"),
    [ROCPD_TRACK_ID] = TEXT("track_id"),
    [ROCPD_PID] = TEXT("pid"),
    [ROCPD_TID] = TEXT("tid"),
    [ROCPD_AGENT] = TEXT("agent_id"),
    [ROCPD_QUEUE] = TEXT("queue_id"),
    [ROCPD_STREAM] = TEXT("stream_id"),
    [ROCPD_EVENT] = TEXT("event_id"),
    [ROCPD_NAME] = TEXT("name_id"),
    [ROCPD_KERNEL] = TEXT("kernel_id"),
    [ROCPD_DISPATCH] = TEXT("dispatch_id"),
    [ROCPD_SOURCE] = TEXT("src_agent_id"),
    [ROCPD_DESTINATION] = TEXT("dst_agent_id"),
    [ROCPD_TYPE] = TEXT("type"),
    [ROCPD_LEVEL] = TEXT("level"),
    [ROCPD_SIZES] = TEXT("grid_size_x"),
    TEXT("grid_size_y"),
    TEXT("grid_size_z"),
    [ROCPD_BLOCKS] = TEXT("workgroup_size_x"),
    TEXT("workgroup_size_y"),
    TEXT("workgroup_size_z"),
};

enum { LOOKED_UP = 6 };

static const struct {
	const char *prefix;
	struct span column[LOOKED_UP];
} lookups[ROCPD_LOOKUPS] = {
    [ROCPD_STRINGS] = {"rocpd_string", {TEXT("id"), TEXT("string")}},
    [ROCPD_KERNELS] = {"rocpd_info_kernel_symbol",
	{TEXT("id"), TEXT("display_name"), TEXT("kernel_name"),
	    TEXT("extdata")}},
    [ROCPD_EVENTS] = {"rocpd_event",
	{TEXT("id"), TEXT("category_id"), TEXT("stack_id"), TEXT("extdata")}},
    [ROCPD_AGENTS] = {"rocpd_info_agent", {TEXT("id"), TEXT("logical_index")}},
    [ROCPD_PROCESSES] = {"rocpd_info_process",
	{TEXT("id"), TEXT("pid"), TEXT("init"), TEXT("fini")}},
    [ROCPD_THREADS] = {"rocpd_info_thread", {TEXT("id"), TEXT("tid")}},
    [ROCPD_TRACKS] = {"rocpd_track",
	{TEXT("id"), TEXT("pid"), TEXT("tid"), TEXT("agent_id"),
	    TEXT("queue_id"), TEXT("stream_id")}},
    [ROCPD_TIMES] = {"rocpd_timestamp", {TEXT("id"), TEXT("value")}},
};

const char *
rocpd_table_name(struct rocpd *p, const char *prefix)
{
	BUF_JOIN(&p->table, span_of(prefix), buf_span(&p->suffix), BUF_NUL);
	return p->table.p;
}

void
rocpd_close_lookups(struct rocpd *p)
{
	for (size_t i = 0; i < ROCPD_LOOKUPS; i++)
		database_lookup_close(&p->lookup[i]);
}

/* Turns to the tables of a process: its number, from 0, among those of all. */
static bool
begin_process(struct rocpd *p, size_t i)
{
	if (!database_table_suffix(
		p->of->db, lookups[ROCPD_STRINGS].prefix, i, &p->suffix))
		return false;
	p->process = i + 1;
	rocpd_close_lookups(p);
	for (size_t k = 0; k < ROCPD_LOOKUPS; k++) {
		size_t n = 0;

		while (n < LOOKED_UP && lookups[k].column[n].n)
			n++;
		database_lookup_open(&p->lookup[k], p->of->db,
		    rocpd_table_name(p, lookups[k].prefix), lookups[k].column,
		    n);
	}
	return true;
}

bool
rocpd_table(void *state, size_t i, struct sqlite_table *table)
{
	struct rocpd *p = state;
	size_t process = i / TABLES;

	if (process >= p->process && !begin_process(p, process))
		return false;
	p->kind = tables[i % TABLES].kind;
	*table = (struct sqlite_table){
	    rocpd_table_name(p, tables[i % TABLES].prefix), columns};
	return true;
}
