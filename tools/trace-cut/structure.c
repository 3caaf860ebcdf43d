#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "common/meaning/category.h"
#include "tools/trace-cut/steps.h"
#include "tools/trace-cut/structure.h"

enum {
	PATH,
	POSITION,
	TS,
	DUR,
	CAT,
	PH,
	ID,
	PID,
	TID,
	DEVICE,
	STREAM,
	CORRELATION,
	RANK,
	COLUMNS
};

static const char *const names[COLUMNS] = {"path", "position", "ts_us",
    "dur_us", "cat", "ph", "id", "pid", "tid", "device", "stream",
    "correlation", "rank"};

struct row {
	int64_t start, end;   /* ns */
	size_t at, n;         /* the line in `text` */
	uint32_t track;       /* of rank, pid and tid */
	uint32_t link;        /* of rank and correlation; POOL_NONE: none */
	uint32_t step;        /* STEPS_NONE: none */
	uint32_t gpu, stream; /* of a row that runs on a GPU */
	bool own;             /* it is in a cycle of its own stream */
	bool chosen;
	bool host; /* it does not run on a GPU */
	bool name; /* of a process or thread: belongs to every cut */
};

struct structure_rows {
	struct structure want;
	int column[COLUMNS];
	struct row *row;
	size_t n, cap, next, found;
	struct buf text, key;
	struct pool *keys;
	struct steps *steps;
};

struct structure_rows *
structure_open(
    const struct tsv *in, struct structure want, const char **missing)
{
	struct structure_rows *s = xcalloc(1, sizeof *s);

	*missing = NULL;
	s->want = want;
	s->keys = pool_new();
	s->steps = steps_new();
	for (int i = 0; i < COLUMNS; i++)
		s->column[i] = tsv_find(in, names[i]);
	if (s->column[PATH] < 0)
		*missing = names[PATH];
	else if (s->column[TS] < 0)
		*missing = names[TS];
	if (*missing || !s->steps) {
		structure_free(s);
		return NULL;
	}
	return s;
}

void
structure_free(struct structure_rows *s)
{
	if (!s)
		return;
	pool_free(s->keys);
	steps_free(s->steps);
	free(s->row);
	buf_free(&s->text);
	buf_free(&s->key);
	free(s);
}

static struct span
field(const struct structure_rows *s, const struct tsv *in, int which)
{
	int column = s->column[which];

	return column < 0 ? (struct span){"", 0} : tsv_field(in, column);
}

static void
add_part(struct buf *b, struct span part)
{
	buf_add(b, part.p, part.n);
	buf_add(b, "\t", 1);
}

/* The number of some fields together; returns */
static int
number_of(struct structure_rows *s, struct span a, struct span b, struct span c,
    uint32_t *number)
{
	s->key.n = 0;
	add_part(&s->key, a);
	add_part(&s->key, b);
	add_part(&s->key, c);
	*number = pool_add(s->keys, buf_span(&s->key));
	return *number == POOL_NONE ? -1 : 0;
}

static bool
is_flow(struct span ph)
{
	return span_is(ph, "s") || span_is(ph, "t") || span_is(ph, "f");
}

/* What ties the row to a launch: flows carry the correlation as their id. */
static struct span
link_of(const struct structure_rows *s, const struct tsv *in)
{
	if (!is_flow(field(s, in, PH)))
		return field(s, in, CORRELATION);
	return span_is(field(s, in, CAT), "ac2g") ? field(s, in, ID)
						  : span_of("");
}

static bool
is_host(const struct structure_rows *s, const struct tsv *in)
{
	struct span cat = category_today(field(s, in, CAT));

	return category_group(cat, field(s, in, PH)) != GROUP_GPU;
}

