/*
 * trace-lanes - put events that cross on one track on lanes of their own
 *
 * A viewer draws one track as nested boxes; where two cross, it drops one. Rows
 * come in the order of time, so what is open on each track is all that is kept
 * (lanes.h).
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/heap.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/cli/xkey.h"
#include "common/trace/lanes.h"

/* The treatment of an event that crosses another. */
enum mode {
	MODE_ASYNC, /* it becomes a begin and an end */
	MODE_DROP,  /* it is left out */
	MODE_LANE,  /* it goes to a lane on which it crosses none */
	MODE_SHIFT, /* it starts after the other, if that is close */
	MODE_WARN,  /* it stays and is marked */
	MODES
};

static const char *const mode_names[MODES + 1] = {
    "async", "drop", "lane", "shift", "warn", NULL};

struct options {
	int mode; /* enum mode */
	const char *keys;
	int64_t most; /* lanes of a track */
	int64_t step; /* ns that an event may be shifted by */
	bool quiet;
};

/*
 * Rows that end pairs of asynchronous events, kept until the time comes at
 * which they stand in the order of time. Memory: the line, and 32 bytes, of
 * each pair that is open.
 */
struct pairs {
	struct heap times;
	struct buf *line; /* by the number in the heap */
	size_t lines, cap;
	uint32_t *unused; /* numbers whose line was taken */
	size_t unused_n, unused_cap;
};

/* The number of an empty line. */
static uint32_t
new_number(struct pairs *p)
{
	if (p->unused_n)
		return p->unused[--p->unused_n];
	/* Room for all numbers, so that none is lost when it is given back. */
	ARRAY_RESERVE(p->unused, &p->unused_cap, p->lines + 1);
	ARRAY_PUSH(p->line, p->lines, &p->cap, (struct buf){0});
	return (uint32_t)p->lines - 1;
}

/* Keeps a line until `time`. */
static void
pairs_add(struct pairs *p, int64_t time, struct span line)
{
	uint32_t number = new_number(p);

	BUF_JOIN(&p->line[number], line);
	heap_push(&p->times, (struct heap_entry){time, number});
}

/*
 * Takes a line whose time is up to `time`, the earliest first; valid until the
 * next call of either. False when there is none.
 */
static bool
pairs_take(struct pairs *p, int64_t time, struct span *line)
{
	uint32_t number;

	if (p->times.n == 0 || p->times.entry[0].time > time)
		return false;
	number = heap_pop(&p->times).number;
	p->unused[p->unused_n++] = number;
	*line = buf_span(&p->line[number]);
	return true;
}

static void
pairs_free(struct pairs *p)
{
	for (size_t i = 0; i < p->lines; i++)
		buf_free(&p->line[i]);
	heap_free(&p->times);
	free(p->line);
	free(p->unused);
}

struct table {
	const struct options *o;
	struct key key;
	int ts, dur, ph, id;

	struct pool *tracks;
	struct track *track; /* by the key's number */
	size_t track_cap;
	struct pairs pairs; /* ends that are still to be written */
	int64_t crossing;   /* events that cross another */
	int64_t left;       /* of these, for which no lane was left */
};

/* An event, as it is to be written. */
struct placed {
	int64_t ts, dur;
	size_t lane;
	bool conflict, drop, shifted;
};

static void
find_columns(struct table *t, const struct tsv *in)
{
	t->ts = xtsv_column(in, "ts_us", "trace-extract");
	t->dur = xtsv_column(in, "dur_us", "trace-extract");
	t->ph = t->o->mode == MODE_ASYNC
	    ? xtsv_column(in, "ph", "trace-extract")
	    : xtsv_optional(in, "ph");
	t->id = t->o->mode == MODE_ASYNC
	    ? xtsv_column(in, "id", "trace-extract")
	    : TSV_MISSING;
	xkey_open(&t->key, in, t->o->keys ? t->o->keys : "pid,tid");
	/* Threads have numbers of their own in each rank and file. */
	if (!t->o->keys)
		xkey_add_present(&t->key, in, "rank,file");
}

static void
write_header(struct tsvw *out, const struct table *t, const struct tsv *in)
{
	tsvw_names(out, in);
	xtsvw_new_columns(out, in, "lane conflict");
	if (t->o->mode == MODE_SHIFT)
		xtsvw_new_columns(out, in, "orig_ts_us orig_dur_us");
	xtsvw_end_header(out);
}

