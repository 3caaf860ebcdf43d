#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/trace/host_events.h"
#include "tools/trace-critical/edges.h"

/* An event in the order of the launches on its stream. */
struct queued {
	uint32_t track, row;
	int64_t launched;
};

/* For use while links are found. */
struct finder {
	struct points *r;
	struct queued *queue;
	uint32_t works;
};

ORDER_BY(compare_queued, struct queued, UP(track), UP(launched), UP(row))

/*
 * An event without a known launch was launched behind the one before it on its
 * stream, nobody knows how long.
 */
static void
fill_queue(struct finder *f)
{
	const struct points *r = f->r;
	uint32_t tracks = pool_count(r->in.texts);
	int64_t *last = xmalloc((tracks + 1u) * sizeof *last);

	for (uint32_t i = 0; i < tracks; i++)
		last[i] = INT64_MIN;
	for (uint32_t i = 0; i < f->works; i++) {
		uint32_t row = r->hosts + i, track = r->row[row].thread;

		if (r->call[i] != NONE)
			last[track] = r->row[r->call[i]].start;
		f->queue[i] = (struct queued){track, row, last[track]};
	}
	free(last);
}

static void
open_finder(struct finder *f, struct points *r)
{
	*f = (struct finder){.r = r, .works = r->n - r->hosts};
	f->queue = xcalloc(f->works + 1u, sizeof *f->queue);
	fill_queue(f);
	ARRAY_SORT(f->queue, f->works, compare_queued);
}

/* The place in the queue of the first launch on the track at `time` or later.
 */
static uint32_t
first_from(const struct finder *f, uint32_t track, int64_t time)
{
	uint32_t low = 0, high = f->works;

	BISECT(low, high, i,
	    f->queue[i].track < track ||
		(f->queue[i].track == track && f->queue[i].launched < time));
	return low;
}

static bool
is_on(const struct finder *f, uint32_t place, uint32_t track)
{
	return place < f->works && f->queue[place].track == track;
}

static void
add(struct points *r, uint32_t from, uint32_t to, enum kind kind)
{
	ARRAY_PUSH(r->link, r->links, &r->link_cap,
	    (struct link){.to = to, .from = from, .kind = kind});
}

/* The call waits for the last event that was launched on the track before. */
static void
wait_for_track(struct finder *f, uint32_t call, uint32_t track, int64_t before)
{
	uint32_t place = first_from(f, track, before);

	if (place > 0 && is_on(f, place - 1, track))
		add(f->r, point_end(f->queue[place - 1].row), point_end(call),
		    SYNC);
}

/* Do the texts of two tracks agree but for the stream? */
static bool
same_device(const struct points *r, uint32_t a, uint32_t b)
{
	struct span x = pool_get(r->in.texts, a), y = pool_get(r->in.texts, b);

	for (int i = 0; i < 3; i++)
		if (!span_equal(span_take(&x, '\t'), span_take(&y, '\t')))
			return false;
	return true;
}

/* The same for all tracks of the device that has this one. */
static void
wait_for_device(struct finder *f, uint32_t call, uint32_t one)
{
	for (uint32_t i = 0; i < f->works;) {
		uint32_t track = f->queue[i].track;

		if (same_device(f->r, track, one))
			wait_for_track(f, call, track, f->r->row[call].start);
		i = first_from(f, track + 1, INT64_MIN);
	}
}

/* The next event on the waiting stream follows the last one before the record.
 */
static void
hold_stream(
    struct finder *f, const struct sync *s, uint32_t call, int64_t recorded)
{
	uint32_t from = first_from(f, s->recorded, recorded);
	uint32_t to = first_from(f, s->track, f->r->row[call].end);

	if (from == 0 || !is_on(f, from - 1, s->recorded) ||
	    !is_on(f, to, s->track))
		return;
	add(f->r, point_end(f->queue[from - 1].row),
	    point_start(f->queue[to].row), WAIT);
}

static void
link_sync(struct finder *f, const struct sync *s)
{
	uint32_t call = call_with(f->r, s->call);
	uint32_t record = call_with(f->r, s->record);

	if (call == NONE)
		return;
	if (s->what == SYNC_STREAM)
		wait_for_track(f, call, s->track, f->r->row[call].start);
	else if (s->what == SYNC_CONTEXT)
		wait_for_device(f, call, s->track);
	else if (record != NONE && s->what == SYNC_EVENT)
		wait_for_track(f, call, s->recorded, f->r->row[record].start);
	else if (record != NONE)
		hold_stream(f, s, call, f->r->row[record].start);
}

