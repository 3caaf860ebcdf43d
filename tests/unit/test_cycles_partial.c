/*
 * Partial repeats: at the ends of the sequence, between phases, inside a step,
 * inside a partial step, over faults; and what is none. Slices: every kernel in
 * one of each level.
 */
#include "tests/unit/segments_check.h"
#include "tests/unit/test.h"
#include "tests/unit/text_buffer.h"

/* The cycle of that length, or 0. */
static uint32_t
of_length(const struct cycles *c, uint32_t length)
{
	for (uint32_t i = 1; i < c->n; i++)
		if (c->cycle[i].length == length)
			return i;
	return 0;
}

/* Checks the partial repeat number i of a cycle. */
static void
check(const struct cycles *c, uint32_t cycle, size_t i, uint32_t start,
    uint32_t end, uint32_t from, uint32_t to)
{
	const struct cycle *k = &c->cycle[cycle];
	const struct partial *p = &k->partial[i];

	CHECK(i < k->partials);
	if (i >= k->partials)
		return;
	CHECK_INT(p->at.start, start);
	CHECK_INT(p->at.end, end);
	CHECK_INT(p->from, from);
	CHECK_INT(p->to, to);
}

/* The sequence begins and ends in the middle. */
static void
test_ends(void)
{
	struct text_buffer t = {.n = 0};
	struct cycles c;

	add(&t, 20, 20);
	add_times(&t, 6, 1, 20);
	add(&t, 1, 3);
	cycles_find(t.s, t.n, NULL, &any, &c);
	CHECK_INT(c.n, 2);
	CHECK_INT(c.cycle[0].partials, 0);
	/* the first kernel begins a repeat, as it would have most of them */
	CHECK_INT(c.cycle[1].repeats, 6);
	CHECK_INT(c.cycle[1].partials, 1);
	check(&c, 1, 0, 120, 124, 0, 4);
	cycles_free(&c);
}

/* Half a repeat, more than four kernels, and no more between other kernels. */
static void
test_between(void)
{
	struct text_buffer t = {.n = 0};
	struct cycles c;

	add(&t, 100, 110);
	add_times(&t, 6, 1, 20);
	add(&t, 200, 210);
	add(&t, 9, 20);
	add_times(&t, 6, 1, 20);
	add(&t, 1, 10);
	add(&t, 300, 310);
	add(&t, 17, 20);
	add_times(&t, 6, 1, 20);
	add(&t, 1, 5);
	add(&t, 400, 410);
	cycles_find(t.s, t.n, NULL, &any, &c);
	CHECK_INT(c.n, 2);
	CHECK_INT(c.cycle[1].repeats, 18);
	CHECK_INT(c.cycle[1].partials, 3);
	check(&c, 1, 0, 142, 154, 8, 20);
	check(&c, 1, 1, 274, 284, 0, 10);
	check(&c, 1, 2, 419, 424, 0, 5);
	cycles_free(&c);
}

/* A kernel more, one less and one replaced, and the end of the sequence. */
static void
test_faults(void)
{
	struct text_buffer t = {.n = 0};
	struct cycles c;

	add_times(&t, 5, 1, 40);
	add(&t, 1, 12);
	add(&t, 99, 99);
	add(&t, 13, 22);
	add(&t, 24, 34);
	cycles_find(t.s, t.n, NULL, &any, &c);
	CHECK_INT(c.n, 2);
	CHECK_INT(c.cycle[1].partials, 1);
	check(&c, 1, 0, 200, 234, 0, 34);
	cycles_free(&c);
}

/* head + 5 layers + half a layer + tail, and the last step is cut off. */
static void
test_inside(void)
{
	struct text_buffer t = {.n = 0};
	struct cycles c;
	uint32_t step, layer;

	for (int i = 0; i < 4; i++) {
		add(&t, 50, 52);
		add_times(&t, 5, 1, 10);
		add(&t, 1, 6);
		add(&t, 60, 64);
	}
	add(&t, 50, 52);
	add_times(&t, 2, 1, 10);
	add(&t, 1, 4);
	cycles_find(t.s, t.n, NULL, &any, &c);
	step = of_length(&c, 64);
	layer = of_length(&c, 10);
	CHECK(step && layer);
	CHECK_INT(c.cycle[step].repeats, 4);
	CHECK_INT(c.cycle[layer].repeats, 20);
	CHECK_INT(c.cycle[step].partials, 1);
	check(&c, step, 0, 256, 256 + 27, 0, 27);
	/* four that end the layers of a step; two whole ones, one cut off */
	CHECK_INT(c.cycle[layer].partials, 4 + 3);
	check(&c, layer, 0, 53, 59, 0, 6);
	check(&c, layer, 3, 192 + 53, 192 + 59, 0, 6);
	check(&c, layer, 4, 259, 269, 0, 10);
	check(&c, layer, 6, 279, 283, 0, 4);
	cycles_free(&c);
}

/* Layers with faults stand outside, too; a step that is cut off keeps its own.
 */
static void
test_layers_outside(void)
{
	struct text_buffer t = {.n = 0};
	struct cycles c;
	uint32_t step;

	for (uint32_t i = 1; i < 6; i += 2) {
		add_times(&t, 2, 1, 8);
		t.s[t.n - 8 + i] = 99;
	}
	add(&t, 100, 105);
	add_times(&t, 3, 1, 8);
	for (int i = 0; i < 5; i++) {
		add(&t, 70, 79);
		add_times(&t, 3, 1, 8);
		add(&t, 50, 61);
		add_times(&t, 4, 1, 8);
	}
	t.n -= 44;
	cycles_find(t.s, t.n, NULL, &any, &c);
	step = of_length(&c, 78);
	CHECK(step);
	CHECK_INT(c.cycle[step].partials, 1);
	check(&c, step, 0, 358, 424, 0, 66);
	cycles_free(&c);
}

