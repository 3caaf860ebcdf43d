#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "tools/trace-align/compare.h"
#include "tools/trace-align/side.h"

static struct timing
time_of(const struct row *r, const struct cycle_rows *c)
{
	double mean = (double)r->sum / (double)c->reps;

	return (struct timing){mean, r->median >= 0 ? (double)r->median : mean};
}

/* Adds what run k has of row i. */
static void
add_run(struct side *s, size_t i, size_t k, const struct row *r)
{
	struct row *to = &s->rows[i];

	s->timings[i * s->nruns + k] = time_of(r, s->runs[k].cycle);
	to->sum += r->sum;
	to->count = to->count < 0 || r->count < 0 ? -1 : to->count + r->count;
}

/* The rows of a further run, each with the row that it is lined up with. */
static int
line_up(struct side *s, size_t k, const struct likeness *names)
{
	const struct cycle_rows *first = s->cycle, *c = s->runs[k].cycle;
	struct comparison found;
	int status = compare(
	    &found, first->rows, first->nrows, c->rows, c->nrows, names);
	int64_t matched = 0;

	for (size_t i = 0; status == 0 && i < found.npairs; i++) {
		const struct pair *p = &found.pairs[i];

		if (!pair_has_both(p))
			continue;
		add_run(s, (size_t)(p->a - first->rows), k, p->b);
		matched += p->b->sum;
	}
	s->runs[k].matched =
	    c->total > 0 ? (double)matched / (double)c->total : 1;
	comparison_free(&found);
	return status;
}

static void
find_period(struct side *s)
{
	double sum = 0;

	for (size_t k = 0; k < s->nruns; k++) {
		if (s->runs[k].cycle->period < 0) {
			s->period = -1;
			return;
		}
		sum += (double)s->runs[k].cycle->period *
		    (double)s->runs[k].cycle->reps;
	}
	s->period = (int64_t)(sum / (double)s->reps + 0.5);
}

/* Divides the sums; the remainders are carried from row to row. */
static void
share_out(struct side *s)
{
	int64_t before = 0;

	s->total = 0;
	for (size_t i = 0; i < s->nrows; i++) {
		int64_t now;

		s->total += s->rows[i].sum;
		now = fixed_divide(s->total, s->reps);
		s->rows[i].each = now - before;
		before = now;
	}
	s->each = before;
}

static void
allocate(struct side *s, const struct cycle_rows *first, size_t n)
{
	s->runs = xcalloc(n + 1, sizeof *s->runs);
	s->rows = xcalloc(first->nrows + 1, sizeof *s->rows);
	s->timings = xcalloc(first->nrows * n + 1, sizeof *s->timings);
}

int
side_init(struct side *s, const struct cycle_rows *const *cycles, size_t n,
    const struct likeness *names)
{
	int status;

	*s = (struct side){
	    .cycle = cycles[0], .nruns = n, .nrows = cycles[0]->nrows};
	allocate(s, cycles[0], n);
	for (size_t i = 0; i < s->nrows * n; i++)
		s->timings[i] = (struct timing){-1, -1};
	for (size_t k = 0; k < n; k++) {
		s->runs[k] = (struct side_run){cycles[k], 1};
		s->reps += cycles[k]->reps;
	}
	for (size_t i = 0; i < s->nrows; i++) {
		s->rows[i] = cycles[0]->rows[i];
		s->timings[i * n] = time_of(&s->rows[i], cycles[0]);
	}
	for (size_t k = 1; k < n; k++) {
		status = line_up(s, k, names);
		if (status)
			return status;
	}
	find_period(s);
	share_out(s);
	return 0;
}

void
side_free(struct side *s)
{
	free(s->runs);
	free(s->rows);
	free(s->timings);
}

int64_t
side_idle(const struct side *s)
{
	if (s->period < 0)
		return -1;
	return s->period > s->each ? s->period - s->each : 0;
}

int64_t
side_resolution(const struct side *s)
{
	for (size_t i = 0; i < s->nrows; i++)
		if (s->rows[i].sum % 1000 != 0)
			return 1;
	return 1000;
}
