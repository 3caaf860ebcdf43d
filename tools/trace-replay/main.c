/*
 * trace-replay - run the operators of a trace elsewhere, without the model
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/input/lines.h"
#include "common/json/jsontext.h"
#include "common/meaning/dtype.h"
#include "tools/trace-replay/batch.h"
#include "tools/trace-replay/schema.h"

enum { MOST = 1 << 30, WORST = 3 /* reasons in the message */ };

struct options {
	const char *schemas, *schemas_add;
	struct fit_options fit;
	bool list, script, quiet;
	size_t top; /* 0: all */
};

struct columns {
	int name, id, parent, us, events, sizes, types, strides, values;
};

static int
recorded_column(const struct tsv *in, const char *name, const char *argument)
{
	char maker[100];

	snprintf(maker, sizeof maker,
	    "trace-link --operators after trace-extract -a '%s'", argument);
	return xtsv_column(in, name, maker);
}

static struct columns
find_columns(const struct tsv *in)
{
	static const char maker[] = "trace-link --operators";

	return (struct columns){
	    .name = xtsv_column(in, "name", maker),
	    .id = xtsv_column(in, "op_id", maker),
	    .parent = xtsv_column(in, "parent_id", maker),
	    .us = xtsv_column(in, "gpu_us", maker),
	    .events = xtsv_column(in, "gpu_events", maker),
	    .sizes = recorded_column(in, "input_dims", "Input Dims"),
	    .types = recorded_column(in, "input_type", "Input type"),
	    .strides = xtsv_optional(in, "input_strides"),
	    .values = recorded_column(in, "concrete_inputs", "Concrete Inputs"),
	};
}

static void
read_operator(struct batch *batch, struct tsv *in, const struct columns *c,
    struct buf *values)
{
	struct operator_row row = {.id = xtsv_int(in, c->id),
	    .parent = xtsv_int_or(in, c->parent, -1),
	    .ns = xtsv_us(in, c->us),
	    .events = xtsv_int(in, c->events)};
	struct recorded recorded = {.sizes = tsv_field(in, c->sizes),
	    .types = tsv_field(in, c->types),
	    .strides = tsv_field_or_none(in, c->strides),
	    .values = tsv_text(values, tsv_field(in, c->values))};

	if (row.ns < 0 || row.events < 0 || row.events > MOST)
		xtsv_fail(in, "cannot be", tsv_field(in, c->us));
	batch_add(batch, row, tsv_field(in, c->name), &recorded);
}

static void
read_schemas(struct schemas *s, const char *path)
{
	struct lines *in = lines_open(path);
	struct span line;
	int status;

	while ((status = lines_next(in, &line)) > 0) {
		if (schemas_add(s, line))
			die("%s:%" PRId64 ": no declaration of an operator: "
			    "%.*s",
			    input_name(in->in), in->number,
			    SPAN_MOST(line, 60));
	}
	if (status < 0)
		die("%s: %s", input_name(in->in), in->error);
	lines_close(in);
}

static struct schemas *
all_schemas(const struct options *o)
{
	struct schemas *s = schemas_new();

	if (o->schemas_add)
		read_schemas(s, o->schemas_add);
	if (o->schemas)
		read_schemas(s, o->schemas);
	else if (schemas_add_ours(s))
		memory_out();
	return s;
}

/*
 * The calls on standard output: as replay IR, as a script in Python, and as a
 * table.
 *
 * Each prints the first `top` of n groups, or all of them where `top` is 0; IR
 * and script leave out what cannot be replayed.
 */

/* From player.py, line by line, NULL after the last. */
extern const char *const player_ours[];

/* One object: what is replayed without a declaration says so. */
static void
put_json(struct buf *b, const struct batch_group *g)
{
	buf_add_text(b, "{\"op_name\": ");
	buf_add_quoted(b, g->name);
	BUF_ADD_ALL(b, span_of(", \"replay_ir\": "), g->text[JSON],
	    span_of(", \"count\": "));
	buf_add_int(b, g->count);
	if (g->how == BATCH_PLACE)
		buf_add_text(b, ", \"schema\": null");
	buf_add_text(b, "}");
}

