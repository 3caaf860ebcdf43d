/*
 * Marks of an event's start, of the events' array, and of a record: each
 * beginning of one may become one, and with any byte changed it is none.
 */
#include <string.h>

#include "common/json/resync.h"
#include "tests/unit/test.h"

typedef int mark_function(struct span, char before);

/* Does every beginning of a text leave it open, and the whole text match? */
static int
opens_up_to(mark_function *mark, const char *text)
{
	size_t n = strlen(text);

	for (size_t i = 1; i < n; i++)
		if (mark((struct span){text, i}, ',') != -1)
			return 0;
	return mark((struct span){text, n}, ',') == 1;
}

/* Is it none when any byte but a blank is another? */
static int
needs_every_byte(mark_function *mark, const char *text)
{
	char other[64];
	size_t n = strlen(text);

	for (size_t i = 0; i < n; i++) {
		memcpy(other, text, n);
		other[i] = '!';
		if (text[i] != ' ' && mark((struct span){other, n}, ',') != 0)
			return 0;
	}
	return 1;
}

int
main(void)
{
	static const char *const starts[] = {"{\"ph\":", "{ \"name\" :",
	    "{\n\t\"cat\":", "{\"ts\":", "{\"pid\":", "{\"tid\":", "{\"dur\":",
	    "{\"id\":", "{\"args\":", "{\"bp\":", "{\"s\":"};

	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
		CHECK(opens_up_to(resync_event, starts[i]));
		CHECK(needs_every_byte(resync_event, starts[i]));
	}
	CHECK(resync_event(span_of("{\"ph\":"), '[') == 1);
	CHECK(resync_event(span_of("{\"ph\":"), '}') == 1);
	CHECK(resync_event(span_of("{\"ph\":"), ':') == 1);
	CHECK(resync_event(span_of("{\"name\":"), ':') == 0);
	CHECK(resync_event(span_of("{\"name\":"), '"') == 1);
	CHECK(resync_event(span_of("{\"kernel\":"), ',') == 0);
	CHECK(resync_event(span_of("{\"ph\",1"), ',') == 0);
	CHECK(resync_event(span_of("{\\\"ph\\\":"), ',') == 0);
	CHECK(opens_up_to(resync_outside, "\"traceEvents\" : ["));
	CHECK(needs_every_byte(resync_outside, "\"traceEvents\" : ["));
	CHECK(resync_outside(span_of("{\"ts\":1,\"ph\":\"X\""), ',') == 1);
	CHECK(resync_outside(span_of("{\"id\":[{\"ph\":1}]}"), ',') == 0);
	CHECK(resync_outside(span_of("{\"id\":\"\\\"ph\\\":\"}"), ',') == 0);
	CHECK(resync_outside(span_of("{\"id\":{\"ph\":1"), ',') == -1);
	CHECK(opens_up_to(resync_rocprof_record, "{ \"size\":"));
	CHECK(needs_every_byte(resync_rocprof_record, "{ \"size\":"));
	CHECK(resync_rocprof_record(span_of("{\"size\":1"), '[') == 1);
	CHECK(resync_rocprof_record(span_of("{\"size\":"), 'x') == 1);
	CHECK(resync_rocprof_record(span_of("{\"size\":"), ':') == 0);
	return test_done();
}
