/*
 * Any rows of the host and any launches: what holds a row is of its thread and
 * began before it, annotations are those that a search through all rows finds,
 * and every launch is a call with the event's own correlation.
 */
#include <stdbool.h>

#include "common/trace/host_events.h"
#include "common/trace/launch.h"
#include "tests/fuzz/bytes.h"
#include "tests/unit/link_check.h"
#include "tools/trace-link/call_path.h"

/* Texts: 0 is a scope, 1 to 3 are its threads. */
enum { MOST = 100, TEXTS = 4, IDS = 16 };

static uint32_t
take_correlation(struct bytes *b)
{
	uint8_t id = take_byte(b) % (IDS + 1);

	return id == IDS ? HOST_NONE : id;
}

static struct host
take_row(struct bytes *b)
{
	uint8_t form = take_byte(b);
	struct host h = {.kind = form % 4,
	    .thread = 1 + (form >> 2) % (TEXTS - 1),
	    .graph = form >> 7,
	    .external = INT64_MAX,
	    .correlation = HOST_NONE};

	h.start = take_byte(b) * INT64_C(500);
	h.end = h.start + take_byte(b) * INT64_C(500);
	if (h.kind == HOST_CALL)
		h.correlation = take_correlation(b);
	return h;
}

static void
check_row(const struct host *h, const struct call_tree *t, uint32_t i)
{
	uint32_t parent = t->parent[i];

	if (parent != HOST_NONE)
		require(parent < i && h[parent].thread == h[i].thread &&
		    h[parent].end > h[i].start);
	if (h[i].kind != HOST_CALL)
		return;
	require(t->annotation[i] == search_annotation(h, i, true));
	require(t->around[i] == search_annotation(h, i, false));
	if (t->frame[i] != HOST_NONE)
		require(h[t->frame[i]].kind == HOST_FRAME);
}

static void
check_launches(struct bytes *b, const struct host *h, size_t n)
{
	unsigned char known[IDS];
	uint32_t id[MOST];
	struct launch launch[MOST];
	size_t m = 0;

	for (int i = 0; i < IDS; i++)
		known[i] = take_byte(b) & 7;
	while (b->n && m < MOST)
		id[m++] = take_correlation(b);
	launch_find(h, n, known, IDS, id, m, launch);
	for (size_t i = 0; i < m; i++) {
		uint32_t call = launch[i].call;

		require(launch_reason(launch[i].reason) != NULL);
		require((call == HOST_NONE) ==
		    (launch[i].reason >= LAUNCH_UNKNOWN));
		if (call != HOST_NONE)
			require(call < n && h[call].kind == HOST_CALL &&
			    h[call].correlation == id[i]);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint32_t same[TEXTS] = {0, 1, 2, 3};
	struct bytes b = {data, size};
	size_t n = take_byte(&b) % (MOST + 1);
	struct host h[MOST];
	struct call_tree t;

	for (size_t i = 0; i < n; i++)
		h[i] = take_row(&b);
	host_sort(h, n, same, true);
	call_tree_build(&t, h, n, TEXTS);
	for (uint32_t i = 0; i < n; i++)
		check_row(h, &t, i);
	call_tree_free(&t);
	check_launches(&b, h, n);
	return 0;
}