/* Less than half a layer inside a step is likeness by chance. */
static void
test_less_inside(void)
{
	struct text_buffer t = {.n = 0};
	struct cycles c;

	for (int i = 0; i < 4; i++) {
		add(&t, 50, 52);
		add_times(&t, 5, 1, 20);
		add(&t, 1, 9);
		add(&t, 60, 64);
	}
	cycles_find(t.s, t.n, NULL, &any, &c);
	CHECK_INT(c.n, 3);
	CHECK_INT(c.cycle[1].partials, 0);
	CHECK_INT(c.cycle[2].partials, 0);
	cycles_free(&c);
}

/* Nothing at all, and nothing but repeats. */
static void
test_none(void)
{
	struct text_buffer t = {.n = 0};
	struct cycles c;

	add(&t, 1, 30);
	cycles_find(t.s, t.n, NULL, &any, &c);
	CHECK_INT(c.cycle[0].partials, 0);
	cycles_free(&c);
	t.n = 0;
	add_times(&t, 30, 1, 3);
	cycles_find(t.s, t.n, NULL, &any, &c);
	CHECK_INT(c.cycle[1].partials, 0);
	cycles_free(&c);
}

/* The segments of a level. */
struct segment_list {
	struct segment segment[40];
	size_t n;
};

static void
add_segment(void *to, const struct segment *segment)
{
	struct segment_list *l = to;

	if (l->n < 40)
		l->segment[l->n++] = *segment;
}

static void
check_segment(const struct segment *got, struct segment expected)
{
	CHECK_INT(got->kind, expected.kind);
	CHECK_INT(got->at.start, expected.at.start);
	CHECK_INT(got->at.end, expected.at.end);
	CHECK_INT(got->listed, expected.listed);
	CHECK_INT(got->which.number, expected.which.number);
	CHECK_INT(got->which.partial, expected.which.partial);
}

/* Warm-up, three steps of 2 + 6 x 10 + 3, the start of a fourth. */
static void
test_slices(void)
{
	struct found listed[2] = {{0}};
	struct text_buffer t = {.n = 0};
	struct segment_list one = {.n = 0}, two = {.n = 0};
	const struct segment *s = one.segment;
	struct cycles c;

	add(&t, 80, 84);
	for (int i = 0; i < 3; i++) {
		add(&t, 50, 51);
		add_times(&t, 6, 1, 10);
		add(&t, 60, 62);
	}
	add(&t, 50, 51);
	add(&t, 1, 10);
	add(&t, 1, 3);
	cycles_find(t.s, t.n, NULL, &any, &c);
	CHECK_INT(c.n, 3);
	listed[0].cycle = &c.cycle[1];
	listed[1].cycle = &c.cycle[2];
	CHECK_INT(segments_levels(listed, 2), 2);
	CHECK_INT(segments_levels(listed, 0), 1);
	segments_cut(&c, listed, 2, 1, add_segment, &one);
	CHECK_INT(one.n, 5);
	check_segment(s, (struct segment){SEGMENT_BEFORE, {0, 5}, 0, {0, 0}});
	for (uint32_t i = 0; i < 3; i++)
		check_segment(s + 1 + i,
		    (struct segment){SEGMENT_REPEAT, {5 + 65 * i, 70 + 65 * i},
			1, {(i + 1) & INT32_MAX, 0}});
	check_segment(
	    s + 4, (struct segment){SEGMENT_PARTIAL, {200, 215}, 1, {1, 1}});
	segments_cut(&c, listed, 2, 2, add_segment, &two);
	CHECK_INT(two.n, 28);
	s = two.segment;
	check_segment(s, (struct segment){SEGMENT_BEFORE, {0, 5}, 0, {0, 0}});
	check_segment(
	    s + 1, (struct segment){SEGMENT_BEFORE, {5, 7}, 1, {1, 0}});
	check_segment(
	    s + 2, (struct segment){SEGMENT_REPEAT, {7, 17}, 2, {1, 0}});
	check_segment(
	    s + 8, (struct segment){SEGMENT_AFTER, {67, 70}, 1, {1, 0}});
	s += 25;
	check_segment(
	    s, (struct segment){SEGMENT_BEFORE, {200, 202}, 1, {1, 1}});
	check_segment(
	    s + 1, (struct segment){SEGMENT_REPEAT, {202, 212}, 2, {1, 1}});
	check_segment(
	    s + 2, (struct segment){SEGMENT_PARTIAL, {212, 215}, 2, {2, 1}});
	cycles_free(&c);
}

/* Layers, sometimes cut off or with a fault, of steps that differ as well. */
static void
test_random(void)
{
	struct text_buffer t;
	struct cycles c;
	uint32_t seed = 1;
	int wrong = 0;

	for (int round = 0; round < 300; round++) {
		for (t.n = 0; t.n < 1500;) {
			uint32_t r = seed = seed * 1664525 + 1013904223;

			add(&t, 1, 3 + (r >> 20) % 4);
			add_times(&t, 2 + (r >> 10) % 4, 20, 29);
			if (r >> 29 == 0)
				add(&t, 20 + (r >> 24) % 8, 29);
			add(&t, 40, 40 + (r >> 28) / 6);
		}
		cycles_find(t.s, t.n, NULL, &any, &c);
		wrong += !segments_hold(&c);
		cycles_free(&c);
	}
	CHECK_INT(wrong, 0);
}

int
main(void)
{
	test_ends();
	test_between();
	test_less_inside();
	test_faults();
	test_inside();
	test_layers_outside();
	test_none();
	test_slices();
	test_random();
	return test_done();
}
