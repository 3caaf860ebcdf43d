#include <math.h>
#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "tools/trace-perf/arguments.h"

/* Sizes from here on are no longer exact in a double. */
#define SIZE_END 9007199254740992.0

static const struct shape absent = {.n = -1};

/* Whether it is a list; cuts its brackets off. */
static bool
open_list(struct span *s)
{
	*s = span_trim(*s);
	if (s->n < 2 ||
	    !((s->p[0] == '[' && s->p[s->n - 1] == ']') ||
		(s->p[0] == '(' && s->p[s->n - 1] == ')')))
		return false;
	*s = span_trim(span_cut(*s, 1, s->n - 1));
	return true;
}

/* How far a quoted string reaches, with both quotes. */
static size_t
quoted_end(struct span s)
{
	size_t i = 1;

	while (i < s.n && s.p[i] != s.p[0])
		i += s.p[i] == '\\' ? 2 : 1;
	return i < s.n ? i + 1 : s.n;
}

/* How far the first item reaches: to the comma outside of all brackets. */
static size_t
item_end(struct span s)
{
	size_t depth = 0, i = 0;

	while (i < s.n && (depth || s.p[i] != ',')) {
		char c = s.p[i];

		if (c == '"' || c == '\'') {
			i += quoted_end(span_cut(s, i, s.n));
			continue;
		}
		if (c == '[' || c == '(')
			depth++;
		if ((c == ']' || c == ')') && depth)
			depth--;
		i++;
	}
	return i;
}

/* The next item of a list without its brackets; false behind the last. */
static bool
next_item(struct span *list, struct span *item)
{
	size_t end = item_end(*list);

	if (list->n == 0)
		return false;
	*item = span_trim(span_cut(*list, 0, end));
	*list = end < list->n ? span_trim(span_cut(*list, end + 1, list->n))
			      : (struct span){NULL, 0};
	return true;
}

static struct span
unquote(struct span s)
{
	if (s.n >= 2 && (s.p[0] == '"' || s.p[0] == '\'') &&
	    s.p[s.n - 1] == s.p[0])
		return span_cut(s, 1, s.n - 1);
	return s;
}

static void
read_items(struct items *items, struct span text)
{
	struct span item;

	items->n = 0;
	if (!open_list(&text))
		return;
	while (items->n < ARGUMENTS_MOST && next_item(&text, &item))
		items->item[items->n++] = unquote(item);
}

void
arguments_read(struct arguments *a, struct span dims, struct span types,
    struct span values)
{
	read_items(&a->dims, dims);
	read_items(&a->types, types);
	read_items(&a->values, values);
}

int
arguments_count(const struct arguments *a)
{
	return a->dims.n;
}

static struct span
item_at(const struct items *items, int i)
{
	return i >= 0 && i < items->n ? items->item[i] : (struct span){NULL, 0};
}

/* A whole number; NAN where the text is none. */
static double
whole_number(struct span text)
{
	double value = 0;
	bool minus = text.n && text.p[0] == '-';

	if (minus)
		text = span_cut(text, 1, text.n);
	for (size_t i = 0; i < text.n; i++) {
		if (!ascii_is_digit(text.p[i]))
			return NAN;
		value = value * 10 + (text.p[i] - '0');
	}
	if (text.n == 0 || value >= SIZE_END)
		return NAN;
	return minus ? -value : value;
}

static struct shape
read_numbers(struct span list, double least)
{
	struct shape s = {0};
	struct span item;

	while (next_item(&list, &item)) {
		double value = whole_number(item);

		if (s.n == SHAPE_MOST || !(value >= least))
			return absent;
		s.size[s.n++] = value;
	}
	return s;
}

static struct shape
read_shape(struct span text)
{
	return open_list(&text) ? read_numbers(text, 0) : absent;
}

struct shape
arguments_shape(const struct arguments *a, int i)
{
	return read_shape(item_at(&a->dims, i));
}

struct shape
arguments_shape_of(struct span list, int i)
{
	struct span item;

	if (i < 0 || !open_list(&list))
		return absent;
	while (next_item(&list, &item))
		if (i-- == 0)
			return read_shape(item);
	return absent;
}

int
arguments_tensors(const struct arguments *a, int i)
{
	struct span list = item_at(&a->dims, i), item;
	int n = 0;

	if (!open_list(&list))
		return 0;
	while (next_item(&list, &item)) {
		if (!open_list(&item))
			return 0;
		n++;
	}
	return n;
}

struct shape
arguments_tensor(const struct arguments *a, int i, int k)
{
	return k < 0 ? absent : arguments_shape_of(item_at(&a->dims, i), k);
}

struct span
arguments_type(const struct arguments *a, int i)
{
	return item_at(&a->types, i);
}

struct span
arguments_value(const struct arguments *a, int i)
{
	return item_at(&a->values, i);
}

bool
arguments_says(const struct arguments *a, int i, const char *word)
{
	return span_is(arguments_value(a, i), word);
}

bool
arguments_wants(const struct arguments *a, int i, int k)
{
	struct span list = arguments_value(a, i), item;

	if (!open_list(&list))
		return false;
	while (next_item(&list, &item))
		if (k-- == 0)
			return span_is(item, "True");
	return false;
}

double
arguments_number(const struct arguments *a, int i, double otherwise)
{
	double value = whole_number(arguments_value(a, i));

	return isnan(value) ? otherwise : value;
}

struct shape
arguments_numbers(const struct arguments *a, int i)
{
	struct span text = arguments_value(a, i);

	if (text.n == 0)
		return absent;
	open_list(&text);
	return read_numbers(text, -SIZE_END);
}

double
shape_product(const struct shape *s)
{
	double product = 1;

	if (s->n < 0)
		return NAN;
	for (int i = 0; i < s->n; i++)
		product *= s->size[i];
	return product;
}

double
shape_at(const struct shape *s, int place)
{
	if (place < 0)
		place += s->n;
	return place >= 0 && place < s->n ? s->size[place] : NAN;
}
