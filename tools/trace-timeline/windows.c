#include "tools/trace-timeline/windows.h"
#include "common/cli/die.h"
#include "common/cli/x.h"

/* The rows of one window, which may be all there is. */
static void
print_window(struct tsvw *out, const struct form *f, struct span key,
    const struct timeline *t, struct interval window, struct timeline_cursor *c)
{
	int64_t total = timeline_within(t, KIND_TOTAL, window, c);

	for (int i = 0; i < KINDS; i++) {
		enum kind kind = (enum kind)i;
		int64_t time;

		if (!f->divide_idle &&
		    (kind == KIND_MICRO_IDLE || kind == KIND_MACRO_IDLE))
			continue;
		time = timeline_within(t, kind, window, c);
		key_write(out, f->key, key);
		if (f->window)
			tsvw_us(out, window.start);
		tsvw_text(out, span_of(timeline_kind(kind)));
		tsvw_us(out, time);
		tsvw_real(out, 100 * (double)time / (double)total, 6);
		xtsvw_end(out);
	}
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
		die("more than %d windows: take a longer --window",
		    WINDOWS_MOST);
	return (struct interval){start, start + width};
}

void
windows_print(struct tsvw *out, const struct form *f, struct span key,
    const struct timeline *t)
{
	struct interval span = timeline_span(t), window = span;
	struct timeline_cursor cursor = {{0}};

	if (f->window)
		window = first_window(span, f->window);
	print_window(out, f, key, t, window, &cursor);
	while (window.end < span.end) {
		window.start = window.end;
		window.end += f->window;
		print_window(out, f, key, t, window, &cursor);
	}
}
