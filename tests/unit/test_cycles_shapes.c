/*
 * Shapes of steps, 20 of each with other bodies and numbers: a lone prefill
 * step before decode steps whose layers form groups, or hold a loop over
 * experts, or behind a vision model; steps that differ only in how often a row
 * in their middle runs; steps that drift between four kinds; steps by turns,
 * and passes that are none; some with noise.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/cycles_made.h"
#include "tests/unit/test.h"
#include "tools/trace-cycles/cycles.h"

enum {
	ALL = 20, /* seeds */
#ifdef __SANITIZE_ADDRESS__
	SEEDS = 4
#else
	SEEDS = ALL
#endif
};

static const struct cycle_limits any = {1, INT32_MAX, false};

/* An expected cycle; of any number of kernels where length is 0. */
struct expected {
	uint32_t length;
	size_t repeats;
};

/* The same with other kernels at three places. */
static struct word
make_variant(struct trace *t, const struct word *of)
{
	struct word w = *of;

	for (uint32_t i = 1; i < w.n; i += 3)
		w.s[i] = t->fresh++;
	return w;
}

static void
add(struct trace *t, const struct word *w, uint32_t times)
{
	for (; times > 0; times--)
		for (uint32_t i = 0; i < w->n && t->n < MOST; i++) {
			t->idle[t->n] = 1000;
			t->s[t->n++] = w->s[i];
		}
}

/* Before each step the GPU is idle. */
static void
add_head(struct trace *t, const struct word *w)
{
	size_t at = t->n;

	add(t, w, 1);
	t->idle[at] = 50000;
}

static bool
has(const struct cycles *c, const struct expected *e)
{
	for (size_t i = 1; i < c->n; i++)
		if (c->cycle[i].repeats == e->repeats &&
		    (e->length == 0 || c->cycle[i].agreed == e->length))
			return true;
	return false;
}

/* Symbol i is lost, stray or swapped with the one behind it. */
static void
make_fault(struct trace *t, size_t i)
{
	uint32_t next = t->s[i + 1];

	switch (between(t, 0, 2)) {
	case 0:
		memmove(t->s + i, t->s + i + 1, (--t->n - i) * sizeof *t->s);
		break;
	case 1:
		if (t->n == MOST)
			return;
		memmove(t->s + i + 1, t->s + i, (t->n++ - i) * sizeof *t->s);
		t->s[i] = t->fresh + between(t, 0, 7);
		break;
	default:
		t->s[i + 1] = t->s[i];
		t->s[i] = next;
	}
}

static void
disturb(struct trace *t)
{
	for (size_t i = 0; i + 1 < t->n; i++)
		if (between(t, 0, 999) < t->noise)
			make_fault(t, i);
}

static bool
has_all(struct trace *t, const struct expected *e, size_t n)
{
	struct known known = {t->noise ? NULL : t->idle, NULL};
	struct cycles c;
	bool good = true;

	disturb(t);
	cycles_find(t->s, t->n, &known, &any, &c);
	for (size_t i = 0; i < n && good; i++) {
		good = has(&c, &e[i]);
		for (size_t k = 1; k < c.n && !good; k++)
			printf("# level %u: %zu x %u\n", c.cycle[k].level,
			    c.cycle[k].repeats, c.cycle[k].agreed);
		if (!good)
			printf("#   wanted: %zu x %u\n", e[i].repeats,
			    e[i].length);
	}
	cycles_free(&c);
	return good;
}

/* Three to five layers and another one, and that again and again. */
static bool
try_groups(struct trace *t)
{
	struct word head = make_word(t, 2, 5), tail = make_word(t, 2, 5);
	struct word layer[2] = {make_word(t, 8, 14), make_word(t, 8, 14)};
	struct word last[2] = {
	    make_variant(t, &layer[0]), make_variant(t, &layer[1])};
	uint32_t alike = between(t, 3, 5), groups = between(t, 6, 12);
	uint32_t steps = between(t, 20, 40), ends = head.n + tail.n;

	for (uint32_t i = 0; i <= steps; i++) {
		add_head(t, &head);
		for (uint32_t g = 0; g < groups; g++) {
			add(t, &layer[i > 0], alike);
			add(t, &last[i > 0], 1);
		}
		add(t, &tail, 1);
	}
	alike++;
	return has_all(t,
	    (struct expected[]){{ends + groups * alike * layer[0].n, 1},
		{ends + groups * alike * layer[1].n, steps},
		{alike * layer[1].n, steps * groups}},
	    3);
}

