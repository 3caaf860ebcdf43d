#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/bytes/pool.h"
#include "common/meaning/event_category.h"
#include "common/trace/main_stream.h"
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
	STEP,
	LAUNCH,
	COLUMNS
};

static const char *const names[COLUMNS] = {"path", "position", "ts_us",
    "dur_us", "cat", "ph", "id", "pid", "tid", "device", "stream",
    "correlation", "rank", "step", "launch_ts_us"};

struct row {
	int64_t start, end;   /* ns */
	int64_t launch;       /* ns, or STREAM_WORK_NO_LAUNCH */
	uint32_t track;       /* of rank, pid and tid */
	uint32_t link;        /* of rank and correlation; POOL_NONE: none */
	int64_t step;         /* from 1; 0: none */
	uint32_t gpu, stream; /* of a row that runs on a GPU */
	uint32_t cycle;       /* the outermost of its stream; POOL_NONE: none */
	bool own;             /* it is in a whole repeat of that */
	bool chosen;
	bool host; /* it does not run on a GPU */
	bool name; /* of a process or thread: belongs to every cut */
};

struct structure_rows {
	struct structure want;
	int column[COLUMNS];
	struct row *row;
	size_t n, cap, next;
	struct buf text, key; /* text: the lines, each with its LF */
	struct span left;     /* of the text, while lines are taken */
	struct pool *keys, *gpus, *streams, *cycles;
	int64_t steps;  /* the highest number */
	bool outermost; /* the cycle that is asked for is in no other */
};

