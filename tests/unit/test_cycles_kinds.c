/*
 * Traces of known structure, 20 of each kind with other bodies and numbers: a
 * lone step before, between and behind others; requests of another number of
 * steps; several kinds of steps in random order; layers with another number of
 * experts each; steps of which some have an adapter in each layer, or lack
 * their end; two or three steps by turns; a trace of three steps of two
 * kernels.
 */
#include <stdlib.h>

#include "tests/unit/test.h"
#include "tools/trace-cycles/cycles.h"

enum { MOST = 60000, WORD = 40, SEEDS = 20, NAMES = 30 };

static const struct cycle_limits any = {1, INT32_MAX, false};

struct word {
	uint32_t s[WORD], n;
};

/* A step: a head, some layers, a tail. */
struct step {
	struct word head, layer, tail;
	uint32_t layers;
};

struct trace {
	uint32_t s[MOST];
	size_t n;
	uint64_t state;
	uint32_t first; /* of the names that words share */
	uint32_t fresh; /* the next name that is nowhere else */
};

static uint32_t
below(struct trace *t, uint32_t n)
{
	t->state = t->state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((t->state >> 33) % n);
}

/*
 * Kernels that others have as well, and one or two of its own, for a step is no
 * permutation of another one.
 */
static struct word
make_word(struct trace *t, uint32_t least, uint32_t most)
{
	struct word w = {.n = least + below(t, most - least + 1)};

	for (uint32_t i = 0; i < w.n; i++)
		w.s[i] = t->first + below(t, NAMES);
	w.s[below(t, w.n)] = t->fresh++;
	w.s[w.n - 1] = t->fresh++;
	return w;
}

static struct step
make_step(struct trace *t, uint32_t layers)
{
	return (struct step){make_word(t, 2, 8), make_word(t, 6, 18),
	    make_word(t, 2, 8), layers};
}

/* Another kind of step of the same model: other layers, mostly. */
static struct step
other_step(struct trace *t, const struct step *s)
{
	struct step other = *s;

	other.layer = make_word(t, 6, 18);
	return other;
}

static uint32_t
length_of(const struct step *s)
{
	return s->head.n + s->layers * s->layer.n + s->tail.n;
}

static void
add_word(struct trace *t, const struct word *w)
{
	for (uint32_t i = 0; i < w->n && t->n < MOST; i++)
		t->s[t->n++] = w->s[i];
}

static void
add_steps(struct trace *t, const struct step *s, uint32_t times)
{
	while (times-- > 0) {
		add_word(t, &s->head);
		for (uint32_t i = 0; i < s->layers; i++)
			add_word(t, &s->layer);
		add_word(t, &s->tail);
	}
}

/* A cycle that is expected. */
struct expected {
	uint32_t level, length; /* level 0: any */
	size_t repeats;
};

static bool
has(const struct cycles *c, const struct expected *e)
{
	for (size_t i = 1; i < c->n; i++)
		if ((!e->level || c->cycle[i].level == e->level) &&
		    c->cycle[i].length == e->length &&
		    c->cycle[i].repeats == e->repeats)
			return true;
	return false;
}

static bool
has_all(const struct trace *t, const struct expected *e, size_t n)
{
	struct cycles c;
	bool good = true;

	cycles_find(t->s, t->n, NULL, &any, &c);
	for (size_t i = 0; i < n && good; i++)
		good = has(&c, &e[i]);
	if (!good)
		for (size_t i = 1; i < c.n; i++)
			printf("# level %u: %zu x %u\n", c.cycle[i].level,
			    c.cycle[i].repeats, c.cycle[i].length);
	for (size_t i = 0; i < n && !good; i++)
		printf("#   wanted level %u: %zu x %u\n", e[i].level,
		    e[i].repeats, e[i].length);
	cycles_free(&c);
	return good;
}

static uint32_t
some_layers(struct trace *t)
{
	static const uint32_t layers[] = {12, 24, 32};

	return layers[below(t, 3)];
}

/* A prefill step before, between or behind decode steps. */
static bool
try_lone(struct trace *t, int where)
{
	struct step decode = make_step(t, some_layers(t));
	struct step prefill = other_step(t, &decode);
	uint32_t before = where ? 2 + below(t, 10) : 0;
	uint32_t behind = where < 2 ? 2 + below(t, 10) : 0;

	add_steps(t, &decode, before);
	add_steps(t, &prefill, 1);
	add_steps(t, &decode, behind);
	return has_all(t,
	    (struct expected[]){{1, length_of(&decode), before + behind},
		{1, length_of(&prefill), 1},
		{2, decode.layer.n, (before + behind) * decode.layers},
		{2, prefill.layer.n, prefill.layers}},
	    4);
}

