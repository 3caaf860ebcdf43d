#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/trace/pftrace_slice.h"

void
pf_slice_clear(struct pf_slice *s)
{
	s->text.n = 0;
	s->nargs = 0;
	s->passed = false;
	s->name = s->flow = (struct pf_range){0};
	s->category = pf_interned_nothing;
}

void
pf_slice_free(struct pf_slice *s)
{
	buf_free(&s->text);
	free(s->args);
	free(s);
}

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

int
pf_put_text(struct pf_slice *s, struct pf_range *r, struct span text)
{
	if (r->n == 0)
		r->at = s->text.n;
	r->n += text.n;
	return text.n ? buf_add(&s->text, text.p, text.n) : 0;
}

int
pf_put_format(struct pf_slice *s, struct pf_range *r, const char *format, ...)
{
	char text[64];
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	return pf_put_text(s, r, (struct span){text, (size_t)n});
}

int
pf_put_copy(struct pf_slice *s, struct pf_range *r, struct pf_range from)
{
	if (buf_reserve(&s->text, from.n))
		return -1;
	return pf_put_text(s, r, pf_text(s, from));
}

int
pf_put_unsigned(struct pf_slice *s, struct pf_range *r, uint64_t value)
{
	char text[FIXED_MAX];

	return pf_put_text(s, r,
	    (struct span){text, (size_t)(fixed_digits(text, value) - text)});
}

int
pf_put_number(struct pf_slice *s, struct pf_range *r, int64_t value)
{
	char text[FIXED_MAX];

	return pf_put_text(
	    s, r, (struct span){text, fixed_print_int(text, value)});
}

int
pf_put_arg(struct pf_slice *s, const struct pf_arg *a)
{
	return ARRAY_PUSH(s->args, s->nargs, &s->cap, *a);
}

int
pf_slice_name(struct pf_slice *s, const char *event, struct span name)
{
	struct pf_arg a = {.rank = PF_NO_COLUMN};

	if (pf_put_text(s, &s->name, span_of(event)) ||
	    pf_put_text(s, &a.key, span_of("name")) ||
	    pf_put_text(s, &a.value, name))
		return -1;
	return pf_put_arg(s, &a);
}

int
pf_slice_count(struct pf_slice *s, const struct pf_count *count)
{
	struct pf_arg a = {.rank = PF_NO_COLUMN};

	if (count->kind == PF_COUNT_NONE)
		return 0;
	if (pf_put_text(s, &a.key, span_of("value")) ||
	    (count->kind == PF_COUNT_WHOLE
		    ? pf_put_number(s, &a.value, count->whole)
		    : pf_put_format(s, &a.value, "%.17g", count->real)))
		return -1;
	return pf_put_arg(s, &a);
}