/*
 * Which streams a call waited for is not known: the last event of each that was
 * launched before it and had ended when it returned, if that was while it ran.
 */
static void
link_guessed(struct finder *f, uint32_t call, uint32_t track)
{
	const struct host *h = &f->r->row[call];
	uint32_t low = first_from(f, track, INT64_MIN);
	uint32_t first = low, high = first_from(f, track, h->start);

	BISECT(low, high, i, f->r->row[f->queue[i].row].end <= h->end);
	if (low == first || f->r->row[f->queue[low - 1].row].end <= h->start)
		return;
	add(f->r, point_end(f->queue[low - 1].row), point_end(call), SYNC);
}

/* Calls that wait by their names. */
static void
guess_syncs(struct finder *f)
{
	struct points *r = f->r;

	for (uint32_t i = 0; i < r->hosts; i++) {
		struct span name = pool_get(r->in.texts, r->row[i].name);

		if (r->row[i].kind != HOST_CALL || !host_synchronises(name))
			continue;
		for (uint32_t k = 0; k < f->works;) {
			uint32_t track = f->queue[k].track;

			if (f->r->row[f->queue[k].row].scope == r->row[i].scope)
				link_guessed(f, i, track);
			k = first_from(f, track + 1, INT64_MIN);
		}
	}
}

/*
 * An event of the GPU that was launched, and had its stream for itself, for
 * PAUSE (ns) waited for something, as no launch takes so long: for the last
 * event of another stream of its device, if that ended at most SOON before. Of
 * 165 such pauses in nine traces with several streams 148 end so soon after
 * another end; of moments drawn at random within them, one in five.
 */
enum { PAUSE = 50000, SOON = 20000 };

/* An event of the GPU by its end. */
struct ended {
	int64_t end;
	uint32_t row;
};

ORDER_BY(compare_ended, struct ended, UP(end), UP(row))

/* The row that another may have waited for, or NONE. */
static uint32_t
awaited(const struct finder *f, const struct ended *ended, uint32_t row)
{
	const struct points *r = f->r;
	const struct host *h = &r->row[row];
	uint32_t before = r->before[point_start(row)];
	uint32_t call = r->call[row - r->hosts], low = 0, high = f->works;
	int64_t ready;

	if (call == NONE)
		return NONE;
	ready = r->row[call].start;
	if (before != NONE && point_time(r, before) > ready)
		ready = point_time(r, before);
	if (h->start - ready < PAUSE)
		return NONE;
	BISECT(low, high, i, ended[i].end <= h->start);
	while (low-- > 0 && ended[low].end >= h->start - SOON) {
		uint32_t track = r->row[ended[low].row].thread;

		if (track != h->thread && same_device(r, track, h->thread))
			return ended[low].row;
	}
	return NONE;
}

static void
guess_waits(struct finder *f)
{
	struct points *r = f->r;
	struct ended *ended = xcalloc(f->works + 1u, sizeof *ended);

	for (uint32_t i = 0; i < f->works; i++)
		ended[i] =
		    (struct ended){r->row[r->hosts + i].end, r->hosts + i};
	ARRAY_SORT(ended, f->works, compare_ended);
	for (uint32_t i = r->hosts; i < r->n; i++) {
		uint32_t other = awaited(f, ended, i);

		if (other != NONE)
			add(r, point_end(other), point_start(i), WAIT);
	}
	free(ended);
}

/* The last launch of a thread, and its last one on another track. */
struct launcher {
	uint32_t row, other;
	bool waits; /* a stream was made to wait since then */
};

static void
note_launch(const struct points *r, struct launcher *l, uint32_t row)
{
	if (l->row != NONE && r->row[l->row].thread != r->row[row].thread)
		l->other = l->row;
	l->row = row;
	l->waits = false;
}

/* Sets refused[] of a track on which an event began before what it is linked
 * to ended. */
static void
link_recorded(struct points *r, const uint32_t *work_of, unsigned char *refused,
    struct launcher *of)
{
	for (uint32_t i = 0; i < r->hosts; i++) {
		struct launcher *l = &of[r->row[i].thread];
		uint32_t row = work_of[i], track;
		bool waited = l->waits;

		if (r->row[i].kind == HOST_CALL &&
		    span_ends(pool_get(r->in.texts, r->row[i].name),
			"StreamWaitEvent"))
			l->waits = true;
		if (row == NONE)
			continue;
		track = r->row[row].thread;
		note_launch(r, l, row);
		if (!waited || l->other == NONE ||
		    !same_device(r, r->row[l->other].thread, track))
			continue;
		refused[track] |= r->row[l->other].end > r->row[row].start;
		/* Before the first of a track is what nobody knows. */
		if (r->before[point_start(row)] != NONE)
			add(r, point_end(l->other), point_start(row), WAIT);
	}
}

