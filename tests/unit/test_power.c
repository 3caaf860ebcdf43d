/*
 * How often a budget fails falsely, and how often it notices: runs are made up
 * of real repeats, with a deviation between runs on top.
 */
#include <math.h>
#include <stdint.h>

#include "tests/unit/test.h"
#include "tools/trace-align/cycle_gate.h"

enum { RUNS = 5, REPEATS = 30, TRIALS = 1000 };

/* ns of 30 repeats of a layer, as a trace of an MI300X has them. */
static const int64_t repeats[] = {1043319, 1047770, 1036310, 1045290, 1045569,
    1053350, 1045050, 1042760, 1053310, 1052950, 997016, 1028290, 1043730,
    1036510, 1044410, 1046690, 1042720, 1042240, 1044810, 1043250, 1045810,
    1037869, 1045010, 1045250, 1044569, 1051950, 1050020, 1050780, 1044329,
    1050140};

enum { REAL = sizeof repeats / sizeof *repeats };

static uint64_t seed = 1;

/* Between 0 and 1. */
static double
any(void)
{
	seed = seed * UINT64_C(6364136223846793005) +
	    UINT64_C(1442695040888963407);
	return ((double)(seed >> 11) + 0.5) / 9007199254740992.0;
}

/* Of the standard normal distribution (G. E. P. Box and M. E. Muller, 1958). */
static double
any_normal(void)
{
	return sqrt(-2 * log(any())) * cos(6.283185307179586 * any());
}

/* One kernel, in several runs. */
struct runs {
	struct row row;
	struct cycle_rows cycle[RUNS];
	struct side_run run[RUNS];
	struct timing timing[RUNS];
	struct side side;
};

/* Draws repeats, and makes all of a run slower or faster by chance. */
static void
make_runs(struct runs *r, double factor, double deviation)
{
	r->row = (struct row){.median = -1, .deviation = -1};
	r->side = (struct side){&r->cycle[0], r->run, RUNS, &r->row, 1,
	    r->timing, RUNS * REPEATS, 0, 0, -1, NULL};
	for (int k = 0; k < RUNS; k++) {
		double scale = factor * exp(deviation * any_normal()), sum = 0;

		for (int i = 0; i < REPEATS; i++)
			sum += scale * (double)repeats[(size_t)(any() * REAL)];
		r->cycle[k] = (struct cycle_rows){
		    .reps = REPEATS, .period = -1, .total = (int64_t)sum};
		r->run[k] = (struct side_run){&r->cycle[k], 1};
		r->timing[k] = (struct timing){sum / REPEATS, sum / REPEATS};
		r->row.sum += (int64_t)sum;
	}
	r->side.total = r->row.sum;
	r->side.each = r->row.each = r->row.sum / (RUNS * REPEATS);
}

/* Is the budget exceeded, and is the kernel called slower? */
struct outcome_of {
	size_t exceeded, slower;
};

static void
try_once(struct outcome_of *o, const struct budget *budget, double factor,
    double deviation)
{
	static struct runs a, b;
	struct pair pair = {.match = EXACT, .a = &a.row, .b = &b.row};
	struct comparison comparison = {.pairs = &pair, .npairs = 1};
	struct report r = {.comparison = &comparison,
	    .a = &a.side,
	    .b = &b.side,
	    .floor = {0.02, 200}};

	make_runs(&a, 1, deviation);
	make_runs(&b, factor, deviation);
	row_differences_find(&r);
	o->exceeded += cycle_gate_check(budget, &r).gate == GATE_EXCEEDED;
	o->slower += r.differences[0].verdict == SLOWER;
	row_differences_free(&r);
}

/* How often in a hundred, in TRIALS trials. */
static struct outcome_of
try_many(const char *text, double factor)
{
	struct outcome_of o = {0};
	struct budget budget;

	if (budget_parse(&budget, text) == 0)
		for (int k = 0; k < TRIALS; k++)
			try_once(&o, &budget, factor, 0.005);
	printf("# %s, really %+.1f %%: exceeded %.1f %%, slower %.1f %%\n",
	    text, 100 * (factor - 1), 100.0 * (double)o.exceeded / TRIALS,
	    100.0 * (double)o.slower / TRIALS);
	return o;
}

int
main(void)
{
	CHECK(try_many("total>2%", 1).exceeded * 50 <= TRIALS);
	CHECK(try_many("total>2%", 1.01).exceeded * 50 <= TRIALS);
	CHECK(try_many("total>2%", 1.02).exceeded * 20 <= TRIALS);
	CHECK(try_many("total>2%", 1.03).exceeded * 10 >= 7 * TRIALS);
	CHECK(try_many("total>2%", 1.04).exceeded * 100 >= 99 * TRIALS);
	CHECK(try_many("total>0%", 1).exceeded * 20 <= TRIALS);
	CHECK(try_many("total>0%", 1.01).exceeded * 10 >= 7 * TRIALS);
	CHECK(try_many("total>0%", 1.02).exceeded * 100 >= 99 * TRIALS);
	return test_done();
}
