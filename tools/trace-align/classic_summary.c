#include <stdlib.h>

#include "common/cli/x.h"
#include "tools/trace-align/classic.h"
#include "tools/trace-align/classic_summary.h"

enum { LONGEST = 10 };

/* The columns; a section leaves those empty that it lacks. */
enum classic_column {
	SECTION,
	KERNELS,
	COMPILED,
	DURATION,
	MATCH,
	EAGER,
	COLUMNS
};

struct classic_page {
	struct tsvw *out;
	const struct report *r;
	const struct pair **pairs; /* in the order of the rows */
	size_t n;
};

/* How often a text comes. */
struct tally {
	struct span text;
	int64_t times;
};

static void
print_header(struct tsvw *out)
{
	static const char *const names[COLUMNS] = {"section", "kernels",
	    "compiled_kernel", "duration_us", "match_type", "eager_kernel"};

	for (int i = 0; i < COLUMNS; i++)
		tsvw_field(out, span_of(names[i]));
	xtsvw_end(out);
}

/* A line of a section that counts: the text is in that column. */
static void
print_tally(struct tsvw *out, const char *section, enum classic_column column,
    const struct tally *t)
{
	tsvw_field(out, span_of(section));
	if (t->times)
		tsvw_int(out, t->times);
	else
		tsvw_empty(out);
	for (enum classic_column c = COMPILED; c < COLUMNS; c++)
		if (c == column)
			tsvw_field(out, t->text);
		else
			tsvw_empty(out);
	xtsvw_end(out);
}

/* The most frequent first; of equal ones the last by name. */
static int
by_times(const void *p, const void *q)
{
	const struct tally *a = p, *b = q;
	size_t n = a->text.n < b->text.n ? a->text.n : b->text.n;
	int order;

	if (a->times != b->times)
		return a->times < b->times ? 1 : -1;
	order = memcmp(b->text.p, a->text.p, n);
	if (order)
		return order;
	return (a->text.n < b->text.n) - (a->text.n > b->text.n);
}

static void
print_tallies(struct tsvw *out, const char *section, enum classic_column column,
    struct tally *tallies, size_t n)
{
	static const struct tally none = {TEXT("none"), 0};
	size_t some = 0;

	for (size_t i = 0; i < n; i++)
		if (tallies[i].times)
			tallies[some++] = tallies[i];
	if (some)
		qsort(tallies, some, sizeof *tallies, by_times);
	else
		print_tally(out, section, COMPILED, &none);
	for (size_t i = 0; i < some; i++)
		print_tally(out, section, column, &tallies[i]);
}

static void
print_matches(const struct classic_page *p)
{
	struct tally tallies[] = {{TEXT("exact"), 0}, {TEXT("similar"), 0},
	    {TEXT("compiled_only"), 0}, {TEXT("fused"), 0}};
	size_t kinds = sizeof tallies / sizeof *tallies;

	for (size_t i = 0; i < p->n; i++)
		for (size_t k = 0; k < kinds; k++)
			tallies[k].times += span_is(
			    tallies[k].text, classic_match(p->pairs[i]));
	print_tallies(p->out, "Match Types:", MATCH, tallies, kinds);
}

/* Kernels that only one side has. */
static void
print_alone(const struct classic_page *p, const char *section,
    enum classic_column column)
{
	const struct pool *names = p->r->names;
	size_t n = pool_count(names);
	struct tally *tallies = xcalloc(n, sizeof *tallies);

	for (uint32_t i = 0; i < n; i++)
		tallies[i].text = pool_get(names, i);
	for (size_t i = 0; i < p->n; i++) {
		const struct pair *pair = p->pairs[i];
		const struct row *row = column == EAGER ? pair->a : pair->b;

		if (!pair_has_both(pair) && row)
			tallies[row->name].times++;
	}
	print_tallies(p->out, section, column, tallies, n);
	free(tallies);
}

/* The place of the pair with the longest compiled kernel; n: none is left. */
static size_t
find_longest(const struct classic_page *p, const bool *done)
{
	size_t best = p->n;

	for (size_t i = 0; i < p->n; i++)
		if (p->pairs[i]->b && !done[i] &&
		    (best == p->n ||
			p->pairs[i]->b->each > p->pairs[best]->b->each))
			best = i;
	return best;
}

static void
print_longest(const struct classic_page *p, const char *section)
{
	bool *done = xcalloc(p->n, sizeof *done);

	for (int k = 0; k < LONGEST; k++) {
		size_t i = find_longest(p, done);

		if (i == p->n)
			break;
		done[i] = true;
		tsvw_field(p->out, span_of(section));
		tsvw_empty(p->out);
		tsvw_field(p->out, pool_get(p->r->names, p->pairs[i]->b->name));
		tsvw_us(p->out, p->pairs[i]->b->each);
		tsvw_field(p->out, span_of(classic_match(p->pairs[i])));
		tsvw_empty(p->out);
		xtsvw_end(p->out);
	}
	free(done);
}

void
classic_summary_print(struct tsvw *out, const struct report *r)
{
	struct classic_page page = {
	    out, r, classic_order(r), r->comparison->npairs};

	print_header(out);
	print_matches(&page);
	print_longest(&page, "=== Top 10 Kernels by Duration (Compiled) ===");
	print_alone(&page, "=== Fused Kernels, Only in Eager ===", EAGER);
	print_alone(&page, "=== Compiled-Only Kernels ===", COMPILED);
	xtsvw_flush(out);
	free(page.pairs);
}