struct structure_rows *
structure_open(
    const struct tsv *in, struct structure want, const char **missing)
{
	struct structure_rows *s = xcalloc(1, sizeof *s);

	*missing = NULL;
	s->want = want;
	s->keys = pool_new();
	s->gpus = pool_new();
	s->streams = pool_new();
	s->cycles = pool_new();
	for (int i = 0; i < COLUMNS; i++)
		s->column[i] = tsv_find(in, names[i]);
	if (s->column[PATH] < 0)
		*missing = names[PATH];
	else if (s->column[TS] < 0)
		*missing = names[TS];
	else if (want.step && s->column[STEP] < 0)
		*missing = names[STEP];
	if (*missing) {
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
	pool_free(s->gpus);
	pool_free(s->streams);
	pool_free(s->cycles);
	free(s->row);
	buf_free(&s->text);
	buf_free(&s->key);
	free(s);
}

static struct span
field(const struct structure_rows *s, const struct tsv *in, int which)
{
	return tsv_field_or_none(in, s->column[which]);
}

/* The number of some fields together. */
static uint32_t
number_of(struct structure_rows *s, struct pool *pool, struct span a,
    struct span b, struct span c)
{
	struct span tab = TEXT("\t");

	return pool_add(pool, BUF_JOIN(&s->key, a, tab, b, tab, c));
}

/* The row's correlation with a launch, which flows carry as their id. */
static struct span
link_of(const struct structure_rows *s, const struct tsv *in)
{
	if (!span_is_among(field(s, in, PH), "s t f"))
		return field(s, in, CORRELATION);
	return span_is(field(s, in, CAT), "ac2g") ? field(s, in, ID)
						  : span_of("");
}

static bool
is_host(const struct structure_rows *s, const struct tsv *in)
{
	return !event_category_is_gpu(field(s, in, CAT));
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

/* Sets the row's GPU, stream, launch and outermost cycle. */
static void
read_stream(struct structure_rows *s, const struct tsv *in, struct row *row)
{
	struct span path = field(s, in, PATH), none = span_of("");
	struct span rank = field(s, in, RANK), device = field(s, in, DEVICE);
	struct path_element outermost;
	struct path_repeat repeat;

	row->gpu = number_of(s, s->gpus, rank, device, none);
	row->stream =
	    number_of(s, s->streams, rank, device, field(s, in, STREAM));
	if (fixed_parse_us(field(s, in, LAUNCH), &row->launch) != 0)
		row->launch = STREAM_WORK_NO_LAUNCH;
	row->cycle = POOL_NONE;
	if (!path_next(&path, &outermost))
		return;
	if (field(s, in, POSITION).n)
		row->cycle = pool_add(s->cycles, outermost.cycle);
	if (!path_repeat(&outermost, &repeat))
		return;
	row->own = row->cycle != POOL_NONE;
	if (repeat.cycle == s->want.repeat.cycle)
		s->outermost = true;
}

static int
read_step(struct structure_rows *s, struct tsv *in, struct row *row)
{
	if (s->column[STEP] < 0 || tsv_field(in, s->column[STEP]).n == 0)
		return 0;
	if (tsv_int(in, s->column[STEP], &row->step) < 0)
		return -1;
	if (row->step > s->steps)
		s->steps = row->step;
	return 0;
}

/* The fields that say where the row belongs. */
static int
read_place(struct structure_rows *s, struct tsv *in, struct row *row)
{
	struct span rank = field(s, in, RANK), link = link_of(s, in);

	row->host = is_host(s, in);
	row->name = span_is(field(s, in, PH), "M");
	row->track =
	    number_of(s, s->keys, rank, field(s, in, PID), field(s, in, TID));
	row->link = link.n ? number_of(s, s->keys, rank, link, span_of("link"))
			   : POOL_NONE;
	if (read_step(s, in, row))
		return -1;
	if (s->want.repeat.number)
		read_stream(s, in, row);
	row->chosen = s->want.step
	    ? row->step == s->want.step
	    : path_holds(field(s, in, PATH), s->want.repeat);
	return 0;
}

int
structure_add(struct structure_rows *s, struct tsv *in)
{
	struct row row = {0};

	if (read_times(s, in, &row) || read_place(s, in, &row))
		return -1;
	buf_add_span(&s->text, tsv_line(in));
	buf_add(&s->text, "\n", 1);
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

/* A place of a row: operators, say, enclose calls of their track. */
struct place {
	int64_t start, end; /* ns */
	uint32_t track;
};

ORDER_BY(compare_places, struct place, UP(track), UP(start), UP(end))

/*
 * Whether a place encloses one of n others, which are sorted. Places on one
 * track are nested, so the first that starts no earlier than `outer` lies
 * inside it, or none does.
 */
static bool
encloses_any(struct place outer, const struct place *p, size_t n)
{
	size_t low = 0, high = n;

	BISECT(low, high, i,
	    p[i].track < outer.track ||
		(p[i].track == outer.track && p[i].start < outer.start));
	return low < n && p[low].track == outer.track &&
	    p[low].end <= outer.end;
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
	ARRAY_SORT(p, n, compare_places);
	for (size_t i = 0; i < s->n; i++) {
		struct row *r = &s->row[i];

		if (!r->chosen && r->host && r->end > r->start)
			r->chosen = encloses_any(
			    (struct place){r->start, r->end, r->track}, p, n);
	}
	free(p);
}

/* Which streams are the main ones of their GPUs. */
static bool *
find_main(const struct structure_rows *s)
{
	size_t n = pool_count(s->streams);
	struct stream_kernels *kernels = xcalloc(n + 1, sizeof *kernels);
	bool *is_main = xcalloc(n + 1, sizeof *is_main);

	for (size_t i = 0; i < s->n; i++) {
		const struct row *r = &s->row[i];
		struct stream_kernels *k = &kernels[r->stream];

		k->gpu = r->gpu;
		if (r->own && k->kernels++ <= 0)
			k->start = r->start;
	}
	main_stream_find(kernels, n, pool_count(s->gpus), is_main);
	free(kernels);
	return is_main;
}

/* Work of a GPU's main stream, and which of it is chosen. */
struct gpu {
	bool found;   /* it runs the repeat */
	int64_t step; /* of the repeat; 0: none */
	struct stream_work *work;
	bool *chosen;
	size_t n, work_cap, chosen_cap;
	struct main_stream stream;
};

static struct stream_work
work_of(const struct row *r)
{
	return (struct stream_work){r->start, r->end, r->launch};
}

static void
add_work(struct gpu *g, const struct row *r)
{
	if (r->chosen && r->own) {
		g->found = true;
		g->step = r->step;
	}
	ARRAY_RESERVE(g->chosen, &g->chosen_cap, g->n + 1);
	g->chosen[g->n] = r->chosen;
	ARRAY_PUSH(g->work, g->n, &g->work_cap, work_of(r));
}

/*
 * Whether a row of another stream goes with the repeat. With one of an
 * outermost cycle if they share the step. With an inner one if the main stream
 * runs that beside it and the row's stream has cycles of its own; other rows,
 * and all of merged streams, by their own path.
 */
static bool
is_beside(const struct structure_rows *s, const bool *on_main,
    const struct gpu *g, const struct row *r)
{
	size_t at;

	if (s->outermost)
		return g->step ? r->step == g->step : r->chosen;
	if (r->cycle == POOL_NONE || on_main[r->cycle])
		return r->chosen;
	at = main_stream_beside(&g->stream, work_of(r));
	return at != STREAM_WORK_NONE && g->chosen[at];
}

/* Lists what the main streams run; on_main[] of the cycles that are there. */
static void
follow_main(const struct structure_rows *s, const bool *is_main,
    struct gpu *gpu, bool *on_main)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct row *r = &s->row[i];

		if (r->host || !is_main[r->stream])
			continue;
		add_work(&gpu[r->gpu], r);
		if (r->cycle != POOL_NONE)
			on_main[r->cycle] = true;
	}
	for (size_t g = 0; g < pool_count(s->gpus); g++)
		gpu[g].stream = main_stream_open(gpu[g].work, gpu[g].n);
}

static void
free_gpus(struct gpu *gpu, size_t n)
{
	for (size_t g = 0; g < n; g++) {
		main_stream_close(&gpu[g].stream);
		free(gpu[g].work);
		free(gpu[g].chosen);
	}
	free(gpu);
}

/* Chooses what other streams run beside a repeat of the main stream. */
static void
choose_beside(struct structure_rows *s)
{
	size_t gpus = pool_count(s->gpus);
	struct gpu *gpu = xcalloc(gpus + 1, sizeof *gpu);
	bool *is_main = find_main(s);
	bool *on_main = xcalloc(pool_count(s->cycles) + 1u, sizeof *on_main);

	follow_main(s, is_main, gpu, on_main);
	for (size_t i = 0; i < s->n; i++) {
		struct row *r = &s->row[i];
		const struct gpu *g = &gpu[r->gpu];

		if (!r->host && !is_main[r->stream] && g->found)
			r->chosen = is_beside(s, on_main, g, r);
	}
	free_gpus(gpu, gpus);
	free(is_main);
	free(on_main);
}

size_t
structure_choose(struct structure_rows *s)
{
	size_t found = 0;

	s->left = buf_span(&s->text);
	if (s->want.repeat.number)
		choose_beside(s);
	for (size_t i = 0; i < s->n; i++)
		found += s->row[i].chosen;
	choose_linked(s);
	choose_enclosing(s);
	return found;
}

int64_t
structure_steps(const struct structure_rows *s)
{
	return s->steps;
}

bool
structure_next(struct structure_rows *s, struct span *line)
{
	while (s->next < s->n) {
		const struct row *r = &s->row[s->next++];

		*line = span_take(&s->left, '\n');
		if (r->chosen || r->name)
			return true;
	}
	return false;
}
