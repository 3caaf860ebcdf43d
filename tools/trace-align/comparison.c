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
enum { IN_A = 1, IN_B = 2 };

/* Numbers the rows in the pool and marks what there is; are most known? */
static bool
pool_operators(
    const struct row *rows, size_t n, struct pool *operators, uint32_t *of)
{
	size_t known = 0;

	for (size_t i = 0; i < n; i++) {
		of[i] = pool_add(operators, rows[i].cpu_op);
		known += rows[i].cpu_op.n > 0;
	}
	return n > 0 && (double)known >= OPERATORS_LEAST * (double)n;
}

/* Leaves numbers of what both cycles have. */
static void
keep_common(
    const unsigned char *in, const uint32_t *place, size_t n, uint32_t *of)
{
	for (size_t i = 0; i < n; i++)
		of[i] = in[of[i]] == (IN_A | IN_B) ? place[of[i]] : 0;
}

/*
 * Sets of_a[i] to the number of the operator of a's row i, from 1, and of_b
 * likewise: equal where both cycles have it, 0 where one has it only or it is
 * not known. The numbers are places in a sorted order, so that they do not
 * depend on which cycle comes first. Is any in common, and one not?
 */
static bool
number_operators(const struct row *a, size_t na, uint32_t *of_a,
    const struct row *b, size_t nb, uint32_t *of_b)
{
	struct pool *operators = pool_new();
	uint32_t none = pool_add(operators, span_of("")), *place;
	bool known_a = pool_operators(a, na, operators, of_a);
	bool known_b = pool_operators(b, nb, operators, of_b);
	unsigned char *in = xcalloc(pool_count(operators), 1);
	bool common = false, lacking = false;
	struct span *text;

	for (size_t i = 0; known_a && known_b && i < na; i++)
		in[of_a[i]] |= IN_A;
	for (size_t i = 0; known_a && known_b && i < nb; i++)
		in[of_b[i]] |= IN_B;
	in[none] = 0;
	for (uint32_t i = 0; i < pool_count(operators); i++) {
		common |= in[i] == (IN_A | IN_B);
		lacking |= in[i] == IN_A || in[i] == IN_B;
	}
	pool_sorted(operators, &text, &place);
	keep_common(in, place, na, of_a);
	keep_common(in, place, nb, of_b);
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

static void
mark_few(const struct row *rows, size_t n, uint32_t *of)
{
	for (size_t i = 0; i < n; i++)
		if (rows[i].few)
			of[i] |= FEW_REPEATS;
}

static void
number_keys(struct pool *keys, uint32_t *ids, const uint32_t *of, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t key[2] = {ids[i], of[i]};

		ids[i] = pool_add(
		    keys, (struct span){(const char *)key, sizeof key});
	}
}

/*
 * Numbers the pairs of an id and an operator of both cycles anew, from 0
 * without gaps, in ids_a and ids_b: rows that differ in either differ then.
 */
static void
divide_by_operators(uint32_t *ids_a, const uint32_t *of_a, size_t na,
    uint32_t *ids_b, const uint32_t *of_b, size_t nb)
{
	struct pool *keys = pool_new();
	struct span *text;
	uint32_t *place;

	number_keys(keys, ids_a, of_a, na);
	number_keys(keys, ids_b, of_b, nb);
	pool_sorted(keys, &text, &place);
	for (size_t i = 0; i < na; i++)
		ids_a[i] = place[ids_a[i]];
	for (size_t i = 0; i < nb; i++)
		ids_b[i] = place[ids_b[i]];
	free(text);
	free(place);
	pool_free(keys);
}

/* The rows of a cycle as numbers: the ring, and operators. */
struct numbers {
	struct ring ring;
	uint32_t *id[ALIGN_LEVELS]; /* of the ring; the rest comes after them */
	uint32_t *op;
};

static void
number_rows(const struct row *rows, size_t n, const struct likeness *names,
    struct numbers *to)
{
	uint32_t *all = xcalloc(n + 1, (ALIGN_LEVELS + 2) * sizeof *all);
	uint32_t *work = all + ALIGN_LEVELS * n;

	*to = (struct numbers){.op = work + n,
	    .ring = {.n = n,
		.work = work,
		.sets = names->sets,
		.nsets = names->nsets}};
	for (size_t k = 0; k < ALIGN_LEVELS; k++) {
		to->ring.id[k] = to->id[k] = all + k * n;
		for (size_t i = 0; i < n; i++)
			to->id[k][i] = names->level[k][rows[i].name];
	}
	for (size_t i = 0; i < n; i++)
		work[i] = names->work[rows[i].name];
}

/* The two cycles, and what became of them. */
struct aligned {
	const struct row *a, *b;
	struct numbers of_a, of_b;
	const struct likeness *names;
	bool by_operators;
	bool one_sided; /* a row is of an operator that one cycle alone has */
};

static struct pair
make_row(const struct aligned *c, struct align_row r)
{
	bool a = r.a != ALIGN_ALONE, b = r.b != ALIGN_ALONE;
	const struct row *one = a ? &c->a[r.a] : &c->b[r.b];
	enum align_level level = a && b
	    ? ring_level(&c->of_a.ring, r.a, &c->of_b.ring, r.b)
	    : ALIGN_DIFFERENT;

	return (struct pair){.match = !b ? REMOVED
		: !a                     ? ADDED
		: level == ALIGN_EXACT   ? EXACT
					 : SIMILAR,
	    .level = level,
	    .family = c->names->family[one->name],
	    .op = a ? c->of_a.op[r.a] : c->of_b.op[r.b],
	    .a = a ? &c->a[r.a] : NULL,
	    .b = b ? &c->b[r.b] : NULL};
}

