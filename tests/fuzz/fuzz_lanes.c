/*
 * Any events of one track, in the order of time: on no lane do two cross, and
 * each is on the first lane on which it crosses none, found by looking at all.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "common/trace/lanes.h"
#include "tests/fuzz/bytes.h"

enum { MOST = 64 };

struct placed {
	int64_t start, end;
	size_t lane;
};

static bool
cross(const struct placed *open, int64_t start, int64_t end)
{
	return open->start <= start && start < open->end && open->end < end;
}

/* Whether an event crosses none of those on the lane. */
static bool
is_free(
    const struct placed *p, size_t n, size_t lane, int64_t start, int64_t end)
{
	for (size_t i = 0; i < n; i++)
		if (p[i].lane == lane && cross(&p[i], start, end))
			return false;
	return true;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	struct track t = {0};
	struct placed p[MOST];
	size_t n = 0, most = 1 + take_byte(&b) % 8;
	int64_t start = 0, before = INT64_MAX;

	while (b.n && n < MOST) {
		int64_t dur = take_byte(&b) % 32, step = take_byte(&b) % 8;
		size_t lane = 0, found;

		/* With equal starts the longer comes first. */
		start += step;
		before = step ? INT64_MAX : before;
		dur = dur < before ? dur : before;
		before = dur;
		while (lane < most && !is_free(p, n, lane, start, start + dur))
			lane++;
		found = track_find(&t, start, start + dur, most);
		require(found == (lane < most ? lane : LANES_NONE));
		if (found == LANES_NONE)
			continue;
		track_add(&t, found, start + dur);
		p[n++] = (struct placed){start, start + dur, lane};
	}
	track_free(&t);
	return 0;
}
