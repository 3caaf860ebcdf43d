/*
 * trace-tree - what called what, down to the work of the GPU
 *
 * All rows are kept; see tree_table.h for how they become a tree. The tree is
 * printed as rows, each before those that it holds, or as text.
 */
#include <stdlib.h>

#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/meaning/column.h"
#include "tools/trace-tree/print_tree.h"

/* No line of text has more fields than this. */
enum { FIELDS_MOST = 16 };

struct options {
	struct tree_options tree;
	struct text_options text;
	const char *field[FIELDS_MOST];
	size_t fields;
	const char *of;
	int64_t up, down; /* events; -1: not asked for */
	bool as_text, callstack, folded, modules, pprof, quiet;
};

/* The column that trace-extract -a makes of an argument called so. */
static int
find_column(const struct tsv *in, const char *label)
{
	struct buf name = {0};
	int column;

	column_add_name(&name, span_of(label));
	buf_add(&name, "", 1);
	column = xtsv_column(in, name.p, "trace-extract -a");
	buf_free(&name);
	return column;
}

static uint32_t
find_event(const struct tree_table *t, const struct tsv *in, int64_t event)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (t->row[i].id == event)
			return i;
	die("%s: no event %lld in the tree", tsv_file(in), (long long)event);
}

static uint32_t
find_top(
    const struct options *o, const struct tree_table *t, const struct tsv *in)
{
	return o->down < 0 ? TREE_NONE : find_event(t, in, o->down);
}

static void
print_text(
    const struct options *o, const struct tree_table *t, const struct tsv *in)
{
	struct text_field field[FIELDS_MOST];
	struct text_options text = o->text;

	for (size_t i = 0; i < o->fields; i++)
		field[i] = (struct text_field){
		    span_of(o->field[i]), find_column(in, o->field[i])};
	text.field = field;
	text.fields = o->fields;
	text.operators = o->tree.reference;
	if (o->up >= 0)
		print_text_up(t, &text, find_event(t, in, o->up));
	else
		print_text_below(t, &text, find_top(o, t, in));
}

static void
print_chosen(const struct options *o, const struct tree_table *t,
    const struct tsv *in, struct tsvw *out)
{
	struct tsv *chosen = xtsv_open_file(o->of);
	size_t absent = call_stack_print_chosen(
	    out, t, chosen, xtsv_optional(in, "kernel"));

	if (absent && !o->quiet)
		warn("%s: %zu events are not in the tree", o->of, absent);
	tsv_close(chosen);
}

/* The answer "no" in words, and what is known of some events only. */
static int
report(const struct options *o, const struct tree_table *t, const char *file)
{
	if (t->n == 0) {
		if (!o->quiet)
			warn("%s: no host or GPU events in the input", file);
		return STATUS_NO;
	}
	if (!o->quiet && t->unlinked)
		warn("%s: %zu of %zu GPU events have no launch in the input",
		    file, t->unlinked, t->n - t->hosts);
	if (!o->quiet && t->crossing)
		warn("%s: %zu host events overlap others on their thread; "
		     "they have no parent",
		    file, t->crossing);
	return STATUS_OK;
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;
	struct tree_table t;
	size_t modules = 1;
	int status;

	tree_table_read(&t, &o->tree, in);
	if (o->of)
		print_chosen(o, &t, in, out);
	else if (o->callstack)
		call_stack_print(out, &t);
	else if (o->modules)
		modules = print_modules(out, &t);
	else if (o->folded || o->pprof)
		folded_print(&t, find_top(o, &t, in), o->pprof);
	else if (o->as_text)
		print_text(o, &t, in);
	else {
		print_rows_header(out, &t, in);
		print_rows_below(out, &t, in, find_top(o, &t, in));
	}
	status = report(o, &t, tsv_file(in));
	if (status == STATUS_OK && modules == 0) {
		if (!o->quiet)
			warn("%s: no modules in the input; trace-extract -c "
			     "gpu,host,python_function prints them",
			    tsv_file(in));
		status = STATUS_NO;
	}
	tree_table_free(&t);
	xtsvw_flush(out);
	return status;
}

