#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/trace/lanes.h"
#include "common/trace/perfetto.h"
#include "tools/trace-json/packet_writer.h"
#include "tools/trace-json/viewer_tracks.h"

struct viewer_track {
	uint64_t parent;           /* itself: a process; 0: none */
	struct descriptor_ids ids; /* of a process or thread */
	bool halves; /* begins and ends have come before complete events */
	size_t open; /* begins without their ends */
	struct track lanes;
};

struct viewer_tracks {
	struct packets *packets;
	struct ids *ids;
	struct pool *keys;
	struct viewer_track *track; /* number n is at n - 1 */
	size_t n, cap;
	struct buf key, text;
};

struct viewer_tracks *
viewer_tracks_new(struct packets *s, struct ids *ids)
{
	struct viewer_tracks *t = xcalloc(1, sizeof *t);

	t->packets = s;
	t->ids = ids;
	t->keys = pool_new();
	return t;
}

void
viewer_tracks_free(struct viewer_tracks *t)
{
	if (!t)
		return;
	for (size_t i = 0; i < t->n; i++)
		track_free(&t->track[i].lanes);
	free(t->track);
	pool_free(t->keys);
	buf_free(&t->key);
	buf_free(&t->text);
	free(t);
}

/* A number as a viewer has it: 32 bits, and the only way to write it. */
static int64_t
small_number(struct span text)
{
	int64_t v;

	return fixed_parse_natural(text, &v) || v > INT32_MAX ? -1 : v;
}

/* The key of a track: what kind it is, and texts. */
static void
put_key(struct viewer_tracks *t, struct span part)
{
	char *end;

	buf_reserve(&t->key, part.n + 1);
	end = t->key.p + t->key.n;
	*end = '\t';
	if (part.n)
		memcpy(end + 1, part.p, part.n);
	t->key.n += part.n + 1;
}

static void
start_key(struct viewer_tracks *t, const struct row *r, const char *kind)
{
	t->key.n = 0;
	put_key(t, span_of(kind));
	put_key(t, r->text[ROW_RANK]);
	put_key(t, r->text[ROW_PID]);
}

/* The number of the track of that key; *track if it is new, else NULL. */
static uint64_t
find(struct viewer_tracks *t, struct viewer_track **track)
{
	uint32_t number = pool_add(t->keys, buf_span(&t->key));

	*track = NULL;
	if (number < t->n)
		return number + UINT64_C(1);
	ARRAY_PUSH(t->track, t->n, &t->cap, (struct viewer_track){0});
	*track = &t->track[number];
	(*track)->ids = (struct descriptor_ids){-1, -1};
	return number + UINT64_C(1);
}

/* The same, with a name in its parent. */
static uint64_t
find_named(
    struct viewer_tracks *t, uint64_t parent, struct span name, bool counter)
{
	struct viewer_track *track;
	uint64_t number = find(t, &track);

	if (track)
		packets_name(t->packets, number, parent, name, counter);
	return number;
}

/*
 * Describes a process or thread. Without ids that a viewer takes, a track gets
 * only its name.
 */
static void
describe(
    struct viewer_tracks *t, uint64_t number, struct descriptor_detail detail)
{
	const struct viewer_track *track = &t->track[number - 1];
	bool process = track->parent == number;

	if (track->ids.pid >= 0 && (process || track->ids.tid >= 0))
		packets_describe(t->packets, number, track->ids, detail);
	else if (detail.kind == DETAIL_NAME)
		packets_name(t->packets, number, process ? 0 : track->parent,
		    detail.text, false);
}

static uint64_t
process_of(struct viewer_tracks *t, const struct row *r)
{
	struct viewer_track *track;
	struct span pid = r->text[ROW_PID];
	uint64_t number;

	if (pid.n == 0)
		return 0;
	start_key(t, r, "process");
	number = find(t, &track);
	if (!track)
		return number;
	if (t->ids) { /* that among those of all ranks */
		t->text.n = 0;
		ids_process(t->ids, &t->text, r->text[ROW_RANK], pid);
		pid = buf_span(&t->text);
	}
	track->parent = number;
	track->ids.pid = small_number(pid);
	describe(t, number, (struct descriptor_detail){.text = pid});
	return number;
}

/* The name of a thread, or of a track beside it, without a name of its own. */
static struct span
thread_name(struct viewer_tracks *t, const struct row *r, const char *place)
{
	struct span tid = r->text[ROW_TID];

	if (tid.n == 0)
		tid = span_of(r->text[ROW_PID].n ? "no thread" : "events");
	if (!*place)
		return tid;
	return BUF_JOIN(
	    &t->text, tid, span_of(" (lane "), span_of(place), span_of(")"));
}

enum { PLACE_MAX = 2 * FIXED_MAX };

static void
thread_key(struct viewer_tracks *t, const struct row *r, const char *place)
{
	start_key(t, r, "thread");
	put_key(t, r->text[ROW_TID]);
	put_key(t, span_of(place));
}

/*
 * A track that is not there yet, behind what it is in: a thread in a process,
 * and places beside a thread in that.
 */
