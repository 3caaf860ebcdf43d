/*
 * Places that are entered are left again; others have nothing around them.
 */
#include "common/trace/rocprof/process.h"
#include "tests/unit/test.h"

/* Goes in by this key and bracket, and back. */
static void
check(enum rocprof_place from, const char *key, char bracket,
    enum rocprof_place to)
{
	enum rocprof_place place = from;

	CHECK(
	    rocprof_place_enter(&place, span_of(key), bracket) && place == to);
	CHECK(rocprof_place_around(place) == from);
}

int
main(void)
{
	enum rocprof_place place = ROCPROF_PLACE_PROCESS;

	check(ROCPROF_PLACE_PROCESS, "strings", '{', ROCPROF_PLACE_STRINGS);
	check(ROCPROF_PLACE_PROCESS, "buffer_records", '{',
	    ROCPROF_PLACE_RECORDS);
	check(ROCPROF_PLACE_PROCESS, "agents", '[', ROCPROF_PLACE_AGENTS);
	CHECK(!rocprof_place_enter(&place, span_of("agents"), '{'));
	CHECK(!rocprof_place_enter(&place, span_of("other"), '['));
	CHECK(place == ROCPROF_PLACE_PROCESS && rocprof_place_is_object(place));
	CHECK(rocprof_place_around(ROCPROF_PLACE_ROOT) == ROCPROF_PLACE_BEHIND);
	CHECK(rocprof_place_around(ROCPROF_PLACE_OUTSIDE) ==
	    ROCPROF_PLACE_OUTSIDE);
	CHECK(!rocprof_place_is_object(ROCPROF_PLACE_AGENTS));
	return test_done();
}