/* Three to eight experts a layer, or always eight; one when decoding. */
static bool
try_experts(struct trace *t)
{
	struct word head = make_word(t, 2, 5), tail = make_word(t, 2, 5);
	struct word layer = make_word(t, 6, 9), expert = make_word(t, 4, 6);
	struct word decode = make_word(t, 12, 18), behind = make_word(t, 2, 4);
	uint32_t layers = between(t, 10, 20), steps = between(t, 20, 40);
	uint32_t least = between(t, 0, 1) ? 3 : 8, length;

	expert.s[0] = t->fresh++;
	add_head(t, &head);
	for (uint32_t i = 0; i < layers; i++) {
		add(t, &layer, 1);
		add(t, &expert, between(t, least, 8));
		add(t, &behind, 1);
	}
	add(t, &tail, 1);
	length = (uint32_t)t->n;
	for (uint32_t i = 0; i < steps; i++) {
		add_head(t, &head);
		add(t, &decode, layers);
		add(t, &tail, 1);
	}
	return has_all(t,
	    (struct expected[]){{length, 1},
		{head.n + layers * decode.n + tail.n, steps},
		{decode.n, steps * layers}, {0, layers}},
	    4);
}

/* Takes out five kernels in a row. */
static void
cut_out(struct trace *t, size_t at)
{
	for (size_t i = at; i + 5 < t->n; i++) {
		t->s[i] = t->s[i + 5];
		t->idle[i] = t->idle[i + 5];
	}
	t->n -= 5;
}

/*
 * Batches of a decoder: a row of sixty to a hundred and ten tokens in each.
 * Every second head may lack five kernels, other ones each time.
 */
static bool
try_batches(struct trace *t, bool shorter)
{
	struct word head = make_word(t, 60, 250), tail = make_word(t, 20, 60);
	struct word token = make_word(t, 8, 14);
	uint32_t steps = between(t, 12, 18), tokens = 0;

	for (uint32_t i = 0; i < steps; i++) {
		uint32_t n = between(t, 60, 110);
		size_t start = t->n;

		add_head(t, &head);
		add(t, &token, n);
		add(t, &tail, 1);
		if (shorter && i % 2)
			cut_out(t, start + between(t, 1, head.n - 6));
		tokens += n;
	}
	return has_all(
	    t, (struct expected[]){{0, steps}, {token.n, tokens}}, 2);
}

static bool
try_inner_count(struct trace *t)
{
	return try_batches(t, false);
}

static bool
try_shorter_heads(struct trace *t)
{
	return try_batches(t, true);
}

/* A vision model, the prefill of the language model, and decode steps. */
struct vision {
	struct word head, tail, patch, vision, layer[2];
	uint32_t layers;
};

static struct vision
make_vision(struct trace *t)
{
	struct vision v = {.head = make_word(t, 2, 5)};

	v.tail = make_word(t, 2, 5);
	v.patch = make_word(t, 2, 5);
	v.vision = make_word(t, 8, 14);
	v.layer[0] = make_word(t, 8, 14);
	v.layer[1] = make_word(t, 8, 14);
	v.layers = between(t, 10, 16);
	return v;
}

static void
add_request(
    struct trace *t, const struct vision *v, uint32_t more, uint32_t decodes)
{
	add_head(t, &v->patch);
	add(t, &v->vision, more);
	for (uint32_t i = 0; i <= decodes; i++) {
		add_head(t, &v->head);
		add(t, &v->layer[i > 0], v->layers);
		add(t, &v->tail, 1);
	}
}

static bool
has_requests(struct trace *t, const struct vision *v, uint32_t more,
    uint32_t requests, uint32_t decodes)
{
	uint32_t ends = v->head.n + v->tail.n;

	return has_all(t,
	    (struct expected[]){{v->patch.n + more * v->vision.n, requests},
		{ends + v->layers * v->layer[0].n, requests},
		{ends + v->layers * v->layer[1].n, decodes}},
	    3);
}

