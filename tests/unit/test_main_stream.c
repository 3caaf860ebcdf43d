/* The main stream, and what belongs to what it runs: against asking each. */
#include <stdlib.h>

#include "common/trace/main_stream.h"
#include "common/trace/step_claim.h"
#include "tests/unit/test.h"

enum { WORK = 6, TRIALS = 20000, TIMES = 12 };

static const int64_t unknown = STREAM_WORK_NO_LAUNCH;

static size_t
beside(const struct stream_work *work, size_t n, int64_t start, int64_t launch)
{
	struct main_stream m = main_stream_open(work, n);
	size_t at = main_stream_beside(
	    &m, (struct stream_work){start, start + 1, launch});

	main_stream_close(&m);
	return at;
}

static void
test_time(void)
{
	const struct stream_work work[] = {
	    {10, 15, unknown}, {20, 25, unknown}};

	CHECK(beside(work, 2, 9, unknown) == STREAM_WORK_NONE);
	CHECK(beside(work, 2, 10, unknown) == 0);
	CHECK(beside(work, 2, 19, unknown) == 0); /* in the gap */
	CHECK(beside(work, 2, 24, unknown) == 1);
	CHECK(beside(work, 2, 25, unknown) == STREAM_WORK_NONE);
	CHECK(beside(work, 2, 19, 5) == 0); /* nothing else has a launch */
	CHECK(beside(NULL, 0, 19, 5) == STREAM_WORK_NONE);
}

static void
test_launch(void)
{
	const struct stream_work work[] = {
	    {10, 15, 1}, {20, 25, unknown}, {30, 35, 3}, {40, 45, 5}};

	CHECK(beside(work, 4, 41, 2) == 0); /* it waited */
	CHECK(beside(work, 4, 11, 4) == 2); /* it did not */
	CHECK(beside(work, 4, 31, 0) == 2); /* before all launches: by time */
	CHECK(beside(work, 4, 31, 6) == 2); /* after all of them */
	CHECK(beside(work, 4, 50, 5) == 3);
}

static void
test_graph(void)
{
	const struct stream_work work[] = {
	    {10, 15, 1}, {20, 25, 1}, {30, 35, 2}, {40, 45, 2}};

	CHECK(beside(work, 4, 5, 1) == 0);
	CHECK(beside(work, 4, 16, 1) == 0);
	CHECK(beside(work, 4, 22, 1) == 1);
	CHECK(beside(work, 4, 42, 1) == 1);
	CHECK(beside(work, 4, 12, 2) == 2);
	CHECK(beside(work, 4, 50, 2) == 3);
}

/* The same by asking each work of the main stream. */
static size_t
slow_beside(const struct stream_work *w, size_t n, struct stream_work other)
{
	size_t by_time = STREAM_WORK_NONE, last = STREAM_WORK_NONE, graph = n;
	bool later = false;

	for (size_t i = 0; i < n; i++) {
		if (w[i].start <= other.start)
			by_time = i;
		if (w[i].launch == unknown || other.launch == unknown)
			continue;
		if (w[i].launch > other.launch)
			later = true;
		else if (last == STREAM_WORK_NONE ||
		    w[i].launch >= w[last].launch)
			last = i;
		if (w[i].launch == other.launch &&
		    (graph == n || w[i].start <= other.start))
			graph = i;
	}
	if (graph < n)
		return graph;
	if (last != STREAM_WORK_NONE && later)
		return last;
	return by_time == n - 1 && other.start >= w[n - 1].end
	    ? STREAM_WORK_NONE
	    : by_time;
}

/* Launches in the order of the stream, some in one graph, some unknown. */
static void
test_random(void)
{
	struct stream_work w[WORK];
	int64_t start, launch;
	int wrong = 0;

	srand(5);
	for (int t = 0; t < TRIALS; t++) {
		struct stream_work other;

		start = launch = 0;
		for (int i = 0; i < WORK; i++) {
			start += 1 + rand() % 3;
			launch += rand() % 2;
			w[i] = (struct stream_work){
			    start, start + 1, rand() % 4 ? launch : unknown};
		}
		other = (struct stream_work){rand() % (TIMES + 6), 0,
		    rand() % 4 ? rand() % WORK : unknown};
		wrong += beside(w, WORK, other.start, other.launch) !=
		    slow_beside(w, WORK, other);
	}
	CHECK_INT(wrong, 0);
}

static void
test_main(void)
{
	const struct stream_kernels s[] = {{0, true, 5, 9}, {1, true, 3, 1},
	    {0, true, 8, 7}, {0, true, 8, 6}, {1, true, 3, 1},
	    {3, false, 0, 0}};
	bool is_main[6];

	main_stream_find(s, 6, 4, is_main);
	CHECK(!is_main[0] && is_main[1] && !is_main[2]);
	CHECK(is_main[3] && !is_main[4] && is_main[5]);
	main_stream_find(s, 0, 0, is_main);
}

/* A lone kernel that repeats is a step where nothing else is. */
static void
test_lone(void)
{
	struct stream_kernels s[] = {{.gpu = 0}, {.gpu = 0}, {.gpu = 1}};
	bool is_main[3];

	main_stream_add(&s[0], 1, 1000, 5);
	main_stream_add(&s[0], 1, 1000, 4);
	main_stream_find(s, 3, 2, is_main);
	CHECK(is_main[0] && s[0].start == 4 && !s[0].several);
	main_stream_add(&s[1], 2, 9, 8);
	main_stream_add(&s[1], 1, 1000, 1);
	main_stream_add(&s[2], 1, 1000, 1);
	main_stream_find(s, 3, 2, is_main);
	CHECK(!is_main[0] && is_main[1] && is_main[2]);
	CHECK(s[1].kernels > 17 && s[1].kernels < 19 && s[1].start == 8);
}

static void
test_claims(void)
{
	const struct step_claim order[] = {{true, true, 7}, {true, true, 5},
	    {true, false, 9}, {false, true, 99}, {false, false, 999}};

	for (int i = 0; i < 5; i++)
		for (int k = 0; k < 5; k++) {
			int found = step_claim_compare(order[i], order[k]);

			CHECK((found > 0) == (i > k) && (found < 0) == (i < k));
		}
}

int
main(void)
{
	test_time();
	test_launch();
	test_graph();
	test_random();
	test_main();
	test_lone();
	test_claims();
	return test_done();
}
