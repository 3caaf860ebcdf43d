#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"

void
array_enlarge(void *array, size_t *cap, size_t want, size_t size)
{
	size_t n = *cap ? *cap : 16;
	void *p;

	while (n < want) {
		if (n > SIZE_MAX / 2 / size)
			memory_out();
		n *= 2;
	}
	memcpy(&p, array, sizeof p);
	p = xrealloc(p, n * size);
	memcpy(array, &p, sizeof p);
	*cap = n;
}

void
buf_enlarge(struct buf *b, size_t more)
{
	if (more > SIZE_MAX - b->n)
		memory_out();
	ARRAY_RESERVE(b->p, &b->cap, b->n + more);
}

void
buf_add(struct buf *b, const void *p, size_t n)
{
	buf_reserve(b, n);
	if (n)
		memcpy(b->p + b->n, p, n);
	b->n += n;
}

void
buf_add_spans(struct buf *b, const struct span *spans, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_add_span(b, spans[i]);
}

struct span
buf_join_spans(struct buf *b, const struct span *spans, size_t n)
{
	b->n = 0;
	buf_add_spans(b, spans, n);
	return buf_span(b);
}

enum { USUAL = 64 /* bytes of what is printed at once */ };

void
buf_add_format(struct buf *b, const char *format, ...)
{
	va_list args, again;
	size_t n;

	va_start(args, format);
	va_copy(again, args);
	buf_reserve(b, USUAL);
	n = (size_t)vsnprintf(b->p + b->n, b->cap - b->n, format, args);
	va_end(args);
	if (n >= b->cap - b->n) {
		buf_reserve(b, n + 1);
		vsnprintf(b->p + b->n, n + 1, format, again);
	}
	va_end(again);
	b->n += n;
}

void
buf_free(struct buf *b)
{
	free(b->p);
	*b = (struct buf){0};
}
