#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/trace/tracks.h"

void
tracks_free(struct tracks *t)
{
	free(t->p);
}

void
tracks_add(struct tracks *t, struct track_event event)
{
	ARRAY_PUSH(t->p, t->n, &t->cap, event);
}

static int
by_time(const void *pa, const void *pb)
{
	const struct track_event *a = pa, *b = pb;

	if (a->stream != b->stream)
		return a->stream < b->stream ? -1 : 1;
	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return (a->end > b->end) - (a->end < b->end);
}

int
tracks_overlaps(struct tracks *t, struct overlaps *o)
{
	int64_t end = 0; /* of the stream so far */

	*o = (struct overlaps){0};
	if (t->n)
		qsort(t->p, t->n, sizeof *t->p, by_time);
	for (size_t i = 0; i < t->n; i++) {
		const struct track_event *p = &t->p[i];

		if (i == 0 || p->stream != p[-1].stream || p->start >= end) {
			end = p->end;
			continue;
		}
		o->pieces++;
		if (fixed_add(&o->ns, (p->end < end ? p->end : end) - p->start))
			return -1;
		end = p->end > end ? p->end : end;
	}
	return 0;
}
