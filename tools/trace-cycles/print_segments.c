#include <stdlib.h>

#include "common/cli/x.h"
#include "tools/trace-cycles/print.h"
#include "tools/trace-cycles/row.h"
#include "tools/trace-cycles/slices.h"

static void
print_segment(struct tsvw *out, const struct report *r, uint32_t sequence,
    uint32_t level, const struct slice *slice, struct buf *path)
{
	static const char *const kinds[] = {[SLICE_REPEAT] = "repeat",
	    [SLICE_PARTIAL] = "partial",
	    [SLICE_BEFORE] = "before",
	    [SLICE_BETWEEN] = "between",
	    [SLICE_AFTER] = "after",
	    [SLICE_OUTSIDE] = "outside"};
	const struct track_sequence *l = &r->sequences->sequence[sequence];
	size_t number = view_number(r, sequence, slice->cycle);
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
print_sequence(struct tsvw *out, const struct report *r, uint32_t sequence,
    uint32_t *cycle, struct buf *path)
{
	const struct track_sequence *l = &r->sequences->sequence[sequence];
	size_t n = chosen_of_sequence(&r->chosen, sequence, cycle);
	struct slicer slicer;

	if (slices_open(&slicer, &l->cycles, cycle, n))
		die_memory();
	for (uint32_t level = 1; level == 1 || level <= slicer.levels;
	     level++) {
		struct slice slice;

		slices_begin(&slicer);
		while (slices_next(&slicer, level, &slice))
			print_segment(out, r, sequence, level, &slice, path);
	}
	slices_close(&slicer);
}

void
print_segments(struct tsvw *out, const struct report *r)
{
	uint32_t *cycle = xcalloc(r->chosen.n, sizeof *cycle);
	struct buf path = {0};

	for (uint32_t sequence = 0; sequence < r->sequences->n; sequence++)
		print_sequence(out, r, sequence, cycle, &path);
	buf_free(&path);
	free(cycle);
}
