#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tools/trace-link/capture.h"

/* Texts: calls, the names of kernels, and of what holds recordings. */
enum {
	BEGIN,
	END,
	LAUNCH,
	OTHER,
	A,
	B,
	C,
	NONE,
	FOUR,
	EIGHT,
	WORD,
	PIECES,
	TEXTS
};

static const struct span texts[TEXTS] = {{"xStreamBeginCapture", 19},
    {"xStreamEndCapture", 17}, {"xLaunchKernel", 13}, {"xFree", 5}, {"a", 1},
    {"b", 1}, {"c", 1}, {"", 0}, {"capture_4_FULL", 14}, {"capture_8_FULL", 14},
    {"capture_x", 9}, {"capture_4_PIECEWISE", 19}};

/* Rows of calls, a text for each: a call of that name, or a launch of it. */
static size_t
calls(struct host *h, const uint32_t *what, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		bool kernel = what[i] >= A;

		if (what[i] >= FOUR) {
			h[i] = (struct host){.kind = HOST_ANNOTATION,
			    .start = (int64_t)i * 10,
			    .end = (int64_t)i * 10 + 35,
			    .name = what[i]};
			continue;
		}
		h[i] = (struct host){.kind = HOST_CALL,
		    .start = (int64_t)i * 10,
		    .end = (int64_t)i * 10 + 1,
		    .name = kernel ? LAUNCH : what[i],
		    .details = kernel ? what[i] : NONE};
	}
	return n;
}

static const struct graph_size any = {GRAPH_SIZE_NONE, GRAPH_MODE_UNKNOWN};

#define N(array) (sizeof(array) / sizeof *(array))

static void
test_recordings(void)
{
	const uint32_t what[] = {
	    A, BEGIN, A, OTHER, B, END, C, BEGIN, C, END, BEGIN, END, BEGIN, B};
	struct host h[N(what)];
	struct capture c;

	capture_find(&c, h, calls(h, what, N(what)), texts, TEXTS);
	CHECK_INT(c.graphs, 4);
	CHECK_INT(c.graph[0].n, 2);
	CHECK_INT(c.graph[0].since, 11);
	CHECK_INT(c.launch[0].row, 2);
	CHECK_INT(c.launch[1].row, 4);
	CHECK_INT(c.graph[1].n, 1);
	CHECK_INT(c.graph[2].n, 0);
	CHECK_INT(c.graph[3].n, 1);
	capture_free(&c);
	capture_find(&c, NULL, 0, texts, TEXTS);
	CHECK(!capture_match(&c, NULL, 0, true, any, NULL));
	capture_free(&c);
}

static void
test_names(void)
{
	const uint32_t what[] = {BEGIN, A, B, A, END, BEGIN, A, B, END};
	const uint32_t swapped[] = {B, A, A}, fewer[] = {A, A},
		       more[] = {A, B, A, A}, unknown[] = {A, HOST_NONE},
		       both[] = {A, B};
	struct host h[N(what)];
	struct capture c;
	uint32_t row[4];

	capture_find(&c, h, calls(h, what, N(what)), texts, TEXTS);
	CHECK(capture_match(&c, swapped, 3, false, any, row) == &c.graph[0]);
	CHECK_INT(row[0], 2);
	CHECK_INT(row[1], 1);
	CHECK_INT(row[2], 3);
	CHECK(capture_match(&c, fewer, 2, false, any, row) == &c.graph[0]);
	CHECK_INT(row[1], 3);
	CHECK(!capture_match(&c, more, 4, false, any, row));
	CHECK(!capture_match(&c, unknown, 2, false, any, row));
	CHECK(capture_match(&c, both, 2, false, any, row) == &c.graph[1]);
	CHECK_INT(row[0], 6);
	capture_free(&c);
}

/* Calls of another trace at the same time are not recorded. */
static void
test_scopes(void)
{
	const uint32_t what[] = {BEGIN, BEGIN, A, B, A, END, END, B};
	struct host h[N(what)];
	struct capture c;

	calls(h, what, N(what));
	for (size_t i = 0; i < N(what); i++)
		h[i].scope = i % 2 ? BEGIN : END;
	capture_find(&c, h, N(what), texts, TEXTS);
	CHECK_INT(c.graphs, 2);
	CHECK_INT(c.graph[0].n, 1);
	CHECK_INT(c.launch[0].row, 3);
	CHECK_INT(c.graph[1].n, 2);
	CHECK_INT(c.launch[1].row, 2);
	CHECK_INT(c.launch[2].row, 4);
	capture_free(&c);
}

