#include <stdio.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-stats/summary.h"

/* A header in the making: no two columns may have one name. */
struct header {
	struct tsvw *out;
	struct pool *names;
};

static void
add_name(struct header *h, struct span name)
{
	if (pool_find(h->names, name) != POOL_NONE)
		die("two columns of the output would be called %.*s",
		    name.n > 60 ? 60 : (int)name.n, name.p);
	pool_add(h->names, name);
	tsvw_field(h->out, name);
}

static void
add_word(struct header *h, const char *word, const char *suffix)
{
	struct column_name name = column_name(word, suffix);

	add_name(h, span_of(name.text));
}

static void
add_names(struct header *h, const struct input *in, const struct key *k)
{
	for (int i = 0; i < k->n; i++)
		add_name(h, tsv_name(in->tsv, k->column[i]));
}

/* 0.9 is p90, 0.999 is p99_9. */
static void
add_quantile(struct header *h, int64_t q, const char *suffix)
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
	add_word(h, word, suffix);
}

static void
add_results(struct header *h, const struct options *o, const struct input *in)
{
	static const char *const words[] = {
	    "sum", "mean", "median", "min", "max", "stddev"};
	const char *unit = in->unit->suffix;

	add_names(h, in, &in->carry);
	add_word(h, "count", "");
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		add_word(h, words[i], unit);
	for (int i = 0; i < o->quantiles; i++)
		add_quantile(h, o->quantile[i], unit);
	if (o->busy)
		add_word(h, "busy_us", "");
	if (in->event != TSV_MISSING)
		add_word(h, "first_event", "");
	if (!o->sorted) {
		add_word(h, "pct", "");
		add_word(h, "cumulative_pct", "");
	}
}

static void
add_sums(struct header *h, const struct input *in)
{
	const struct unit *u = in->unit;

	add_word(h, "value", "");
	add_word(h, "count", "");
	add_word(h, "sum", u->partial);
	add_word(h, "squares", u->squares);
	add_word(h, "min", u->partial);
	add_word(h, "max", u->partial);
	if (!in->partial || in->values != TSV_MISSING)
		add_word(h, "values", "");
	if (in->event != TSV_MISSING) {
		add_word(h, "first_ts_ns", "");
		add_word(h, "first_event", "");
	}
	add_names(h, in, &in->carry);
}

static void
add_bins(struct header *h, const struct input *in)
{
	add_word(h, "bin_start", in->unit->suffix);
	add_word(h, "bin_end", in->unit->suffix);
	add_word(h, "count", "");
}

void
summary_print_header(
    struct tsvw *out, const struct options *o, const struct input *in)
{
	struct header h = {out, pool_new()};

	add_names(&h, in, &in->key);
	if (o->partial)
		add_sums(&h, in);
	else if (o->bins)
		add_bins(&h, in);
	else
		add_results(&h, o, in);
	pool_free(h.names);
	xtsvw_end(out);
	xtsvw_flush(out);
}
