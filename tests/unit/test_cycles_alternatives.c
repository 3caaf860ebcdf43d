/*
 * What is told of two answers to the same events, and where among the repeats a
 * place is.
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
	struct alternative_sequence sequence[] = {
	    {0, 1000}, {3, 5000}, {4, 10}};
	struct outline one[] = {{0, 1, 42, 18, 900}, {3, 1, 8, 5, 100},
	    {3, 1, 20, 4, 4000}, {3, 2, 2, 8, 3000}, {4, 1, 1, 9, 9}};
	struct outline two[] = {{0, 1, 42, 18, 900}, {3, 1, 8, 5, 100},
	    {3, 1, 10, 8, 4100}, {3, 2, 2, 8, 3000}, {4, 1, 1, 9, 9}};
	struct alternative here = {one, 5, sequence, 3},
			   there = {two, 5, sequence, 3};
	struct difference d = alternative_compare(&here, &here);

	CHECK_INT(d.places, 0);
	d = alternative_compare(&here, &there);
	CHECK_INT(d.places, 1);
	CHECK_INT(d.track, 3);
	CHECK_INT(d.total, 5000);
	CHECK(is(d.here, 4, 20));
	CHECK(is(d.there, 8, 10));
	two[0].reps = 36;
	two[0].length = 21;
	d = alternative_compare(&here, &there);
	CHECK_INT(d.places, 2);
	CHECK_INT(d.track, 3);
	there.n = 2; /* none on track 4, less on track 3 */
	d = alternative_compare(&here, &there);
	CHECK_INT(d.places, 3);
	CHECK(is(d.here, 4, 20));
	CHECK(is(d.there, 0, 0));
	/* the same cycle at another level is another one */
	two[1].level = 2;
	there.n = 5;
	two[2] = one[2];
	two[0] = one[0];
	d = alternative_compare(&here, &there);
	CHECK_INT(d.places, 1);
	CHECK(is(d.here, 5, 8));
	CHECK(is(d.there, 5, 8));
}

/* Two GPUs of two streams, one of a single stream. */
static void
test_streams(void)
{
	struct event_track track[] = {
	    {0, 0, 7}, {0, 0, 20}, {0, 1, 7}, {0, 1, 8}, {1, 0, 7}};
	struct events e = {.track = track, .tracks = 5};
	struct alternative_sequence single_sequence[] = {
	    {0, 300}, {1, 700}, {2, 50}, {3, 50}, {4, 99}};
	struct alternative_sequence merged_sequence[] = {
	    {0, 1000}, {2, 100}, {4, 99}};
	struct outline single_cycle[] = {{0, 1, 742, 4, 264}, {0, 2, 9, 80, 9},
	    {1, 1, 1, 17, 700}, {2, 1, 5, 9, 50}, {4, 1, 3, 3, 1}};
	struct outline merged_cycle[] = {
	    {0, 1, 746, 4, 910}, {2, 1, 10, 9, 50}, {4, 1, 3, 30, 99}};
	struct alternative single = {single_cycle, 5, single_sequence, 5};
	struct alternative merged = {merged_cycle, 3, merged_sequence, 3};
	struct alternative alone = {single_cycle, 5, single_sequence + 4, 1};
	struct difference d;

	CHECK(alternative_has_streams(&e, &single));
	CHECK(!alternative_has_streams(&e, &merged));
	CHECK(!alternative_has_streams(&e, &alone));
	d = alternative_compare_gpus(&e, &single, &merged, true);
	CHECK_INT(d.places, 1); /* on the second GPU no time is gained */
	CHECK_INT(d.track, 0);
	CHECK_INT(d.total, 1000);
	CHECK(is(d.here, 4, 742));
	CHECK(is(d.there, 4, 746));
	merged_cycle[1].sum = 51;
	d = alternative_compare_gpus(&e, &single, &merged, true);
	CHECK_INT(d.places, 2);
	d = alternative_compare_gpus(&e, &merged, &single, false);
	CHECK_INT(d.places, 2);
	CHECK(is(d.here, 4, 746));
	CHECK(is(d.there, 4, 742));
	merged.n = 0;
	d = alternative_compare_gpus(&e, &single, &merged, true);
	CHECK_INT(d.places, 0);
}

static void
test_repeats(void)
{
	struct cycle cycle[] = {
	    {.length = 100}, {.length = 10, .repeats = 3, .partials = 2}};
	struct repeat repeat[] = {{20, 30}, {30, 40}, {70, 80}};
	struct partial partial[] = {{{14, 20}, 4, 10}, {{80, 83}, 0, 3}};
	struct cycles c = {
	    .cycle = cycle, .n = 2, .repeat = repeat, .partial = partial};
	struct repeat_iterator w = repeats_begin(&c, 1, true);
	struct repeat_iterator whole = repeats_begin(&c, 1, false);
	static const uint32_t starts[] = {14, 20, 30, 70, 80};
	struct visit o;
	size_t n = 0;

	CHECK_INT(repeats_count(&w), 5);
	CHECK_INT(repeats_count(&whole), 3);
	CHECK_INT(repeats_find(&w, 13).rep + repeats_find(&w, 13).partial, 0);
	CHECK_INT(repeats_find(&w, 14).partial, 1);
	CHECK_INT(repeats_find(&w, 20).rep, 1);
	CHECK_INT(repeats_find(&w, 39).rep, 2);
	CHECK_INT(repeats_find(&w, 40).rep + repeats_find(&w, 40).partial, 0);
	CHECK_INT(repeats_find(&w, 82).partial, 2);
	CHECK_INT(repeats_find(&w, 83).rep + repeats_find(&w, 83).partial, 0);
	CHECK_INT(
	    repeats_find(&whole, 14).rep + repeats_find(&whole, 14).partial, 0);
	CHECK_INT(repeats_start(&w, (struct which){3, 0}), 70);
	CHECK_INT(repeats_start(&w, (struct which){0, 2}), 80);
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
	test_streams();
	test_repeats();
	return test_done();
}
