#include <stdlib.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-busy/windows.h"

/* The timelines of a group, and where the windows have come to in each. */
struct group {
	const struct timeline *t;
	struct timeline_cursor *c;
	uint32_t n;
};

static int64_t
time_within(const struct group *g, enum kind kind, struct interval window)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < g->n; i++)
		sum += timeline_within(&g->t[i], kind, window, &g->c[i]);
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
		tsvw_text(out, span_of(timeline_kind(kind)));
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

/* Rounds down to a multiple. */
static int64_t
floor_to(int64_t t, int64_t multiple)
{
	int64_t rest = t % multiple;

	return t - rest - (rest < 0 ? multiple : 0);
}

/* The first window, after a look at how many there will be. */
static struct interval
first_window(struct interval span, int64_t width)
{
	int64_t start = floor_to(span.start, width);

	if (span.end / width - start / width > WINDOWS_MOST)
		die("more than %d windows: use a longer --window",
		    WINDOWS_MOST);
	return (struct interval){start, start + width};
}

void
windows_print(struct tsvw *out, const struct form *f, struct span key,
    const struct timeline *t, uint32_t n)
{
	struct group g = {t, xcalloc(n, sizeof *g.c), n};
	struct interval span = span_of_group(&g), window = span;

	if (f->window)
		window = first_window(span, f->window);
	print_window(out, f, key, &g, window);
	while (window.end < span.end) {
		window.start = window.end;
		window.end += f->window;
		print_window(out, f, key, &g, window);
	}
	free(g.c);
}
