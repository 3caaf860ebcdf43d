#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/carry.h"
#include "tools/trace-cycles/chains.h"
#include "tools/trace-cycles/cover.h"
#include "tools/trace-cycles/extend.h"
#include "tools/trace-cycles/partial.h"

/* A partial repeat in the root of the parent, at places of that root. */
struct local {
	struct partial partial;
	uint32_t cycle;
};

struct search {
	const struct cycles *cycles;
	const bool *listed; /* of each cycle */
	struct partials *out;
	struct carrier carrier;
	struct local *local; /* in the root of one cycle */
	size_t locals, local_cap;
};

static uint32_t
min(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static uint32_t
distance(uint32_t a, uint32_t b)
{
	return a < b ? b - a : a - b;
}

/* How far a repeat has come: kernels of the sequence and of the root. */
struct progress {
	uint32_t text, root;
};

static struct edge
edge_at(const struct extension *x, uint32_t start, struct progress p)
{
	if (x->step > 0)
		return (struct edge){start + p.text, p.root};
	return (struct edge){start - p.text, p.root ? x->period - p.root : 0};
}

/* Passes over a fault, if few kernels of what fits by then are faults. */
static bool
pass_fault(const struct extension *x, uint32_t start, uint32_t room,
    struct progress *p, uint32_t *faults)
{
	struct edge e = edge_at(x, start, *p);
	uint32_t most = chains_tolerated(x->period) - *faults, passed, fits;
	struct fault f;

	if (!extend_over(x, e, most, &f))
		return false;
	passed = distance(e.at, f.from.at);
	fits = distance(f.from.at, f.to.at);
	if (passed >= room - p->text || f.left_out >= x->period - p->root ||
	    *faults + f.kernels > chains_tolerated(p->root + f.left_out + fits))
		return false;
	*faults += f.kernels;
	p->text += passed;
	p->root += f.left_out;
	return true;
}

/* How far a repeat gets that begins, or ends, at `start`. */
static struct progress
progress_from(const struct extension *x, uint32_t start, uint32_t room)
{
	struct progress p = {0, 0};
	uint32_t faults = 0;

	do {
		uint32_t most = min(room - p.text, x->period - p.root);
		uint32_t fits = min(extend_fit(x, edge_at(x, start, p)), most);

		p.text += fits;
		p.root += fits;
		if (fits == most)
			break;
	} while (pass_fault(x, start, room, &p, &faults));
	return p;
}

static int
add_local(struct search *s, uint32_t cycle, struct partial p)
{
	struct local *grown =
	    array_grow(s->local, &s->local_cap, s->locals + 1, sizeof *grown);

	if (!grown)
		return -1;
	s->local = grown;
	s->local[s->locals++] = (struct local){p, cycle};
	return 0;
}

/* What stands between two repeats; CYCLE_NONE where there is no repeat. */
struct gap {
	uint32_t from, to;
	uint32_t before, behind; /* cycles of these repeats */
};

/*
 * Whether it is worth telling of: always if it is half a repeat. The sequence
 * itself may be cut anywhere, so there it is enough if it is longer than what
 * it costs to tell of it, or is all that is there. Inside a cycle, where
 * nothing is cut, so little is a chance likeness.
 */
static bool
is_worth(
    const struct progress *p, uint32_t length, uint32_t parent, uint32_t room)
{
	if (p->text == 0)
		return false;
	if (p->root >= (length + 1) / 2)
		return true;
	return parent == 0 && (p->root > COVER_PRICE || p->text == room);
}

/* Looks for one on one side of a gap, which makes the gap smaller. */
static int
search_side(struct search *s, uint32_t parent, struct gap *g, int step)
{
	uint32_t cycle = step > 0 ? g->before : g->behind;
	uint32_t start = step > 0 ? g->from : g->to;
	struct extension x = {&s->cycles->text, 0, 0, step};
	struct progress p;

	if (cycle == CYCLE_NONE)
		return 0;
	x.root = s->cycles->cycle[cycle].root;
	x.period = s->cycles->cycle[cycle].length;
	p = progress_from(&x, start, g->to - g->from);
	if (!is_worth(&p, x.period, parent, g->to - g->from))
		return 0;
	if (step > 0) {
		g->from += p.text;
		return add_local(
		    s, cycle, (struct partial){{start, g->from}, 0, p.root});
	}
	g->to -= p.text;
	return add_local(s, cycle,
	    (struct partial){{g->to, start}, x.period - p.root, x.period});
}

/* What stands behind the repeat before comes first. */
static int
search_gap(struct search *s, uint32_t parent, struct gap g)
{
	if (g.from >= g.to)
		return 0;
	return search_side(s, parent, &g, 1) || search_side(s, parent, &g, -1)
	    ? -1
	    : 0;
}

/* Those in the root of a cycle. */
static int
find_local(struct search *s, uint32_t parent)
{
	const struct cycle *c = &s->cycles->cycle[parent];
	struct gap g = {c->root, c->root, CYCLE_NONE, CYCLE_NONE};

	s->locals = 0;
	for (size_t i = 0; i < c->parts; i++) {
		const struct part *p = &s->cycles->part[c->first_part + i];

		if (!s->listed[p->cycle])
			continue;
		g.behind = p->cycle;
		for (uint32_t r = 0; r < p->reps; r++) {
			struct repeat at = s->cycles->local[p->first + r];

			g.to = at.start;
			if (search_gap(s, parent, g))
				return -1;
			g.from = at.end;
			g.before = p->cycle;
		}
	}
	g.to = c->root + c->length;
	g.behind = CYCLE_NONE;
	return search_gap(s, parent, g);
}

/*
 * Carries what stands in the root to where the carrier leads: as much of it as
 * is in the carrier's part of the root.
 */
static int
carry_one(struct search *s, uint32_t cycle, struct partial p)
{
	struct partial_list *to = &s->out->of[cycle];
	struct repeat window = s->carrier.root, seen = p.at;
	struct partial *grown;

	seen.start = seen.start > window.start ? seen.start : window.start;
	seen.end = min(seen.end, window.end);
	if (seen.start >= seen.end)
		return 0;
	p.from += seen.start - p.at.start;
	if (p.to <= p.from + (p.at.end - seen.end))
		return 0;
	p.to -= p.at.end - seen.end;
	if (carry_over(&s->carrier, &seen, 1, &p.at) == 0)
		return 0;
	grown = array_grow(to->list, &to->cap, to->n + 1, sizeof *grown);
	if (!grown)
		return -1;
	to->list = grown;
	to->list[to->n++] = p;
	return 0;
}

static int
carry_locals(struct search *s)
{
	for (size_t i = 0; i < s->locals; i++)
		if (carry_one(s, s->local[i].cycle, s->local[i].partial))
			return -1;
	return 0;
}

/* Into every whole repeat of a cycle what is partial in its root. */
static int
fill_repeats(struct search *s, const struct cycle *c)
{
	struct repeat root = {c->root, c->root + c->length};

	for (size_t r = 0; r < c->repeats && s->locals; r++)
		if (carry_begin(&s->carrier, &s->cycles->text, root,
			s->cycles->repeat[c->first_repeat + r]) ||
		    carry_locals(s))
			return -1;
	return 0;
}

/* Into a partial repeat all that is in its part of the root. */
static int
fill_partial(struct search *s, const struct cycle *c, struct partial p)
{
	const struct cycles *all = s->cycles;
	struct repeat window = {c->root + p.from, c->root + p.to};

	if (carry_begin(&s->carrier, &all->text, window, p.at))
		return -1;
	for (size_t i = 0; i < c->parts; i++) {
		const struct part *part = &all->part[c->first_part + i];
		uint32_t length = all->cycle[part->cycle].length;
		uint32_t reps = s->listed[part->cycle] ? part->reps : 0;

		for (uint32_t r = 0; r < reps; r++)
			if (carry_one(s, part->cycle,
				(struct partial){
				    all->local[part->first + r], 0, length}))
				return -1;
	}
	return carry_locals(s);
}

static int
compare_start(const void *a, const void *b)
{
	const struct partial *x = a, *y = b;

	return (x->at.start > y->at.start) - (x->at.start < y->at.start);
}

/* Parents come before what is inside them, so the lists are made in order. */
static int
search(struct search *s)
{
	for (uint32_t i = 0; i < s->cycles->n; i++) {
		const struct cycle *c = &s->cycles->cycle[i];
		struct partial_list *own = &s->out->of[i];

		if (own->n)
			qsort(own->list, own->n, sizeof *own->list,
			    compare_start);
		if (!s->listed[i] || c->parts == 0)
			continue;
		if (find_local(s, i) || fill_repeats(s, c))
			return -1;
		for (size_t k = 0; k < own->n; k++)
			if (fill_partial(s, c, own->list[k]))
				return -1;
	}
	return 0;
}

int
partials_find(const struct cycles *cycles, const uint32_t *listed, size_t n,
    struct partials *out)
{
	bool *is_listed = calloc(cycles->n, sizeof *is_listed);
	struct search s = {.cycles = cycles, .listed = is_listed, .out = out};
	int rc = -1;

	*out = (struct partials){.of = calloc(cycles->n, sizeof *out->of)};
	if (is_listed && out->of) {
		out->n = cycles->n;
		is_listed[0] = true;
		for (size_t i = 0; i < n; i++)
			is_listed[listed[i]] = true;
		rc = search(&s);
	}
	free(is_listed);
	carry_free(&s.carrier);
	free(s.local);
	return rc;
}

void
partials_free(struct partials *p)
{
	for (size_t i = 0; i < p->n; i++)
		free(p->of[i].list);
	free(p->of);
	*p = (struct partials){0};
}
