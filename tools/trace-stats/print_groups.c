#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/times/stats.h"
#include "tools/trace-stats/value_groups.h"

static void
add_word(struct tsvw *out, const char *word, const char *suffix)
{
	struct column_name name = column_name(word, suffix);

	tsvw_field(out, span_of(name.text));
}

/* 0.9 is p90, 0.999 is p99_9. */
static void
add_quantile(struct tsvw *out, int64_t q, const char *suffix)
{
	char word[24];
	int n = snprintf(word, sizeof word, "p%lld_%07lld",
	    (long long)(q / (QUANTILE_ONE / 100)),
	    (long long)(q % (QUANTILE_ONE / 100)));

	while (word[n - 1] == '0' && strchr(word, '_'))
		n--;
	if (word[n - 1] == '_')
		n--;
	word[n] = 0;
	add_word(out, word, suffix);
}

static void
add_results(struct tsvw *out, const struct options *o, const struct input *in)
{
	static const char *const words[] = {
	    "sum", "mean", "median", "min", "max", "stddev"};
	const char *unit = in->unit->suffix;

	key_write_names(out, &in->carry, in->tsv);
	tsvw_titles(out, "count");
	for (size_t i = 0; i < COUNT(words); i++)
		add_word(out, words[i], unit);
	for (int i = 0; i < o->quantiles; i++)
		add_quantile(out, o->quantile[i], unit);
	if (o->busy)
		tsvw_titles(out, "busy_us");
	if (in->event != TSV_MISSING)
		tsvw_titles(out, "first_event");
	if (!o->sorted)
		tsvw_titles(out, "pct cumulative_pct");
}

static void
add_sums(struct tsvw *out, const struct input *in)
{
	const struct unit *u = in->unit;

	tsvw_titles(out, "value count");
	add_word(out, "sum", u->partial);
	add_word(out, "squares", u->squares);
	add_word(out, "min", u->partial);
	add_word(out, "max", u->partial);
	if (in->values != TSV_MISSING)
		tsvw_titles(out, "values");
	if (in->event != TSV_MISSING)
		tsvw_titles(out, "first_ts_ns first_event");
	key_write_names(out, &in->carry, in->tsv);
}

void
summary_print_header(
    struct tsvw *out, const struct options *o, const struct input *in)
{
	key_write_names(out, &in->key, in->tsv);
	if (o->partial) {
		add_sums(out, in);
	} else if (o->bins) {
		add_word(out, "bin_start", in->unit->suffix);
		add_word(out, "bin_end", in->unit->suffix);
		tsvw_titles(out, "count");
	} else {
		add_results(out, o, in);
	}
	xtsvw_header(out);
}

static void
write_carried(
    struct tsvw *out, const struct input *in, const struct groups *g, size_t id)
{
	size_t n = (size_t)in->carry.n;

	for (size_t i = 0; i < n; i++)
		tsvw_field(out, pool_get(g->texts, g->carried[id * n + i]));
}

/* Nanoseconds as microseconds, or a whole number. */
static void
write_value(struct tsvw *out, const struct unit *u, int64_t v)
{
	if (u->scale == 1)
		tsvw_us(out, v);
	else
		tsvw_int(out, v);
}

static void
write_optional(struct tsvw *out, int64_t v)
{
	if (v == SUMS_NO_EVENT)
		tsvw_empty(out);
	else
		tsvw_int(out, v);
}

/* All values; none where the partial sums that came in have none. */
static void
write_values(
    struct tsvw *out, const struct input *in, const struct groups *g, size_t id)
{
	struct counts *c = &g->p[id].counts;
	struct buf text = {0};

	if (in->values == TSV_MISSING)
		return;
	counts_sort(c);
	distribution_print(&text, c);
	tsvw_field(out, buf_span(&text));
	buf_free(&text);
}

static void
write_sums(
    struct tsvw *out, const struct input *in, const struct groups *g, size_t id)
{
	const struct sums *s = &g->p[id].sums;
	char squares[WIDE_MAX];

	tsvw_field(out, buf_span(&in->value_name));
	tsvw_int(out, s->count);
	tsvw_int(out, s->sum);
	tsvw_field(
	    out, (struct span){squares, wide_print(squares, s->squares)});
	tsvw_int(out, s->min);
	tsvw_int(out, s->max);
	write_values(out, in, g, id);
	if (in->event != TSV_MISSING) {
		write_optional(out, s->first_ts);
		write_optional(out, s->first_event);
	}
	write_carried(out, in, g, id);
	xtsvw_end(out);
}

/*
 * Thousandths; empty when single values are not known. The middle of a bucket
 * may lie beyond the values.
 */