/* Requests: a prompt of blocks of an encoder, then 16 to 18 decode steps. */
static bool
try_requests(struct trace *t, int unused)
{
	struct step decode = make_step(t, 12), prompt;
	uint32_t requests = 3 + below(t, 3), steps = 0;

	(void)unused;
	t->first = NAMES;
	prompt = make_step(t, 24);
	prompt.tail.n = 0;
	for (uint32_t i = 0; i < requests; i++) {
		uint32_t n = 16 + below(t, 3);

		add_steps(t, &prompt, 1);
		add_steps(t, &decode, n);
		steps += n;
	}
	return has_all(t,
	    (struct expected[]){{2, prompt.layer.n, requests * prompt.layers},
		{2, length_of(&decode), steps},
		{3, decode.layer.n, steps * decode.layers}},
	    3);
}

/* Three kinds of steps in random order: each is a cycle of the first level. */
static bool
try_random_order(struct trace *t, int unused)
{
	struct step s[3];
	size_t times[3] = {0};
	struct expected e[3];

	(void)unused;
	s[0] = make_step(t, some_layers(t));
	s[1] = other_step(t, &s[0]);
	s[2] = other_step(t, &s[0]);
	for (int i = 0; i < 40; i++) {
		uint32_t kind = i < 3 ? (uint32_t)i : below(t, 3);

		add_steps(t, &s[kind], 1);
		times[kind]++;
	}
	for (int i = 0; i < 3; i++)
		e[i] = (struct expected){1, length_of(&s[i]), times[i]};
	return has_all(t, e, 3);
}

/* The last of two kinds of steps in random order is cut off: no lone step. */
static bool
try_cut_off(struct trace *t, int unused)
{
	struct step s[2];
	struct expected lone = {1, 0, 1};
	uint32_t kind = 0, rest;

	(void)unused;
	s[0] = make_step(t, 24);
	s[1] = other_step(t, &s[0]);
	for (int i = 0; i < 20; i++) {
		kind = below(t, 2);
		add_steps(t, &s[kind], 1);
	}
	add_steps(t, &s[!kind], 1);
	rest = s[!kind].tail.n + s[!kind].layer.n * (8 + below(t, 8));
	lone.length = length_of(&s[!kind]) - rest;
	t->n -= rest;
	return !has_all(t, &lone, 1);
}

/* The rest of a broken step, some layers between others, is no cycle. */
static bool
try_left_over(struct trace *t, int unused)
{
	struct step s = make_step(t, 24), rest = s;
	struct expected layers = {1, s.layer.n, 5};
	uint32_t steps = 4 + below(t, 6);

	(void)unused;
	rest.head = rest.tail = make_word(t, 5, 8);
	rest.layers = 5;
	add_steps(t, &s, steps);
	add_steps(t, &rest, 1);
	add_steps(t, &s, steps);
	return !has_all(t, &layers, 1);
}

/* One step of ten is of another kind, whose layers have all but a few kernels
 * of the others', in the same order. */
static bool
try_likeness(struct trace *t, int others)
{
	struct step s[2];
	struct expected e[2];
	uint32_t times[2] = {0}, layers = 12 + 12 * below(t, 2);

	do
		s[0] = make_step(t, layers);
	while (s[0].layer.n < 12);
	s[1] = s[0];
	for (int i = 0; i < others; i++)
		s[1].layer.s[s[0].layer.n - 1 - (uint32_t)i] = t->fresh++;
	for (uint32_t i = 0; i < 40; i++) {
		uint32_t kind = i == 5 || i == 21 || below(t, 10) == 0;

		add_steps(t, &s[kind], 1);
		times[kind]++;
	}
	for (int i = 0; i < 2; i++)
		e[i] = (struct expected){1, length_of(&s[i]), times[i]};
	return has_all(t, e, 2);
}

/* Some steps with an adapter: `kernels` more in each layer. */
static bool
try_adapters(struct trace *t, int kernels)
{
	struct step s[2];
	struct expected e[4];
	uint32_t times[2] = {2, 2}, more = (uint32_t)kernels, at;
	struct word *layer = &s[1].layer;

	s[0] = s[1] = make_step(t, 12 + 12 * below(t, 2));
	at = 1 + below(t, layer->n - 1);
	layer->n += more;
	for (uint32_t i = layer->n; i-- > at;)
		layer->s[i] = i < at + more ? t->fresh++ : layer->s[i - more];
	for (int i = 0; i < 2; i++)
		add_steps(t, &s[i], times[i]);
	for (uint32_t i = 20 + below(t, 30); i > 0; i--) {
		uint32_t kind = below(t, 10) < 3;

		add_steps(t, &s[kind], 1);
		times[kind]++;
	}
	for (int i = 0; i < 2; i++) {
		e[i] = (struct expected){1, length_of(&s[i]), times[i]};
		e[2 + i] =
		    (struct expected){2, s[i].layer.n, times[i] * s[i].layers};
	}
	return has_all(t, e, 4);
}

