#include <math.h>

#include "common/cli/x.h"
#include "tools/trace-compare/options.h"

enum { REAL_PLACES = 6 };

/* The column of a value in one table. */
static void
write_label_name(struct tsvw *out, struct span label, struct span name)
{
	struct buf text = {0};

	tsvw_text(out, BUF_JOIN(&text, label, span_of("_"), name));
	buf_free(&text);
}

/*
 * A column that compares a table with the first one; of two tables, it needs no
 * label.
 */
static void
write_side_name(struct tsvw *out, const struct options *o, size_t side,
    const char *what, struct span name, const char *unit)
{
	struct buf text = {0};

	BUF_ADD_ALL(&text, span_of(what), name, span_of(unit));
	if (o->sides > 2)
		write_label_name(out, o->side[side].label, buf_span(&text));
	else
		tsvw_text(out, buf_span(&text));
	buf_free(&text);
}

static void
write_value_names(
    struct tsvw *out, const struct options *o, const struct value *v)
{
	struct span stem = span_cut(v->name, 0, v->stem);

	for (size_t i = 0; i < o->sides; i++)
		write_label_name(out, o->side[i].label, v->name);
	for (size_t i = 1; i < o->sides; i++) {
		write_side_name(out, o, i, "delta_", v->name, "");
		write_side_name(out, o, i, "delta_", stem, "_pct");
		write_side_name(out, o, i, "ratio_", stem, "");
	}
}

void
compare_print_header(
    struct tsvw *out, const struct options *o, const struct plan *plan)
{
	struct span first = plan->value[0].name;

	for (size_t i = 0; i < plan->keys; i++)
		tsvw_text(out, plan->key[i]);
	write_value_names(out, o, &plan->value[0]);
	for (size_t i = 1; i < o->sides; i++)
		write_side_name(out, o, i, "", span_of("status"), "");
	for (size_t i = 1; i < plan->values; i++)
		write_value_names(out, o, &plan->value[i]);
	/* the interval of a difference, where the spread tells it */
	for (size_t i = 1; i < o->sides && plan->spread; i++) {
		write_side_name(out, o, i, "delta_low_", first, "");
		write_side_name(out, o, i, "delta_high_", first, "");
	}
	xtsvw_header(out);
}

static void
write_number(struct tsvw *out, struct number n, struct scale s)
{
	char text[DECIMAL_MAX];

	if (!n.there) {
		tsvw_empty(out);
		return;
	}
	tsvw_field(out,
	    (struct span){
		text, decimal_print(text, n.v, s.most, s.least != s.most)});
}

static void
write_value(
    struct tsvw *out, const struct join *j, const struct value *v, uint32_t row)
{
	struct scale scale = join_scale(j, v);

	for (size_t i = 0; i < j->tables; i++)
		write_number(out, join_value(j, v, row, i), scale);
	for (size_t i = 1; i < j->tables; i++) {
		struct change c = change_of(j, v, row, i);

		write_number(out, c.delta, scale);
		tsvw_real(out, c.percent, REAL_PLACES);
		tsvw_real(out, c.ratio, REAL_PLACES);
	}
}

/* Of a row whose spread is not known, nothing. */
static void
write_interval(struct tsvw *out, const struct join *j, const struct value *v,
    struct estimate e, uint32_t row, size_t other)
{
	int places = join_scale(j, v).most;
	double a = decimal_real(join_value(j, v, row, 0).v);
	double b = decimal_real(join_value(j, v, row, other).v);

	if (isnan(e.half)) {
		tsvw_empty(out);
		tsvw_empty(out);
		return;
	}
	tsvw_real(out, verdict_ns(e.log - e.half, a, b), places);
	tsvw_real(out, verdict_ns(e.log + e.half, a, b), places);
}

void
print_row(struct tsvw *out, const struct options *o, const struct plan *plan,
    const struct join *j, uint32_t row, const struct comparison *c)
{
	const struct value *first = &plan->value[0];

	tsvw_field(out, pool_get(j->keys, row));
	for (size_t i = 1; !c && i < plan->keys; i++)
		tsvw_empty(out);
	write_value(out, j, first, row);
	for (size_t i = 1; i < o->sides; i++) {
		enum outcome is = c ? c[i].outcomes[row] : OUTCOME_NONE;

		tsvw_text(out, span_of(outcome_word(is, first->about)));
	}
	for (size_t i = 1; i < plan->values; i++)
		write_value(out, j, &plan->value[i], row);
	for (size_t i = 1; i < o->sides && plan->spread; i++)
		write_interval(out, j, first,
		    c ? c[i].estimates[row] : estimate_of(j, first, row, i),
		    row, i);
	xtsvw_end(out);
}
