#include "common/bytes/memory.h"
#include "common/cli/x.h"
#include "tools/trace-cycles/print.h"
#include "tools/trace-cycles/row.h"
#include "tools/trace-cycles/slices.h"

/* The segments of a level of a sequence. */
struct level {
	struct tsvw *out;
	const struct report *report;
	const struct track_sequence *sequence;
	size_t first; /* of the sequence's cycles among those chosen */
	uint32_t level;
	struct buf path;
};

static void
print_segment(void *to, const struct slice *slice)
{
	static const char *const kinds[] = {[SLICE_REPEAT] = "repeat",
	    [SLICE_PARTIAL] = "partial",
	    [SLICE_BEFORE] = "before",
	    [SLICE_BETWEEN] = "between",
	    [SLICE_AFTER] = "after",
	    [SLICE_OUTSIDE] = "outside"};
	struct level *l = to;
	size_t cycle = slice->listed ? l->first + slice->listed : 0;
	struct extent e = view_extent(l->report, l->sequence, slice->at);

	row_track(l->out, l->report, l->sequence);
	tsvw_int(l->out, l->level);
	tsvw_text(l->out, span_of(kinds[slice->kind]));
	row_number(l->out, cycle);
	row_which(l->out, slice->which);
	row_find_path(&l->path, l->report, cycle, slice->which);
	tsvw_text(l->out, buf_span(&l->path));
	tsvw_us(l->out, e.start);
	tsvw_us(l->out, e.sum);
	tsvw_int(l->out, slice->at.end - slice->at.start);
	row_extent(l->out, e.wall, e.busy);
	xtsvw_end(l->out);
}

bool
print_segments(struct tsvw *out, const struct report *r)
{
	struct level l = {.out = out, .report = r};
	size_t end = 0;

	for (uint32_t i = 0; i < r->sequences->n; i++) {
		const struct found *listed = r->chosen.found + end;
		const struct cycles *cycles;
		uint32_t levels;

		l.sequence = &r->sequences->sequence[i];
		l.first = end;
		while (end < r->chosen.n && r->chosen.found[end].sequence == i)
			end++;
		cycles = &l.sequence->cycles;
		levels = slices_levels(cycles, listed, end - l.first);
		for (l.level = 1; l.level <= levels; l.level++)
			slices_cut(cycles, listed, end - l.first, l.level,
			    print_segment, &l);
	}
	buf_free(&l.path);
	return r->chosen.n > 0;
}
