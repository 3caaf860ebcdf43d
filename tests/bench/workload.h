/*
 * workload - made-up sequences of kernels, and what repeats in them in truth.
 * A step has a head, layers and a tail; of its kernels most have names that
 * others have as well, as the same library runs for all.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { WORKLOAD_MOST = 100000, WORD_MOST = 256, TRUTHS = 16, NAMES = 30 };

enum part { STEP, LAYER, OUTER };

/* Repeats, of least to most kernels; none: there is no such truth. */
struct truth {
	enum part part;
	uint32_t least, most;
	size_t repeats;
};

struct workload {
	uint32_t symbol[WORKLOAD_MOST];
	int64_t idle[WORKLOAD_MOST];
	size_t n;
	struct truth truth[TRUTHS];
	uint64_t state;
	uint32_t fresh; /* the next name that is nowhere else */
};

struct word {
	uint32_t s[WORD_MOST], n;
};

/* A step, or a pass in one. */
struct pass {
	struct word head, layer, tail;
	uint32_t layers;
};

static inline uint32_t
between(struct workload *w, uint32_t least, uint32_t most)
{
	w->state = w->state * 6364136223846793005u + 1442695040888963407u;
	return least + (uint32_t)((w->state >> 33) % (most - least + 1));
}

/* One kernel in four, and the last one, are nowhere else. */
static inline struct word
make_word(struct workload *w, uint32_t least, uint32_t most)
{
	struct word a = {.n = between(w, least, most)};

	for (uint32_t i = 0; i < a.n; i++)
		a.s[i] = between(w, 0, 3) && i + 1 < a.n
		    ? between(w, 0, NAMES - 1)
		    : w->fresh++;
	return a;
}

/* The same with other kernels in three places. */
static inline struct word
make_variant(struct workload *w, struct word a)
{
	for (uint32_t i = 1; i < a.n; i += a.n / 3 + 1)
		a.s[i] = w->fresh++;
	return a;
}

static inline struct pass
make_pass(struct workload *w, uint32_t layers)
{
	return (struct pass){make_word(w, 2, 8), make_word(w, 9, 18),
	    make_word(w, 2, 8), layers};
}

/* Another kind of step of the same model. */
static inline struct pass
other_pass(struct workload *w, struct pass p)
{
	p.layer = make_variant(w, p.layer);
	return p;
}

static inline void
add(struct workload *w, const struct word *a, uint32_t times)
{
	for (; times > 0; times--)
		for (uint32_t i = 0; i < a->n && w->n < WORKLOAD_MOST; i++) {
			w->idle[w->n] = 1000;
			w->symbol[w->n++] = a->s[i];
		}
}

/* Notes the kernels from `from` on as a repeat of this cycle. */
static inline void
note(struct workload *w, int number, enum part part, size_t from)
{
	struct truth *e = &w->truth[number];
	uint32_t n = (uint32_t)(w->n - from);

	if (e->repeats == 0)
		*e = (struct truth){part, n, n, 0};
	e->least = n < e->least ? n : e->least;
	e->most = n > e->most ? n : e->most;
	e->repeats++;
	if (part == STEP)
		w->idle[from] = 40000;
}

static inline void
add_layers(struct workload *w, const struct word *a, uint32_t times, int number)
{
	for (size_t from; times > 0; times--) {
		from = w->n;
		add(w, a, 1);
		note(w, number, LAYER, from);
	}
}

/* The layers of a pass have the number `number` among the truths. */
static inline void
add_pass(struct workload *w, const struct pass *p, int number)
{
	add(w, &p->head, 1);
	add_layers(w, &p->layer, p->layers, number);
	add(w, &p->tail, 1);
}

/* That of the steps is the one behind it. */
static inline void
add_steps(struct workload *w, const struct pass *p, uint32_t times, int number)
{
	for (size_t from; times > 0; times--) {
		from = w->n;
		add_pass(w, p, number);
		note(w, number + 1, STEP, from);
	}
}

/* A kernel of the workload, or one of a few that come at random only. */
static inline uint32_t
stray_of(struct workload *w)
{
	return between(w, 0, 1) ? w->symbol[between(w, 0, (uint32_t)w->n - 1)]
				: w->fresh + between(w, 0, 7);
}

/* Loses kernels, adds stray ones and swaps neighbours: `noise` percent. */
static inline void
disturb(struct workload *w, uint32_t noise)
{
	static struct workload old;
	size_t n = 0;

	old = *w;
	for (size_t i = 0; i < old.n && n + 2 < WORKLOAD_MOST; i++) {
		bool fault = between(w, 0, 9999) < 100 * noise;
		uint32_t kind = fault ? between(w, 0, 2) : 3;

		if (kind == 0)
			continue;
		if (kind == 1)
			w->symbol[n++] = stray_of(w);
		w->symbol[n] = old.symbol[i];
		w->idle[n++] = old.idle[i];
		if (kind == 2 && i + 1 < old.n) {
			w->symbol[n - 1] = old.symbol[++i];
			w->symbol[n++] = old.symbol[i - 1];
		}
	}
	w->n = n;
}
