/*
 * trace-replay - run the operators of a trace elsewhere, without the model
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/input/lines.h"
#include "tools/trace-replay/batch.h"
#include "tools/trace-replay/write_call.h"

extern const char *const player_ours[];

enum { MOST = 1 << 30, WORST = 3 /* reasons in the message */ };

struct options {
	const char *schemas, *schemas_add;
	struct fit_options fit;
	bool list, script, quiet, exit_zero;
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
read_operator(struct batch *batch, struct tsv *in, const struct columns *c)
{
	struct operator_row row = {.id = xtsv_int(in, c->id),
	    .parent = -1,
	    .ns = xtsv_us(in, c->us),
	    .events = xtsv_int(in, c->events)};
	struct recorded recorded = {.sizes = tsv_field(in, c->sizes),
	    .types = tsv_field(in, c->types),
	    .strides = tsv_field_or_none(in, c->strides),
	    .values = tsv_field(in, c->values)};

	if (tsv_field(in, c->parent).n)
		row.parent = xtsv_int(in, c->parent);
	if (row.ns < 0 || row.events < 0 || row.events > MOST)
		xtsv_fail(in, "cannot be", tsv_field(in, c->us));
	if (batch_add(batch, row, tsv_field(in, c->name), &recorded))
		die_memory();
}

static void
read_schemas(struct schemas *s, const char *path)
{
	struct lines *in = lines_open(path);
	struct span line;
	int status;

	if (!in)
		die_memory();
	while ((status = lines_next(in, &line)) > 0) {
		status = schemas_add(s, line);
		if (status < 0)
			die_memory();
		if (status > 0)
			die("%s:%" PRId64 ": no declaration of an operator: "
			    "%.*s",
			    lines_name(in), lines_number(in),
			    (int)(line.n < 60 ? line.n : 60), line.p);
	}
	if (status < 0)
		die("%s: %s", lines_name(in), lines_error(in));
	lines_close(in);
}

static struct schemas *
all_schemas(const struct options *o)
{
	struct schemas *s = schemas_new();

	if (!s)
		die_memory();
	if (o->schemas_add)
		read_schemas(s, o->schemas_add);
	if (o->schemas)
		read_schemas(s, o->schemas);
	else if (schemas_add_ours(s))
		die_memory();
	return s;
}

static void
put(struct buf *b, const char *text)
{
	xbuf_add(b, text, strlen(text));
}

static void
put_string(struct buf *b, struct span s)
{
	if (write_call_string(b, s))
		die_memory();
}

static void
put_number(struct buf *b, int64_t n)
{
	char text[32];

	snprintf(text, sizeof text, "%" PRId64, n);
	put(b, text);
}

/* One object: what is replayed without a declaration says so. */
static void
put_json(struct buf *b, const struct batch_group *g)
{
	put(b, "{\"op_name\": ");
	put_string(b, g->name);
	put(b, ", \"replay_ir\": ");
	xbuf_add(b, g->json.p, g->json.n);
	put(b, ", \"count\": ");
	put_number(b, g->count);
	if (g->how == BATCH_PLACE)
		put(b, ", \"schema\": null");
	put(b, "}");
}

static void
put_python(struct buf *b, const struct batch_group *g)
{
	char text[64];

	snprintf(text, sizeof text, "    (%" PRId64 ", %" PRId64 ".%03d, ",
	    g->count, g->ns / 1000, (int)(g->ns % 1000));
	put(b, text);
	put_string(b, g->name);
	put(b, ", ");
	if (g->how == BATCH_PLACE)
		put(b, "None");
	else
		put_string(b, g->overload.n ? g->overload : span_of("default"));
	put(b, ", ");
	xbuf_add(b, g->python.p, g->python.n);
	put(b, "),\n");
}

/* Those that can be replayed, the first o->top of them. */
static void
print_ir(const struct batch_group *g, size_t n, const struct options *o)
{
	struct buf out = {0};
	size_t printed = 0;

	put(&out, "[");
	for (size_t i = 0; i < n; i++) {
		if (g[i].how == BATCH_NOT || (o->top && printed == o->top))
			continue;
		put(&out, printed++ ? ",\n" : "\n");
		put_json(&out, &g[i]);
	}
	put(&out, "\n]\n");
	xbuf_write(&out);
	buf_free(&out);
}

static void
print_script(const struct batch_group *g, size_t n, const struct options *o)
{
	struct buf out = {0};
	size_t printed = 0;

	for (const char *const *line = player_ours; *line; line++) {
		if (strcmp(*line, "OPERATORS = []") != 0) {
			put(&out, *line);
			put(&out, "\n");
			continue;
		}
		put(&out, "OPERATORS = [\n");
		for (size_t i = 0; i < n; i++)
			if (g[i].how != BATCH_NOT &&
			    (!o->top || printed++ < o->top))
				put_python(&out, &g[i]);
		put(&out, "]\n");
	}
	xbuf_write(&out);
	buf_free(&out);
}

static void
print_row(struct tsvw *out, const struct batch_group *g, int64_t total)
{
	static const char *const how[] = {"schema", "place", "no"};

	tsvw_field(out, g->name);
	tsvw_text(out, g->overload);
	tsvw_int(out, g->count);
	tsvw_us(out, g->ns);
	tsvw_real(out, total ? 100.0 * (double)g->ns / (double)total : 0, 6);
	tsvw_text(out, span_of(how[g->how]));
	tsvw_text(out,
	    span_of(g->assumed ? "a string is not recorded: the "
				 "default is taken"
			       : g->why));
	tsvw_field(out, g->recorded.sizes);
	tsvw_field(out, g->recorded.types);
	tsvw_field(out, g->recorded.strides);
	tsvw_field(out, g->recorded.values);
	xtsvw_end(out);
}

static int64_t
total_of(const struct batch_group *g, size_t n)
{
	int64_t total = 0;

	for (size_t i = 0; i < n; i++)
		total += g[i].ns;
	return total;
}

static void
print_list(const struct batch_group *g, size_t n, const struct options *o)
{
	static const char *const names[] = {"name", "overload", "count",
	    "gpu_us", "pct", "replay", "reason", "input_dims", "input_type",
	    "input_strides", "concrete_inputs"};
	struct tsvw out;

	tsvw_init(&out, STDOUT_FILENO);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		tsvw_text(&out, span_of(names[i]));
	xtsvw_end(&out);
	for (size_t i = 0; i < n && (!o->top || i < o->top); i++)
		print_row(&out, &g[i], total_of(g, n));
	xtsvw_flush(&out);
}

/* What is not replayed, by its time on the GPU, and what is so by place. */
static void
tell(const struct batch_group *g, size_t n)
{
	int64_t total = total_of(g, n), lost = 0, placed = 0;
	int shown = 0;

	for (size_t i = 0; i < n; i++) {
		lost += g[i].how == BATCH_NOT ? g[i].ns : 0;
		placed += g[i].how == BATCH_PLACE ? g[i].ns : 0;
	}
	if (placed)
		warn("%.1f %% of the time has no schema: arguments by their "
		     "places, for whom the operators are known",
		    100.0 * (double)placed / (double)total);
	if (!lost)
		return;
	warn("%.1f %% of the time cannot be replayed, first of all of:",
	    100.0 * (double)lost / (double)total);
	for (size_t i = 0; i < n && shown < WORST; i++) {
		if (g[i].how != BATCH_NOT)
			continue;
		shown++;
		warn("  %.*s, %.3f us: %s", (int)g[i].name.n, g[i].name.p,
		    (double)g[i].ns / 1000, g[i].why);
	}
}

static int
compare_first(const void *a, const void *b)
{
	const struct batch_group *g = a, *h = b;

	return (g->first > h->first) - (g->first < h->first);
}

static int
print(struct batch_group *g, size_t n, const struct options *o)
{
	bool any = false;

	for (size_t i = 0; i < n; i++)
		any |= g[i].how != BATCH_NOT;
	if (o->fit.reference && n)
		qsort(g, n, sizeof *g, compare_first);
	if (o->list)
		print_list(g, n, o);
	else if (o->script)
		print_script(g, n, o);
	else
		print_ir(g, n, o);
	if (!any && !o->quiet)
		warn("no operator with work on the GPU can be replayed");
	else if (!o->quiet)
		tell(g, n);
	return any ? STATUS_OK : STATUS_NO;
}

static int
run(struct tsv *in, const struct options *o)
{
	struct columns c = find_columns(in);
	struct schemas *schemas = all_schemas(o);
	struct batch *batch = batch_new(schemas, &o->fit);
	const struct batch_group *group;
	int64_t id;
	int status;
	size_t n;

	if (!batch)
		die_memory();
	while (xtsv_next(in))
		read_operator(batch, in, &c);
	switch (batch_run(batch, &id)) {
	case SELECTION_NO_MEMORY:
		die_memory();
	case SELECTION_TWICE:
		die("%s: two operators have the op_id %" PRId64
		    ": one trace at a time",
		    tsv_file(in), id);
	case SELECTION_CIRCLE:
		die("%s: the operator with the op_id %" PRId64
		    " is held by itself",
		    tsv_file(in), id);
	case SELECTION_DONE:
		break;
	}
	n = batch_groups(batch, &group);
	status = print((struct batch_group *)group, n, o);
	batch_free(batch);
	schemas_free(schemas);
	return status;
}

static const char usage[] =
    "usage: trace-replay [-hlqV] [--script] [OPTION...] [FILE...]\n"
    "Print the operators of a trace so that they can be run elsewhere, without the\n"
    "model: as replay IR (JSON), or as a Python script that needs only torch.\n"
    "\n"
    "      --compat reference  only what TraceLens can replay, in order of time\n"
    "      --exit-zero         exit with 0 also when nothing can be replayed\n"
    "  -h, --help              print this help\n"
    "      --index-max N       whole numbers of unknown use are below N (0)\n"
    "  -l, --list              list the operators, and why some cannot be replayed\n"
    "  -q, --quiet             do not report what cannot be replayed\n"
    "      --schemas FILE      declarations of operators in place of those known\n"
    "      --schemas-add FILE  further declarations, before those known\n"
    "      --script            write the script\n"
    "      --top N             only the N with most time on the GPU\n"
    "  -V, --version           print the version\n"
    "\n"
    "Equal calls come once, with their number; those with most time come first.\n"
    "FILE: operators of trace-link with the columns input_dims, input_type,\n"
    "input_strides and concrete_inputs; standard input if none or '-'.\n"
    "Exit status: 0 success, 1 nothing can be replayed, 2 error.\n";

static void
set_compat(void *options, const char *text)
{
	struct options *o = options;

	if (strcmp(text, "reference") != 0)
		opt_die("--compat wants reference, not '%s'", text);
	o->fit.reference = true;
}

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {0};
	const struct opt table[] = {
	    {"compat", .call = set_compat},
	    {"exit-zero", .on = &o.exit_zero},
	    {"index-max", .number = &o.fit.index_max, .low = 0,
		.high = INT64_MAX},
	    {"list", 'l', .on = &o.list},
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
	return o;
}

int
main(int argc, char **argv)
{
	struct options o;
	struct tsv *in;
	int status;

	tool_start(argv);
	o = parse_options(argc, argv);
	in = xtsv_open(argv + optind, argc - optind);
	status = run(in, &o);
	tsv_close(in);
	return tool_finish(o.exit_zero ? tool_exit_zero(status) : status);
}
