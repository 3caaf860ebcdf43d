/*
 * Lists as profilers write them; shifts of sequences against those they were
 * cut at; a job's groups, numbers and measures against sums by hand.
 */
#include <math.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tests/unit/test.h"
#include "tools/trace-collectives/collective_times.h"
#include "tools/trace-collectives/job.h"
#include "tools/trace-collectives/match_ranks.h"

static bool
parse(struct rank_list *l, const char *text, int64_t size)
{
	return rank_list_parse(l, span_of(text), size);
}

static void
test_lists(void)
{
	static const char *const unknown[] = {"", "[", "1, 2", "[a]", "[1,,2]",
	    "[...]", "[1, ..., 3]", "[0, 1, ...]", "[0, 1, 3, ..., 9]",
	    "[0, 1, ..., 8]", "[0, 1, ..., 5, ..., 9]"};
	struct rank_list l;

	CHECK(parse(&l, "[]", -1));
	CHECK_INT((long long)l.n, 0);
	CHECK(parse(&l, "[4, -5,6]", -1));
	CHECK_INT((long long)l.n, 3);
	CHECK(l.p[0] == 4 && l.p[1] == -5 && l.p[2] == 6);
	rank_list_free(&l);
	CHECK(!parse(&l, "[4, 5]", 3));
	CHECK(parse(&l, "[8, 16, ..., 792]", 99));
	CHECK_INT((long long)l.n, 99);
	CHECK(l.p[2] == 24 && l.p[97] == 784 && l.p[98] == 792);
	rank_list_free(&l);
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
		CHECK(!parse(&l, unknown[i], 10));
	CHECK(!parse(&l, "[0, 1, ..., 9]", 1LL << 40));
}

static void
test_kinds(void)
{
	CHECK(kind_of(span_of("_allgather_base")) == KIND_ALLGATHER);
	CHECK(kind_of(span_of("broadcast")) == KIND_OTHER);
	CHECK(kind_of(span_of("")) == KIND_UNKNOWN);
	CHECK(!kind_waits(KIND_ALLTOALLV));
	CHECK(fabs(kind_bus_factor(KIND_ALLREDUCE, 8) - 1.75) < 1e-15);
	CHECK(fabs(kind_bus_factor(KIND_ALLGATHER, 8) - 0.875) < 1e-15);
	CHECK(kind_bus_factor(KIND_ALLGATHER, 0) == 0);
	CHECK_INT(dtype_bytes(span_of("BFloat16")), 2);
	CHECK_INT(dtype_bytes(span_of("Float8_e4m3fn")), 1);
	CHECK_INT(dtype_bytes(span_of("Tensor")), 0);
}

static uint64_t
next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

enum { LONG = 400 };

/* A job whose steps are `period` collectives each, and never last as long. */
static void
make_sequence(uint64_t *state, uint32_t *sign, int64_t *end, size_t period)
{
	int64_t at = 0;

	for (size_t i = 0; i < LONG; i++) {
		at += 1000000 + (int64_t)(next_random(state) % 50000);
		sign[i] = (uint32_t)(i % period);
		end[i] = at;
	}
}

/* Cuts another rank's sequence, on a clock of its own, with one collective of
 * so many that is another one; true when found again. */
static bool
finds(uint64_t *state, size_t period, size_t lost, size_t n, size_t wrong_of)
{
	uint32_t sign[LONG], others[LONG];
	int64_t end[LONG], other[LONG];
	struct rank_sequence a = {sign, end, LONG}, b = {others, other, n};
	struct match m;
	int64_t clock = (int64_t)(next_random(state) % 100000000);

	make_sequence(state, sign, end, period);
	for (size_t i = 0; i < n; i++) {
		other[i] = end[lost + i] + clock +
		    (int64_t)(next_random(state) % 3000);
		others[i] = i % wrong_of ? sign[lost + i] : LONG;
	}
	m = match_find(&a, &b);
	return m.shift == (int64_t)lost &&
	    m.disagree == (n + wrong_of - 1) / wrong_of && m.unambiguous;
}

static void
test_match(void)
{
	static const uint32_t abc[] = {1, 2, 3, 4}, acd[] = {1, 9, 3, 4};
	static const int64_t ends[] = {10, 20, 30, 40};
	struct rank_sequence a = {abc, ends, 4}, b = {acd, ends, 4}, none = {0};
	uint64_t state = 1;
	struct match m;
	int wrong = 0;

	for (size_t period = 1; period < 60; period += 1 + period / 2)
		for (size_t lost = 0; lost < 40; lost += 1 + lost / 3)
			for (size_t k = 20; k < 400; k *= 4)
				wrong +=
				    !finds(&state, period, lost, LONG - 45, k);
	CHECK_INT(wrong, 0);
	m = match_find(&a, &b);
	CHECK(m.shift == 0 && m.disagree == 1);
	m = match_find(&a, &none);
	CHECK(m.shift == 0 && m.disagree == 0);
	m = match_find(&b, &b);
	CHECK(m.shift == 0 && m.unambiguous);
}

