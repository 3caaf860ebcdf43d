#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-critical/hta.h"

enum { APART = 1500000 }; /* ns from one kernel to the next, at most */

/* A queue's change by 1 when a call launches a row, by -1 when that starts. */
struct change {
	int64_t at;
	uint32_t track, row, line;
	int by;
};

ORDER_BY(compare_changes, struct change, UP(track), UP(at), DOWN(by), UP(line))

void
hta_count_queued(struct hta *h)
{
	const struct points *r = h->r;
	struct change *c = xcalloc(2 * (size_t)r->n + 1, sizeof *c);
	size_t n = 0;

	for (uint32_t i = r->hosts; i < r->n; i++) {
		const struct host *w = &r->row[i];
		uint32_t call = hta_call_of(h, i);

		if (call == NONE)
			continue;
		c[n++] = (struct change){r->row[call].start, w->thread, call,
		    r->row[call].details, 1};
		c[n++] =
		    (struct change){w->start, w->thread, i, w->details, -1};
	}
	qsort(c, n, sizeof *c, compare_changes);
	for (size_t i = 0; i < n; i++) {
		int before = i && c[i - 1].track == c[i].track
		    ? h->queued[c[i - 1].row]
		    : 0;

		h->queued[c[i].row] = before + c[i].by;
	}
	free(c);
}

/* The last event that was launched on the stream before the event's record. */
static uint32_t
recorded(const struct hta *h, const struct sync *s)
{
	uint32_t call = call_with(h->r, s->record);

	for (uint32_t i = h->launches; call != NONE && i-- > 0;) {
		uint32_t row = h->launched[i];

		if (h->r->row[row].thread == s->recorded &&
		    h->r->row[hta_call_of(h, row)].start <
			h->r->row[call].start)
			return row;
	}
	return NONE;
}

/* The first event that the thread launched on the stream after the call. */
static uint32_t
launched_next(const struct hta *h, const struct sync *s, uint32_t call)
{
	const struct host *c = &h->r->row[call];

	for (uint32_t i = 0; i < h->launches; i++) {
		uint32_t row = h->launched[i];
		const struct host *by = &h->r->row[hta_call_of(h, row)];

		if (by->thread == c->thread && by->start > c->start &&
		    h->r->row[row].thread == s->track)
			return row;
	}
	return NONE;
}

static void
add_sync(struct hta *h, const struct sync *s)
{
	uint32_t call = call_with(h->r, s->call);
	uint32_t end = call == NONE ? NONE : h->node[point_end(call)], row,
		 next;

	if (s->what == SYNC_EVENT || s->what == SYNC_STREAM_WAIT) {
		row = recorded(h, s);
		if (row == NONE || call == NONE)
			return;
		if (s->what == SYNC_STREAM_WAIT) {
			next = launched_next(h, s, call);
			if (next != NONE)
				h->waits_for[next - h->r->hosts] = row;
		} else if (end != NONE && h->node[point_end(row)] != NONE)
			hta_add(h, h->node[point_end(row)], end, HTA_SYNC,
			    false, NONE);
		return;
	}
	for (uint32_t t = 0; end != NONE && t < pool_count(h->r->in.texts); t++)
		if (h->last[t] != NONE &&
		    (s->what == SYNC_CONTEXT || t == s->track))
			hta_add(h, h->last[t], end, HTA_SYNC, false, NONE);
}

static int64_t
node_time(const struct hta *h, uint32_t node)
{
	return point_time(h->r, h->point[node]);
}

static void
add_kernel(struct hta *h, uint32_t row)
{
	uint32_t s = h->node[point_start(row)], e = h->node[point_end(row)];
	uint32_t call = hta_call_of(h, row), start = h->node[point_start(call)];
	uint32_t *last = &h->last[h->r->row[row].thread], before = *last;
	uint32_t waits = h->waits_for[row - h->r->hosts];
	uint32_t held = waits == NONE ? NONE : h->node[point_end(waits)];
	int64_t called = h->r->row[call].start;
	bool empty = h->queued[call] == 1 && h->queued[row] == 0 &&
	    (before == NONE || node_time(h, before) < called) &&
	    (held == NONE || node_time(h, held) < called);

	*last = e;
	hta_add(h, s, e, HTA_OPERATOR, true, row);
	if (held != NONE)
		hta_add(h, held, s, HTA_SYNC, false, NONE);
	if (!empty && before != NONE &&
	    node_time(h, s) - node_time(h, before) < APART &&
	    (held == NONE || node_time(h, held) < node_time(h, before)))
		hta_add(h, before, s, HTA_KERNEL_KERNEL, true, row);
	if (start != NONE && empty)
		hta_add(h, start, s, HTA_LAUNCH, true, row);
}

/* Work by its start, and waits by their end, in one order. */
void
hta_add_device(struct hta *h)
{
	const struct points *r = h->r;
	size_t n = 0;
	struct hta_edge *at =
	    xcalloc(r->n - r->hosts + r->syncs + 1, sizeof *at);

	for (uint32_t i = r->hosts; i < r->n; i++)
		if (h->node[point_start(i)] != NONE)
			at[n++] = (struct hta_edge){
			    .weight = r->row[i].start, .row = i, .to = i};
	for (size_t i = 0; i < r->syncs; i++)
		at[n++] = (struct hta_edge){.weight = r->sync[i].end,
		    .row = r->n + (uint32_t)i,
		    .to = (uint32_t)i,
		    .type = HTA_SYNC};
	qsort(at, n, sizeof *at, hta_compare);
	for (size_t i = 0; i < n; i++)
		if (at[i].type == HTA_SYNC)
			add_sync(h, &r->sync[at[i].to]);
		else
			add_kernel(h, at[i].to);
	free(at);
}