static int
read_times(struct structure_rows *s, struct tsv *in, struct row *row)
{
	int64_t dur = 0;

	if (tsv_us(in, s->column[TS], &row->start) < 0)
		return -1;
	if (s->column[DUR] >= 0 && tsv_us(in, s->column[DUR], &dur) < 0)
		return -1;
	if (dur < 0)
		return tsv_fail(
		    in, "negative duration", tsv_field(in, s->column[DUR]));
	if (__builtin_add_overflow(row->start, dur, &row->end))
		return tsv_fail(
		    in, "time too large", tsv_field(in, s->column[TS]));
	return 0;
}

/* Which step the row is in; repeats that do not count are in none. */
static int
read_step(struct structure_rows *s, const struct tsv *in, struct row *row)
{
	struct span path = field(s, in, PATH);
	struct span rank = field(s, in, RANK), device = field(s, in, DEVICE);
	struct path_element outermost;
	struct path_repeat repeat;

	row->step = STEPS_NONE;
	if (number_of(s, rank, device, span_of("gpu"), &row->gpu) ||
	    number_of(s, rank, device, field(s, in, STREAM), &row->stream))
		return -1;
	if (!path_next(&path, &outermost) || !path_repeat(&outermost, &repeat))
		return 0;
	row->own = field(s, in, POSITION).n > 0;
	return steps_add(s->steps, row->gpu, row->stream, outermost.text,
	    row->own, &row->step);
}

/* Is a time of the main stream wanted, in which others belong to it? */
static bool
is_of_step(const struct structure_rows *s)
{
	return s->want.step || s->want.repeat.number;
}

/* The fields that say where the row belongs. */
static int
read_place(struct structure_rows *s, const struct tsv *in, struct row *row)
{
	struct span rank = field(s, in, RANK), link = link_of(s, in);

	row->host = is_host(s, in);
	row->name = span_is(field(s, in, PH), "M");
	row->chosen =
	    !s->want.step && path_holds(field(s, in, PATH), s->want.repeat);
	row->link = POOL_NONE;
	if (number_of(
		s, rank, field(s, in, PID), field(s, in, TID), &row->track))
		return -1;
	if (link.n && number_of(s, rank, link, span_of("link"), &row->link))
		return -1;
	return is_of_step(s) ? read_step(s, in, row) : 0;
}

int
structure_add(struct structure_rows *s, struct tsv *in)
{
	struct span line = tsv_line(in);
	struct row row = {.at = s->text.n, .n = line.n};

	if (read_times(s, in, &row) || read_place(s, in, &row))
		return -1;
	buf_add(&s->text, line.p, line.n);
	ARRAY_PUSH(s->row, s->n, &s->cap, row);
	return 0;
}

/* Chooses the rows off the GPU that share a correlation with a chosen one. */
static void
choose_linked(struct structure_rows *s)
{
	bool *linked = xcalloc(pool_count(s->keys) + 1u, sizeof *linked);

	for (size_t i = 0; i < s->n; i++)
		if (s->row[i].chosen && s->row[i].link != POOL_NONE)
			linked[s->row[i].link] = true;
	for (size_t i = 0; i < s->n; i++) {
		struct row *r = &s->row[i];

		if (r->host && r->link != POOL_NONE && linked[r->link])
			r->chosen = true;
	}
	free(linked);
}

struct place {
	int64_t start, end;
	uint32_t track;
};

static int
compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->track != y->track)
		return x->track < y->track ? -1 : 1;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->end > y->end) - (x->end < y->end);
}

/* The first place that is not before (track, start). */
static size_t
first_from(const struct place *p, size_t n, uint32_t track, int64_t start)
{
	size_t low = 0;

	while (n) {
		size_t half = n / 2;
		const struct place *m = &p[low + half];

		if (m->track < track ||
		    (m->track == track && m->start < start)) {
			low += half + 1;
			n -= half + 1;
		} else {
			n = half;
		}
	}
	return low;
}

/*
 * What stands on one track is nested, so the first chosen row that does not
 * start before another is inside it, or none is.
 */
static bool
encloses(const struct row *r, const struct place *p, size_t n)
{
	size_t i = first_from(p, n, r->track, r->start);

	return i < n && p[i].track == r->track && p[i].end <= r->end;
}

