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
	/* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): no period is 0 */
	uint32_t p = x->period, turn = root < p ? root : root % p;

	e.at = x->step > 0 ? e.at + text : e.at - text;
	e.phase += x->step > 0 ? turn : p - turn;
	e.phase -= e.phase < p ? 0 : p;
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

/* Whether at least one symbol fits from an edge on. */
static inline bool
fits_at_all(const struct extension *x, struct edge e)
{
	const uint32_t *symbol = x->text->symbol, *root = symbol + x->root;

	if (x->step > 0)
		return e.at < x->text->n && symbol[e.at] == root[e.phase];
	return e.at > 0 &&
	    symbol[e.at - 1] == root[(e.phase ? e.phase : x->period) - 1];
}

/* A fault that passes over so much; kept if more fits behind it. */
static inline void
try_fault(const struct extension *x, struct edge from, uint32_t text,
    uint32_t root, struct attempt *best)
{
	uint32_t room = x->step > 0 ? (uint32_t)x->text->n - from.at : from.at;
	struct edge e;
	uint32_t fits;

	if (text > room)
		return;
	e = move(x, from, text, root);
	if (!fits_at_all(x, e))
		return;
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

uint32_t
extend_root_kernels(const struct extension *x, struct edge e, uint32_t symbols)
{
	uint32_t from = x->step > 0 ? e.phase : move(x, e, 0, symbols).phase;
	uint32_t end = from + symbols, p = x->period, over;

	over = end > p ? end - p : 0;
	return text_kernels(x->text, x->root + from, x->root + end - over) +
	    text_kernels(x->text, x->root, x->root + over);
}

static uint32_t
fault_kernels(
    const struct extension *x, struct edge a, struct edge b, uint32_t left_out)
{
	uint32_t passed = x->step > 0 ? text_kernels(x->text, a.at, b.at)
				      : text_kernels(x->text, b.at, a.at);
	uint32_t missing = extend_root_kernels(x, a, left_out);

	return passed > missing ? passed : missing;
}

/* How many symbols must fit behind a fault: more than telling of it costs. */
static uint32_t
needed_behind(const struct extension *x)
{
	uint32_t half = x->period / 2;
	uint32_t least =
	    x->text->at ? COVER_PRICE_OF_SYMBOLS + 1 : COVER_PRICE + 1;

	if (x->text->at)
		return least;
	return min(half > least ? half : least, MOST_NEEDED);
}

/* Small faults before large ones; of one size that behind which most fits. */
bool
extend_over(const struct extension *x, struct edge edge, uint32_t most,
    struct fault *fault)
{
	uint32_t needed = needed_behind(x);
	struct attempt best = {edge, 0, 0};

	most = min(most, MOST_PASSED);
	for (uint32_t size = 1; size <= most && best.fits < needed; size++) {
		best.fits = 0;
		try_size(x, edge, size, &best);
	}
	if (best.fits < needed)
		return false;
	*fault = (struct fault){best.edge,
	    move(x, best.edge, best.fits, best.fits), best.left_out,
	    fault_kernels(x, edge, best.edge, best.left_out)};
	return true;
}