static struct track *
find_track(struct table *t, const struct tsv *in)
{
	uint32_t known = pool_count(t->tracks);
	uint32_t id = pool_add(t->tracks, xkey_of(&t->key, in));

	if (id == known)
		ARRAY_PUSH(t->track, known, &t->track_cap,
		    (struct track){.start = INT64_MIN});
	return &t->track[id];
}

/*
 * Moves the event after all that it crosses. A row to come may start in the
 * nanosecond between: the lane counts as taken up to the new start.
 */
static void
shift(const struct table *t, struct track *track, struct placed *p)
{
	int64_t end = p->ts + p->dur, start = track_crossed(track, end) + 1;

	if (start - p->ts > t->o->step)
		return;
	track_add(track, 0, start);
	*p = (struct placed){.ts = start, .dur = end - start, .shifted = true};
}

/* Where the event goes; keeps its end unless it stays where it crosses. */
static void
place(struct table *t, struct track *track, struct placed *p)
{
	size_t most = t->o->mode == MODE_LANE ? (size_t)t->o->most : 1;
	size_t lane = track_find(track, p->ts, p->ts + p->dur, most);

	p->conflict = lane == LANES_NONE;
	t->crossing += lane > 0;
	if (p->conflict && t->o->mode == MODE_SHIFT)
		shift(t, track, p);
	p->drop = p->conflict && t->o->mode == MODE_DROP;
	t->left += p->conflict;
	if (p->conflict)
		lane = most - 1;
	else if (p->shifted)
		lane = 0;
	p->lane = lane;
	if (!p->conflict)
		track_add(track, lane, p->ts + p->dur);
}

/* A half of a pair: a row with its own time, ph and id, without a duration. */
struct half {
	const char *ph, *id;
	int64_t ts;
};

static void
write_half(struct tsvw *out, const struct table *t, const struct tsv *in,
    const struct half *h)
{
	for (int i = 0; i < tsv_columns(in); i++) {
		if (i == t->ts)
			tsvw_us(out, h->ts);
		else if (i == t->dur)
			tsvw_empty(out);
		else if (i == t->ph)
			tsvw_text(out, span_of(h->ph));
		else if (i == t->id)
			tsvw_text(out, span_of(h->id));
		else
			tsvw_field(out, tsv_field(in, i));
	}
	tsvw_int(out, 0);
	tsvw_int(out, 1);
	xtsvw_end(out);
}

/* Writes the begin, and keeps the end until its time. */
static void
write_pair(struct tsvw *out, struct table *t, const struct tsv *in,
    const struct placed *p)
{
	static struct tsvw memory;
	struct buf line = {0};
	char id[40]; /* ids of other pairs in the table are numbers, mostly */

	snprintf(id, sizeof id, "lanes-%lld", (long long)t->left);
	write_half(out, t, in, &(struct half){"b", id, p->ts});
	tsvw_init_memory(&memory, &line);
	write_half(&memory, t, in, &(struct half){"e", id, p->ts + p->dur});
	xtsvw_flush(&memory);
	line.n--; /* the LF */
	pairs_add(&t->pairs, p->ts + p->dur, buf_span(&line));
	buf_free(&line);
}

/* The ends of pairs up to a time. */
static void
write_ends(struct tsvw *out, struct table *t, int64_t time)
{
	struct span line;

	while (pairs_take(&t->pairs, time, &line)) {
		tsvw_field(out, line);
		xtsvw_end(out);
	}
}

static void
write_placed(struct tsvw *out, const struct table *t, const struct tsv *in,
    const struct placed *p)
{
	for (int i = 0; i < tsv_columns(in); i++)
		if (i == t->ts)
			tsvw_us(out, p->ts);
		else if (i == t->dur)
			tsvw_us(out, p->dur);
		else
			tsvw_field(out, tsv_field(in, i));
	tsvw_int(out, (int64_t)p->lane);
	tsvw_int(out, p->conflict);
	if (t->o->mode == MODE_SHIFT) {
		tsvw_field(
		    out, p->shifted ? tsv_field(in, t->ts) : span_of(""));
		tsvw_field(
		    out, p->shifted ? tsv_field(in, t->dur) : span_of(""));
	}
	xtsvw_end(out);
}

