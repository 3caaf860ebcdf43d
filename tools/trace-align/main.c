/*
 * trace-align - line up the kernels of two cycles
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/bytes/outfile.h"
#include "common/cli/die.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/cli/xrules.h"
#include "tools/trace-align/columns.h"
#include "tools/trace-align/cycle_pair.h"
#include "tools/trace-align/spread.h"
#include "tools/trace-align/summary.h"

static int
run(struct options *o, const struct rules *rules, struct inputs *in,
    struct streams *s)
{
	bool some_a, some_b;
	int status = o->nbudgets ? STATUS_FAILED : STATUS_NO;

	if (o->by_fusion)
		columns_changes_header(s->rows, o->all);
	else if (!o->pairs)
		columns_header(s->rows, o->all);
	if (s->summary)
		page_header(s->summary, o->all);
	in->names = pool_new();
	side_read_tables(&in->a, in->names);
	if (o->one_table)
		in->b = in->a;
	else
		side_read_tables(&in->b, in->names);
	if (o->spread[0]) {
		spread_read(&in->a.run[0], o->spread[0]);
		spread_read(&in->b.run[0], o->spread[1]);
	}
	some_a = side_has_cycles(&in->a, o->quiet);
	some_b = o->one_table || side_has_cycles(&in->b, o->quiet);
	likeness_init(&in->likeness, in->names, rules);
	if (some_a && some_b)
		status = cycle_choice_align(o, in, s);
	likeness_free(&in->likeness);
	pool_free(in->names);
	free(in->couples);
	return status;
}

/* Where a table goes: a file, or standard output without one. */
struct target {
	const char *path;
	struct outfile *file;
	struct tsvw writer;
};

static void
target_check(const char *path, const struct side_tables *side)
{
	for (size_t i = 0; i < side->n; i++)
		tool_writes(path, side->path[i]);
}

static void
target_open(struct target *t, const char *path, const struct inputs *in)
{
	t->path = path;
	if (path) {
		target_check(path, &in->a);
		target_check(path, &in->b);
		t->file = outfile_open(path);
		if (!t->file)
			die("%s: %s", path, strerror(errno));
	}
	tsvw_init(&t->writer, path ? outfile_fd(t->file) : STDOUT_FILENO);
}

static void
target_close(struct target *t)
{
	if (t->file && outfile_commit(t->file))
		die("%s: %s", t->path, strerror(errno));
}

/* The same, with the files that it writes. */
static int
run_into_files(struct options *o, const struct rules *rules, struct inputs *in)
{
	static struct target rows, summary;
	struct streams s = {.rows = &rows.writer};
	int status;

	target_open(&rows, o->output, in);
	target_open(&summary, o->summary, in);
	if (o->summary)
		s.summary = &summary.writer;
	status = run(o, rules, in, &s);
	target_close(&rows);
	target_close(&summary);
	return status;
}

int
main(int argc, char **argv)
{
	struct options o;
	struct inputs in = {0};
	struct rules *rules;
	int status;

	tool_start(argv);
	arguments_parse(&o, argc, argv);
	rules = xrules_open(o.rules);
	arguments_check_families(&o, rules);
	side_open_tables(&in.a, argv[optind]);
	if (!o.one_table)
		side_open_tables(&in.b, argv[optind + 1]);
	status = run_into_files(&o, rules, &in);
	side_close_tables(&in.a);
	if (!o.one_table)
		side_close_tables(&in.b);
	rules_free(rules);
	arguments_free(&o);
	return tool_finish(status);
}