static uint64_t
add_thread(struct viewer_tracks *t, const struct row *r, const char *place)
{
	struct viewer_track *track;
	uint64_t number,
	    parent = *place ? viewer_tracks_thread(t, r) : process_of(t, r);

	thread_key(t, r, place);
	number = find(t, &track);
	if (!track)
		return number;
	track->parent = parent;
	if (parent && !*place) {
		track->ids.pid = t->track[parent - 1].ids.pid;
		track->ids.tid = small_number(r->text[ROW_TID]);
	}
	describe(t, number,
	    (struct descriptor_detail){.text = thread_name(t, r, place)});
	return number;
}

/*
 * A track of a thread, by its lane and the place beside that, "2" or "2.1". The
 * first one, "", is the thread itself.
 */
static uint64_t
track_of_thread(
    struct viewer_tracks *t, const struct row *r, int64_t lane, size_t beside)
{
	char place[PLACE_MAX];
	uint32_t known;

	*place = '\0';
	if (beside)
		snprintf(place, PLACE_MAX, "%" PRId64 ".%zu", lane, beside);
	else if (lane)
		snprintf(place, PLACE_MAX, "%" PRId64, lane);
	thread_key(t, r, place);
	known = pool_find(t->keys, buf_span(&t->key));
	return known == POOL_NONE ? add_thread(t, r, place)
				  : known + UINT64_C(1);
}

uint64_t
viewer_tracks_thread(struct viewer_tracks *t, const struct row *r)
{
	return track_of_thread(t, r, 0, 0);
}

uint64_t
viewer_tracks_slice(
    struct viewer_tracks *t, const struct row *r, uint64_t *thread)
{
	uint64_t number = track_of_thread(t, r, r->lane, 0);
	struct viewer_track *track;
	size_t lane;

	*thread = r->lane ? viewer_tracks_thread(t, r) : number;
	if (!number)
		return 0;
	track = &t->track[number - 1];
	lane = track_find(&track->lanes, r->ts, r->ts + r->dur, SIZE_MAX);
	track_add(&track->lanes, lane, r->ts + r->dur);
	lane += track->halves;
	return lane ? track_of_thread(t, r, r->lane, lane) : number;
}

/* Where events of an id lie, whatever their thread. */
static uint64_t
track_of_id(struct viewer_tracks *t, const struct row *r)
{
	uint64_t process = process_of(t, r);

	start_key(t, r, "id");
	put_key(t, r->text[ROW_CAT]);
	put_key(t, r->text[ROW_ID]);
	if (r->text[ROW_ID].n == 0)
		put_key(t, r->text[ROW_REST]);
	return find_named(t, process, r->text[ROW_NAME], false);
}

/*
 * Begins and ends of a thread nest among themselves, but not with its complete
 * events: who comes first has the thread's track.
 */
static uint64_t
track_of_halves(struct viewer_tracks *t, const struct row *r)
{
	uint64_t thread = viewer_tracks_thread(t, r);

	if (thread && t->track[thread - 1].lanes.n == 0)
		t->track[thread - 1].halves = true;
	if (!thread || t->track[thread - 1].halves)
		return thread;
	put_key(t, span_of("begin"));
	return find_named(t, thread, thread_name(t, r, ""), false);
}

uint64_t
viewer_tracks_half(
    struct viewer_tracks *t, const struct row *r, bool begins, bool *open)
{
	bool own = span_is_among(r->text[ROW_PH], "B E");
	uint64_t number = own ? track_of_halves(t, r) : track_of_id(t, r);
	struct viewer_track *track;

	if (!number)
		return 0;
	track = &t->track[number - 1];
	*open = begins || track->open;
	if (begins)
		track->open++;
	else if (track->open)
		track->open--;
	return number;
}

uint64_t
viewer_tracks_counter(
    struct viewer_tracks *t, const struct row *r, struct span name)
{
	uint64_t process = process_of(t, r);

	start_key(t, r, "counter");
	put_key(t, r->text[ROW_ID]);
	put_key(t, name);
	return find_named(t, process, name, true);
}

bool
viewer_tracks_name(
    struct viewer_tracks *t, const struct row *r, struct span said)
{
	static const struct {
		const char *name;
		bool process;
		uint32_t field;
		enum detail_kind kind;
	} known[] = {
	    {"process_name", true, PERFETTO_PROCESS_NAME, DETAIL_NAME},
	    {"process_labels", true, PERFETTO_PROCESS_LABEL, DETAIL_TEXT},
	    {"process_sort_index", true, PERFETTO_PROCESS_SORT, DETAIL_NUMBER},
	    {"thread_name", false, PERFETTO_THREAD_NAME, DETAIL_NAME},
	    {"thread_sort_index", false, PERFETTO_THREAD_SORT, DETAIL_NUMBER},
	};

	for (size_t i = 0; i < COUNT(known); i++) {
		uint64_t number;

		if (!span_is(r->text[ROW_NAME], known[i].name))
			continue;
		number = known[i].process ? process_of(t, r)
					  : viewer_tracks_thread(t, r);
		if (number)
			describe(t, number,
			    (struct descriptor_detail){
				known[i].field, said, known[i].kind});
		return true;
	}
	return false;
}
