/*
 * Noise makes many classes of one thing: two copies of a step with the same
 * stray kernel are a run of their own. So a class is first held against the
 * class of about its period that the text has most of; only if that one's root
 * does not go through its runs, with the faults that a chain may have, has it
 * chains of its own.
 */
#include <stdlib.h>

#include "tools/trace-cycles/classes.h"
#include "tools/trace-cycles/extend.h"
#include "tools/trace-cycles/follow.h"
#include "tools/trace-cycles/grow.h"
#include "tools/trace-cycles/split.h"

enum {
	OVERLAP = 8, /* periods that chains with one root may have in common */
	NEAR = 8,    /* how far the periods of one thing may be apart */
	TRIES = 4    /* places in a period at which to look for another root */
};

#define NONE UINT32_MAX

/* A class of runs. */
struct kind {
	uint64_t length; /* of all its runs */
	uint32_t first;  /* its first run */
	uint32_t period;
	uint32_t like; /* the class that it is first held against, or itself */
	uint32_t end;  /* of the last chain with its root */
};

struct follower {
	const struct text *text;
	const struct runs *runs;
	uint32_t *class, *turn; /* of each run */
	struct kind *kind;      /* of each class */
	struct chains *out;
};

static struct chain_root
root_of(const struct follower *f, uint32_t class)
{
	uint32_t run = f->kind[class].first;

	return (struct chain_root){f->runs->run[run].start,
	    f->kind[class].period, f->turn[run], class};
}

/*
 * How far back a chain need go: not far into the one before with the same root.
 * Else, where none goes on forwards, each would go back through all others.
 */
static uint32_t
back_to(const struct follower *f, const struct chain_root *root)
{
	uint32_t end = f->kind[root->class].end;

	return end / OVERLAP > root->period ? end - OVERLAP * root->period : 0;
}

/* Adds a chain; 1 if there is one, 0 if it would be too short, -1. */
static int
add_chain(
    struct follower *f, const struct chain_root *root, const struct stretch *s)
{
	int rc = grow_chain(f->out, f->text, root, s);

	if (rc > 0)
		f->kind[root->class].end = f->out->chain[f->out->n - 1].end;
	return rc;
}

/* Where in the root what is at a place of the text fits for longest. */
static uint32_t
best_phase(const struct follower *f, const struct chain_root *root, uint32_t at,
    uint32_t *fits)
{
	const uint32_t *symbol = f->text->symbol;
	struct extension x = {f->text, root->at, root->period, 1};
	uint32_t best = 0;

	*fits = 0;
	for (uint32_t phase = 0; phase < root->period; phase++) {
		uint32_t n;

		if (symbol[root->at + phase] != symbol[at])
			continue;
		n = extend_fit(&x, (struct edge){at, phase});
		if (n > *fits) {
			*fits = n;
			best = phase;
		}
	}
	return best;
}

/*
 * A chain through the run with the root of another class. Returns 1, 0 if that
 * does not go through all of it, -1.
 */
static int
follow_as(struct follower *f, const struct run *r, uint32_t class)
{
	struct chain_root root = root_of(f, class);
	uint32_t tolerated = chains_tolerated(r->period), longest = 0;
	const struct chain *made;
	struct stretch s = {0};
	int rc;

	for (uint32_t k = 0; k < TRIES; k++) {
		uint32_t at = r->start + k * r->period / TRIES, fits;
		uint32_t phase = best_phase(f, &root, at, &fits);

		if (fits <= longest)
			continue;
		longest = fits;
		s = (struct stretch){at, at + fits, phase, back_to(f, &root)};
	}
	if (longest < root.period / TRIES)
		return 0;
	rc = grow_chain(f->out, f->text, &root, &s);
	if (rc <= 0)
		return rc;
	made = &f->out->chain[f->out->n - 1];
	if (made->start > r->start + tolerated ||
	    made->end + tolerated < r->end) {
		f->out->segments = made->first;
		f->out->n--;
		return 0;
	}
	f->kind[class].end = made->end;
	return 1;
}

