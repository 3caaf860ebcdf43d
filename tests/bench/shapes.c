/*
 * shapes FIRST LAST [KIND...] - how often the cycles of made-up workloads are
 * found, of whose steps and layers the truth is known: each kind with seeds
 * FIRST to LAST, with 0 to 3 % of the kernels lost, stray or swapped, a third
 * each. A table says in how many cases all steps are right, all layers, and in
 * how many an outermost cycle is none of the truth. Right is a cycle of just
 * the true length, with as many repeats but for one or 2 %; where the lengths
 * of a step differ, any of these. With one seed it tells what was found, too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/workload.h"
#include "tools/trace-cycles/cycles.h"

enum { NOISE_MOST = 3 };

/* How a kind is made; the number says which variant. */
struct kind {
	const char *name;
	void (*make)(struct workload *, uint32_t);
	uint32_t how;
};

/* Decode steps, behind a prefill, which may be behind that of a vision model.
 */
static void
make_dense(struct workload *w, uint32_t lone)
{
	struct pass decode = make_pass(w, between(w, 12, 32));
	struct pass prefill = other_pass(w, decode);
	struct pass vision = make_pass(w, between(w, 20, 30));

	add_steps(w, &vision, lone / 2, 4);
	add_steps(w, &prefill, lone > 0, 2);
	add_steps(w, &decode, between(w, 20, 40), 0);
}

/* Each layer has two to eight experts. */
static void
make_experts(struct workload *w, uint32_t lone)
{
	struct pass p = make_pass(w, 16), decode = other_pass(w, p);
	struct word expert = make_word(w, 3, 5), behind = make_word(w, 2, 4);
	uint32_t steps = lone ? 1 : between(w, 8, 16);

	for (size_t from; steps > 0; steps--) {
		from = w->n;
		add(w, &p.head, 1);
		for (uint32_t i = 0; i < p.layers; i++) {
			size_t layer = w->n;

			add(w, &p.layer, 1);
			add(w, &expert, between(w, 2, 8));
			add(w, &behind, 1);
			note(w, 0, LAYER, layer);
		}
		add(w, &p.tail, 1);
		note(w, 1, STEP, from);
	}
	add_steps(w, &decode, lone ? 40 : 0, 2);
}

/* Groups of layers and another one: how = 5018 is (5 + 1) x 8. */
static void
add_groups(struct workload *w, const struct pass *p, const struct word *last,
    uint32_t how, int number)
{
	size_t step = w->n;

	add(w, &p->head, 1);
	for (uint32_t g = how % 100; g > 0; g--) {
		size_t from = w->n;

		add(w, &p->layer, how / 1000);
		add(w, last, 1);
		note(w, number, LAYER, from);
	}
	add(w, &p->tail, 1);
	note(w, number + 1, STEP, step);
}

static void
make_groups(struct workload *w, uint32_t how)
{
	struct pass p = make_pass(w, 0), prefill = other_pass(w, p);
	struct word last = make_variant(w, p.layer);
	struct word first = make_variant(w, prefill.layer);
	bool lone = how / 100 % 10 == 1;

	if (lone)
		add_groups(w, &prefill, &first, how, 2);
	for (uint32_t i = lone ? 40 : between(w, 12, 30); i > 0; i--)
		add_groups(w, &p, &last, how, 0);
}

/* The optimizer does more every second time, in rows of up to `row` kernels. */
static void
make_turns(struct workload *w, uint32_t row)
{
	struct pass forward = make_pass(w, 12), backward = make_pass(w, 12);
	struct word adam = make_word(w, 20, 60), more[4];
	uint32_t steps = 2 * between(w, 2, 8) + between(w, 0, 1), times[4];

	for (int k = 0; k < 4; k++) {
		more[k] = make_word(w, row ? 1 : 8, row ? 2 : 16);
		times[k] = row ? between(w, row / 2, row) : 1;
	}
	for (uint32_t i = 0; i < steps; i++) {
		size_t from = w->n;

		add_pass(w, &forward, 0);
		add_pass(w, &backward, 1);
		for (int k = 0; k < 4 && i % 2; k++)
			add(w, &more[k], times[k]);
		add(w, &adam, 1);
		note(w, 2, STEP, from);
	}
}

/* Steps of `how` % 10 kinds: in random order, or with one that follows. */
static void
make_order(struct workload *w, uint32_t how)
{
	uint32_t kinds = how % 10, kind = 0, steps = between(w, 40, 70);
	struct pass p[4];

	p[0] = make_pass(w, 12 + 12 * between(w, 0, 1));
	for (uint32_t k = 1; k < kinds; k++)
		p[k] = other_pass(w, p[0]);
	for (uint32_t i = 0; i < steps; i++) {
		if (i < 2 * kinds)
			kind = i / 2;
		else if (how < 10)
			kind = between(w, 0, kinds - 1);
		else if (between(w, 0, 9) < 3)
			kind = (kind + 1 + 2 * between(w, 0, 1)) % kinds;
		add_steps(w, &p[kind], 1, 2 * (int)kind);
	}
}

