#include "tools/trace-stats/distribution.h"
#include "common/bytes/ascii.h"
#include "common/bytes/fixed.h"

void
distribution_print(struct buf *b, const struct counts *c)
{
	if (c->rounded)
		buf_add(b, "~", 1);
	for (size_t i = 0; i < c->n; i++) {
		char text[2 * FIXED_MAX + 2];
		size_t n = 0;

		if (i || c->rounded)
			text[n++] = ' ';
		n += fixed_print_int(text + n, c->p[i].value);
		if (c->p[i].count > 1) {
			text[n++] = 'x';
			n += fixed_print_int(text + n, c->p[i].count);
		}
		buf_add(b, text, n);
	}
}

/* The text up to a byte, which is taken away, too. */
static struct span
take(struct span *text, char end)
{
	size_t n = 0;
	struct span item;

	while (n < text->n && text->p[n] != end)
		n++;
	item = span_cut(*text, 0, n);
	*text = span_cut(*text, n + (n < text->n), text->n);
	return item;
}

/* "VALUE" or "VALUExCOUNT", the value above the last one. */
static bool
read_item(struct span item, const int64_t *last, struct value_count *v)
{
	struct span value = take(&item, 'x');

	v->count = 1;
	return fixed_parse_int(value, &v->value) == 0 &&
	    (!item.n || fixed_parse_int(item, &v->count) == 0) &&
	    v->count > 0 && (!last || v->value > *last);
}

/* Is it between the least and the greatest value, of a sketch their buckets? */
static bool
is_within(const struct counts *c, int64_t value, int64_t min, int64_t max)
{
	if (c->rounded)
		return value == counts_bucket(value) &&
		    value >= counts_bucket(min) && value <= counts_bucket(max);
	return value >= min && value <= max;
}

int
distribution_add(
    struct counts *c, struct span text, int64_t n, int64_t min, int64_t max)
{
	struct counts rounded = {.rounded = text.n && text.p[0] == '~'};
	int64_t left = n;
	const int64_t *last = NULL;
	struct value_count v;

	if (rounded.rounded && counts_round(c))
		return -1;
	if (rounded.rounded)
		take(&text, ' ');
	if (text.n && !ascii_is_digit(text.p[text.n - 1]))
		return 0;
	while (text.n) {
		int64_t before = last ? v.value : 0;

		if (!read_item(take(&text, ' '), last ? &before : NULL, &v) ||
		    v.count > left || !is_within(&rounded, v.value, min, max))
			return 0;
		last = &v.value;
		left -= v.count;
		if (counts_add_many(c, v.value, v.count))
			return -1;
	}
	return left == 0;
}
