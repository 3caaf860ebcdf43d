#include "tools/trace-critical/windows.h"
#include "common/bytes/memory.h"

#include <stdlib.h>

#include "common/cli/x.h"

/* Tabs between empty fields are no key. */
static bool
is_empty(struct span key)
{
	for (size_t i = 0; i < key.n; i++)
		if (key.p[i] != '\t')
			return false;
	return true;
}

/* The last point of the events of a key. */
static uint32_t
last_end(const struct points *r, uint32_t key)
{
	uint32_t best = NONE;

	for (uint32_t i = r->hosts; i < r->n; i++)
		if (r->key[r->row[i].details] == key &&
		    (best == NONE || r->row[i].end >= r->row[best / 2].end))
			best = 2 * i + 1;
	return best;
}

size_t
windows_by_key(const struct points *r, struct window **windows)
{
	struct window *w = NULL;
	size_t n = 0, cap = 0;
	bool *seen = xcalloc(pool_count(r->keys) + 1u, sizeof *seen);

	for (uint32_t i = r->hosts; i < r->n; i++) {
		uint32_t key = r->key[r->row[i].details];
		struct window next = {{r->row[i].start, 0}, key, NONE};

		if (seen[key] || is_empty(pool_get(r->keys, key)))
			continue;
		seen[key] = true;
		if (n) {
			w[n - 1].time.end = next.time.start;
			w[n - 1].last = 2 * i;
		}
		ARRAY_PUSH(w, n, &cap, next);
	}
	if (n) {
		w[n - 1].last = last_end(r, w[n - 1].key);
		w[n - 1].time.end = point_time(r, w[n - 1].last);
	}
	free(seen);
	*windows = w;
	return n;
}