static void
make_inner_count(struct workload *w, uint32_t steps)
{
	struct word head = make_word(w, 200, 250), tail = make_word(w, 40, 60);
	struct word token = make_word(w, 8, 12);

	for (size_t from; steps > 0; steps--) {
		from = w->n;
		add(w, &head, 1);
		add_layers(w, &token, between(w, 60, 110), 0);
		add(w, &tail, 1);
		note(w, 1, STEP, from);
	}
}

/* A prompt's pass, by the same model or by an encoder, and decode steps. */
static void
make_requests(struct workload *w, uint32_t encoder)
{
	struct pass decode = make_pass(w, 12), prompt = other_pass(w, decode);

	if (encoder)
		prompt = make_pass(w, 18);
	for (uint32_t i = between(w, 4, 7); i > 0; i--) {
		size_t from = w->n;

		add_steps(w, &prompt, 1, 0);
		add_steps(w, &decode, between(w, 8, 30), 2);
		note(w, 4, OUTER, from);
	}
}

/* A step of 28 layers, and five drafts of one each, or two to six. */
static void
make_drafts(struct workload *w, uint32_t how)
{
	struct pass p = make_pass(w, 28), first = other_pass(w, p);
	struct word draft = make_word(w, 16, 24);

	add_steps(w, &first, how == 1, 2);
	for (int i = 0; i < 30; i++) {
		size_t from = w->n;

		add_pass(w, &p, 0);
		add(w, &draft, how == 2 ? between(w, 2, 6) : 5);
		note(w, 1, STEP, from);
	}
}

/* Three steps in ten have `more` kernels more in each layer. */
static void
make_adapters(struct workload *w, uint32_t more)
{
	struct pass p[2] = {make_pass(w, 12 + 12 * between(w, 0, 1))};

	p[1] = p[0];
	p[1].layer.n += more;
	for (uint32_t i = p[1].layer.n - 1, at = between(w, 1, i - more);
	     i >= at; i--)
		p[1].layer.s[i] =
		    i < at + more ? w->fresh++ : p[0].layer.s[i - more];
	for (uint32_t i = 0, steps = between(w, 25, 50); i < steps; i++) {
		uint32_t kind = i < 4 ? i / 2 : between(w, 0, 9) < 3;

		add_steps(w, &p[kind], 1, 2 * (int)kind);
	}
}

/*
 * Each step is `passes` passes, and a word behind them: an optimizer of
 * accumulated gradients, or what guides a diffusion with and without a prompt.
 */
static void
make_several(struct workload *w, uint32_t passes)
{
	struct pass p = make_pass(w, between(w, 16, 24));
	struct word behind = make_word(w, 4, passes > 2 ? 60 : 9);

	for (uint32_t i = passes > 2 ? 4 : between(w, 10, 30); i > 0; i--) {
		size_t from = w->n;

		for (uint32_t k = 0; k < passes; k++)
			add_pass(w, &p, 0);
		add(w, &behind, 1);
		note(w, 1, STEP, from);
	}
}

/* Passes of a stage of a pipeline, each with a collective at one of three
 * places. */
static void
make_pipeline(struct workload *w, uint32_t passes)
{
	struct pass p[] = {make_pass(w, 8), make_pass(w, 8)};
	struct word adam = make_word(w, 20, 60);
	uint32_t send = w->fresh++;

	for (uint32_t i = between(w, 6, 12); i > 0; i--) {
		size_t from = w->n;

		for (uint32_t k = 0; k < 2 * passes; k++) {
			size_t at = w->n + between(w, 0, 2);

			add_pass(w, &p[k / passes], (int)(k / passes));
			w->idle[w->n++] = 1000;
			for (size_t m = w->n - 1; m > at; m--)
				w->symbol[m] = w->symbol[m - 1];
			w->symbol[at] = send;
		}
		add(w, &adam, 1);
		note(w, 2, STEP, from);
	}
}