static int
follow_run(struct follower *f, uint32_t run)
{
	const struct run *r = &f->runs->run[run];
	uint32_t class = f->class[run], like = f->kind[class].like;
	struct chain_root root = root_of(f, class);
	struct stretch s = {r->start, r->end, 0, back_to(f, &root)};
	int rc;

	if (r->end <= f->kind[like].end || r->end <= f->kind[class].end)
		return 0;
	if (like != class) {
		rc = follow_as(f, r, like);
		if (rc)
			return rc;
	}
	root.at = r->start;
	root.turn = f->turn[run];
	return add_chain(f, &root, &s);
}

/* Of classes with one period, the one that the text has most of. */
static void
find_largest(const struct follower *f, uint32_t *largest, size_t n)
{
	for (size_t p = 0; p <= n; p++)
		largest[p] = NONE;
	for (uint32_t c = 0; c < f->out->classes; c++) {
		uint32_t *l = &largest[f->kind[c].period];

		if (*l == NONE || f->kind[c].length > f->kind[*l].length)
			*l = c;
	}
}

/* The largest class of about the period of this one, which may be itself. */
static uint32_t
find_like(
    const struct follower *f, uint32_t class, const uint32_t *largest, size_t n)
{
	uint32_t period = f->kind[class].period, like = class;
	uint32_t far = chains_tolerated(period);
	uint32_t from, to;

	far = far < NEAR ? far : NEAR;
	from = period - far;
	to = period + far < n ? period + far : (uint32_t)n;
	for (uint32_t p = from; p <= to; p++) {
		uint32_t c = largest[p];

		if (c != NONE && f->kind[c].length > f->kind[like].length)
			like = c;
	}
	return like;
}

static int
learn_kinds(struct follower *f)
{
	size_t n = f->text->n;
	uint32_t *largest = malloc((n + 1) * sizeof *largest);

	if (!largest)
		return -1;
	for (size_t i = f->runs->n; i-- > 0;) {
		const struct run *r = &f->runs->run[i];
		struct kind *k = &f->kind[f->class[i]];

		k->length += r->end - r->start;
		k->first = (uint32_t)i;
		k->period = r->period;
	}
	find_largest(f, largest, n);
	for (uint32_t c = 0; c < f->out->classes; c++)
		f->kind[c].like = find_like(f, c, largest, n);
	free(largest);
	return 0;
}

static int
compare_start(const void *a, const void *b)
{
	const struct chain *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->period != y->period)
		return x->period < y->period ? -1 : 1;
	return (x->first > y->first) - (x->first < y->first);
}

static int
follow_all(struct follower *f)
{
	f->kind = calloc(f->out->classes + 1u, sizeof *f->kind);
	if (!f->kind || learn_kinds(f))
		return -1;
	for (uint32_t i = 0; i < f->runs->n; i++)
		if (follow_run(f, i) < 0)
			return -1;
	if (split_chains(f->text, f->out))
		return -1;
	if (f->out->n)
		qsort(f->out->chain, f->out->n, sizeof *f->out->chain,
		    compare_start);
	return 0;
}

int
follow_runs(
    const struct text *text, const struct runs *runs, struct chains *out)
{
	struct follower f = {.text = text, .runs = runs, .out = out};
	int64_t classes = -1;
	int rc = -1;

	*out = (struct chains){0};
	f.class = malloc((runs->n + 1) * sizeof *f.class);
	f.turn = malloc((runs->n + 1) * sizeof *f.turn);
	if (f.class && f.turn)
		classes = classes_name(text, runs, f.class, f.turn);
	if (classes >= 0) {
		out->classes = (uint32_t)classes;
		rc = follow_all(&f);
	}
	free(f.class);
	free(f.turn);
	free(f.kind);
	if (rc)
		chains_free(out);
	return rc;
}