static void
choose_enclosing(struct structure_rows *s)
{
	struct place *p = xcalloc(s->n + 1, sizeof *p);
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		if (s->row[i].chosen)
			p[n++] = (struct place){
			    s->row[i].start, s->row[i].end, s->row[i].track};
	qsort(p, n, sizeof *p, compare_places);
	for (size_t i = 0; i < s->n; i++) {
		struct row *r = &s->row[i];

		if (!r->chosen && r->host && r->end > r->start)
			r->chosen = encloses(r, p, n);
	}
	free(p);
}

/* The time of the step or repeat of a GPU on its main stream. */
struct window {
	bool found, followed;
	uint32_t stream;
	int64_t start, last; /* of its first and last row */
	int64_t end;         /* of its rows, or the start of what follows */
};

static void
widen(struct window *w, const struct row *r)
{
	if (!w->found)
		*w = (struct window){.found = true,
		    .stream = r->stream,
		    .start = r->start,
		    .last = r->start,
		    .end = r->end};
	if (r->start < w->start)
		w->start = r->start;
	if (r->start > w->last)
		w->last = r->start;
	if (r->end > w->end)
		w->end = r->end;
}

static bool
is_on_main(const struct row *r, const struct window *w)
{
	return !r->host && w[r->gpu].found && r->stream == w[r->gpu].stream;
}

/*
 * Copies on its stream are part of it, too. It goes on until its stream runs
 * what is no part of it.
 */
static void
find_windows(const struct structure_rows *s, struct window *w)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->row[i].chosen && s->row[i].own &&
		    steps_on_main(s->steps, s->row[i].step))
			widen(&w[s->row[i].gpu], &s->row[i]);
	for (size_t i = 0; i < s->n; i++)
		if (s->row[i].chosen && is_on_main(&s->row[i], w))
			widen(&w[s->row[i].gpu], &s->row[i]);
	for (size_t i = 0; i < s->n; i++) {
		const struct row *r = &s->row[i];
		struct window *of = &w[r->gpu];

		if (!is_on_main(r, w) || r->start <= of->last)
			continue;
		if (!of->followed || r->start < of->end)
			of->end = r->start;
		of->followed = true;
	}
}

/* What other streams start while the step runs belongs to it. */
static void
choose_beside(struct structure_rows *s)
{
	struct window *windows =
	    xcalloc(pool_count(s->keys) + 1u, sizeof *windows);

	find_windows(s, windows);
	for (size_t i = 0; i < s->n; i++) {
		struct row *r = &s->row[i];
		const struct window *w = &windows[r->gpu];

		if (!r->host && w->found && r->stream != w->stream)
			r->chosen = r->start >= w->start && r->start < w->end;
	}
	free(windows);
}

static int
choose_step(struct structure_rows *s)
{
	bool *nth = steps_nth(s->steps, s->want.step);

	for (size_t i = 0; nth && i < s->n; i++)
		s->row[i].chosen =
		    s->row[i].step != STEPS_NONE && nth[s->row[i].step];
	free(nth);
	return nth ? 0 : -1;
}

int
structure_choose(struct structure_rows *s)
{
	if (s->want.step && choose_step(s))
		return -1;
	if (is_of_step(s))
		choose_beside(s);
	for (size_t i = 0; i < s->n; i++)
		s->found += s->row[i].chosen;
	choose_linked(s);
	choose_enclosing(s);
	return 0;
}

int64_t
structure_steps(const struct structure_rows *s)
{
	return steps_most(s->steps);
}

size_t
structure_found(const struct structure_rows *s)
{
	return s->found;
}

bool
structure_next(struct structure_rows *s, struct span *line)
{
	const struct row *r = s->row, *end = r + s->n;

	for (r += s->next; r < end && !r->chosen && !r->name; r++)
		;
	if (r == end)
		return false;
	s->next = (size_t)(r - s->row) + 1;
	*line = (struct span){s->text.p + r->at, r->n};
	return true;
}
