#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/trace/pftrace/slice.h"

struct span
pf_text(const struct pf_slice *s, struct pf_range r)
{
	return r.n ? (struct span){s->text.p + r.at, r.n} : (struct span){0};
}

struct span
pf_arg(const struct pf_slice *s, struct span name)
{
	for (size_t i = s->nargs; i-- > 0;)
		if (span_equal(pf_text(s, s->args[i].key), name))
			return pf_text(s, s->args[i].value);
	return (struct span){0};
}

void
pf_put_text(struct pf_slice *s, struct pf_range *r, struct span text)
{
	if (r->n == 0)
		r->at = s->text.n;
	r->n += text.n;
	if (text.n)
		buf_add(&s->text, text.p, text.n);
}

void
pf_put_format(struct pf_slice *s, struct pf_range *r, const char *format, ...)
{
	char text[64];
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	pf_put_text(s, r, (struct span){text, (size_t)n});
}

void
pf_put_copy(struct pf_slice *s, struct pf_range *r, struct pf_range from)
{
	buf_reserve(&s->text, from.n);
	pf_put_text(s, r, pf_text(s, from));
}

void
pf_put_value(
    struct pf_slice *s, struct pf_range *r, const struct pf_value *value)
{
	char digits[FIXED_MAX];

	if (value->kind != PF_OWN) {
		pf_put_text(s, r, pf_value_text(s, value, digits));
		return;
	}
	*r = value->own;
}

int
pf_value_own(struct pf_slice *s, struct pf_value *value, struct span text)
{
	*value = (struct pf_value){.kind = text.n ? PF_OWN : PF_NOTHING};
	pf_put_text(s, &value->own, text);
	return span_holds(text, 0);
}

void
pf_slice_say(struct pf_slice *s, unsigned rank, const struct pf_value *value)
{
	enum pf_column c;

	if (rank == PF_NO_COLUMN || value->kind == PF_NOTHING)
		return;
	c = pf_column(rank);
	if (rank > s->rank[c])
		return;
	s->rank[c] = rank;
	s->column[c] = *value;
}

struct span
pf_value_print(const struct pf_slice *s, const struct pf_value *value,
    char digits[FIXED_MAX])
{
	switch (value->kind) {
	case PF_OWN:
		return pf_text(s, value->own);
	case PF_UNSIGNED:
		return (struct span){digits,
		    (size_t)(fixed_digits(digits, value->number) - digits)};
	case PF_SIGNED:
		return fixed_text(digits, (int64_t)value->number);
	default:
		return (struct span){0};
	}
}

void
pf_put_arg(struct pf_slice *s, const struct pf_arg *a)
{
	ARRAY_PUSH(s->args, s->nargs, &s->cap, *a);
}

void
pf_put_arg_value(
    struct pf_slice *s, struct span key, const struct pf_value *value)
{
	struct pf_arg a = {0};

	pf_put_text(s, &a.key, key);
	pf_put_value(s, &a.value, value);
	pf_put_arg(s, &a);
}