static bool
try_vision(struct trace *t)
{
	struct vision v = make_vision(t);
	uint32_t more = v.layers + between(t, 8, 16);
	uint32_t steps = between(t, 20, 40);

	add_request(t, &v, more, steps);
	return has_requests(t, &v, more, 1, steps);
}

/* The layers of the prefill have one or two other kernels than decode's. */
static bool
has_like(struct trace *t, bool two)
{
	struct word head = make_word(t, 2, 5), tail = make_word(t, 2, 5);
	struct word layer = make_word(t, 8, 14), first;
	uint32_t layers = between(t, 12, 24), steps = between(t, 20, 40);
	uint32_t length = head.n + layers * layer.n + tail.n;

	first = layer;
	first.s[2] = t->fresh++;
	if (two)
		first.s[7] = t->fresh++;
	for (uint32_t i = 0; i <= steps; i++) {
		add_head(t, &head);
		add(t, i ? &layer : &first, layers);
		add(t, &tail, 1);
	}
	return has_all(t, (struct expected[]){{length, 1}, {length, steps}}, 2);
}

static bool
try_like(struct trace *t)
{
	return has_like(t, true);
}

static bool
try_nearly(struct trace *t)
{
	return has_like(t, false);
}

/* Steps of three kinds at random, whose layers differ in three kernels. */
static bool
try_alike(struct trace *t)
{
	struct word head = make_word(t, 2, 5), tail = make_word(t, 2, 5);
	struct word layer[3] = {make_word(t, 14, 18)};
	uint32_t layers = between(t, 12, 24);
	struct expected e[6] = {0};

	for (int k = 1; k < 3; k++) {
		layer[k] = layer[0];
		for (uint32_t i = 1; i < layer[k].n; i += 6)
			layer[k].s[i] = t->fresh++;
	}
	for (uint32_t i = between(t, 40, 70); i > 0; i--) {
		uint32_t k = between(t, 0, 2), at = (uint32_t)t->n;

		add_head(t, &head);
		add(t, &layer[k], layers);
		add(t, &tail, 1);
		e[k].length = (uint32_t)t->n - at;
		e[k].repeats++;
		e[k + 3].length = layer[k].n;
		e[k + 3].repeats += layers;
	}
	return has_all(t, e, 6);
}

/* Steps of four kinds at random, whose layers differ in two kernels. */
static bool
try_order(struct trace *t)
{
	struct word head = make_word(t, 2, 5), tail = make_word(t, 2, 5);
	struct word layer[4] = {make_word(t, 10, 14)};
	uint32_t layers = between(t, 12, 24), length;
	struct expected e[4] = {0};

	length = head.n + layers * layer[0].n + tail.n;
	for (int k = 1; k < 4; k++) {
		layer[k] = layer[0];
		layer[k].s[2] = t->fresh++;
		layer[k].s[7] = t->fresh++;
	}
	for (uint32_t i = 0; i < 60; i++) {
		uint32_t kind = i < 8 ? i / 2 : between(t, 0, 3);

		add(t, &head, 1);
		add(t, &layer[kind], layers);
		add(t, &tail, 1);
		e[kind] = (struct expected){length, e[kind].repeats + 1};
	}
	return has_all(t, e, 4);
}

/*
 * Training whose optimizer has rows of equal kernels more every second step,
 * before what it always ends with: each is a step, not two together.
 */
static bool
try_turns(struct trace *t)
{
	struct word layer[] = {make_word(t, 8, 14), make_word(t, 8, 14)};
	struct word head = make_word(t, 2, 5), tail = make_word(t, 20, 40);
	struct word row[] = {make_word(t, 1, 1), make_word(t, 2, 2)};
	uint32_t layers = between(t, 8, 16), steps = between(t, 4, 15);
	uint32_t times = between(t, 10, 60);

	row[0].s[0] = t->fresh++;
	for (uint32_t i = 0; i < steps; i++) {
		add(t, &head, 1);
		for (int k = 0; k < 2; k++)
			add(t, &layer[k], layers);
		for (int k = 0; k < 2 && i % 2; k++)
			add(t, &row[k], times);
		add(t, &tail, 1);
	}
	return has_all(t, &(struct expected){0, steps}, 1);
}