static const char usage[] =
    "usage: trace-tree [-hqV] [OPTION...] [FILE...]\n"
    "Print the call tree of the host, down to the kernels,\n"
    "copies and memsets that they launched.\n"
    "\n"
    "      --all            as text: also calls that led to no GPU work\n"
    "      --backward       as text: also an operator's backward pass, below it\n"
    "      --callstack      print the call stack and entry point of each GPU event\n"
    "      --compat reference\n"
    "                       as text: the trees that TraceLens prints\n"
    "      --down EVENT     print only this event and those inside it\n"
    "      --exit-zero      exit with 0 even if there is nothing to print\n"
    "      --field NAME     as text: show this argument of operators\n"
    "      --flows          link by flows and graphs, not by the correlation alone\n"
    "      --folded         print the stacks of GPU work for flame graphs,\n"
    "                       with nanoseconds\n"
    "      --follow-forward with --up: continue from backward to forward pass\n"
    "  -h, --help           print this help\n"
    "      --modules        print the modules and their GPU time\n"
    "      --of FILE        call stacks of the events in FILE, down to their work\n"
    "      --pprof          print these stacks as a profile for pprof\n"
    "      --python         include Python functions\n"
    "  -q, --quiet          do not report events without a launch or place\n"
    "      --text           print text instead of a table\n"
    "      --up EVENT       print, as text, the events around this one\n"
    "  -V, --version        print the version\n"
    "\n"
    "FILE: events with their numbers, as trace-extract -c gpu,host prints them\n"
    "(-c gpu,host,python_function for Python and modules; -a 'Input Dims' and so on\n"
    "for arguments; -a 'Sequence number' for the backward pass); standard input if\n"
    "none or '-'.\n"
    "Exit status: 0 success, 1 nothing to print, 2 error.\n";

static void
add_field(void *options, const char *text)
{
	struct options *o = options;

	if (o->fields == FIELDS_MOST)
		opt_die("--field: more than %d", FIELDS_MOST);
	o->field[o->fields++] = text;
}

static struct options
parse_options(int argc, char **argv)
{
	static const char *const kinds[] = {"reference", NULL};
	struct options o = {.up = -1, .down = -1};
	const struct opt table[] = {
	    {"all", .on = &o.text.all},
	    {"backward", .on = &o.text.backward},
	    {"callstack", .on = &o.callstack},
	    {"compat", .on = &o.tree.reference, .words = kinds},
	    {"down", .number = &o.down, .low = 0, .high = INT64_MAX},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"field", .call = add_field, .times = OPT_LIST},
	    {"flows", .on = &o.tree.flows},
	    {"folded", .on = &o.folded},
	    {"follow-forward", .on = &o.text.forward},
	    {"modules", .on = &o.modules},
	    {"of", .text = &o.of},
	    {"pprof", .on = &o.pprof},
	    {"python", .on = &o.tree.frames},
	    {"quiet", 'q', .on = &o.quiet},
	    {"text", .on = &o.as_text},
	    {"up", .number = &o.up, .low = 0, .high = INT64_MAX},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	o.callstack = o.callstack || o.of;
	if (o.callstack + o.folded + o.modules + o.pprof +
		(o.as_text || o.up >= 0) >
	    1)
		opt_die("--callstack, --folded, --modules, --pprof and "
			"--text are mutually exclusive");
	if (o.up >= 0 && o.down >= 0)
		opt_die("--down and --up are mutually exclusive");
	o.tree.flows = o.tree.flows || o.tree.reference;
	o.tree.frames = o.tree.frames || o.modules;
	o.as_text = o.as_text || o.up >= 0;
	return o;
}

int
main(int argc, char **argv)
{
	struct options o = parse_options(argc, argv);

	return xfilter(argc, argv, run, &o);
}
