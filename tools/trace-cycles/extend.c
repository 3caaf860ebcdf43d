#include "tools/trace-cycles/cover.h"
#include "tools/trace-cycles/extend.h"

enum {
	MOST_PASSED = 64, /* symbols of a fault: a small layer */
	MOST_MIXED = 8,   /* of one that passes over both text and root */
	MOST_NEEDED = 8   /* symbols that must fit behind a fault */
};

static uint32_t
min(size_t a, size_t b)
{
	return (uint32_t)(a < b ? a : b);
}

static struct edge
move(const struct extension *x, struct edge e, uint32_t text, uint32_t root)
{
	uint32_t p = x->period;

	e.at = x->step > 0 ? e.at + text : e.at - text;
	e.phase = x->step > 0 ? (e.phase + root % p) % p
			      : (e.phase + p - root % p) % p;
	return e;
}

/* How much fits from an edge on, until the root is at its own edge. */
static uint32_t
fit_once(const struct extension *x, struct edge e, uint32_t *room)
{
	if (x->step > 0) {
		*room = x->period - e.phase;
		return min(text_ahead(x->text, e.at, x->root + e.phase), *room);
	}
	*room = e.phase ? e.phase : x->period;
	return (uint32_t)text_behind(x->text, e.at, x->root + *room, *room);
}

/*
 * How much fits from an edge on. Once a whole root has, the text repeats as
 * long as it equals itself one period before.
 */
uint32_t
extend_fit(const struct extension *x, struct edge e)
{
	uint32_t total = 0, room, more;

	do {
		more = fit_once(x, e, &room);
		total += more;
		e = move(x, e, more, more);
	} while (more == room && total < x->period);
	if (total < x->period || more < room)
		return total;
	if (x->step > 0)
		return total +
		    (uint32_t)text_ahead(x->text, e.at, e.at - x->period);
	return total +
	    (uint32_t)text_behind(x->text, e.at, e.at + x->period, e.at);
}

/* The best of what was tried. */
struct attempt {
	struct edge edge;
	uint32_t fits, left_out;
};

/* A fault that passes over so much; kept if more fits behind it. */
static void
try_fault(const struct extension *x, struct edge from, uint32_t text,
    uint32_t root, struct attempt *best)
{
	uint32_t room = x->step > 0 ? (uint32_t)x->text->n - from.at : from.at;
	struct edge e;
	uint32_t fits;

	if (text > room)
		return;
	e = move(x, from, text, root);
	fits = extend_fit(x, e);
	if (fits > best->fits)
		*best = (struct attempt){e, fits, root};
}

/* All faults of that size, except those that leave out a whole root. */
static void
try_size(const struct extension *x, struct edge from, uint32_t size,
    struct attempt *best)
{
	bool part = size < x->period;

	if (part)
		try_fault(x, from, size, size, best);
	try_fault(x, from, size, 0, best);
	if (part)
		try_fault(x, from, 0, size, best);
	for (uint32_t k = 1; k < size && size <= MOST_MIXED; k++) {
		try_fault(x, from, size, k, best);
		if (part)
			try_fault(x, from, k, size, best);
	}
}

/* Small faults before large ones; of one size that behind which most fits. */
bool
extend_over(const struct extension *x, struct edge *edge, struct edge *end,
    uint32_t *left_out)
{
	uint32_t half = x->period / 2;
	uint32_t needed =
	    min(half > COVER_PRICE + 1 ? half : COVER_PRICE + 1, MOST_NEEDED);
	uint32_t most = min(x->most, MOST_PASSED);
	struct attempt best = {*edge, 0, 0};

	for (uint32_t size = 1; size <= most && best.fits < needed; size++) {
		best.fits = 0;
		try_size(x, *edge, size, &best);
	}
	if (best.fits < needed)
		return false;
	*edge = best.edge;
	*end = move(x, best.edge, best.fits, best.fits);
	*left_out = best.left_out;
	return true;
}
