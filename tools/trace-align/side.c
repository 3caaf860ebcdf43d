#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-align/comparison.h"
#include "tools/trace-align/cycle_match.h"
#include "tools/trace-align/side.h"

static size_t
count_names(const char *text)
{
	struct stat st;
	size_t n = 1;

	if (stat(text, &st) == 0)
		return 1;
	for (; *text; text++)
		n += *text == ',';
	return n;
}

void
side_open_tables(struct side_tables *t, char *text)
{
	*t = (struct side_tables){.n = count_names(text)};
	t->path = xcalloc(t->n, sizeof *t->path);
	t->run = xcalloc(t->n, sizeof *t->run);
	for (size_t k = 0; k < t->n; k++) {
		char *comma = t->n > 1 ? strchr(text, ',') : NULL;

		t->path[k] = text;
		if (comma) {
			*comma = 0;
			text = comma + 1;
		}
		cycle_table_open(&t->run[k], &t->path[k]);
	}
}

void
side_read_tables(struct side_tables *t, struct pool *names)
{
	for (size_t k = 0; k < t->n; k++)
		cycle_table_read(&t->run[k], names);
}

void
side_close_tables(struct side_tables *t)
{
	for (size_t k = 0; k < t->n; k++)
		cycle_table_close(&t->run[k]);
	free(t->run);
	free(t->path);
}

bool
side_has_cycles(const struct side_tables *t, bool quiet)
{
	bool all = true;

	for (size_t k = 0; k < t->n; k++) {
		if (t->run[k].ncycles > 0)
			continue;
		all = false;
		if (!quiet)
			warn("%s: no cycles: nothing to align",
			    cycle_table_name(&t->run[k]));
	}
	return all;
}

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
	to->least = to->most = -1; /* the deviation is that of the first run */
}

/* The rows of a further run, each with the row that it is lined up with. */
static void
line_up(struct side *s, size_t k, const struct likeness *names)
{
	const struct cycle_rows *first = s->cycle, *c = s->runs[k].cycle;
	struct comparison found;
	int64_t matched = 0;

	compare(&found, first->rows, first->nrows, c->rows, c->nrows, names);
	for (size_t i = 0; i < found.npairs; i++) {
		const struct pair *p = &found.pairs[i];

		if (!pair_has_both(p))
			continue;
		add_run(s, (size_t)(p->a - first->rows), k, p->b);
		matched += p->b->sum;
	}
	s->runs[k].matched =
	    c->total > 0 ? (double)matched / (double)c->total : 1;
	comparison_free(&found);
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
take_first(struct side *s)
{
	size_t n = s->nruns;

	s->rows = xcalloc(s->nrows + 1, sizeof *s->rows);
	s->timings = xcalloc(s->nrows * n + 1, sizeof *s->timings);
	for (size_t i = 0; i < s->nrows * n; i++)
		s->timings[i] = (struct timing){-1, -1};
	for (size_t i = 0; i < s->nrows; i++) {
		s->rows[i] = s->cycle->rows[i];
		s->timings[i * n] = time_of(&s->rows[i], s->cycle);
	}
}

/*
 * `each` of the rows is so rounded that the rows up to any of them add up to
 * their exact time in one repeat, rounded to the nearest nanosecond; so they
 * add up to `each` of the side.
 */
void
side_of_cycle(const struct side_tables *t, const struct cycle_rows *first,
    const struct likeness *names, struct side *s)
{
	*s = (struct side){.cycle = first,
	    .table = t->run,
	    .nruns = t->n,
	    .nrows = first->nrows,
	    .runs = xcalloc(t->n + 1, sizeof *s->runs)};
	take_first(s);
	for (size_t k = 0; k < t->n; k++) {
		s->runs[k] = (struct side_run){first, 1};
		if (k > 0) {
			s->runs[k].cycle =
			    cycle_match_alike(&t->run[k], first, names);
			line_up(s, k, names);
		}
		s->reps += s->runs[k].cycle->reps;
	}
	find_period(s);
	share_out(s);
}

void
side_free(struct side *s)
{
	free(s->runs);
	free(s->rows);
	free(s->timings);
}
