#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/sequence/numbers.h"
#include "tools/trace-counter/depth.h"

/* Tells how it is after the instant that is over. */
static void
tell(struct depth *d)
{
	if (d->n > 1)
		qsort(d->changed, d->n, sizeof *d->changed, numbers_compare);
	for (size_t i = 0; i < d->n; i++) {
		struct depth_key *k = &d->key[d->changed[i]];

		k->changed = false;
		d->emit(d->context, d->changed[i], d->now, k->open);
	}
	d->n = 0;
}

static void
change(struct depth *d, uint32_t key, int64_t time, int by)
{
	if (d->n && time != d->now)
		tell(d);
	d->now = time;
	d->key[key].open += by;
	if (d->key[key].changed)
		return;
	d->key[key].changed = true;
	ARRAY_PUSH(d->changed, d->n, &d->cap, key);
}

/* What ends by that time. */
static void
close_until(struct depth *d, int64_t time)
{
	while (d->ends.n && d->ends.entry[0].time <= time) {
		struct heap_entry end = heap_pop(&d->ends);

		change(d, end.number, end.time, -1);
	}
}

void
depth_add(struct depth *d, uint32_t key, int64_t start, int64_t end)
{
	while (d->keys <= key)
		ARRAY_PUSH(d->key, d->keys, &d->key_cap, (struct depth_key){0});
	close_until(d, start);
	change(d, key, start, 1);
	heap_push(&d->ends, (struct heap_entry){end, key});
}

void
depth_end(struct depth *d)
{
	close_until(d, INT64_MAX);
	tell(d);
}

void
depth_free(struct depth *d)
{
	heap_free(&d->ends);
	free(d->key);
	free(d->changed);
}
