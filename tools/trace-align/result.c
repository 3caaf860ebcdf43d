#include <stdlib.h>

#include "tools/trace-align/result.h"

const char *
match_name(enum match m)
{
	static const char *const names[MATCHES] = {
	    "exact", "similar", "removed", "added"};

	return names[m];
}

/* The rows as numbers, one array behind the other; or NULL. */
static uint32_t *
number_rows(const struct row *rows, size_t n, const struct names *names,
    struct align_cycle *cycle)
{
	uint32_t *ids = calloc(n + 1, (ALIGN_LEVELS + 1) * sizeof *ids);
	uint32_t *work;

	if (!ids)
		return NULL;
	work = ids + ALIGN_LEVELS * n;
	for (size_t k = 0; k < ALIGN_LEVELS; k++) {
		cycle->id[k] = ids + k * n;
		for (size_t i = 0; i < n; i++)
			ids[k * n + i] = names->level[k][rows[i].name];
	}
	for (size_t i = 0; i < n; i++)
		work[i] = names->work[rows[i].name];
	cycle->n = n;
	cycle->work = work;
	cycle->sets = names->sets;
	cycle->nsets = names->nsets;
	return ids;
}

static struct pair
make_pair(const struct row *a, const struct row *b, const struct names *names)
{
	int level = ALIGN_EXACT;

	while (level < ALIGN_LEVELS &&
	    names->level[level][a->name] != names->level[level][b->name])
		level++;
	return (struct pair){.match = level == ALIGN_EXACT ? EXACT : SIMILAR,
	    .level = (enum align_level)level,
	    .family = names->family[a->name],
	    .a = a,
	    .b = b};
}

static struct pair
make_alone(enum match match, const struct row *row, const struct names *names)
{
	return (struct pair){.match = match,
	    .level = ALIGN_DIFFERENT,
	    .family = names->family[row->name],
	    .a = match == REMOVED ? row : NULL,
	    .b = match == ADDED ? row : NULL};
}

static int
align_cycles(const struct align_cycle *a, const struct align_cycle *b,
    size_t *partner, struct lengths *l)
{
	l->further.n = 0;
	int status = align(a, b, partner, &l->repeats);

	if (status || l->repeats.n > 1)
		return status;
	return further_align(a, b, partner, &l->further);
}

/* The two cycles, and what became of them. */
struct aligned {
	const struct row *a, *b;
	size_t na, nb;
	const struct names *names;
	const struct lengths *lengths;
};

static struct pair
make_row(const struct aligned *c, struct align_row r)
{
	bool added = r.a == ALIGN_ALONE;
	const struct row *row = added ? &c->b[r.b] : &c->a[r.a];
	struct pair p;

	if (!added && r.b != ALIGN_ALONE)
		return make_pair(row, &c->b[r.b], c->names);
	p = make_alone(added ? ADDED : REMOVED, row, c->names);
	p.outside = further_has(&c->lengths->further, added, added ? r.b : r.a,
	    added ? c->nb : c->na);
	if (added == (c->nb > c->na))
		p.outside |=
		    align_is_outside(&c->lengths->repeats, added ? r.b : r.a);
	return p;
}

ptrdiff_t
result_make(const struct row *a, size_t na, const struct row *b, size_t nb,
    const struct names *names, struct pair *pairs, struct lengths *lengths)
{
	struct align_cycle ca, cb;
	struct aligned c = {a, b, na, nb, names, lengths};
	uint32_t *ids_a = number_rows(a, na, names, &ca);
	uint32_t *ids_b = number_rows(b, nb, names, &cb);
	size_t *partner = calloc(na + 1, sizeof *partner);
	struct align_row *rows = calloc(na + nb + 1, sizeof *rows);
	ptrdiff_t n = ALIGN_NO_MEMORY;

	if (ids_a && ids_b && partner && rows)
		n = align_cycles(&ca, &cb, partner, lengths);
	if (n == 0)
		n = align_order(partner, na, nb, rows);
	for (ptrdiff_t i = 0; i < n; i++)
		pairs[i] = make_row(&c, rows[i]);
	free(ids_a);
	free(ids_b);
	free(partner);
	free(rows);
	return n;
}

struct balance
result_balance(const struct pair *p, size_t n)
{
	struct balance sum = {0};

	for (size_t i = 0; i < n; i++) {
		sum.rows[p[i].match]++;
		sum.a[p[i].match] += p[i].a ? p[i].a->sum : 0;
		sum.b[p[i].match] += p[i].b ? p[i].b->sum : 0;
	}
	return sum;
}
