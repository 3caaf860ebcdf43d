/*
 * Trainings whose names tell which kernels are an optimizer's: steps of several
 * passes, of which only the last is followed by a few of these, some cut off at
 * an end of the trace, some with noise; steps by turns, of which each has an
 * optimizer; evaluations between steps, and behind many of them; an average of
 * the weights behind every few.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/cycles_made.h"
#include "tests/unit/test.h"
#include "tools/trace-cycles/cycles.h"

enum { SEEDS = 20 };

/* Forward and backward. */
struct pass {
	struct word head, forward, loss, backward, tail;
	uint32_t layers;
};

static struct pass
make_pass(struct trace *t)
{
	return (struct pass){make_word(t, 1, 4), make_word(t, 9, 20),
	    make_word(t, 6, 15), make_word(t, 15, 30), make_word(t, 2, 6),
	    between(t, 6, 16)};
}

static void
add(struct trace *t, const struct word *w, uint32_t times, bool update)
{
	for (; times > 0; times--)
		for (uint32_t i = 0; i < w->n && t->n < MOST; i++) {
			uint32_t fault = between(t, 0, 999);

			t->update[t->n] = update;
			t->s[t->n++] = w->s[i];
			if (fault >= t->noise)
				continue;
			if (fault % 2)
				t->n--;
			else if (t->n > 1 && t->update[t->n - 2] == update) {
				t->s[t->n - 1] = t->s[t->n - 2];
				t->s[t->n - 2] = w->s[i];
			}
		}
}

static uint32_t
pass_kernels(const struct pass *p)
{
	return p->head.n + p->loss.n + p->tail.n +
	    p->layers * (p->forward.n + p->backward.n);
}

static void
add_passes(struct trace *t, const struct pass *p, uint32_t times)
{
	for (; times > 0; times--) {
		add(t, &p->head, 1, false);
		add(t, &p->forward, p->layers, false);
		add(t, &p->loss, 1, false);
		add(t, &p->backward, p->layers, false);
		add(t, &p->tail, 1, false);
	}
}

/* Whether all outermost cycles have about this length, and one the repeats. */
static bool
is_step(const struct trace *t, uint32_t kernels, size_t repeats, bool names)
{
	static const struct cycle_limits any = {1, INT32_MAX, false};
	struct known known = {NULL, names ? t->update : NULL};
	uint32_t off = t->noise ? kernels / 50 : 0;
	bool right = false, wrong = false;
	struct cycles c;

	cycles_find(t->s, t->n, &known, &any, &c);
	for (size_t i = 1; i < c.n; i++) {
		uint32_t n = c.cycle[i].agreed;
		bool fits = n + off >= kernels && n <= kernels + off;

		if (c.cycle[i].level > 1)
			continue;
		right |= fits && c.cycle[i].repeats == repeats;
		wrong |= !fits;
	}
	cycles_free(&c);
	return right && !wrong;
}

/* Steps of `passes` passes; the first one may lack some of them. */
static bool
try_passes(struct trace *t, uint32_t passes, uint32_t first)
{
	struct pass p = make_pass(t);
	struct word optimizer = make_word(t, 1, 8), rest = make_word(t, 0, 2);
	uint32_t steps = between(t, 3, 5);

	add_passes(t, &p, first);
	add(t, &optimizer, first > 0, true);
	add(t, &rest, first > 0, false);
	for (uint32_t i = 0; i < steps; i++) {
		add_passes(t, &p, passes);
		add(t, &optimizer, 1, true);
		add(t, &rest, 1, false);
	}
	return is_step(
	    t, passes * pass_kernels(&p) + optimizer.n + rest.n, steps, true);
}

/* The optimizer does an eighth or so of a pass more every second time. */
static bool
try_turns(struct trace *t, bool names)
{
	struct pass p = make_pass(t);
	uint32_t kernels = pass_kernels(&p), n = kernels / 10;
	struct word optimizer = make_word(t, 4, 8);

	for (uint32_t i = 0; i < 10; i++) {
		add_passes(t, &p, 1);
		add(t, &optimizer, 1, true);
		for (uint32_t k = 0; k < n && i % 2; k++) {
			t->update[t->n] = true;
			t->s[t->n++] = 1000000 + k;
		}
	}
	return is_step(t, kernels + optimizer.n, 10, names) ||
	    is_step(t, kernels + optimizer.n + n, 10, names);
}

