/* Logs of compilers, and which table of ideal times a job has. */
#include <math.h>

#include "tests/unit/test.h"
#include "tools/trace-ideal/ideal.h"
#include "tools/trace-ideal/read_ideal.h"

static void
read_lines(struct log *l, const char *const *line)
{
	for (; *line; line++)
		log_line(l, span_of(*line));
	log_end(l);
}

static bool
is_near(double a, double b)
{
	return fabs(a - b) < 1e-9;
}

static bool
text_is(const struct ideal *d, uint32_t number, const char *text)
{
	return span_is(pool_get(d->texts, number), text);
}

static void
test_log(void)
{
	static const char *const lines[] = {"outside-opCatA  7",
	    "~~~~ Ideal/Total Cycles ~~~~", "Name       Ideal Cy.", "----",
	    "a_1-BMM-opCatBmm_fp16   400", "b-NA 0  ", "a_1-BMM-opCatX 500",
	    "plain   3", "pre-Precompute-opCatA 9", "x-LxPreload-opCatA 9",
	    "with.dot-opCatA 9", "c-opCatA 9 9", "c-opCatA", "Total\t903",
	    "====== Perf Summary End ======", " PREFILL", "PREFILL ",
	    "  DECODING  ", "x Ideal/Total Cycles x", "d-opCatA 1000000000001",
	    "d-opCatA 5", "Total 6", " PREFILL\t", "DSM-AutoPilot BEGIN",
	    " Ideal/Total Cycles ", "e-opCatA 1", NULL};
	struct ideal d = {.texts = pool_new()};
	struct log l = {.ideal = &d, .rank = 3};
	const struct ideal_table *t;

	read_lines(&l, lines);
	CHECK_INT(d.n, 3);
	CHECK(l.cut == 2 && l.wrong == 1 && l.refused == 1);
	CHECK_INT(d.different, 1);
	t = &d.table[0];
	CHECK(t->n == 4 && t->names.n == 3 && t->total == 903);
	CHECK(t->rank == 3 && !t->autopilot && text_is(&d, t->phase, "UNKN"));
	CHECK(text_is(&d, t->kernel[0].name, "a_1-BMM"));
	CHECK(text_is(&d, t->kernel[0].category, "Bmm_fp16"));
	CHECK(text_is(&d, t->kernel[1].category, "NotAvailable"));
	CHECK(text_is(&d, t->kernel[3].name, "plain"));
	CHECK_INT(ideal_find(t, t->kernel[2].name)->time.cycles, 400);
	CHECK_INT(ideal_sum(t).cycles, 903);
	CHECK(text_is(&d, d.table[1].phase, "ITL"));
	CHECK(d.table[1].n == 1 && d.table[1].total == 6);
	CHECK(text_is(&d, d.table[2].phase, "TTFT") && d.table[2].autopilot);
	ideal_free(&d);
	pool_free(d.texts);
}

/* Scores by hand: 10 us of 40 us, 2 of 4 kernels, in sequence or not. */
static void
test_score(void)
{
	static const char *const lines[] = {" Ideal/Total Cycles ",
	    "a-opCatA 1000", "b-opCatA 2000", "c-opCatA 2000", "d-opCatA 3000",
	    "====== Perf Summary End ======", NULL};
	struct ideal d = {.texts = pool_new()};
	struct log l = {.ideal = &d, .rank = -1};
	struct job j = {.n = 2, .us = 40, .rank = 1};
	const struct ideal_table *t;

	read_lines(&l, lines);
	t = &d.table[0];
	j.first[0] = t->kernel[1].name;
	j.first[1] = t->kernel[2].name;
	CHECK(is_near(choose_score(&j, t, 800), 0.5 + 0.25 + 0.125));
	j.first[1] = t->kernel[3].name;
	CHECK(is_near(choose_score(&j, t, 800), 0.25 + 0.25 + 0.125));
	CHECK(choose_table(&j, &d, 800).uncertain);
	j.n = 4;
	j.us = 10;
	CHECK(is_near(choose_score(&j, t, 800), 0.25 + 0.5 + 0.5));
	CHECK(choose_table(&j, &d, 800).uncertain);
	j.n = 2;
	j.us = 40;
	CHECK(choose_score(&j, t, 199) == 0);
	j.n = 5;
	CHECK(choose_score(&j, t, 800) == 0);
	CHECK(choose_table(&j, &d, 800).table == NULL);
	j.n = 0;
	CHECK(choose_score(&j, t, 800) == 0);
	ideal_free(&d);
	pool_free(d.texts);
}

/* Tables of the rank only; if it has none, all, and equal tables are one. */
static void
test_choice(void)
{
	struct ideal d = {.texts = pool_new()};
	struct span phase = span_of("ITL"), a = span_of("a");
	struct job j = {.n = 1, .us = 10, .rank = 2};
	struct choice c;

	for (int64_t rank = 0; rank < 4; rank++) {
		struct ideal_time time = {rank < 3 ? 4000 : 3000, 0};

		ideal_start(&d, rank, phase, false);
		ideal_add(&d, a, a, time);
	}
	j.first[0] = pool_find(d.texts, a);
	c = choose_table(&j, &d, 800);
	CHECK(c.table == &d.table[2] && is_near(c.score, 1.25));
	CHECK(c.second == 0 && !c.uncertain);
	j.rank = 9;
	c = choose_table(&j, &d, 800);
	CHECK(c.table == &d.table[0]);
	CHECK(is_near(c.second, 1.1875) && c.uncertain);
	ideal_free(&d);
	pool_free(d.texts);
}

static void
test_totals(void)
{
	struct ideal_table t = {.categories.n = 1}, other = t;
	struct total one = {.calls = 1, .ns = 5, .ideal = {-1, 3}};
	struct totals_list l = {0};
	struct totals *x = totals_of(&l, 7, &t);

	total_add(&x->total[1], &one);
	total_add(&x->total[1], &one);
	CHECK(x->total[1].calls == 2 && x->total[1].ns == 10);
	CHECK(x->total[1].ideal.ns == 6 && x->total[1].ideal.cycles == 0);
	CHECK(totals_of(&l, 7, &other) && totals_of(&l, 8, &t));
	CHECK(totals_of(&l, 7, &t)->total[1].calls == 2 && l.n == 3);
	CHECK(is_near(ideal_us((struct ideal_time){-1, 2500}, 1), 2.5));
	totals_free(&l);
}

int
main(void)
{
	test_log();
	test_score();
	test_choice();
	test_totals();
	return test_done();
}