static void
put_python(struct buf *b, const struct batch_group *g)
{
	buf_add_text(b, "    (");
	buf_add_int(b, g->count);
	buf_add_text(b, ", ");
	buf_add_us(b, g->ns);
	buf_add_text(b, ", ");
	buf_add_quoted(b, g->name);
	buf_add_text(b, ", ");
	if (g->how == BATCH_PLACE)
		buf_add_text(b, "None");
	else
		buf_add_quoted(
		    b, g->overload.n ? g->overload : span_of("default"));
	BUF_ADD_ALL(b, span_of(", "), g->text[PYTHON], span_of("),\n"));
}

/* Those that can be replayed, the first `top` of them. */
static void
print_ir(const struct batch_group *g, size_t n, size_t top)
{
	struct buf out = {0};
	size_t printed = 0;

	buf_add_text(&out, "[");
	for (size_t i = 0; i < n; i++) {
		if (g[i].how == BATCH_NOT || (top && printed == top))
			continue;
		buf_add_text(&out, printed++ ? ",\n" : "\n");
		put_json(&out, &g[i]);
	}
	buf_add_text(&out, "\n]\n");
	xbuf_write(&out);
	buf_free(&out);
}

static void
print_script(const struct batch_group *g, size_t n, size_t top)
{
	struct buf out = {0};
	size_t printed = 0;

	for (const char *const *line = player_ours; *line; line++) {
		if (strcmp(*line, "OPERATORS = []") != 0) {
			BUF_ADD_ALL(&out, span_of(*line), span_of("\n"));
			continue;
		}
		buf_add_text(&out, "OPERATORS = [\n");
		for (size_t i = 0; i < n; i++)
			if (g[i].how != BATCH_NOT && (!top || printed++ < top))
				put_python(&out, &g[i]);
		buf_add_text(&out, "]\n");
	}
	xbuf_write(&out);
	buf_free(&out);
}

static void
print_row(struct tsvw *out, const struct batch_group *g, double total)
{
	static const char *const how[] = {"schema", "place", "no"};

	tsvw_field(out, g->name);
	tsvw_text(out, g->overload);
	tsvw_int(out, g->count);
	tsvw_us(out, g->ns);
	tsvw_real(out, 100.0 * (double)g->ns / total, 6);
	tsvw_text(out, span_of(how[g->how]));
	tsvw_text(out, span_of(g->assumed ? g->assumed : g->why));
	tsvw_field(out, g->recorded.sizes);
	tsvw_field(out, g->recorded.types);
	tsvw_field(out, g->recorded.strides);
	tsvw_text(out, g->recorded.values);
	xtsvw_end(out);
}

static double
total_of(const struct batch_group *g, size_t n)
{
	double total = 0;

	for (size_t i = 0; i < n; i++)
		total += (double)g[i].ns;
	return total;
}

static void
print_list(struct tsvw *out, const struct batch_group *g, size_t n, size_t top)
{
	double total = total_of(g, n);

	tsvw_titles(out,
	    "name overload count gpu_us pct replay reason "
	    "input_dims input_type input_strides concrete_inputs");
	xtsvw_end(out);
	for (size_t i = 0; i < n && (!top || i < top); i++)
		print_row(out, &g[i], total);
	xtsvw_flush(out);
}

/* Warnings: time on the GPU not replayed, or replayed without a schema. */
static void
tell(const struct batch_group *g, size_t n)
{
	double total = total_of(g, n), lost = 0, placed = 0;
	int shown = 0;

	for (size_t i = 0; i < n; i++) {
		lost += g[i].how == BATCH_NOT ? (double)g[i].ns : 0;
		placed += g[i].how == BATCH_PLACE ? (double)g[i].ns : 0;
	}
	if (placed > 0)
		warn("%.1f %% of the time has no schema: arguments are "
		     "passed by position, if the operator is known",
		    100.0 * placed / total);
	if (lost <= 0)
		return;
	warn("%.1f %% of the time cannot be replayed, mostly:",
	    100.0 * lost / total);
	for (size_t i = 0; i < n && shown < WORST; i++) {
		if (g[i].how != BATCH_NOT)
			continue;
		shown++;
		warn("  %.*s, %.3f us: %s", (int)g[i].name.n, g[i].name.p,
		    (double)g[i].ns / 1000, g[i].why);
	}
}

