/* Overlaps on streams, against counting each nanosecond. */
#include <stdlib.h>

#include "common/trace/file_facts.h"
#include "tests/unit/test.h"

enum { MOST = 12, SPAN = 30, STREAMS = 2 };

/* By how much durations exceed what they cover. */
static int64_t
slow_excess(const struct track_event *p, size_t n)
{
	int64_t excess = 0;

	for (uint32_t s = 0; s < STREAMS; s++)
		for (int64_t at = 0; at < SPAN; at++) {
			int64_t here = 0;

			for (size_t i = 0; i < n; i++)
				here += p[i].stream == s && p[i].start <= at &&
				    at < p[i].end;
			excess += here > 1 ? here - 1 : 0;
		}
	return excess;
}

/*
 * Pieces that begin inside one that begins before, or with them as the first.
 */
static int64_t
slow_pieces(const struct track_event *p, size_t n)
{
	int64_t count = 0;

	for (size_t i = 0; i < n; i++) {
		int inside = 0;

		for (size_t j = 0; j < n; j++) {
			int before = p[j].start != p[i].start
			    ? p[j].start < p[i].start
			    : p[j].end != p[i].end ? p[j].end < p[i].end
						   : j < i;

			inside = inside ||
			    (i != j && p[i].stream == p[j].stream && before &&
				p[j].end > p[i].start);
		}
		count += inside;
	}
	return count;
}

static void
test_random(void)
{
	int good = 1;

	srand(1);
	for (int round = 0; round < 2000; round++) {
		struct tracks t = {0};
		struct overlaps o;
		size_t n = (size_t)(rand() % MOST);

		for (size_t i = 0; i < n; i++) {
			int64_t start = rand() % (SPAN / 2);
			struct track_event p = {start,
			    start + rand() % (SPAN / 2),
			    (uint32_t)(rand() % STREAMS)};

			ARRAY_PUSH(t.p, t.n, &t.cap, p);
		}
		good = good && tracks_overlaps(&t, &o) == 0 &&
		    o.ns == slow_excess(t.p, n) &&
		    o.pieces == slow_pieces(t.p, n);
		free(t.p);
	}
	CHECK(good);
}

static void
test_too_long(void)
{
	struct tracks t = {0};
	struct overlaps o;
	int64_t end = INT64_C(1) << 62;

	for (int i = 0; i < 4; i++)
		ARRAY_PUSH(t.p, t.n, &t.cap, (struct track_event){0, end, 0});
	CHECK_INT(tracks_overlaps(&t, &o), -1);
	free(t.p);
}

int
main(void)
{
	test_random();
	test_too_long();
	return test_done();
}