static const struct kind kinds[] = {
    {"dense", make_dense, 0},
    {"dense_lone", make_dense, 1},
    {"experts", make_experts, 0},
    {"experts_lone", make_experts, 1},
    {"5+1", make_groups, 5008},
    {"5+1_lone", make_groups, 5108},
    {"3+1", make_groups, 3012},
    {"3+1_lone", make_groups, 3112},
    {"accumulation", make_several, 4},
    {"turns", make_turns, 0},
    {"turns_rows", make_turns, 60},
    {"order_2", make_order, 2},
    {"order_3", make_order, 3},
    {"order_4", make_order, 4},
    {"drift", make_order, 14},
    {"inner_count", make_inner_count, 16},
    {"requests", make_requests, 0},
    {"encoder", make_requests, 1},
    {"drafts", make_drafts, 0},
    {"drafts_lone", make_drafts, 1},
    {"drafts_vary", make_drafts, 2},
    {"adapters_1", make_adapters, 1},
    {"adapters_2", make_adapters, 2},
    {"adapters_4", make_adapters, 4},
    {"vision", make_dense, 2},
    {"diffusion", make_several, 2},
    {"pipeline", make_pipeline, 4},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Seeds near each other have nearly the same first number. */
static void
make(struct workload *w, const struct kind *kind, uint64_t seed, uint32_t noise)
{
	*w = (struct workload){.state = seed * 2654435761u, .fresh = 2 * NAMES};
	between(w, 0, 1);
	kind->make(w, kind->how);
	disturb(w, noise);
}

/* Whether a cycle is as long as one of the truth. */
static bool
has_length(const struct cycle *c, const struct truth *e)
{
	return e->least <= c->agreed && c->agreed <= e->most;
}

static bool
are_as_many(size_t repeats, size_t wanted)
{
	size_t off = repeats > wanted ? repeats - wanted : wanted - repeats;

	return wanted == 1 ? off == 0 : off <= 1 || 50 * off <= wanted;
}

/* One cycle has the repeats, or all of that length have, in several steps. */
static bool
is_found(const struct cycles *c, const struct truth *e)
{
	size_t sum = 0;
	bool found = false;

	for (size_t i = 1; i < c->n; i++) {
		if (!has_length(&c->cycle[i], e))
			continue;
		found |= are_as_many(c->cycle[i].repeats, e->repeats);
		sum += c->cycle[i].repeats;
	}
	return found || are_as_many(sum, e->repeats);
}

static bool
are_found(const struct cycles *c, const struct workload *w, enum part part)
{
	bool found = true;

	for (size_t i = 0; i < TRUTHS; i++)
		if (w->truth[i].repeats && w->truth[i].part == part)
			found &= is_found(c, &w->truth[i]);
	return found;
}

/* Whether an outermost cycle is neither a step nor what holds steps. */
static bool
has_false(const struct cycles *c, const struct workload *w)
{
	for (size_t i = 1; i < c->n; i++) {
		bool known = c->cycle[i].level > 1;

		for (size_t k = 0; k < TRUTHS && !known; k++) {
			const struct truth *e = &w->truth[k];

			known = e->repeats && e->part != LAYER &&
			    e->least - e->least / 50 <= c->cycle[i].agreed &&
			    c->cycle[i].agreed <= e->most + e->most / 50;
		}
		if (!known)
			return true;
	}
	return false;
}

static void
tell(const struct cycles *c, const struct workload *w)
{
	static const char *const name[] = {"step", "layer", "outer"};

	for (size_t i = 0; i < TRUTHS; i++)
		if (w->truth[i].repeats)
			fprintf(stderr, "wanted: %s %zu x %u..%u\n",
			    name[w->truth[i].part], w->truth[i].repeats,
			    w->truth[i].least, w->truth[i].most);
	for (size_t i = 1; i < c->n; i++)
		fprintf(stderr, "found:  level %u %zu x %u in %u at %u\n",
		    c->cycle[i].level, c->cycle[i].repeats, c->cycle[i].agreed,
		    c->cycle[i].parent, c->cycle[i].root);
}

/* Half of the workloads tell nothing of how long the GPU was idle. */
static void
try_kind(const struct kind *kind, uint64_t first, uint64_t last, uint32_t noise)
{
	static const struct cycle_limits any = {1, INT32_MAX, false};
	static struct workload w;
	int steps = 0, layers = 0, wrong = 0;

	for (uint64_t seed = first; seed <= last; seed++) {
		struct known known = {seed % 2 ? w.idle : NULL, NULL};
		struct cycles c;

		make(&w, kind, seed, noise);
		cycles_find(w.symbol, w.n, &known, &any, &c);
		steps += are_found(&c, &w, STEP);
		layers += are_found(&c, &w, LAYER);
		wrong += has_false(&c, &w);
		if (first == last)
			tell(&c, &w);
		cycles_free(&c);
	}
	printf("%s\t%u\t%d\t%d\t%d\t%d\n", kind->name, noise,
	    (int)(last - first + 1), steps, layers, wrong);
	fflush(stdout);
}

static bool
is_wanted(const char *name, char **list, int n)
{
	for (int i = 0; i < n; i++)
		if (strcmp(name, list[i]) == 0)
			return true;
	return n == 0;
}

int
main(int argc, char **argv)
{
	uint64_t first, last;

	if (argc < 3)
		return 2;
	first = strtoull(argv[1], NULL, 10);
	last = strtoull(argv[2], NULL, 10);
	printf("kind\tnoise_pct\tcases\tsteps\tlayers\tfalse_outermost\n");
	for (int k = 0; k < KINDS; k++)
		for (uint32_t noise = 0; noise <= NOISE_MOST; noise++)
			if (is_wanted(kinds[k].name, argv + 3, argc - 3))
				try_kind(&kinds[k], first, last, noise);
	return 0;
}
