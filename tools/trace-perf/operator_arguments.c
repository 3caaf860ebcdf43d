#include <math.h>
#include <stddef.h>
#include <strings.h>

#include "common/bytes/ascii.h"
#include "common/meaning/bracket_list.h"
#include "common/meaning/dtype.h"
#include "tools/trace-perf/work.h"

double
dtype_element_bytes(struct span type, bool reference)
{
	const struct dtype *d = dtype_find(type);

	return d && !(d->reference == DTYPE_OURS && reference) ? d->bytes : NAN;
}

const char *
dtype_precision(struct span type, bool reference)
{
	const struct dtype *d = dtype_find(type);

	return d && !(d->reference < DTYPE_WHOLE && reference) ? d->precision
							       : NULL;
}

double
dtype_expert_bytes(struct span type, double otherwise)
{
	static const struct {
		const char *start;
		double bytes;
	} known[] = {{"Float8", 1}, {"FP8", 1}, {"Float4", 0.5}, {"FP4", 0.5},
	    {"BFloat16", 2}, {"Half", 2}, {"Float16", 2}, {"Float", 4}};

	if (span_starts(type, "c10::"))
		type = span_cut(type, 5, type.n);
	for (size_t i = 0; i < COUNT(known); i++) {
		size_t n = strlen(known[i].start);

		if (type.n >= n && strncasecmp(type.p, known[i].start, n) == 0)
			return known[i].bytes;
	}
	return otherwise;
}

/* Sizes from here on are no longer exact in a double. */
#define SIZE_END 9007199254740992.0

static const struct shape absent = {.n = -1};

static void
read_items(struct items *items, struct span text)
{
	struct span item;

	items->n = 0;
	if (!bracket_list_open(&text))
		return;
	while (items->n < ARGUMENTS_MOST && bracket_list_next(&text, &item))
		items->item[items->n++] = bracket_list_unquote(item);
}

void
arguments_read(struct arguments *a, struct span dims, struct span types,
    struct span values)
{
	read_items(&a->dims, dims);
	read_items(&a->types, types);
	read_items(&a->values, values);
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

struct shape
arguments_numbers(struct span list, double least)
{
	struct shape s = {0};
	struct span item;

	while (bracket_list_next(&list, &item)) {
		double value = whole_number(bracket_list_unquote(item));

		if (s.n == SHAPE_MOST || !(value >= least))
			return absent;
		s.size[s.n++] = value;
	}
	return s;
}

static struct shape
read_shape(struct span text)
{
	return bracket_list_open(&text) ? arguments_numbers(text, 0) : absent;
}

struct shape
shape_of(const struct operation *op, int i)
{
	return read_shape(item_at(&op->args.dims, i));
}

struct span
arguments_item_of(struct span list, int i)
{
	struct span item;

	if (i >= 0 && bracket_list_open(&list))
		while (bracket_list_next(&list, &item))
			if (i-- == 0)
				return item;
	return (struct span){NULL, 0};
}

struct shape
arguments_shape_of(struct span list, int i)
{
	return read_shape(arguments_item_of(list, i));
}

int
tensors_of(const struct operation *op, int i)
{
	struct span list = item_at(&op->args.dims, i), item;
	int n = 0;

	if (!bracket_list_open(&list))
		return 0;
	while (bracket_list_next(&list, &item)) {
		if (!bracket_list_open(&item))
			return 0;
		n++;
	}
	return n;
}

struct shape
tensor_of(const struct operation *op, int i, int k)
{
	return arguments_shape_of(item_at(&op->args.dims, i), k);
}

struct span
type_of(const struct operation *op, int i)
{
	return item_at(&op->args.types, i);
}

struct span
value_of(const struct operation *op, int i)
{
	return item_at(&op->args.values, i);
}

bool
says(const struct operation *op, int i, const char *word)
{
	return span_is(value_of(op, i), word);
}

bool
wants(const struct operation *op, int i, int k)
{
	return span_is(arguments_item_of(value_of(op, i), k), "True");
}

double
number_of(const struct operation *op, int i, double otherwise)
{
	double value = whole_number(value_of(op, i));

	return isnan(value) ? otherwise : value;
}

struct shape
numbers_of(const struct operation *op, int i)
{
	struct span text = value_of(op, i);

	if (text.n == 0)
		return absent;
	bracket_list_open(&text);
	return arguments_numbers(text, -SIZE_END);
}

double
shape_product(struct shape s)
{
	double product = 1;

	if (s.n < 0)
		return NAN;
	for (int i = 0; i < s.n; i++)
		product *= s.size[i];
	return product;
}

double
shape_at(struct shape s, int place)
{
	if (place < 0)
		place += s.n;
	return place >= 0 && place < s.n ? s.size[place] : NAN;
}