/* Which of two shifts it is, where ends and signs say different things. */
static void
test_shifts(void)
{
	uint32_t sign[LONG] = {0}, others[LONG] = {0};
	int64_t end[LONG], early[LONG];
	struct rank_sequence a = {sign, end, LONG}, b = {others, early, LONG};

	for (size_t i = 0; i < LONG; i++) {
		end[i] = 1000 * (int64_t)i;
		early[i] = end[i] + 1000;
	}
	/* equal ones are not shifted, whatever their clocks say */
	CHECK_INT(match_find(&a, &b).shift, 0);
	/* fewer disagree, though clocks that agree would say another one */
	b = (struct rank_sequence){others, end, LONG - 2};
	sign[10] = others[8] = 1;
	CHECK_INT(match_find(&a, &b).shift, 2);
	/* nearly all agree, though at other ones more pairs do */
	for (size_t i = 100; i < LONG; i += 10)
		sign[i] = others[i - 100] = 1 + (uint32_t)i;
	CHECK_INT(match_find(&a, &b).shift, 100);
	/* less than half of the shorter one agrees */
	for (size_t i = 0; i < LONG; i++)
		sign[i] = (uint32_t)i;
	for (size_t i = 0; i < LONG; i++)
		others[i] = i < 150 ? sign[i + 100] : LONG;
	CHECK_INT(match_find(&a, &b).shift, 0);
}

/* What is lost at the ends alone is a shift, and what differs is not lost. */
static void
test_ends(void)
{
	uint32_t sign[LONG], unrelated[LONG];
	int64_t end[LONG], other[LONG];
	uint64_t state = 1;
	int wrong = 0;

	for (size_t round = 0; round < 300; round++) {
		struct lag_stretch *list;
		size_t lost = next_random(&state) % 20, n = 40 + round % 20;
		struct rank_sequence a = {sign, end, n},
				     b = {sign + lost, other + lost, n};

		make_sequence(&state, sign, end, 1);
		for (size_t i = 0; i < LONG; i++)
			sign[i] = (uint32_t)next_random(&state) % 6;
		for (size_t i = 0; i < LONG; i++)
			other[i] =
			    end[i] + (int64_t)(next_random(&state) % 9999);
		wrong += match_find_lost(&a, &b, &list) != 0;
		free(list);
		wrong += match_find(&a, &b).shift != (int64_t)lost;
		/* another job */
		for (size_t i = 0; i < LONG; i++)
			unrelated[i] = (uint32_t)next_random(&state) % 6;
		b.sign = unrelated;
		wrong += match_find_lost(&a, &b, &list) != 0;
		free(list);
	}
	CHECK_INT(wrong, 0);
}

static void
add(struct job *j, const char *rank, int64_t start, int64_t duration,
    const char *const *field)
{
	uint32_t text[SHAPE_FIELDS];
	struct event e = {.start = start, .duration = duration};

	for (int i = 0; i < SHAPE_FIELDS; i++)
		text[i] = pool_add(j->texts, span_of(field[i]));
	e.rank = pool_add(j->ranks, span_of(rank));
	e.shape = job_shape(j, text);
	e.stream = pool_add(j->texts, span_of("7"));
	e.place = (int64_t)j->events;
	ARRAY_PUSH(j->event, j->events, &j->event_cap, e);
}

static void
close_job(struct job *j)
{
	groups_find(j);
	numbering_make(j, MATCH_SEQUENCE);
}

static const char *const reduce[] = {
    "nccl", "allreduce", "Float", "256", "256", "[]", "[]", "2", "g", "[4, 5]"};
static const char *const gather[] = {"nccl", "_allgather_base", "Half", "128",
    "256", "[]", "[]", "2", "g", "[4, 5]"};
static const char *const other[] = {
    "nccl", "allreduce", "Float", "256", "256", "[]", "[]", "2", "g", "[6, 7]"};
static const char *const sent[] = {
    "nccl", "send", "Float", "256", "256", "[]", "[]", "2", "g", "[4, 5]"};
static const char *const received[] = {
    "nccl", "recv", "Float", "256", "256", "[]", "[]", "2", "g", "[4, 5]"};
static const char *const larger[] = {
    "nccl", "allreduce", "Float", "512", "512", "[]", "[]", "2", "g", "[4, 5]"};
static const char *const bare[] = {"nccl", "", "", "", "", "", "", "", "", ""};

