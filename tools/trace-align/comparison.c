#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/align.h"
#include "tools/trace-align/comparison.h"
#include "tools/trace-align/moved.h"
#include "tools/trace-align/operator_evidence.h"

/* The kernels of a, then those of b, as numbers. */
struct kernels {
	const struct row **row;
	size_t na, n;
	uint32_t *id[ALIGN_TIERS], *work, *op;
	const struct likeness *names;
};

static void
number_rows(struct kernels *c, const struct row *a, const struct row *b)
{
	size_t n = c->n;
	uint32_t *numbers = xcalloc(n + 1, (ALIGN_TIERS + 2) * sizeof *numbers);

	c->row = xcalloc(n + 1, sizeof(const struct row *));
	c->work = numbers + ALIGN_TIERS * n;
	c->op = c->work + n;
	for (size_t i = 0; i < n; i++) {
		c->row[i] = i < c->na ? &a[i] : &b[i - c->na];
		c->work[i] = c->names->work[c->row[i]->name];
	}
	for (size_t k = 0; k < ALIGN_TIERS; k++) {
		c->id[k] = numbers + k * n;
		for (size_t i = 0; i < n; i++)
			c->id[k][i] = c->names->tier[k][c->row[i]->name];
	}
}

/*
 * A kernel of few repeats (pair.h) gets this bit, as if of an operator of its
 * own: a repeat's usual kernels are not paired with it.
 */
#define FEW_REPEATS (UINT32_C(1) << 31)

static struct ring
ring_of(const struct kernels *c, size_t from, size_t n)
{
	struct ring r = {.n = n,
	    .work = c->work + from,
	    .sets = c->names->sets,
	    .nsets = c->names->nsets};

	for (size_t k = 0; k < ALIGN_TIERS; k++)
		r.id[k] = c->id[k] + from;
	return r;
}

static struct pair
make_pair(const struct kernels *c, const struct ring *a, const struct ring *b,
    struct align_row r)
{
	bool in_a = r.a != ALIGN_ALONE, in_b = r.b != ALIGN_ALONE;
	size_t one = in_a ? r.a : c->na + r.b;
	enum align_tier tier =
	    in_a && in_b ? ring_tier(a, r.a, b, r.b) : ALIGN_DIFFERENT;

	return (struct pair){.match = !in_b ? REMOVED
		: !in_a                     ? ADDED
		: tier == ALIGN_EXACT       ? EXACT
					    : SIMILAR,
	    .tier = tier,
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
	to->one_sided =
	    to->by_operators && operator_evidence_find(c.row, na, c.n, c.op);
	for (size_t i = 0; i < c.n; i++)
		c.op[i] |= c.row[i]->few ? FEW_REPEATS : 0;
	for (size_t k = 0; k < ALIGN_TIERS; k++)
		operator_evidence_divide(c.id[k], c.op, c.n);
	make_pairs(&c, to);
	free(c.row);
	free(c.id[0]);
}

/* --- groups --- */

/* Of a pair in a group, which is explained by itself, both kernels count. */
static void
explain(struct group *g, struct pair *p, const struct likeness *names)
{
	p->explained = false;
	for (int side = 0; side < 2; side++) {
		const struct row *r = pair_side(p, side);

		if (r &&
		    ops_third_within(
			likeness_ops(names, r->name), &g->work[!side])) {
			p->explained = true;
			g->explained++;
		}
	}
}

/*
 * The kernel that takes longest on the side that has fewer of them, which is
 * the one that fuses the others, names the group.
 */
static void
name_group(struct group *g, const struct pair *p, const struct likeness *names)
{
	const struct row *row = g->rows[1] <= g->rows[0] || !p->a ? p->b : p->a;

	if (!row || row->each < g->longest)
		return;
	g->longest = row->each;
	g->name = names->class[row->name];
}

/*
 * A group has at most UNSAID_MOST kernels of a side, or GROUP_MOST if the names
 * of nine tenths say so: among more, one that takes longer would hide, or a
 * layer that one side has more.
 */
enum { UNSAID_MOST = 16, GROUP_MOST = 64 };

static bool
is_group(const struct group *g)
{
	size_t a = g->rows[0], b = g->rows[1], more = a > b ? a : b;

	return a > 0 && b > 0 &&
	    (more <= UNSAID_MOST ||
		(more <= GROUP_MOST && 10 * g->explained >= 9 * (a + b)));
}

/* Numbers those that are groups in the order of their rows; how many. */
static size_t
renumber(struct pair *p, size_t rows, const struct group *found, size_t *number,
    struct group *groups)
{
	size_t n = 0;

	for (size_t i = 0; i < rows; i++) {
		size_t g = p[i].group;

		if (g && !number[g] && is_group(&found[g])) {
			number[g] = ++n;
			groups[n] = found[g];
		}
		p[i].group = number[g];
		p[i].explained &= p[i].group > 0;
	}
	return n;
}

/*
 * Numbers the groups from 1 in the order of the rows, in `group` of each row of
 * one, and returns them: group g is [g], of groups 1 to *n.
 */
static struct group *
find_groups(
    struct pair *p, size_t rows, const struct likeness *names, size_t *n)
{
	size_t most;
	struct group *found = fusion_groups_find(p, rows, names, &most);
	struct group *groups = xcalloc(most + 1, sizeof *groups);
	size_t *number = xcalloc(most + 1, sizeof *number);

	for (size_t i = 0; i < rows; i++)
		if (p[i].group) {
			explain(&found[p[i].group], &p[i], names);
			name_group(&found[p[i].group], &p[i], names);
		} else {
			p[i].explained = false;
		}
	*n = renumber(p, rows, found, number, groups);
	free(found);
	free(number);
	return groups;
}

/* --- all of it --- */

/* With operators as evidence or without. */
static void
compare_by(bool operators, struct comparison *c, const struct row *a, size_t na,
    const struct row *b, size_t nb, const struct likeness *names)
{
	*c = (struct comparison){.by_operators = operators};
	align_rows(a, na, b, nb, names, c);
	c->groups = find_groups(c->pairs, c->npairs, names, &c->ngroups);
	c->npairs = moved_merge(c->pairs, c->npairs, names);
	matched_count(&c->matched, c->pairs, c->npairs, names);
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