/* Of recordings alike, one after the other. */
static void
test_turns(void)
{
	const uint32_t what[] = {BEGIN, A, END, BEGIN, A, END, BEGIN, A, END};
	const uint32_t a[] = {A};
	struct host h[N(what)];
	struct capture c;
	uint32_t row;

	capture_find(&c, h, calls(h, what, N(what)), texts, TEXTS);
	for (size_t i = 0; i < 7; i++) {
		CHECK(capture_match(&c, a, 1, true, any, &row) ==
		    &c.graph[i % 3]);
		CHECK_INT(row, (i % 3) * 3 + 1);
	}
	capture_free(&c);
}

static void
test_unnamed(void)
{
	const uint32_t what[] = {BEGIN, NONE, A, END};
	const uint32_t names[] = {HOST_NONE, A, C};
	struct host h[N(what)];
	struct capture c;
	uint32_t row[3];

	capture_find(&c, h, calls(h, what, N(what)), texts, TEXTS);
	CHECK(!capture_match(&c, names, 3, true, any, row));
	CHECK(!capture_match(&c, names, 2, false, any, row));
	CHECK(!capture_match(&c, names + 1, 2, true, any, row));
	CHECK(capture_match(&c, names, 2, true, any, row) == &c.graph[0]);
	CHECK_INT(row[0], 1);
	CHECK_INT(row[1], 2);
	capture_free(&c);
}

/* Of recordings alike: the next larger one for a step, else the largest. */
static void
test_sizes(void)
{
	const uint32_t what[] = {FOUR, BEGIN, A, END, EIGHT, BEGIN, A, END,
	    WORD, FOUR, BEGIN, A, END, OTHER, OTHER, EIGHT, OTHER};
	const struct {
		int64_t tokens;
		size_t graph;
	} want[] = {{4, 0}, {4, 2}, {8, 1}, {5, 1}, {1, 2}, {1, 0}, {9, 1},
	    {100, 1}, {-1, 2}, {-1, 0}, {-1, 1}};
	const uint32_t a[] = {A};
	struct host h[N(what)];
	struct capture c;
	uint32_t row;

	capture_find(&c, h, calls(h, what, N(what)), texts, TEXTS);
	CHECK_INT(c.graphs, 3);
	CHECK_INT(c.graph[0].size.tokens, 4);
	CHECK_INT(c.graph[1].size.tokens, 8);
	for (size_t i = 0; i < N(want); i++) {
		CHECK(capture_match(&c, a, 1, true,
			  (struct graph_size){want[i].tokens, GRAPH_MODE_FULL},
			  &row) == &c.graph[want[i].graph]);
		CHECK_INT(row, c.launch[want[i].graph].row);
	}
	capture_free(&c);
}

/* Pieces are no part of a whole graph, but may be what was recorded as one. */
static void
test_modes(void)
{
	const uint32_t what[] = {PIECES, BEGIN, A, END, FOUR, BEGIN, A, B, END,
	    FOUR, BEGIN, B, C, END};
	const uint32_t a[] = {A}, b[] = {B}, both[] = {A, B};
	const struct graph_size whole = {4, GRAPH_MODE_FULL},
				pieces = {4, GRAPH_MODE_PIECEWISE};
	struct host h[N(what)];
	struct capture c;
	uint32_t row[2];

	capture_find(&c, h, calls(h, what, N(what)), texts, TEXTS);
	CHECK_INT(c.graphs, 3);
	CHECK(c.graph[0].size.mode == GRAPH_MODE_PIECEWISE);
	CHECK(c.graph[1].size.mode == GRAPH_MODE_FULL);
	CHECK(capture_match(&c, a, 1, true, pieces, row) == &c.graph[0]);
	CHECK(!capture_match(&c, b, 1, true, pieces, row));
	CHECK(capture_match(&c, b, 1, true, whole, row) == &c.graph[1]);
	CHECK(capture_match(&c, both, 2, true, pieces, row) == &c.graph[1]);
	capture_free(&c);
}