/* Two equal passes and a few kernels behind them are one step. */
static bool
try_passes(struct trace *t)
{
	struct word layer = make_word(t, 8, 14), tail = make_word(t, 2, 5);
	struct word head = make_word(t, 2, 5), last = make_word(t, 4, 6);
	uint32_t layers = between(t, 16, 24), steps = between(t, 10, 30);

	for (uint32_t i = 0; i < steps; i++) {
		for (int k = 0; k < 2; k++) {
			add(t, &head, 1);
			add(t, &layer, layers);
			add(t, &tail, 1);
		}
		add(t, &last, 1);
	}
	return has_all(t,
	    (struct expected[]){
		{2 * (head.n + layers * layer.n + tail.n) + last.n, steps},
		{layer.n, 2 * steps * layers}},
	    2);
}

/*
 * Steps of a training and, after several, passes of an evaluation, which a step
 * begins with: equal rounds of both, or, of two, the second is shorter.
 */
static bool
try_evaluations(struct trace *t)
{
	struct word head = make_word(t, 2, 5), tail = make_word(t, 10, 30);
	struct word forward = make_word(t, 8, 14),
		    backward = make_word(t, 15, 25);
	struct word loss = make_word(t, 1, 3);
	uint32_t layers = between(t, 8, 16), rounds = between(t, 2, 4);
	uint32_t steps = between(t, 5, 9), passes = between(t, 3, 6);
	uint32_t pass = head.n + layers * forward.n + loss.n;

	for (uint32_t r = 0; r < rounds; r++) {
		uint32_t fewer = rounds == 2 && r ? 3 : 0;

		for (uint32_t i = fewer; i < steps + passes; i++) {
			add_head(t, &head);
			add(t, &forward, layers);
			add(t, &loss, 1);
			if (i >= steps)
				continue;
			add(t, &backward, layers);
			add(t, &tail, 1);
		}
	}
	steps = rounds * steps - (rounds == 2 ? 3 : 0);
	return has_all(t,
	    (struct expected[]){{pass + layers * backward.n + tail.n, steps},
		{pass, rounds * passes}},
	    2);
}

/* A vision model and a prefill step always follow each other, in each of a few
 * requests. */
static bool
try_vision_always(struct trace *t)
{
	struct vision v = make_vision(t);
	uint32_t more = v.layers + between(t, 0, 6);
	uint32_t requests = between(t, 3, 6);
	uint32_t most = between(t, 0, 1) ? 30 : 10, steps = 0;

	for (uint32_t r = 0; r < requests; r++) {
		uint32_t decodes = between(t, 10, most);

		add_request(t, &v, more, decodes);
		steps += decodes;
	}
	return has_requests(t, &v, more, requests, steps);
}

/* The trace begins with such a pair, and the second step with other kernels. */
static bool
try_vision_first(struct trace *t)
{
	struct vision v = make_vision(t);
	uint32_t requests = between(t, 5, 7), steps = 0;

	v.layers = 60;
	for (uint32_t r = 0; r < requests; r++) {
		uint32_t decodes = between(t, 4, 7);

		add_request(t, &v, 3, decodes);
		steps += decodes;
	}
	for (uint32_t i = 0; i < 6; i++)
		t->s[v.patch.n + 3 * v.vision.n + i] = t->fresh++;
	return has_requests(t, &v, 3, requests, steps);
}

/*
 * Rounds of a prefill, as many decode steps each time, and long steps of a
 * training. A decode step begins with the kernel that it ends with, so that
 * only pauses tell where.
 */
