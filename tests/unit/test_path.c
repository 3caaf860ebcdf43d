#include "common/trace/path.h"
#include "tests/unit/test.h"

static void
test_elements(void)
{
	struct span path = span_of("1:3/4:p17/5");
	struct path_element e;
	struct path_repeat r;

	CHECK(path_next(&path, &e));
	CHECK(span_is(e.text, "1:3") && span_is(e.cycle, "1"));
	CHECK(path_repeat(&e, &r) && r.cycle == 1 && r.number == 3);
	CHECK(path_next(&path, &e));
	CHECK(span_is(e.cycle, "4") && span_is(e.repeat, "p17"));
	CHECK(!path_repeat(&e, &r));
	CHECK(path_next(&path, &e));
	CHECK(span_is(e.cycle, "5") && !e.repeat.p);
	CHECK(!path_repeat(&e, &r));
	CHECK(!path_next(&path, &e));
}

static void
test_holds(void)
{
	struct span path = span_of("1:3/4:p17/x/6:2");

	CHECK(path_holds(path, (struct path_repeat){1, 3}));
	CHECK(path_holds(path, (struct path_repeat){6, 0}));
	CHECK(path_holds(path, (struct path_repeat){0, 2}));
	CHECK(!path_holds(path, (struct path_repeat){1, 2}));
	CHECK(!path_holds(path, (struct path_repeat){4, 0}));
	CHECK(!path_holds(span_of(""), (struct path_repeat){0, 0}));
}

int
main(void)
{
	test_elements();
	test_holds();
	return test_done();
}