/* A size holds for what is recorded in its annotation, and for its trace. */
static void
test_sizes_apart(void)
{
	const uint32_t what[] = {FOUR, BEGIN, A, BEGIN, B, END, BEGIN};
	struct host h[N(what)];
	struct capture c;

	calls(h, what, N(what));
	for (size_t i = 2; i < 6; i++)
		h[i].scope = 1;
	capture_find(&c, h, N(what), texts, TEXTS);
	CHECK_INT(c.graphs, 3);
	CHECK_INT(c.graph[0].size.tokens, 4);
	CHECK_INT(c.graph[1].size.tokens, GRAPH_SIZE_NONE);
	CHECK_INT(c.graph[1].n, 0);
	CHECK_INT(c.graph[2].size.tokens, GRAPH_SIZE_NONE);
	CHECK_INT(c.graph[2].n, 1);
	capture_free(&c);
}

static int64_t
recorded_tokens(struct span annotation)
{
	return graph_size_recorded(annotation).tokens;
}

static int64_t
size_of(int64_t read(struct span), const char *name)
{
	return read((struct span){name, strlen(name)});
}

static void
test_size_names(void)
{
	int64_t (*recorded)(struct span) = recorded_tokens;
	int64_t (*step)(struct span) = graph_size_of_step;

	CHECK_INT(size_of(recorded, "capture_32_FULL"), 32);
	CHECK_INT(size_of(recorded, "capture_32"), -1);
	CHECK_INT(size_of(recorded, "capture_x_FULL"), -1);
	CHECK_INT(size_of(recorded, "a capture_32_FULL"), -1);
	CHECK_INT(size_of(recorded, "capture_9999999999_FULL"), -1);
	CHECK_INT(size_of(recorded, ""), -1);
	CHECK_INT(size_of(step,
		      "execute_40_context_2(sq3sk9sqsq9sqsk9)"
		      "_generation_37(sq37sk9sqsq1sqsk1)"),
	    40);
	CHECK_INT(size_of(step, "execute_context_1(888)_generation_3(3)"), 891);
	CHECK_INT(size_of(step, "execute_context_1(888)_generation_3"), -1);
	CHECK_INT(size_of(step, "execute_model"), -1);
	CHECK_INT(
	    size_of(step, "my execute_4_context_1(4)_generation_0(0)"), -1);
	CHECK_INT(size_of(step, ""), -1);
}

/* Whatever was recorded and ran: the n-th of a name is the n-th of it. */
static void
test_any(void)
{
	enum { LAUNCHES = 40, RUNS = 2000 };
	uint32_t what[LAUNCHES + 2] = {BEGIN}, name[LAUNCHES], row[LAUNCHES];
	struct host h[LAUNCHES + 2];
	int wrong = 0;

	srand(1);
	what[LAUNCHES + 1] = END;
	for (int run = 0; run < RUNS; run++) {
		size_t seen[TEXTS] = {0}, n = (size_t)rand() % LAUNCHES;
		struct capture c;
		bool there = true;

		for (size_t i = 1; i <= LAUNCHES; i++)
			what[i] = A + (uint32_t)rand() % 3;
		capture_find(&c, h, calls(h, what, N(what)), texts, TEXTS);
		for (size_t i = 0; i < n; i++) {
			size_t left;

			name[i] = A + (uint32_t)rand() % 3;
			left = ++seen[name[i]];
			for (size_t k = 1; k <= LAUNCHES; k++)
				left -= what[k] == name[i] && left > 0;
			there = there && left == 0;
		}
		wrong += there != !!capture_match(&c, name, n, true, any, row);
		for (size_t i = 0; there && i < n; i++) {
			size_t before = 0, same = 0;

			for (size_t k = 0; k < i; k++)
				before += name[k] == name[i];
			for (size_t k = 1; k < row[i]; k++)
				same += what[k] == name[i];
			wrong += what[row[i]] != name[i] || before != same;
		}
		capture_free(&c);
	}
	CHECK_INT(wrong, 0);
}

int
main(void)
{
	test_recordings();
	test_names();
	test_scopes();
	test_turns();
	test_sizes();
	test_modes();
	test_sizes_apart();
	test_size_names();
	test_unnamed();
	test_any();
	return test_done();
}