/*
 * A call that makes a stream wait names no stream. PyTorch launches collectives
 * behind one, on a stream that waits for the other one of the thread. What is
 * launched so is taken to wait so, unless another event of its stream did not.
 */
static void
guess_recorded(struct points *r)
{
	uint32_t texts = pool_count(r->in.texts), *work_of = xnones(r->hosts);
	unsigned char *refused = xcalloc(texts + 1u, 1);
	struct launcher *of = xmalloc((texts + 1u) * sizeof *of);
	size_t kept = r->links;

	for (uint32_t i = 0; i < texts; i++)
		of[i] = (struct launcher){NONE, NONE, false};
	for (uint32_t i = r->n; i-- > r->hosts;)
		if (r->call[i - r->hosts] != NONE)
			work_of[r->call[i - r->hosts]] = i;
	link_recorded(r, work_of, refused, of);
	for (size_t i = kept; i < r->links; i++)
		if (!refused[r->row[r->link[i].to / 2].thread])
			r->link[kept++] = r->link[i];
	r->links = kept;
	free(work_of);
	free(refused);
	free(of);
}

/* Copies that return when they are done. */
static void
link_copies(struct points *r)
{
	for (uint32_t i = 0; i < r->n - r->hosts; i++) {
		uint32_t call = r->call[i];

		if (call != NONE &&
		    host_copies_and_waits(
			pool_get(r->in.texts, r->row[call].name)))
			add(r, point_end(r->hosts + i), point_end(call), SYNC);
	}
}

static void
link_backward(struct points *r)
{
	uint32_t *forward = xhost_forward(&r->in, r->row, r->hosts);

	for (uint32_t i = 0; forward && i < r->hosts; i++)
		if (forward[i] != HOST_NONE &&
		    r->row[forward[i]].thread != r->row[i].thread)
			add(r, point_end(forward[i]), point_start(i), HOST);
	free(forward);
}

ORDER_BY(compare_links, struct link, UP(to), UP(from))

void
links_find(struct points *r)
{
	struct finder f;

	open_finder(&f, r);
	for (size_t i = 0; i < r->syncs; i++)
		link_sync(&f, &r->sync[i]);
	if (r->syncs == 0) {
		guess_syncs(&f);
		guess_waits(&f);
		guess_recorded(r);
	}
	link_copies(r);
	link_backward(r);
	ARRAY_SORT(r->link, r->links, compare_links);
	free(f.queue);
}

const struct link *
links_to(const struct points *r, uint32_t point, size_t *n)
{
	size_t low = 0, high = r->links;

	BISECT(low, high, i, r->link[i].to < point);
	for (high = low; high < r->links && r->link[high].to == point;)
		high++;
	*n = high - low;
	return *n ? r->link + low : NULL;
}

static uint32_t
find_root(uint32_t *root, uint32_t i)
{
	for (; root[i] != i; i = root[i])
		root[i] = root[root[i]];
	return i;
}

void
links_collectives(struct points *r, const struct links_pair *pair, size_t n)
{
	uint32_t works = r->n - r->hosts;
	uint32_t *of_line = xnones(r->lines);
	uint32_t *root = xmalloc((works + 1u) * sizeof *root);
	uint32_t *late = xmalloc((works + 1u) * sizeof *late);

	r->last = xmalloc((works + 1u) * sizeof *r->last);
	for (uint32_t i = 0; i < works; i++) {
		of_line[r->row[r->hosts + i].details] = i;
		root[i] = late[i] = i;
	}
	for (size_t i = 0; i < n; i++)
		if (pair[i].src < r->lines && pair[i].dst < r->lines &&
		    of_line[pair[i].src] != NONE &&
		    of_line[pair[i].dst] != NONE)
			root[find_root(root, of_line[pair[i].dst])] =
			    find_root(root, of_line[pair[i].src]);
	/* Rows come by start: the last of a root is the last to start. */
	memset(of_line, 0, r->lines * sizeof *of_line);
	for (uint32_t i = 0; i < works; i++) {
		late[find_root(root, i)] = i;
		of_line[find_root(root, i)]++;
	}
	for (uint32_t i = 0; i < works; i++)
		r->last[i] = of_line[find_root(root, i)] == 1
		    ? NONE
		    : r->hosts + late[find_root(root, i)];
	free(of_line);
	free(root);
	free(late);
}
