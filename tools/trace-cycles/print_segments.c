#include <stdlib.h>

#include "common/cli/x.h"
#include "tools/trace-cycles/print.h"
#include "tools/trace-cycles/row.h"
#include "tools/trace-cycles/slices.h"

static void
print_segment(struct tsvw *out, const struct report *r, uint32_t lane,
    uint32_t level, const struct slice *slice, struct buf *path)
{
	static const char *const kinds[] = {[SLICE_REPEAT] = "repeat",
	    [SLICE_PARTIAL] = "partial",
	    [SLICE_BEFORE] = "before",
	    [SLICE_BETWEEN] = "between",
	    [SLICE_AFTER] = "after",
	    [SLICE_OUTSIDE] = "outside"};
	const struct lane *l = &r->lanes->lane[lane];
	size_t number = view_number(r, lane, slice->cycle);
	struct extent e = measure_stretch(r, l, slice->at);

	row_track(out, r, l);
	tsvw_int(out, level);
	tsvw_text(out, span_of(kinds[slice->kind]));
	if (number)
		tsvw_int(out, (int64_t)number);
	else
		tsvw_empty(out);
	row_which(out, slice->which);
	row_path(out, r, number, slice->which, path);
	tsvw_us(out, e.start);
	tsvw_us(out, e.sum);
	tsvw_int(out, slice->at.end - slice->at.start);
	row_extent(out, &e);
	xtsvw_end(out);
}

static void
print_lane(struct tsvw *out, const struct report *r, uint32_t lane,
    uint32_t *cycle, struct buf *path)
{
	const struct lane *l = &r->lanes->lane[lane];
	size_t n = chosen_of_lane(&r->chosen, lane, cycle);
	struct slicer slicer;

	if (slices_open(&slicer, &l->cycles, cycle, n))
		die_memory();
	for (uint32_t level = 1; level == 1 || level <= slicer.levels;
	     level++) {
		struct slice slice;

		slices_begin(&slicer);
		while (slices_next(&slicer, level, &slice))
			print_segment(out, r, lane, level, &slice, path);
	}
	slices_close(&slicer);
}

void
print_segments(struct tsvw *out, const struct report *r)
{
	uint32_t *cycle = xcalloc(r->chosen.n, sizeof *cycle);
	struct buf path = {0};

	for (uint32_t lane = 0; lane < r->lanes->n; lane++)
		print_lane(out, r, lane, cycle, &path);
	buf_free(&path);
	free(cycle);
}