ORDER_BY(compare_first, struct batch_group, UP(first))

static int
print(
    struct tsvw *out, struct batch_group *g, size_t n, const struct options *o)
{
	bool any = false;

	for (size_t i = 0; i < n; i++)
		any |= g[i].how != BATCH_NOT;
	if (o->fit.reference && n)
		qsort(g, n, sizeof *g, compare_first);
	if (o->list)
		print_list(out, g, n, o->top);
	else if (o->script)
		print_script(g, n, o->top);
	else
		print_ir(g, n, o->top);
	if (!any && !o->quiet)
		warn("no operator with GPU work can be replayed");
	if (!o->quiet)
		tell(g, n);
	return any ? STATUS_OK : STATUS_NO;
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;
	struct columns c = find_columns(in);
	struct schemas *schemas = all_schemas(o);
	struct batch *batch = batch_new(schemas, &o->fit);
	const struct batch_group *group;
	struct buf values = {0};
	enum selection_status found;
	int64_t id;
	int status;
	size_t n;

	while (xtsv_next(in))
		read_operator(batch, in, &c, &values);
	buf_free(&values);
	found = batch_run(batch, &id);
	if (found == SELECTION_TWICE)
		die("%s: two operators have the op_id %" PRId64
		    ": one trace at a time",
		    tsv_file(in), id);
	if (found == SELECTION_CIRCLE)
		die("%s: the operator with the op_id %" PRId64
		    " contains itself",
		    tsv_file(in), id);
	n = batch_groups(batch, &group);
	status = print(out, (struct batch_group *)group, n, o);
	batch_free(batch);
	schemas_free(schemas);
	return status;
}

static const char usage[] =
    "usage: trace-replay [-hlqV] [--script] [OPTION...] [FILE...]\n"
    "Print the operators of a trace so that they can be run elsewhere, without the\n"
    "model: as replay IR (JSON), or as a Python script that needs only torch.\n"
    "\n"
    "      --compat reference  only what TraceLens can replay, in its order\n"
    "      --exit-zero         exit with 0 even if nothing can be replayed\n"
    "  -h, --help              print this help\n"
    "      --index-max N       integers of unknown purpose are below N (0)\n"
    "  -l, --list              list the operators, and why some cannot be replayed\n"
    "      --list-type TYPE    tensors in lists are of this type, as c10::Half\n"
    "  -q, --quiet             do not report what cannot be replayed\n"
    "      --schemas FILE      replace the built-in declarations of operators\n"
    "      --schemas-add FILE  try these declarations before the built-in ones\n"
    "      --script            write the script\n"
    "      --top N             only the N calls with most GPU time\n"
    "  -V, --version           print the version\n"
    "\n"
    "Equal calls are merged and counted; those with most time come first.\n"
    "FILE: operators of trace-link with the columns input_dims, input_type,\n"
    "input_strides and concrete_inputs; standard input if none or '-'.\n"
    "Exit status: 0 success, 1 nothing can be replayed, 2 error.\n";

static void
set_list_type(void *options, const char *text)
{
	struct options *o = options;

	o->fit.list_type = span_of(text);
	if (!dtype_of_tensor(o->fit.list_type))
		opt_die("--list-type takes a type as in the column "
			"input_type, such as float or c10::BFloat16, not '%s'",
		    text);
}

int
main(int argc, char **argv)
{
	static const char *const kinds[] = {"reference", NULL};
	struct options o = {0};
	const struct opt table[] = {
	    {"compat", .on = &o.fit.reference, .words = kinds},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"index-max", .number = &o.fit.index_max, .low = 0,
		.high = INT64_MAX},
	    {"list", 'l', .on = &o.list},
	    {"list-type", .call = set_list_type},
	    {"quiet", 'q', .on = &o.quiet},
	    {"schemas", .text = &o.schemas},
	    {"schemas-add", .text = &o.schemas_add},
	    {"script", .on = &o.script},
	    {"top", .size = &o.top, .low = 1, .high = MOST},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	if (o.list && o.script)
		opt_die("either --list or --script");
	return xfilter(argc, argv, run, &o);
}
