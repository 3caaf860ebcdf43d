/*
 * The part of the table that gotoh.h computes against the whole of it: what is
 * left out, how often it has to begin again, and how many decisions there is
 * room for must not change one place.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/align_names.h"
#include "tests/unit/test.h"
#include "tools/trace-align/gotoh.h"

/* Any names, or a few over and over with some others. */
static size_t
make_first(uint32_t *id, unsigned alphabet)
{
	size_t n = any(any(4) ? 40 : NAMES_MOST),
	       period = any(2) ? 1 + any(30) : n;

	for (size_t i = 0; i < n; i++)
		id[i] =
		    i < period || any(50) == 0 ? any(alphabet) : id[i - period];
	return n;
}

/* The same with edits, one in `every`. */
static size_t
make_edited(uint32_t *to, const uint32_t *id, size_t n, unsigned alphabet)
{
	unsigned every = 2 + any(40);
	size_t m = 0;

	for (size_t i = 0; i < n && m + 2 < NAMES_MOST; i++) {
		unsigned how = any(4 * every);

		if (how == 1 || how == 2)
			to[m++] = any(2 * alphabet);
		if (how > 1)
			to[m++] = how == 3 ? id[i] ^ 1 : id[i];
	}
	return m;
}

static void
set_both(struct names *x, size_t n, struct names *y, size_t m, bool fusions)
{
	set_names(x, n);
	set_names(y, m);
	if (!fusions)
		x->cycle.work = y->cycle.work = NULL;
}

static void
make_pair(struct names *x, struct names *y)
{
	unsigned alphabet = 1 + any(any(3) ? 12 : 80);
	bool fusions = any(3);
	size_t n = make_first(x->exact, alphabet);
	size_t m = any(3) ? make_edited(y->exact, x->exact, n, alphabet)
			  : make_first(y->exact, alphabet);

	set_both(x, n, y, m, fusions);
}

static const struct gotoh_effort whole = {
    .max_loss = INT32_MAX, .bytes = GOTOH_BYTES, .cells = GOTOH_CELLS};

static bool
same_places(const struct place *p, const struct place *q, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (p[i].how != q[i].how || p[i].first != q[i].first ||
		    p[i].last != q[i].last)
			return false;
	return true;
}

static bool
as_whole(const struct names *x, const struct names *y)
{
	struct gotoh_effort effort = gotoh_usual;
	struct place all[NAMES_MOST], part[NAMES_MOST];

	if (any(2))
		effort.max_loss = 1 + (int32_t)any(300);
	if (any(2))
		effort.bytes = any(3000);
	if (gotoh(&x->cycle, &y->cycle, all, &whole) ||
	    gotoh(&x->cycle, &y->cycle, part, &effort))
		return false;
	return same_places(all, part, x->cycle.n);
}

static void
test_whole(void)
{
	static struct names x, y;
	bool same = true;

	for (int k = 0; k < 10000; k++) {
		make_pair(&x, &y);
		same &= as_whole(&x, &y);
	}
	CHECK(same);
}

/* Two long ones that are alike, in a part of the cells that the table has. */
static void
test_few_cells(void)
{
	enum { LONG = 50000 };
	struct gotoh_effort few = gotoh_usual;
	uint32_t *id = calloc(LONG, sizeof *id);
	struct place *places = calloc(LONG, sizeof *places);
	struct ring x = {LONG, {id, id, id}, NULL, NULL, 0}, y = x;

	y.n -= 7;
	few.cells = (uint64_t)LONG * LONG / 100;
	if (id && places) {
		for (size_t i = 0; i < LONG; i++)
			id[i] = i % 3 ? (uint32_t)(i % 500) : any(20);
		CHECK_INT(gotoh(&x, &y, places, &few), 0);
		CHECK(places[LONG - 8].how == PAIRED);
		CHECK_INT(places[LONG - 8].first, LONG - 8);
	}
	free(id);
	free(places);
}

static void
test_too_long(void)
{
	static struct names x, y;
	struct gotoh_effort few = gotoh_usual;
	struct place places[NAMES_MOST];
	struct align_repeats repeats;
	struct ring endless = {.n = ALIGN_MOST + 1};
	size_t partner[NAMES_MOST];

	for (uint32_t i = 0; i < NAMES_MOST; i++) {
		x.exact[i] = 4 * i;
		y.exact[i] = 4 * (NAMES_MOST + i);
	}
	set_both(&x, NAMES_MOST, &y, NAMES_MOST, false);
	few.cells = NAMES_MOST;
	CHECK_INT(gotoh(&x.cycle, &y.cycle, places, &few), ALIGN_TOO_LONG);
	CHECK_INT(align(&x.cycle, &endless, partner, &repeats), ALIGN_TOO_LONG);
	CHECK_INT(align(&endless, &x.cycle, NULL, &repeats), ALIGN_TOO_LONG);
}

int
main(void)
{
	test_whole();
	test_few_cells();
	test_too_long();
	return test_done();
}