/* Two to six steps of a small model, which one of a large model verifies. */
static bool
try_drafts(struct trace *t, int unused)
{
	struct step step = make_step(t, some_layers(t)), draft;
	uint32_t steps = 20 + below(t, 20), drafts = 0;

	(void)unused;
	t->first = NAMES;
	draft = make_step(t, 4);
	for (uint32_t i = 0; i < steps; i++) {
		uint32_t n = 2 + below(t, 5);

		add_steps(t, &draft, n);
		add_steps(t, &step, 1);
		drafts += n;
	}
	return has_all(t,
	    (struct expected[]){{0, step.layer.n, steps * step.layers},
		{0, length_of(&draft), drafts},
		{0, draft.layer.n, drafts * draft.layers}},
	    3);
}

/*
 * One to five passes of a few layers, and one of many of the same layers: all
 * passes begin and end alike.
 */
static bool
try_shared_drafts(struct trace *t, int layers)
{
	struct step step = make_step(t, 8 + below(t, 24)), draft = step;
	uint32_t drafts = 1 + below(t, 5), steps = 8 + below(t, 20);

	draft.layers = (uint32_t)layers;
	for (uint32_t i = 0; i < steps; i++) {
		add_steps(t, &draft, drafts);
		add_steps(t, &step, 1);
	}
	return has_all(t,
	    &(struct expected){
		1, drafts * length_of(&draft) + length_of(&step), steps},
	    1);
}

/* Kernels are lost where a step ends and the next one begins. */
static bool
try_broken_ends(struct trace *t, int unused)
{
	struct step s = make_step(t, 24);
	uint32_t broken = 0, n = length_of(&s);

	(void)unused;
	for (int i = 0; i < 30; i++) {
		add_steps(t, &s, 1);
		if (below(t, 4) == 0 && i < 29) {
			t->n -= s.tail.n - 1;
			t->s[t->n++] = t->fresh + below(t, 3);
			broken++;
		}
	}
	return broken &&
	    has_all(t,
		(struct expected[]){{1, n, 30}, {2, s.layer.n, 30 * s.layers}},
		2);
}

/* Each step lacks a kernel, another one each time. */
static bool
try_incomplete(struct trace *t, int unused)
{
	struct step s = make_step(t, 24);
	uint32_t n = length_of(&s);
	struct cycles c;
	bool good = false;

	(void)unused;
	for (uint32_t i = 0; i < 7; i++) {
		size_t at = t->n + s.head.n + i * n / 8 + below(t, n / 16);

		add_steps(t, &s, 1);
		for (t->n--; at < t->n; at++)
			t->s[at] = t->s[at + 1];
	}
	cycles_find(t->s, t->n, NULL, &any, &c);
	for (size_t i = 1; i < c.n; i++)
		good = good ||
		    (c.cycle[i].level == 1 && c.cycle[i].length == n - 1 &&
			c.cycle[i].repeats == 7);
	cycles_free(&c);
	return good;
}

/* ABAB, or ABABAB: a pair of steps. */
static bool
try_turns(struct trace *t, int times)
{
	struct step a = make_step(t, some_layers(t));
	struct step b = make_step(t, some_layers(t));

	for (int i = 0; i < times; i++) {
		add_steps(t, &a, 1);
		add_steps(t, &b, 1);
	}
	return has_all(t,
	    &(struct expected){1, length_of(&a) + length_of(&b), (size_t)times},
	    1);
}

static bool
try_tiny(struct trace *t, int unused)
{
	uint32_t a = below(t, 100), b = a + 1 + below(t, 100);

	(void)unused;
	for (int i = 0; i < 3; i++) {
		t->s[t->n++] = a;
		t->s[t->n++] = b;
	}
	return has_all(t, &(struct expected){1, 2, 3}, 1);
}

