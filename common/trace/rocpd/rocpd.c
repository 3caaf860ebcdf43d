#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/trace/rocpd/row.h"

/* The GPUs, the machine and the process, as rocprofv3's JSON has them. */
static int
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
	int rc = sqlite_add_list(s, "deviceProperties",
	    rocpd_table_name(p, "rocpd_info_agent"), agent, agent_key, 2,
	    "GPU");

	r = database_rows_open(
	    s->db, rocpd_table_name(p, "rocpd_info_node"), node, 1);
	if (r && database_rows_next(r) > 0)
		sqlite_add_text(s, "hostname", database_rows_text(r, 0));
	database_rows_close(r);
	r = database_rows_open(
	    s->db, rocpd_table_name(p, "rocpd_info_process"), process, 3);
	if (r && database_rows_next(r) > 0)
		for (size_t i = 0; i < 3; i++)
			if (database_rows_integer(r, i, &v))
				members_add(&s->r.members,
				    span_of(process_key[i]),
				    database_rows_text(r, i));
	database_rows_close(r);
	return rc;
}

static void
close_state(void *state)
{
	struct rocpd_row *p = state;

	rocpd_close_lookups(&p->rocpd);
	buf_free(&p->rocpd.suffix);
	buf_free(&p->rocpd.name);
	json_free(p->json);
	buf_free(&p->message);
	free(p);
}

static void *
open_state(struct sqlite_reader *s)
{
	struct rocpd_row *p = xcalloc(1, sizeof *p);
	struct sqlite_table first;

	p->rocpd.of = s;
	p->json = json_new();
	if (rocpd_table(&p->rocpd, 0, &first) && read_members(&p->rocpd) == 0)
		return p;
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

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
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
