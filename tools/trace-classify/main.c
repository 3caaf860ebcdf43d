/*
 * trace-classify - label kernels and operators by what they do
 */
#include <stdint.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/bytes/pool.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/x.h"
#include "common/cli/xkey.h"
#include "common/cli/xrules.h"
#include "common/meaning/event_category.h"
#include "common/meaning/rules.h"
#include "common/table/tsv.h"

/*
 * The labels of records, looked up in the rules once for each distinct key:
 * the fields of the columns that are looked at, joined by tabs (xkey_of).
 */

struct labels {
	const struct rules *rules;
	struct pool *keys;
	struct rules_labels *known; /* by the number of the key */
	size_t cap;
	struct buf name;
};

/* As rules_label, of a field in its escaped form. */
static bool
label_field(struct labels *l, struct span field, struct rules_labels *found)
{
	return rules_label(l->rules, tsv_text(&l->name, field), found);
}

/* One field after another, until a pattern matches. */
static void
label_key(struct labels *l, struct span key, struct rules_labels *found)
{
	while (!label_field(l, span_take(&key, '\t'), found) && key.p)
		continue;
}

/*
 * The labels of the first field that a pattern matches; else those of the rule
 * without a pattern, if there is one; else empty ones. Valid until rules_free.
 */
static struct rules_labels
labels_find(struct labels *l, struct span key)
{
	uint32_t known = pool_count(l->keys);
	uint32_t id = pool_add(l->keys, key);

	ARRAY_RESERVE(l->known, &l->cap, (size_t)id + 1);
	if (id == known)
		label_key(l, key, &l->known[id]);
	return l->known[id];
}

/* How much time each category has, and how much has none. */

struct coverage_row {
	struct span category;
	int64_t count;
	int64_t sum; /* ns */
};

struct coverage {
	struct pool *categories;
	struct coverage_row *rows; /* one a category, by its number */
	size_t n, cap;
	int64_t total; /* ns, of all rows */
};

/* Adds an event. Returns 0; -1: the sum would not fit. */
static int
coverage_add(struct coverage *c, struct span category, int64_t ns)
{
	uint32_t id = pool_add(c->categories, category);

	if (id >= c->n)
		ARRAY_PUSH(c->rows, c->n, &c->cap,
		    (struct coverage_row){
			.category = pool_get(c->categories, id)});
	c->rows[id].count++;
	if (fixed_add(&c->total, ns))
		return -1;
	return fixed_add(&c->rows[id].sum, ns);
}

/* Most time first, equal ones by category. */
ORDER_BY(compare, struct coverage_row, DOWN(sum),
    span_compare(x->category, y->category))

struct options {
	bool coverage;
	const char *keys;   /* NULL: name, and cpu_op where it is */
	const char *rules;  /* NULL: only ours */
	const char *vendor; /* NULL: rules for any vendor */
};

struct columns {
	struct key key;
	int category, family; /* may be missing: they go behind then */
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
}

/* The labels of this record: what stands there already, else by the rules. */
static struct rules_labels
label(struct labels *l, struct columns *c, const struct tsv *in)
{
	struct rules_labels found = labels_find(l, xkey_of(&c->key, in));
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
	xtsvw_end_header(out);
}

/* A line that no label is put into is written as it is, tabs and all. */
static void
write_row(struct tsvw *out, const struct columns *c, const struct tsv *in,
    const struct rules_labels *labels)
{
	if (c->category < 0 && c->family < 0)
		tsvw_field(out, tsv_line(in));
	else
		for (int i = 0; i < tsv_columns(in); i++)
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
	ARRAY_SORT(v->rows, v->n, compare);
	for (size_t i = 0; i < v->n; i++) {
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
	return cat == TSV_MISSING || event_category_is_gpu(tsv_field(in, cat));
}

static void
print_coverage(
    struct labels *l, struct columns *c, struct tsv *in, struct tsvw *out)
{
	int duration = xtsv_column(in, "dur_us", "trace-extract");
	int cat = xtsv_optional(in, "cat");
	struct coverage v = {.categories = pool_new()};

	tsvw_titles(out, "category count sum_us pct");
	xtsvw_end_header(out);
	while (xtsv_next(in)) {
		struct rules_labels labels;

		if (!is_gpu_time(in, cat))
			continue;
		labels = label(l, c, in);
		if (coverage_add(&v, labels.category, xtsv_us(in, duration)))
			die("%s:%lld: a sum that does not fit", tsv_file(in),
			    (long long)tsv_line_number(in));
	}
	write_coverage(out, &v);
	pool_free(v.categories);
	free(v.rows);
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;
	struct rules *rules = xrules_open(o->rules, o->vendor);
	struct labels l = {.rules = rules, .keys = pool_new()};
	struct columns c;

	find_columns(&c, o, in);
	if (o->coverage)
		print_coverage(&l, &c, in, out);
	else
		annotate(&l, &c, in, out);
	key_free(&c.key);
	pool_free(l.keys);
	free(l.known);
	buf_free(&l.name);
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

int
main(int argc, char **argv)
{
	struct options o = {0};
	const struct opt table[] = {
	    {"coverage", .on = &o.coverage},
	    {"keys", 'k', .text = &o.keys},
	    {"rules", .text = &o.rules},
	    {"vendor", .text = &o.vendor},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	return xfilter(argc, argv, run, &o);
}