/* Five prefills; the numbers of decode steps behind them have a divisor. */
static bool
try_multiples(struct trace *t, int unused)
{
	static const uint32_t times[] = {10, 30, 50, 12, 20};
	struct step decode = make_step(t, 24);
	struct step prefill = other_step(t, &decode);

	(void)unused;
	for (int i = 0; i < 5; i++) {
		add_steps(t, &prefill, 1);
		add_steps(t, &decode, times[i]);
	}
	return has_all(t,
	    (struct expected[]){{1, length_of(&decode), 122},
		{1, length_of(&prefill), 5},
		{2, decode.layer.n, 122 * decode.layers},
		{2, prefill.layer.n, 5 * prefill.layers}},
	    4);
}

/* Requests of a prefill step and as many decode steps each: a loop of them. */
static bool
try_equal_requests(struct trace *t, int unused)
{
	struct step decode = make_step(t, 24);
	struct step prefill = other_step(t, &decode);
	uint32_t times = 10 + below(t, 20);

	(void)unused;
	for (int i = 0; i < 5; i++) {
		add_steps(t, &prefill, 1);
		add_steps(t, &decode, times);
	}
	return has_all(t,
	    (struct expected[]){
		{1, length_of(&prefill) + times * length_of(&decode), 5},
		{2, length_of(&decode), 5 * times}, {2, length_of(&prefill), 5},
		{3, decode.layer.n, 5 * times * decode.layers},
		{3, prefill.layer.n, 5 * prefill.layers}},
	    5);
}

/*
 * Layers of which each holds two to six experts of three kernels, one to four
 * of four, or none to eight of five.
 */
static bool
try_experts(struct trace *t, int least)
{
	struct step s = make_step(t, 0);
	uint32_t kernels = 5 - (uint32_t)least;
	uint32_t numbers = least == 2 ? 5 : least ? 4 : 9;
	struct word expert = make_word(t, kernels, kernels);
	struct word behind = make_word(t, 2, 4);
	struct cycles c;
	size_t steps = 8 + below(t, 15);
	bool good = false;

	expert.s[0] = t->fresh++;
	for (size_t i = 0; i < steps; i++) {
		add_word(t, &s.head);
		for (int k = 0; k < 24; k++) {
			add_word(t, &s.layer);
			for (uint32_t x = (uint32_t)least + below(t, numbers);
			     x > 0; x--)
				add_word(t, &expert);
			add_word(t, &behind);
		}
		add_word(t, &s.tail);
	}
	cycles_find(t->s, t->n, NULL, &any, &c);
	for (size_t i = 1; i < c.n; i++)
		good = good ||
		    (c.cycle[i].level == 1 && c.cycle[i].repeats == steps);
	cycles_free(&c);
	return good;
}

static void
test_kind(
    const char *name, bool (*try)(struct trace *, int), int how, int wanted)
{
	static struct trace t;
	int good = 0;

	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		t.n = 0;
		t.state = seed * 2654435761u;
		t.first = 0;
		t.fresh = 2 * NAMES;
		below(&t, 2);
		good += try(&t, how);
	}
	printf("# %s: %d of %d\n", name, good, SEEDS);
	CHECK(good >= wanted);
}

int
main(void)
{
	test_kind("lone first", try_lone, 0, 20);
	test_kind("lone between", try_lone, 1, 20);
	test_kind("lone last", try_lone, 2, 20);
	test_kind("requests", try_requests, 0, 19);
	test_kind("random order", try_random_order, 0, 19);
	test_kind("cut off", try_cut_off, 0, 18);
	test_kind("left over", try_left_over, 0, 20);
	test_kind("three kernels of a layer differ", try_likeness, 3, 19);
	test_kind("multiples", try_multiples, 0, 19);
	test_kind("equal requests", try_equal_requests, 0, 20);
	test_kind("experts", try_experts, 2, 20);
	test_kind("experts, or one", try_experts, 1, 20);
	test_kind("experts, or none", try_experts, 0, 20);
	test_kind("adapters of one kernel", try_adapters, 1, 19);
	test_kind("adapters of two kernels", try_adapters, 2, 19);
	test_kind("adapters of four kernels", try_adapters, 4, 19);
	test_kind("drafts", try_drafts, 0, 20);
	test_kind("drafts of one of the layers", try_shared_drafts, 1, 20);
	test_kind("drafts of two of the layers", try_shared_drafts, 2, 20);
	test_kind("drafts of four of the layers", try_shared_drafts, 4, 20);
	test_kind("broken ends", try_broken_ends, 0, 19);
	test_kind("incomplete", try_incomplete, 0, 19);
	test_kind("two by turns, twice", try_turns, 2, 20);
	test_kind("two by turns, three times", try_turns, 3, 20);
	test_kind("tiny", try_tiny, 0, 20);
	return test_done();
}
