/*
 * The differences of two answers to the same events, and the repeat at a place.
 */
#include "tests/unit/test.h"
#include "tools/trace-cycles/alternatives.h"

static bool
is(struct outline o, size_t reps, uint32_t length)
{
	return o.reps == reps && o.length == length;
}

/* Equal, other, missing on either side; the largest place and cycle count. */
static void
test_names(void)
{
	struct outline one[] = {{0, 0, 999, 1, 1000}, {3, 0, 500, 1, 5000},
	    {4, 0, 10, 1, 10}, {0, 1, 42, 18, 900}, {3, 1, 8, 5, 100},
	    {3, 1, 20, 4, 4000}, {3, 2, 2, 8, 3000}, {4, 1, 1, 9, 9}};
	struct outline two[] = {{0, 0, 999, 1, 1000}, {3, 0, 500, 1, 5000},
	    {4, 0, 10, 1, 10}, {0, 1, 42, 18, 900}, {3, 1, 8, 5, 100},
	    {3, 1, 10, 8, 4100}, {3, 2, 2, 8, 3000}, {4, 1, 1, 9, 9}};
	struct alternative here = {one, 8}, there = {two, 8};
	struct difference d = alternative_compare(&here, &here);

	CHECK_INT(d.places, 0);
	d = alternative_compare(&here, &there);
	CHECK_INT(d.places, 1);
	CHECK_INT(d.track, 3);
	CHECK_INT(d.total, 5000);
	CHECK(is(d.here, 4, 20));
	CHECK(is(d.there, 8, 10));
	two[3].reps = 36;
	two[3].length = 21;
	d = alternative_compare(&here, &there);
	CHECK_INT(d.places, 2);
	CHECK_INT(d.track, 3);
	there.n = 5; /* none on track 4, less on track 3 */
	d = alternative_compare(&here, &there);
	CHECK_INT(d.places, 3);
	CHECK(is(d.here, 4, 20));
	CHECK(is(d.there, 0, 0));
	/* the same cycle at another level is another one */
	two[4].level = 2;
	there.n = 8;
	two[5] = one[5];
	two[3] = one[3];
	d = alternative_compare(&here, &there);
	CHECK_INT(d.places, 1);
	CHECK(is(d.here, 5, 8));
	CHECK(is(d.there, 5, 8));
}

static bool
is_which(struct which w, uint32_t number, bool partial)
{
	return w.number == number && w.partial == partial;
}

static void
test_repeats(void)
{
	struct repeat repeat[] = {{20, 30}, {30, 40}, {70, 80}};
	struct partial partial[] = {{{14, 20}, 4, 10}, {{80, 83}, 0, 3}};
	struct cycle c = {.length = 10,
	    .repeat = repeat,
	    .repeats = 3,
	    .partial = partial,
	    .partials = 2};
	struct repeat_iterator w = repeats_begin(&c, true);
	struct repeat_iterator whole = repeats_begin(&c, false);
	static const uint32_t starts[] = {14, 20, 30, 70, 80};
	struct visit o;
	size_t n = 0;

	CHECK_INT(w.cycle->repeats + w.all_partials, 5);
	CHECK_INT(whole.cycle->repeats + whole.all_partials, 3);
	CHECK_INT(repeats_find(&c, 13).number, 0);
	CHECK(is_which(repeats_find(&c, 14), 1, true));
	CHECK(is_which(repeats_find(&c, 20), 1, false));
	CHECK(is_which(repeats_find(&c, 39), 2, false));
	CHECK_INT(repeats_find(&c, 40).number, 0);
	CHECK(is_which(repeats_find(&c, 82), 2, true));
	CHECK_INT(repeats_find(&c, 83).number, 0);
	CHECK_INT(repeats_start(&c, (struct which){3, false}), 70);
	CHECK_INT(repeats_start(&c, (struct which){2, true}), 80);
	for (; repeats_next(&w, &o) && n < 5; n++) {
		CHECK_INT(o.at.start, starts[n]);
		CHECK_INT(o.which.partial != 0, o.to - o.from < 10);
	}
	CHECK_INT(n, 5);
	while (repeats_next(&whole, &o))
		n--;
	CHECK_INT(n, 2);
}

int
main(void)
{
	test_names();
	test_repeats();
	return test_done();
}