static bool
try_rounds(struct trace *t)
{
	struct word head = make_word(t, 2, 5);
	struct word tail[2] = {make_word(t, 2, 5), make_word(t, 2, 5)};
	struct word layer[3] = {
	    make_word(t, 8, 14), make_word(t, 8, 14), make_word(t, 40, 60)};
	uint32_t layers = between(t, 10, 16), ends = head.n + tail[0].n;
	uint32_t rounds = between(t, 2, 4), decodes = between(t, 8, 12);

	head.s[0] = tail[0].s[tail[0].n - 1] = t->fresh++;
	for (uint32_t i = 0; i < rounds * (decodes + 4); i++) {
		uint32_t step = i % (decodes + 4);

		add_head(t, &head);
		add(t, &layer[(step > 0) + (step > decodes)], layers);
		add(t, &tail[step > decodes], 1);
	}
	return has_all(t,
	    (struct expected[]){{ends + layers * layer[0].n, rounds},
		{ends + layers * layer[1].n, rounds * decodes},
		{head.n + layers * layer[2].n + tail[1].n, rounds * 3}},
	    3);
}

/* Steps of four kinds, one after its neighbour now and then: no request. */
static bool
try_drift(struct trace *t)
{
	struct word head = make_word(t, 2, 5), tail = make_word(t, 2, 5);
	struct word layer[4];
	struct expected e[4];
	uint32_t layers = between(t, 10, 16), kind = 0, n = 0;
	size_t times[4] = {0};

	for (int k = 0; k < 4; k++)
		layer[k] = make_word(t, 8, 14);
	for (uint32_t i = between(t, 60, 90); i > 0; i--) {
		if (between(t, 0, 9) < 3)
			kind = (kind + (between(t, 0, 1) ? 1 : 3)) % 4;
		times[kind]++;
		add_head(t, &head);
		add(t, &layer[kind], layers);
		add(t, &tail, 1);
	}
	for (int k = 0; k < 4; k++)
		if (times[k] > 1)
			e[n++] = (struct expected){
			    head.n + layers * layer[k].n + tail.n, times[k]};
	return has_all(t, e, n);
}

/*
 * The optimizer's rows are of one kernel each: where one is lost, nothing tells
 * it, and most steps lack some.
 */
static bool
try_long_rows(struct trace *t)
{
	struct word head = make_word(t, 60, 80), row[6];
	uint32_t times[6], length = head.n;

	for (int k = 0; k < 6; k++) {
		row[k] = (struct word){.s = {t->fresh++}, .n = 1};
		times[k] = between(t, 8, 12);
		length += times[k];
	}
	for (int i = 0; i < 12; i++) {
		add(t, &head, 1);
		for (int k = 0; k < 6; k++)
			add(t, &row[k], times[k]);
	}
	return has_all(t, &(struct expected){length, 12}, 1);
}

static void
test_shape(
    const char *name, bool (*try)(struct trace *), uint32_t noise, int wanted)
{
	static struct trace t;
	int good = 0;

	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		t.n = 0;
		t.state = seed * 2654435761u;
		t.fresh = 10;
		t.noise = noise;
		good += try(&t);
	}
	printf("# %s: %d of %d\n", name, good, SEEDS);
	CHECK(SEEDS - good <= ALL - wanted);
}

int
main(void)
{
	test_shape("groups of layers", try_groups, 0, 20);
	test_shape("experts", try_experts, 0, 20);
	test_shape("inner rows of any length", try_inner_count, 0, 20);
	test_shape("inner rows of any length, some heads shorter",
	    try_shorter_heads, 0, 19);
	test_shape("vision", try_vision, 0, 20);
	test_shape("vision in each request", try_vision_always, 0, 19);
	test_shape("vision first", try_vision_first, 0, 16);
	test_shape("evaluations", try_evaluations, 0, 16);
	test_shape("rounds of three kinds", try_rounds, 0, 18);
	test_shape("drift", try_drift, 0, 20);
	test_shape("three kinds, layers alike", try_alike, 0, 20);
	test_shape("four kinds at random", try_order, 0, 13);
	test_shape("optimizers by turns", try_turns, 0, 20);
	test_shape("two passes", try_passes, 0, 18);
	test_shape("nearly like decode", try_nearly, 0, 20);
	test_shape("like decode, 1 % noise", try_like, 10, 15);
	test_shape("long rows, 3 % noise", try_long_rows, 30, 14);
	return test_done();
}
