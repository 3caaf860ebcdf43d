#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/align.h"
#include "tools/trace-align/comparison.h"
#include "tools/trace-align/pair.h"

/*
 * What launched a kernel is better evidence than its name: if both cycles have
 * two operators, kernels of one never pair with kernels of the other. An
 * operator that only one cycle has says nothing, as the other one calls the
 * same work differently: aten::silu and aten::mul there, _C::silu_and_mul here.
 *
 * Operators count if this share of the kernels of both cycles have one. If few
 * have one, the operators of the other kernels are unknown.
 */
#define OPERATORS_LEAST 0.9

/* Of an operator: which cycles have it. */
enum { IN_A = 1, IN_B = 2, IN_BOTH = IN_A | IN_B };

/* The kernels of a, then those of b, as numbers. */
struct kernels {
	const struct row **row;
	size_t na, n;
	uint32_t *id[ALIGN_LEVELS], *work, *op;
	const struct likeness *names;
};

static void
number_rows(struct kernels *c, const struct row *a, const struct row *b)
{
	size_t n = c->n;
	uint32_t *numbers =
	    xcalloc(n + 1, (ALIGN_LEVELS + 2) * sizeof *numbers);

	c->row = xcalloc(n + 1, sizeof(const struct row *));
	c->work = numbers + ALIGN_LEVELS * n;
	c->op = c->work + n;
	for (size_t i = 0; i < n; i++) {
		c->row[i] = i < c->na ? &a[i] : &b[i - c->na];
		c->work[i] = c->names->work[c->row[i]->name];
	}
	for (size_t k = 0; k < ALIGN_LEVELS; k++) {
		c->id[k] = numbers + k * n;
		for (size_t i = 0; i < n; i++)
			c->id[k][i] = c->names->level[k][c->row[i]->name];
	}
}

/* Marks which cycles have each operator, if most kernels of both have one. */
static void
mark_operators(const struct kernels *c, uint32_t none, unsigned char *in)
{
	size_t known[2] = {0, 0};

	for (size_t i = 0; i < c->n; i++)
		known[i >= c->na] += c->op[i] != none;
	if ((double)known[0] < OPERATORS_LEAST * (double)c->na ||
	    (double)known[1] < OPERATORS_LEAST * (double)(c->n - c->na))
		return;
	for (size_t i = 0; i < c->n; i++)
		if (c->op[i] != none)
			in[c->op[i]] |= i < c->na ? IN_A : IN_B;
}

/*
 * Numbers the operators, from 1: equal where both cycles have it, 0 where one
 * has it only or it is not known. The numbers are places in a sorted order, so
 * that they do not depend on which cycle comes first. Is any in common, and one
 * not?
 */
static bool
number_operators(struct kernels *c)
{
	struct pool *operators = pool_new();
	uint32_t none = pool_add(operators, span_of("")), *place;
	bool common = false, lacking = false;
	unsigned char *in;
	struct span *text;

	for (size_t i = 0; i < c->n; i++)
		c->op[i] = pool_add(operators, c->row[i]->cpu_op);
	in = xcalloc(pool_count(operators), 1);
	mark_operators(c, none, in);
	pool_sorted(operators, &text, &place);
	for (size_t i = 0; i < c->n; i++) {
		unsigned char where = in[c->op[i]];

		common |= where == IN_BOTH;
		lacking |= where == IN_A || where == IN_B;
		c->op[i] = where == IN_BOTH ? place[c->op[i]] : 0;
	}
	free(in);
	free(text);
	free(place);
	pool_free(operators);
	return common && lacking;
}

/*
 * What few repeats have (see pair.h) gets this bit, as if of an operator of its
 * own: a repeat's usual kernels are not paired with it.
 */
#define FEW_REPEATS (UINT32_C(1) << 31)

/*
 * Numbers the pairs of an id and an operator anew, from 0 without gaps: kernels
 * that differ in either differ then.
 */
static void
divide_by_operators(uint32_t *id, const uint32_t *op, size_t n)
{
	struct pool *keys = pool_new();
	struct span *text;
	uint32_t *place;

	for (size_t i = 0; i < n; i++) {
		uint32_t key[2] = {id[i], op[i]};

		id[i] = pool_add(
		    keys, (struct span){(const char *)key, sizeof key});
	}
	pool_sorted(keys, &text, &place);
	for (size_t i = 0; i < n; i++)
		id[i] = place[id[i]];
	free(text);
	free(place);
	pool_free(keys);
}

static struct ring
ring_of(const struct kernels *c, size_t from, size_t n)
{
	struct ring r = {.n = n,
	    .work = c->work + from,
	    .sets = c->names->sets,
	    .nsets = c->names->nsets};

	for (size_t k = 0; k < ALIGN_LEVELS; k++)
		r.id[k] = c->id[k] + from;
	return r;
}

static struct pair
make_pair(const struct kernels *c, const struct ring *a, const struct ring *b,
    struct align_row r)
{
	bool in_a = r.a != ALIGN_ALONE, in_b = r.b != ALIGN_ALONE;
	size_t one = in_a ? r.a : c->na + r.b;
	enum align_level level =
	    in_a && in_b ? ring_level(a, r.a, b, r.b) : ALIGN_DIFFERENT;