/* Rank 5 arrives 30 ns later and is done when rank 4 is. */
static void
test_measures(void)
{
	struct job j;
	struct measure m;

	job_init(&j);
	CHECK_INT(pool_add(j.texts, span_of("")), 0);
	add(&j, "5", 130, 70, reduce);
	add(&j, "4", 100, 100, reduce);
	add(&j, "4", 300, 50, gather);
	add(&j, "5", 280, 60, gather);
	close_job(&j);
	CHECK_INT((long long)j.collectives, 2);
	m = measure_of(&j, &j.collective[0]);
	CHECK(m.verdict == VERDICT_OK && m.waits);
	CHECK(m.latency == 70 && m.start_skew == 30 && m.end_skew == 0);
	CHECK(m.total_wait == 30 && m.mean_wait == 15 && m.wall == 100);
	CHECK(span_is(pool_get(j.ranks, m.first_rank), "4"));
	CHECK(span_is(pool_get(j.ranks, m.last_rank), "5"));
	CHECK_INT(m.full_bytes, 1024);
	CHECK(fabs(measure_algorithm_bandwidth(&m) - 1024 / 70e-9) < 1);
	CHECK(fabs(measure_bus_bandwidth(&m) - 1024 / 70e-9) < 1);
	m = measure_of(&j, &j.collective[1]);
	CHECK(m.full_bytes == 512 && m.latency == 50 && m.end_skew == 10);
	CHECK(fabs(measure_bus_bandwidth(&m) - 512 / 50e-9 / 2) < 1);
	job_free(&j);
}

/* Two groups of one name; a rank that lost its first collective; a transfer. */
static void
test_groups(void)
{
	struct job j;

	job_init(&j);
	CHECK_INT(pool_add(j.texts, span_of("")), 0);
	add(&j, "4", 100, 10, gather);
	add(&j, "4", 200, 10, reduce);
	add(&j, "4", 250, 10, sent);
	add(&j, "4", 300, 10, gather);
	add(&j, "5", 200, 10, reduce);
	add(&j, "5", 300, 10, gather);
	add(&j, "7", 100, 10, other);
	add(&j, "6", 100, 10, other);
	close_job(&j);
	CHECK_INT((long long)j.groups, 2);
	CHECK(span_is(j.group[0].label, "g@[4, 5]"));
	CHECK_INT((long long)j.group[0].shifted, 1);
	CHECK_INT((long long)j.collectives, 4);
	CHECK(measure_of(&j, &j.collective[0]).verdict == VERDICT_PARTIAL);
	CHECK(measure_of(&j, &j.collective[1]).verdict == VERDICT_SHIFTED);
	CHECK(measure_of(&j, &j.collective[2]).verdict == VERDICT_SHIFTED);
	CHECK(measure_of(&j, &j.collective[3]).verdict == VERDICT_OK);
	CHECK(span_is(
	    pool_get(j.ranks, j.event[j.collective[3].first].rank), "6"));
	job_free(&j);
}

/* The verdict of a collective of the job, which is closed. */
static enum collective_verdict
verdict(const struct job *j, size_t i)
{
	return measure_of(j, &j->collective[i]).verdict;
}

/* Sizes tell a shift, as times do not here; of one start the first in its trace
 * is the first. */
static void
test_sizes(void)
{
	struct job j;

	job_init(&j);
	add(&j, "4", 100, 10, reduce);
	add(&j, "4", 200, 10, larger);
	add(&j, "4", 300, 9, larger);
	add(&j, "4", 300, 8, reduce);
	add(&j, "5", 100, 10, larger);
	add(&j, "5", 200, 10, larger);
	add(&j, "5", 300, 10, reduce);
	close_job(&j);
	CHECK_INT((long long)j.collectives, 4);
	CHECK_INT(verdict(&j, 0), VERDICT_PARTIAL);
	for (size_t i = 1; i < 4; i++)
		CHECK_INT(verdict(&j, i), VERDICT_SHIFTED);
	job_free(&j);
}

/* The two ends of a transfer are one; of two ranks no three take part; a rank
 * alone is none of a group of which no size is told. */
static void
test_verdicts(void)
{
	struct job j;

	job_init(&j);
	add(&j, "4", 100, 10, sent);
	add(&j, "5", 100, 10, received);
	add(&j, "6", 100, 10, other);
	add(&j, "7", 100, 10, other);
	add(&j, "8", 100, 10, other);
	add(&j, "9", 100, 10, bare);
	close_job(&j);
	CHECK_INT((long long)j.collectives, 3);
	CHECK_INT(verdict(&j, 0), VERDICT_PARTIAL);
	CHECK_INT(verdict(&j, 1), VERDICT_OK);
	CHECK_INT(verdict(&j, 2), VERDICT_DIFFERS);
	job_free(&j);
}

static void
test_without_metadata(void)
{
	struct job j;
	struct measure m;

	job_init(&j);
	CHECK_INT(pool_add(j.texts, span_of("")), 0);
	add(&j, "10", 100, 10, bare);
	add(&j, "9", 105, 10, bare);
	close_job(&j);
	CHECK(j.without_metadata && j.order[0] == 1);
	m = measure_of(&j, &j.collective[0]);
	CHECK(m.verdict == VERDICT_OK && m.waits && m.latency == 10);
	CHECK(isnan(measure_algorithm_bandwidth(&m)));
	job_free(&j);
}

int
main(void)
{
	test_lists();
	test_kinds();
	test_match();
	test_shifts();
	test_ends();
	test_measures();
	test_groups();
	test_sizes();
	test_verdicts();
	test_without_metadata();
	return test_done();
}
