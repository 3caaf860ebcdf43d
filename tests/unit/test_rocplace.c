/*
 * What is gone into is come back from; other places have nothing around them.
 */
#include "common/trace/rocplace.h"
#include "tests/unit/test.h"

/* Goes in by this key and bracket, and back. */
static void
check(enum rocplace from, const char *key, char bracket, enum rocplace to)
{
	enum rocplace place = from;

	CHECK(rocplace_enter(&place, span_of(key), bracket) && place == to);
	CHECK(rocplace_around(place) == from);
}

int
main(void)
{
	enum rocplace place = ROCPLACE_PROCESS;

	check(ROCPLACE_PROCESS, "strings", '{', ROCPLACE_STRINGS);
	check(ROCPLACE_PROCESS, "buffer_records", '{', ROCPLACE_RECORDS);
	check(ROCPLACE_PROCESS, "agents", '[', ROCPLACE_AGENTS);
	CHECK(!rocplace_enter(&place, span_of("agents"), '{'));
	CHECK(!rocplace_enter(&place, span_of("other"), '['));
	CHECK(place == ROCPLACE_PROCESS && rocplace_is_object(place));
	CHECK(rocplace_around(ROCPLACE_ROOT) == ROCPLACE_BEHIND);
	CHECK(rocplace_around(ROCPLACE_OUTSIDE) == ROCPLACE_OUTSIDE);
	CHECK(!rocplace_is_object(ROCPLACE_AGENTS));
	return test_done();
}