/* Whether a cycle has exactly this many kernels and repeats. */
static bool
has_step(const struct cycles *c, uint32_t kernels, size_t repeats)
{
	for (size_t i = 1; i < c->n; i++)
		if (c->cycle[i].agreed == kernels &&
		    c->cycle[i].repeats == repeats)
			return true;
	return false;
}

/*
 * Evaluations of forward passes, with which a step begins: four behind each
 * ninth step, or behind each fourth, any number, more kernels than the steps.
 */
static bool
try_evaluations(struct trace *t, bool regular)
{
	static const struct cycle_limits any = {1, INT32_MAX, false};
	struct known known = {NULL, t->update};
	struct pass p = make_pass(t);
	struct word optimizer = make_word(t, 4, 20);
	uint32_t every = regular ? 9 : 4, steps = 3 * every, passes = 0;
	uint32_t pass = p.head.n + p.layers * p.forward.n + p.loss.n;
	struct cycles c;
	bool right;

	for (uint32_t i = 0; i < steps; i++) {
		uint32_t more = regular ? 4 : between(t, 8, 16);

		more = i % every == every - 1 ? more : 0;
		add_passes(t, &p, 1);
		add(t, &optimizer, 1, true);
		for (uint32_t k = 0; k < more; k++) {
			add(t, &p.head, 1, false);
			add(t, &p.forward, p.layers, false);
			add(t, &p.loss, 1, false);
		}
		passes += more;
	}
	cycles_find(t->s, t->n, &known, &any, &c);
	right = has_step(&c, pass_kernels(&p) + optimizer.n, steps) &&
	    has_step(&c, pass, passes);
	cycles_free(&c);
	return right;
}

/* Eight passes, and a row of kernels of one name for their gradients. */
static bool
try_row(struct trace *t)
{
	struct pass p = make_pass(t);
	struct word adam = {.s = {t->fresh++}, .n = 1},
		    norm = make_word(t, 4, 8);
	uint32_t steps = between(t, 3, 5), times = between(t, 12, 20);

	for (uint32_t i = 0; i < steps; i++) {
		add_passes(t, &p, 8);
		add(t, &norm, 1, false);
		add(t, &adam, times, true);
	}
	return is_step(t, 8 * pass_kernels(&p) + norm.n + times, steps, true);
}

static bool
are_twins(const struct trace *t, const struct cycle *a, const struct cycle *b)
{
	return a->parent == b->parent && a->length == b->length &&
	    memcmp(t->s + a->root, t->s + b->root, a->length * sizeof *t->s) ==
	    0;
}

/* Several trainings, each with an evaluation of several passes behind it: no
 * cycle is another one. */
static bool
try_epochs(struct trace *t)
{
	static const struct cycle_limits any = {1, INT32_MAX, false};
	struct pass p = make_pass(t), test = p;
	struct word optimizer = make_word(t, 1, 8);
	struct known known = {NULL, t->update};
	struct cycles c;
	int twins = 0;

	test.loss = make_word(t, 2, 4);
	test.backward.n = 0;
	for (uint32_t epoch = 0; epoch < 2; epoch++) {
		for (uint32_t i = 0; i < 12; i++) {
			add_passes(t, &p, 1);
			add(t, &optimizer, 1, true);
		}
		add_passes(t, &test, 7);
	}
	cycles_find(t->s, t->n, &known, &any, &c);
	for (size_t i = 1; i < c.n; i++)
		for (size_t k = 1; k < i; k++)
			twins += are_twins(t, &c.cycle[k], &c.cycle[i]);
	cycles_free(&c);
	return twins == 0;
}

/* However many steps are between two averages, and in the trace, a step is what
 * has one optimizer, of one pass or three. */
