#include <stdlib.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-busy/timeline.h"

/* As they stand in the column kind. */
static const char *const kind_name[KINDS] = {"computation", "exposed_comm",
    "exposed_copy", "busy", "idle", "micro_idle", "macro_idle", "total",
    "total_comm", "total_copy"};

void
timeline_free(struct timeline *t)
{
	for (int i = 0; i < KINDS; i++)
		intervals_free(&t->of[i]);
}

/* The gaps shorter than the limit, and the others. */
static void
divide_idle(struct timeline *t, int64_t limit)
{
	const struct intervals *idle = &t->of[KIND_IDLE];

	for (size_t i = 0; i < idle->n; i++) {
		bool micro = idle->p[i].end - idle->p[i].start < limit;

		intervals_add(&t->of[micro ? KIND_MICRO_IDLE : KIND_MACRO_IDLE],
		    idle->p[i]);
	}
}

/* Communication without computation, and copies without either. */
static void
expose(struct intervals *of)
{
	const struct intervals *computation = &of[KIND_COMPUTATION];
	const struct intervals *comm = &of[KIND_TOTAL_COMM];
	struct intervals left = {0};

	intervals_minus(comm, computation, &of[KIND_EXPOSED_COMM]);
	intervals_minus(&of[KIND_TOTAL_COPY], computation, &left);
	intervals_minus(&left, comm, &of[KIND_EXPOSED_COPY]);
	intervals_free(&left);
}

static void
find_busy(struct intervals *of)
{
	struct intervals most = {0};

	intervals_union(&of[KIND_COMPUTATION], &of[KIND_TOTAL_COMM], &most);
	intervals_union(&most, &of[KIND_TOTAL_COPY], &of[KIND_BUSY]);
	intervals_free(&most);
}

struct interval
timeline_span(const struct timeline *t)
{
	const struct intervals *busy = &t->of[KIND_BUSY];

	if (busy->n == 0)
		return (struct interval){0, 0};
	return (struct interval){busy->p[0].start, busy->p[busy->n - 1].end};
}

void
timeline_make(struct timeline *t, struct intervals work[WORKS], int64_t limit)
{
	static const enum kind whole[WORKS] = {
	    KIND_COMPUTATION, KIND_TOTAL_COMM, KIND_TOTAL_COPY};

	*t = (struct timeline){0};
	for (int i = 0; i < WORKS; i++) {
		t->of[whole[i]] = work[i];
		work[i] = (struct intervals){0};
	}
	for (int i = 0; i < WORKS; i++)
		intervals_close(&t->of[whole[i]]);
	expose(t->of);
	find_busy(t->of);
	intervals_gaps(&t->of[KIND_BUSY], &t->of[KIND_IDLE]);
	divide_idle(t, limit);
	intervals_add(&t->of[KIND_TOTAL], timeline_span(t));
}

/* More in a group are refused: no plot shows them. */
enum { WINDOWS_MOST = 10000000 };

/* The timelines of a group, and where the windows have come to in each. */
struct group {
	const struct timeline *t;
	size_t (*at)[KINDS];
	uint32_t n;
};

static int64_t
time_within(const struct group *g, enum kind kind, struct interval window)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < g->n; i++)
		sum += intervals_within(
		    &g->t[i].of[kind], &g->at[i][kind], window);
	return sum;
}

/* The rows of one window, which may be all there is. */
static void
print_window(struct tsvw *out, const struct form *f, struct span key,
    const struct group *g, struct interval window)
{
	int64_t total = time_within(g, KIND_TOTAL, window);

	for (int i = 0; i < KINDS; i++) {
		enum kind kind = (enum kind)i;
		int64_t time;

		if (!f->divide_idle &&
		    (kind == KIND_MICRO_IDLE || kind == KIND_MACRO_IDLE))
			continue;
		time = time_within(g, kind, window);
		key_write(out, f->key, key);
		if (f->window)
			tsvw_us(out, window.start);
		tsvw_text(out, span_of(kind_name[kind]));
		tsvw_us(out, time);
		tsvw_real(out, 100 * (double)time / (double)total, 6);
		xtsvw_end(out);
	}
}

/* From the first start to the last end of all. */
static struct interval
span_of_group(const struct group *g)
{
	struct interval all = timeline_span(&g->t[0]);

	for (uint32_t i = 1; i < g->n; i++) {
		struct interval span = timeline_span(&g->t[i]);

		all.start = span.start < all.start ? span.start : all.start;
		all.end = span.end > all.end ? span.end : all.end;
	}
	return all;
}

/* The first window, at a multiple, after a look at how many there will be. */
static struct interval
first_window(struct interval span, int64_t width)
{
	int64_t rest = span.start % width;
	int64_t start = span.start - rest - (rest < 0 ? width : 0);

	if (span.end / width - start / width > WINDOWS_MOST)
		die("more than %d windows: use a longer --window",
		    WINDOWS_MOST);
	return (struct interval){start, start + width};
}

void
timeline_print_windows(struct tsvw *out, const struct form *f, struct span key,
    const struct timeline *t, uint32_t n)
{
	struct group g = {t, xcalloc(n, sizeof *g.at), n};
	struct interval span = span_of_group(&g), window = span;

	if (f->window)
		window = first_window(span, f->window);
	print_window(out, f, key, &g, window);
	while (window.end < span.end) {
		window.start = window.end;
		window.end += f->window;
		print_window(out, f, key, &g, window);
	}
	free(g.at);
}