	return (struct pair){.match = !in_b ? REMOVED
		: !in_a                     ? ADDED
		: level == ALIGN_EXACT      ? EXACT
					    : SIMILAR,
	    .level = level,
	    .family = c->names->family[c->row[one]->name],
	    .op = c->op[one],
	    .a = in_a ? c->row[r.a] : NULL,
	    .b = in_b ? c->row[c->na + r.b] : NULL};
}

/* Aligns the kernels and puts them into the order of align_order. */
static void
make_pairs(const struct kernels *c, struct comparison *to)
{
	size_t nb = c->n - c->na;
	struct ring a = ring_of(c, 0, c->na), b = ring_of(c, c->na, nb);
	size_t *partner = xcalloc(c->na + 1, sizeof *partner);
	struct align_row *rows = xcalloc(c->n + 1, sizeof *rows);

	align(&a, &b, partner);
	to->npairs = align_order(partner, c->na, nb, rows);
	to->pairs = xcalloc(to->npairs + 1, sizeof *to->pairs);
	for (size_t i = 0; i < to->npairs; i++)
		to->pairs[i] = make_pair(c, &a, &b, rows[i]);
	free(partner);
	free(rows);
}

/*
 * Kernels of operators that differ are different kernels, and what few repeats
 * have is none that most have.
 */
static void
align_rows(const struct row *a, size_t na, const struct row *b, size_t nb,
    const struct likeness *names, struct comparison *to)
{
	struct kernels c = {.na = na, .n = na + nb, .names = names};

	number_rows(&c, a, b);
	to->one_sided = to->by_operators && number_operators(&c);
	for (size_t i = 0; i < c.n; i++)
		c.op[i] |= c.row[i]->few ? FEW_REPEATS : 0;
	for (size_t k = 0; k < ALIGN_LEVELS; k++)
		divide_by_operators(c.id[k], c.op, c.n);
	make_pairs(&c, to);
	free(c.row);
	free(c.id[0]);
}

/*
 * How often the shorter cycle is in the longer one, as a layer in a step: about
 * as often as their lengths tell, if three quarters of the shorter one are
 * matched, and the longer one and so many of the shorter have three quarters of
 * either in common, by kinds. One kind alone says nothing.
 */
static size_t
find_times(const struct comparison *c, const struct likeness *names)
{
	const struct tally *side = c->matched.side;
	int longer = side[1].rows > side[0].rows;
	size_t most = side[longer].rows, least = side[!longer].rows, known = 0;
	size_t times = least ? (most + least / 2) / least : 1;
	size_t all = times * least > most ? times * least : most;
	size_t *left = xcalloc((size_t)names->n + 1, sizeof *left);

	for (size_t i = 0; i < c->npairs; i++) {
		const struct row *r = pair_side(&c->pairs[i], !longer);

		if (r)
			left[names->level[ALIGN_FAMILY][r->name]] += times;
	}
	for (size_t i = 0; i < c->npairs; i++) {
		const struct row *r = pair_side(&c->pairs[i], longer);
		size_t *n;

		if (!r)
			continue;
		n = &left[names->level[ALIGN_FAMILY][r->name]];
		known += *n > 0;
		*n -= *n > 0;
	}
	free(left);
	if (4 * side[!longer].matched_rows < 3 * least || 4 * known < 3 * all ||
	    side[!longer].kinds < 2)
		return 1;
	return times;
}

/* With operators as evidence or without. */
static void
compare_by(bool operators, struct comparison *c, const struct row *a, size_t na,
    const struct row *b, size_t nb, const struct likeness *names)
{
	*c = (struct comparison){.by_operators = operators};
	align_rows(a, na, b, nb, names, c);
	c->groups = fusion_groups(c->pairs, c->npairs, names, &c->ngroups);
	c->npairs = pair_merge_moved(c->pairs, c->npairs, names);
	matched_count(&c->matched, c->pairs, c->npairs, names);
	c->foreign =
	    matched_activations(&c->activations, c->pairs, c->npairs, names);
	c->times = find_times(c, names);
}

/* How much is matched, of both sides together. */
static double
share_of_both(const struct comparison *c)
{
	return matched_of_time(&c->matched.side[0]) +
	    matched_of_time(&c->matched.side[1]);
}

/*
 * An operator that one cycle alone has is no evidence, but its kernels cannot
 * be those of an operator that both have. Where this costs pairs, operators are
 * left out.
 */
void
compare(struct comparison *c, const struct row *a, size_t na,
    const struct row *b, size_t nb, const struct likeness *names)
{
	struct comparison plain;

	compare_by(true, c, a, na, b, nb, names);
	if (!c->one_sided)
		return;
	compare_by(false, &plain, a, na, b, nb, names);
	if (share_of_both(&plain) > share_of_both(c)) {
		comparison_free(c);
		*c = plain;
	} else {
		comparison_free(&plain);
	}
}

void
comparison_free(struct comparison *c)
{
	free(c->pairs);
	free(c->groups);
}