static void
write_quantile(
    struct tsvw *out, const struct input *in, const struct group *g, int64_t q)
{
	int64_t scale = in->unit->scale, v;

	if (g->counts.n == 0) {
		tsvw_empty(out);
		return;
	}
	v = counts_quantile(&g->counts, q, scale);
	v = v < g->sums.min * scale ? g->sums.min * scale : v;
	tsvw_us(out, v > g->sums.max * scale ? g->sums.max * scale : v);
}

/* The total over all groups, and the sum of those printed so far. */
struct shares {
	int64_t total, printed;
};

static void
write_shares(struct tsvw *out, const struct sums *s, struct shares *shares)
{
	shares->printed += s->sum;
	tsvw_real(out, 100 * (double)s->sum / (double)shares->total, 6);
	tsvw_real(
	    out, 100 * (double)shares->printed / (double)shares->total, 6);
}

static void
write_results(struct tsvw *out, const struct options *o, const struct input *in,
    struct groups *g, size_t id, struct shares *shares)
{
	struct group *group = &g->p[id];
	const struct sums *s = &group->sums;
	const struct unit *u = in->unit;

	counts_sort(&group->counts);
	intervals_close(&group->busy);
	write_carried(out, in, g, id);
	tsvw_int(out, s->count);
	write_value(out, u, s->sum);
	tsvw_us(out, sums_mean(s, u->scale));
	write_quantile(out, in, group, QUANTILE_ONE / 2);
	write_value(out, u, s->min);
	write_value(out, u, s->max);
	tsvw_real(out,
	    stats_deviation(s->count, s->sum, s->squares) * (double)u->scale /
		1000,
	    3);
	for (int i = 0; i < o->quantiles; i++)
		write_quantile(out, in, group, o->quantile[i]);
	if (o->busy)
		tsvw_us(out, intervals_length(&group->busy));
	if (in->event != TSV_MISSING)
		write_optional(out, s->first_event);
	if (!o->sorted)
		write_shares(out, s, shares);
	xtsvw_end(out);
}

static void
write_histogram(struct tsvw *out, const struct options *o,
    const struct input *in, struct groups *g, size_t id)
{
	double *edge = xcalloc(o->bins + 1, sizeof *edge);
	int64_t *count = xcalloc(o->bins, sizeof *count);
	double unit = in->unit->scale == 1 ? 1000 : 1;
	struct counts *c = &g->p[id].counts;

	counts_sort(c);
	counts_edges(c, unit, edge, o->bins);
	counts_histogram(c, unit, edge, count, o->bins);
	for (size_t i = 0; i < o->bins; i++) {
		key_write(out, &in->key, pool_get(g->keys, (uint32_t)id));
		tsvw_real(out, edge[i], 6);
		tsvw_real(out, edge[i + 1], 6);
		tsvw_int(out, count[i]);
		xtsvw_end(out);
	}
	free(edge);
	free(count);
}

struct sorted {
	struct span key;
	int64_t sum;
	uint32_t id;
};

ORDER_BY(compare_keys, struct sorted, span_compare(x->key, y->key))

ORDER_BY(compare_sums, struct sorted, DOWN(sum), key_compare(x->key, y->key))

/* Partial sums by the bytes of the key, as sort(1) would; else by the sum. */
static struct sorted *
sort_groups(const struct options *o, const struct groups *g, uint32_t n)
{
	struct sorted *order = xcalloc(n, sizeof *order);

	for (uint32_t i = 0; i < n; i++)
		order[i] =
		    (struct sorted){pool_get(g->keys, i), g->p[i].sums.sum, i};
	ARRAY_SORT(order, n, o->partial ? compare_keys : compare_sums);
	return order;
}

size_t
summary_print_groups(struct tsvw *out, const struct options *o,
    const struct input *in, struct groups *g)
{
	uint32_t n = pool_count(g->keys);
	struct sorted *order = sort_groups(o, g, n);
	bool have_shares = !o->partial && !o->bins && !o->sorted;
	struct shares shares = {0};
	size_t sketched = 0;

	for (uint32_t i = 0; have_shares && i < n; i++)
		if (fixed_add(&shares.total, g->p[i].sums.sum))
			die("the sums of the groups do not add up to 64 bits");
	for (uint32_t i = 0; i < n && i < o->top; i++) {
		if (o->bins) {
			write_histogram(out, o, in, g, order[i].id);
			continue;
		}
		key_write(out, &in->key, order[i].key);
		if (o->partial)
			write_sums(out, in, g, order[i].id);
		else
			write_results(out, o, in, g, order[i].id, &shares);
		sketched += g->p[order[i].id].counts.rounded;
	}
	free(order);
	return sketched;
}
