/*
 * trace-classify - label kernels and operators by what they do
 */
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/cli/xkey.h"
#include "common/cli/xrules.h"
#include "common/meaning/category.h"
#include "tools/trace-classify/coverage.h"
#include "tools/trace-classify/labels.h"

struct options {
	bool coverage;
	const char *keys;   /* NULL: name, and cpu_op where it is */
	const char *rules;  /* NULL: only ours */
	const char *vendor; /* NULL: rules for any vendor */
};

static const struct options defaults = {.coverage = false};

struct columns {
	struct key key;
	int category, family; /* may be missing: they go behind then */
	int n;
};

static void
find_columns(struct columns *c, const struct options *o, const struct tsv *in)
{
	const char *keys = o->keys;

	if (!keys && xtsv_optional(in, "cpu_op") != TSV_MISSING)
		keys = "name,cpu_op";
	xkey_open(&c->key, in, keys ? keys : "name");
	c->category = xtsv_optional(in, "category");
	c->family = xtsv_optional(in, "family");
	c->n = tsv_columns(in);
}

/* The labels of this record: what stands there already, else by the rules. */
static struct rules_labels
label(struct labels *l, struct columns *c, const struct tsv *in)
{
	struct rules_labels found;

	if (labels_find(l, xkey_of(&c->key, in), &found))
		memory_out();
	if (c->category >= 0 && tsv_field(in, c->category).n)
		found.category = tsv_field(in, c->category);
	if (c->family >= 0 && tsv_field(in, c->family).n)
		found.family = tsv_field(in, c->family);
	return found;
}

static void
write_header(struct tsvw *out, const struct columns *c, const struct tsv *in)
{
	tsvw_names(out, in);
	if (c->category < 0)
		tsvw_field(out, span_of("category"));
	if (c->family < 0)
		tsvw_field(out, span_of("family"));
	xtsvw_end(out);
	xtsvw_flush(out);
}

/* A line that no label is put into is written as it is, tabs and all. */
static void
write_row(struct tsvw *out, const struct columns *c, const struct tsv *in,
    const struct rules_labels *labels)
{
	if (c->category < 0 && c->family < 0)
		tsvw_field(out, tsv_line(in));
	else
		for (int i = 0; i < c->n; i++)
			tsvw_field(out,
			    i == c->category     ? labels->category
				: i == c->family ? labels->family
						 : tsv_field(in, i));
	if (c->category < 0)
		tsvw_field(out, labels->category);
	if (c->family < 0)
		tsvw_field(out, labels->family);
	xtsvw_end(out);
}

static void
annotate(struct labels *l, struct columns *c, struct tsv *in, struct tsvw *out)
{
	write_header(out, c, in);
	while (xtsv_next(in)) {
		struct rules_labels labels = label(l, c, in);

		write_row(out, c, in, &labels);
	}
	xtsvw_flush(out);
}

static void
write_coverage(struct tsvw *out, struct coverage *v)
{
	size_t n = coverage_sort(v);

	for (size_t i = 0; i < n; i++) {
		const struct coverage_row *r = &v->rows[i];

		tsvw_field(
		    out, r->category.n ? r->category : span_of("unclassified"));
		tsvw_int(out, r->count);
		tsvw_us(out, r->sum);
		tsvw_real(out, 100.0 * (double)r->sum / (double)v->total, 3);
		xtsvw_end(out);
	}
	xtsvw_flush(out);
}

/* Is this time of a device? All is, in a table that does not tell. */
static bool
is_gpu_time(const struct tsv *in, int cat)
{
	struct span none = {0};

	return cat == TSV_MISSING ||
	    category_group(category_today(tsv_field(in, cat)), none) ==
	    GROUP_GPU;
}

static void
print_coverage(
    struct labels *l, struct columns *c, struct tsv *in, struct tsvw *out)
{
	int duration = xtsv_column(in, "dur_us", "trace-extract");
	int cat = xtsv_optional(in, "cat");
	struct coverage v;

	if (coverage_init(&v))
		memory_out();
	tsvw_field(out, span_of("category"));
	tsvw_field(out, span_of("count"));
	tsvw_field(out, span_of("sum_us"));
	tsvw_field(out, span_of("pct"));
	xtsvw_end(out);
	xtsvw_flush(out);
	while (xtsv_next(in)) {
		struct rules_labels labels;

		if (!is_gpu_time(in, cat))
			continue;
		labels = label(l, c, in);
		if (coverage_add(&v, labels.category, xtsv_us(in, duration)))
			die("%s:%lld: no memory, or a sum that does not fit",
			    tsv_file(in), (long long)tsv_line_number(in));
	}
	write_coverage(out, &v);
	coverage_free(&v);
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;
	struct rules *rules = xrules_open_vendor(o->rules, o->vendor);
	struct labels *l = labels_new(rules);
	struct columns c;

	find_columns(&c, o, in);
	if (o->coverage)
		print_coverage(l, &c, in, out);
	else
		annotate(l, &c, in, out);
	key_free(&c.key);
	labels_free(l);
	rules_free(rules);
	return STATUS_OK;
}

static const char usage[] =
    "usage: trace-classify [-hV] [-k COLUMNS] [--coverage] [--rules FILE]\n"
    "                      [--vendor VENDOR] [FILE...]\n"
    "Label kernels and operators with a category and a family, by their names.\n"
    "\n"
    "  -h, --help             print this help\n"
    "  -k, --keys COLUMNS     look for a name in these columns, in this order;\n"
    "                         default: name,cpu_op, or name if there is no cpu_op\n"
    "  -V, --version          print the version\n"
    "      --coverage         print how much GPU time each category has instead,\n"
    "                         and how much is unclassified\n"
    "      --rules FILE       try the rules in FILE before the built-in ones; a last\n"
    "                         rule with an empty pattern disables the built-in ones\n"
    "      --vendor VENDOR    leave out the rules for other vendors: amd, nvidia\n"
    "\n"
    "Labels that the table already has are kept.\n"
    "FILE: a table with a column name; standard input if none or '-'. Rules are a\n"
    "table with the columns priority, pattern, category, family and vendor.\n"
    "Exit status: 0 success, 2 error.\n";

static void
parse_options(struct options *o, int argc, char **argv)
{
	const struct opt table[] = {
	    {"coverage", .on = &o->coverage},
	    {"keys", 'k', .text = &o->keys},
	    {"rules", .text = &o->rules},
	    {"vendor", .text = &o->vendor},
	    {0},
	};

	opt_parse(argc, argv, usage, table, NULL);
}

int
main(int argc, char **argv)
{
	struct options o = defaults;
	int status;

	tool_start(argv);
	parse_options(&o, argc, argv);
	status = xfilter(argv + optind, argc - optind, run, &o);
	return tool_finish(status);
}
