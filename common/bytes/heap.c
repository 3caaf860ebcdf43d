#include <stdbool.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/heap.h"

static bool
before(struct heap_entry a, struct heap_entry b)
{
	return a.time != b.time ? a.time < b.time : a.number < b.number;
}

void
heap_push(struct heap *h, struct heap_entry e)
{
	size_t i = h->n;

	ARRAY_RESERVE(h->entry, &h->cap, h->n + 1);
	h->n++;
	for (; i && before(e, h->entry[(i - 1) / 2]); i = (i - 1) / 2)
		h->entry[i] = h->entry[(i - 1) / 2];
	h->entry[i] = e;
}

struct heap_entry
heap_pop(struct heap *h)
{
	struct heap_entry *entry = h->entry, first = entry[0];
	struct heap_entry last = entry[--h->n];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < h->n) {
		if (child + 1 < h->n && before(entry[child + 1], entry[child]))
			child++;
		if (!before(entry[child], last))
			break;
		entry[i] = entry[child];
		i = child;
	}
	entry[i] = last;
	return first;
}

void
heap_free(struct heap *h)
{
	free(h->entry);
	*h = (struct heap){0};
}
