#include "tools/trace-plot/fusion.h"
#include "common/bytes/memory.h"

static bool
has_time(const union cell *row, size_t column)
{
	return row[column].ns != FRAME_NO_TIME;
}

static void
count_rows(const struct frame *f, struct fusion_columns c, struct fusion *of)
{
	for (size_t r = 0; r < f->rows; r++) {
		const union cell *row = frame_row(f, r);

		of[row[c.group].text].a += has_time(row, c.a);
		of[row[c.group].text].b += has_time(row, c.b);
	}
}

struct fusion *
fusion_find(
    const struct frames *all, const struct frame *f, struct fusion_columns c)
{
	struct fusion *of = xcalloc(pool_count(all->texts) + 1, sizeof *of);

	count_rows(f, c, of);
	for (size_t r = 0; r < f->rows; r++) {
		const union cell *row = frame_row(f, r);
		struct fusion *g = &of[row[c.group].text];
		size_t side = g->b <= g->a ? c.b : c.a;

		if (g->b == 0)
			side = c.a;
		if (!has_time(row, side) || row[side].ns < g->longest)
			continue;
		g->longest = row[side].ns;
		g->label = row[c.label].text;
	}
	return of;
}

const char *
fusion_kind(const struct fusion *g)
{
	return g->a > g->b ? "fused" : g->a < g->b ? "split" : "replaced";
}