/* Rows of one track must come in the order of time. */
static void
check_order(
    struct tsv *in, const struct table *t, struct track *track, int64_t ts)
{
	if (ts < track->start)
		xtsv_fail(in,
		    "earlier than the row before on its track; "
		    "trace-merge --sort sorts",
		    tsv_field(in, t->ts));
	track->start = ts;
}

static void
write_event(struct tsvw *out, struct table *t, struct tsv *in)
{
	struct track *track = find_track(t, in);
	struct interval event = xtsv_start_and_duration(in, t->ts, t->dur);
	struct placed p = {.ts = event.start, .dur = event.end - event.start};

	check_order(in, t, track, p.ts);
	place(t, track, &p);
	write_ends(out, t, p.ts);
	if (p.conflict && t->o->mode == MODE_ASYNC)
		write_pair(out, t, in, &p);
	else if (!p.drop)
		write_placed(out, t, in, &p);
}

static void
report(const struct options *o, const struct table *t)
{
	static const char *const what[MODES] = {
	    [MODE_ASYNC] = "became pairs of b and e",
	    [MODE_DROP] = "were left out",
	    [MODE_LANE] = "found no lane",
	    [MODE_SHIFT] = "overlap too much to be shifted",
	    [MODE_WARN] = "are marked in the column conflict"};

	if (t->left && !o->quiet)
		warn("%lld events overlap another on their track; %lld %s",
		    (long long)t->crossing, (long long)t->left, what[o->mode]);
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;
	struct table t = {.o = o, .tracks = pool_new()};

	find_columns(&t, in);
	write_header(out, &t, in);
	while (xtsv_next(in)) {
		/* Other rows have no lane, and pass unchanged. */
		if (xtsv_is_complete(in, t.ts, t.dur, t.ph))
			write_event(out, &t, in);
		else
			xtsvw_as_it_is(out, in, o->mode == MODE_SHIFT ? 4 : 2);
	}
	write_ends(out, &t, INT64_MAX);
	xtsvw_flush(out);
	report(o, &t);
	for (uint32_t i = 0; i < pool_count(t.tracks); i++)
		track_free(&t.track[i]);
	free(t.track);
	pool_free(t.tracks);
	pairs_free(&t.pairs);
	key_free(&t.key);
	return t.left && o->mode == MODE_LANE ? STATUS_NO : STATUS_OK;
}

static const char usage[] =
    "usage: trace-lanes [-hqV] [-k COLUMNS] [OPTION...] [FILE...]\n"
    "Move overlapping events on one track to separate lanes, so that no viewer drops\n"
    "them.\n"
    "\n"
    "  -h, --help          print this help\n"
    "  -k, --keys COLUMNS  the columns that identify a track\n"
    "                      (pid,tid, and rank and file if there)\n"
    "  -q, --quiet         do not report how many events cross\n"
    "  -V, --version       print the version\n"
    "      --exit-zero     exit with 0 even if there are too few lanes\n"
    "      --lanes N       use at most N lanes for each track\n"
    "      --mode MODE     lane (default), drop, warn (mark it only), shift\n"
    "                      (start it later) or async (make it b and e)\n"
    "      --step US       shift starts by no more than this (0.005)\n"
    "\n"
    "Adds the columns lane, from 0, and conflict; shift adds the original times.\n"
    "FILE: events in time order, also gzipped; standard input if none or\n"
    "'-'.\n"
    "Exit status: 0 success, 1 too few lanes, 2 error.\n";

int
main(int argc, char **argv)
{
	struct options o = {.mode = MODE_LANE, .most = INT32_MAX, .step = 5};
	const struct opt table[] = {
	    {"exit-zero", .on = &tool_exits_zero},
	    {"keys", 'k', .text = &o.keys},
	    {"lanes", .number = &o.most, .low = 1, .high = INT32_MAX},
	    {"mode", .choice = &o.mode, .words = mode_names},
	    {"quiet", 'q', .on = &o.quiet},
	    {"step", .us = &o.step, .high = INT64_MAX},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	return xfilter(argc, argv, run, &o);
}