static bool
try_averages(struct trace *t, uint32_t every)
{
	static const struct cycle_limits any = {1, INT32_MAX, false};
	struct known known = {NULL, t->update};
	struct pass p = make_pass(t);
	struct word optimizer = make_word(t, 4, 8),
		    average = make_word(t, 4, 8);
	uint32_t steps = between(t, 2 * every, 5 * every), passes = every - 1;
	uint32_t kernels = passes * pass_kernels(&p) + optimizer.n;
	struct cycles c;
	bool right;

	for (uint32_t i = 1; i <= steps; i++) {
		add_passes(t, &p, passes);
		add(t, &optimizer, 1, true);
		add(t, &average, i % every == 0, false);
	}
	cycles_find(t->s, t->n, &known, &any, &c);
	right = has_step(&c, kernels, steps) && c.cycle[1].agreed == kernels;
	cycles_free(&c);
	return right;
}

/* An optimizer that works on each tensor by several iterations, with more
 * kernels than the passes have, is no row of steps. */
static bool
try_tensors(struct trace *t)
{
	struct pass p = make_pass(t);
	struct word iteration = make_word(t, 3, 5), update = make_word(t, 1, 2);
	uint32_t one = 5 * iteration.n + update.n;
	uint32_t tensors = 2 * pass_kernels(&p) / one, steps = 4;

	for (uint32_t i = 0; i < steps; i++) {
		add_passes(t, &p, 1);
		for (uint32_t k = 0; k < tensors; k++) {
			add(t, &iteration, 5, false);
			add(t, &update, 1, true);
		}
	}
	return is_step(t, pass_kernels(&p) + tensors * one, steps, true);
}

/* Other shapes, in the place of a number of passes. */
enum {
	TURNS = 0,
	EVALUATIONS = 100,
	ROW = 200,
	EPOCHS = 300,
	AVERAGES = 400,
	TENSORS = 500
};

static bool
try_one(struct trace *t, uint32_t passes, uint32_t first)
{
	switch (passes) {
	case TURNS:
		return try_turns(t, first > 0);
	case EVALUATIONS:
		return try_evaluations(t, first > 0);
	case ROW:
		return try_row(t);
	case EPOCHS:
		return try_epochs(t);
	case TENSORS:
		return try_tensors(t);
	case AVERAGES:
		return try_averages(t, first);
	default:
		return try_passes(t, passes, first);
	}
}

static int
count_right(uint32_t passes, uint32_t first, uint32_t noise)
{
	static struct trace t;
	int right = 0;

	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		t.n = 0;
		t.state = seed * 2654435761u + passes;
		t.fresh = 4;
		t.noise = noise;
		between(&t, 0, 1);
		right += try_one(&t, passes, first);
	}
	printf("# %u passes, %u before, noise %u: %d of %d\n", passes, first,
	    noise, right, SEEDS);
	return right;
}

int
main(void)
{
	static const uint32_t passes[] = {2, 3, 4, 8};

	for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
		CHECK(count_right(passes[i], 0, 0) == SEEDS);
		CHECK(count_right(passes[i], 1, 0) == SEEDS);
		CHECK(count_right(passes[i], 0, 20) >= SEEDS - 3);
	}
	CHECK(count_right(TURNS, 0, 0) >= SEEDS - 1);
	CHECK(count_right(TURNS, 1, 0) >= SEEDS - 1);
	CHECK(count_right(ROW, 0, 0) >= SEEDS - 6);
	CHECK(count_right(EVALUATIONS, 0, 0) >= SEEDS - 1);
	CHECK(count_right(EVALUATIONS, 1, 0) >= SEEDS - 7);
	CHECK(count_right(EPOCHS, 0, 0) == SEEDS);
	CHECK(count_right(AVERAGES, 2, 0) == SEEDS);
	CHECK(count_right(AVERAGES, 4, 0) == SEEDS);
	CHECK(count_right(TENSORS, 0, 0) == SEEDS);
	return test_done();
}