/*
 * Kernels of operators that differ are different kernels, and what few repeats
 * have is none that most have.
 */
static void
divide_names(struct aligned *c, size_t na, size_t nb)
{
	struct numbers *a = &c->of_a, *b = &c->of_b;

	if (c->by_operators)
		c->one_sided =
		    number_operators(c->a, na, a->op, c->b, nb, b->op);
	mark_few(c->a, na, a->op);
	mark_few(c->b, nb, b->op);
	for (size_t k = 0; k < ALIGN_LEVELS; k++)
		divide_by_operators(a->id[k], a->op, na, b->id[k], b->op, nb);
}

/* Aligns the rows and puts them into the order of align_order. */
static void
make_pairs(const struct row *a, size_t na, const struct row *b, size_t nb,
    const struct likeness *names, struct comparison *to)
{
	struct aligned c = {
	    .a = a, .b = b, .names = names, .by_operators = to->by_operators};
	size_t *partner = xcalloc(na + 1, sizeof *partner);
	struct align_row *rows = xcalloc(na + nb + 1, sizeof *rows);

	number_rows(a, na, names, &c.of_a);
	number_rows(b, nb, names, &c.of_b);
	divide_names(&c, na, nb);
	align(&c.of_a.ring, &c.of_b.ring, partner);
	to->npairs = align_order(partner, na, nb, rows);
	to->pairs = xcalloc(to->npairs + 1, sizeof *to->pairs);
	for (size_t i = 0; i < to->npairs; i++)
		to->pairs[i] = make_row(&c, rows[i]);
	to->one_sided = c.one_sided;
	free(c.of_a.id[0]);
	free(c.of_b.id[0]);
	free(partner);
	free(rows);
}

static struct matched
find_matched(const struct comparison *c)
{
	struct matched m = {0};

	for (size_t i = 0; i < c->npairs; i++) {
		const struct pair *p = &c->pairs[i];
		bool matched = pair_is_matched(p);

		m.a_all += p->a ? p->a->sum : 0;
		m.b_all += p->b ? p->b->sum : 0;
		m.a += matched && p->a ? p->a->sum : 0;
		m.b += matched && p->b ? p->b->sum : 0;
	}
	return m;
}

double
matched_percent(int64_t matched, int64_t all)
{
	return all ? 100.0 * (double)matched / (double)all : 100.0;
}

double
matched_share(const struct matched *m)
{
	double a = m->a_all ? (double)m->a / (double)m->a_all : 1;
	double b = m->b_all ? (double)m->b / (double)m->b_all : 1;

	return a < b ? a : b;
}

/* Which names, when normalised, the rows of one side have; the caller frees. */
static bool *
list_names(const struct pair *p, size_t n, bool of_b, const struct likeness *l)
{
	bool *known = xcalloc(l->n + 1, sizeof *known);

	for (size_t i = 0; i < n; i++) {
		const struct row *r = of_b ? p[i].b : p[i].a;

		if (r)
			known[l->level[ALIGN_NORMALISED][r->name]] = true;
	}
	return known;
}

/*
 * How often the shorter cycle is in the longer one, as a layer in a step: about
 * as often as their lengths tell, if three quarters of the shorter one are
 * matched, and three quarters of what the longer one has alone have names of
 * the shorter.
 */
static size_t
find_times(const struct pair *p, size_t n, const struct likeness *names)
{
	size_t rows[2] = {0, 0}, matched[2] = {0, 0}, alone = 0, known = 0;
	bool b_longer, *shorter;

	for (size_t i = 0; i < n; i++) {
		rows[0] += p[i].a != NULL;
		rows[1] += p[i].b != NULL;
		matched[0] += p[i].a && pair_is_matched(&p[i]);
		matched[1] += p[i].b && pair_is_matched(&p[i]);
	}
	b_longer = rows[1] > rows[0];
	shorter = list_names(p, n, !b_longer, names);
	for (size_t i = 0; i < n; i++) {
		const struct row *r = b_longer ? p[i].b : p[i].a;

		if (!r || pair_has_both(&p[i]))
			continue;
		alone++;
		known += shorter[names->level[ALIGN_NORMALISED][r->name]];
	}
	free(shorter);
	if (rows[!b_longer] == 0 ||
	    4 * matched[!b_longer] < 3 * rows[!b_longer] ||
	    4 * known < 3 * alone)
		return 1;
	return (rows[b_longer] + rows[!b_longer] / 2) / rows[!b_longer];
}

/* With operators as evidence or without. */
static void
compare_by(bool operators, struct comparison *c, const struct row *a, size_t na,
    const struct row *b, size_t nb, const struct likeness *names)
{
	*c = (struct comparison){.by_operators = operators};
	make_pairs(a, na, b, nb, names, c);
	c->groups = fusion_groups(c->pairs, c->npairs, names, &c->ngroups);
	c->npairs = pair_merge_moved(c->pairs, c->npairs, names);
	c->matched = find_matched(c);
	c->foreign =
	    kinds_activations(&c->activations, c->pairs, c->npairs, names);
	kinds_count(&c->kinds, c->pairs, c->npairs, names);
	c->times = find_times(c->pairs, c->npairs, names);
}

/* How much is matched, of both sides together. */
static double
share_of_both(const struct matched *m)
{
	return matched_percent(m->a, m->a_all) +
	    matched_percent(m->b, m->b_all);
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
	if (share_of_both(&plain.matched) > share_of_both(&c->matched)) {
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
