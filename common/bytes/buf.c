#include <stdint.h>
#include <stdlib.h>

#include "common/bytes/buf.h"

void *
array_enlarge(void *array, size_t *cap, size_t want, size_t size)
{
	size_t n = *cap ? *cap : 16;
	void *grown;

	while (n < want) {
		if (n > SIZE_MAX / 2 / size)
			return NULL;
		n *= 2;
	}
	grown = realloc(array, n * size);
	if (grown)
		*cap = n;
	return grown;
}

int
array_enlarge_at(void *array, size_t *cap, size_t want, size_t size)
{
	void *p;

	memcpy(&p, array, sizeof p);
	p = array_enlarge(p, cap, want, size);
	if (!p)
		return -1;
	memcpy(array, &p, sizeof p);
	return 0;
}

int
buf_enlarge(struct buf *b, size_t more)
{
	char *p;

	if (more > SIZE_MAX - b->n)
		return -1;
	p = array_grow(b->p, &b->cap, b->n + more, 1);
	if (!p)
		return -1;
	b->p = p;
	return 0;
}

int
buf_add(struct buf *b, const void *p, size_t n)
{
	if (buf_reserve(b, n))
		return -1;
	if (n)
		memcpy(b->p + b->n, p, n);
	b->n += n;
	return 0;
}

void
buf_free(struct buf *b)
{
	free(b->p);
	*b = (struct buf){0};
}
