/* json, scan, raw_event: the fields of one event. */
#include <stdlib.h>
#include <string.h>

#include "common/json/json.h"
#include "common/json/jsontext.h"
#include "common/json/repair.h"
#include "common/json/scan.h"
#include "common/trace/raw_event.h"
#include "tests/unit/test.h"

/* The text of the member `v` of an object, or "-" when there is none. */
static const char *
value_of(const char *object)
{
	static char text[200];
	static const struct span key = {"v", 1};
	struct json j = {0};
	struct json_keys keys = {.top = json_names(&key, 1)};
	struct buf scratch = {0};
	struct span value, s;

	snprintf(text, sizeof text, "unreadable");
	if (json_members(&j, span_of(object), &keys, &value) == 0) {
		s = json_text(value, &scratch);
		snprintf(text, sizeof text, "%.*s", (int)s.n, s.n ? s.p : "");
		if (value.n == 0)
			snprintf(text, sizeof text, "-");
	}
	buf_free(&scratch);
	json_free(&j);
	return text;
}

#define CHECK_TEXT(object, text) CHECK(strcmp(value_of(object), text) == 0)

static void
test_texts(void)
{
	CHECK_TEXT("{}", "-");
	CHECK_TEXT("{\"v\":1.50}", "1.50");
	CHECK_TEXT("{\"v\":\"\"}", "");
	CHECK_TEXT("{\"v\":null}", "");
	CHECK_TEXT("{\"v\":true}", "true");
	CHECK_TEXT("{\"v\":\"a\\n\\\"\\\\\\/\\t\"}", "a\n\"\\/\t");
	CHECK_TEXT("{\"v\":\"\\u00e9\\u20ac\\ud83d\\ude00\"}", "é€😀");
	CHECK_TEXT("{\"v\":\"\\ud83dx\"}", "\xEF\xBF\xBDx");
	CHECK_TEXT("{\"v\":\"C:\\Users\\u12\"}", "C:\\Users\\u12");
	CHECK_TEXT("{\"v\": [ 1, \"a b\", {\"c\" : [ ]} ] }",
	    "[1,\"a b\",{\"c\":[]}]");
	CHECK_TEXT("{\"v\":1,\"v\":2}", "2");
	CHECK_TEXT("{\"\\u0076\":3}", "3");
	CHECK_TEXT("{\"args\":{\"v\":1}}", "-");
	CHECK_TEXT("{\"x\":{\"v\":1},\"v\":2}", "2");
	CHECK_TEXT("[1]", "unreadable");
}

static void
test_member(void)
{
	struct span in = span_of("{\"a\":{\"b\":7},\"c\\d\":1}"), value;

	value = json_member(in, "a");
	CHECK(span_is(value, "{\"b\":7}"));
	value = json_member(value, "b");
	CHECK(span_is(value, "7"));
	value = json_member(in, "b");
	CHECK_INT(value.n, 0);
	value = json_member(span_of("[1]"), "a");
	CHECK_INT(value.n, 0);
	value = json_member(span_of(""), "a");
	CHECK_INT(value.n, 0);
	value = json_member(span_of("{\"a\":1"), "a");
	CHECK_INT(value.n, 0);
	value = json_member(span_of("{\"a\":1,\"b\":2,\"\\u0061\":3}"), "a");
	CHECK(span_is(value, "3"));
}

static void
test_items(void)
{
	struct span array = span_of("[ 1 ,\"a,]\", {\"b\":[2]} ]"), item;

	CHECK(json_item(&array, &item) && span_is(item, "1"));
	CHECK(json_item(&array, &item) && span_is(item, "\"a,]\""));
	CHECK(json_item(&array, &item) && span_is(item, "{\"b\":[2]}"));
	CHECK(!json_item(&array, &item));
	array = span_of("[]");
	CHECK(!json_item(&array, &item));
	array = span_of("7");
	CHECK(!json_item(&array, &item));
}

static enum scan_result
scan(const char *text, size_t *used)
{
	static struct scan s;

	scan_start(&s);
	return scan_bytes(&s, text, strlen(text), used);
}

static void
test_scan(void)
{
	static const char *const whole[] = {"{}", "[]", "\"a\\\"b\"",
	    "{\"a\":[1,2,{\"b\":null}],\"c\":\"}]\"}", "[NaN,-Infinity,]",
	    "{\"a\":1,}", " \n[ ]"};
	static const char *const broken[] = {"{]", "[}", "{\"a\" 1}", "{a:1}",
	    "{\"a\":}", "{\"a\":1 \"b\":2}", "[\"a\" \"b\"]", "{\"a\"b\":1}",
	    "{\"a\":1,{\"b\":2}}", "[,]", ",", "{\"x\"y", "[1:2]"};
	static const char *const cut[] = {
	    "", "{", "[1,", "{\"a", "{\"a\":1", "[\"a\\", "{\"a\":\"}"};
	size_t used;

	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
		CHECK_INT(scan(whole[i], &used), SCAN_DONE);
		CHECK_INT(used, strlen(whole[i]));
	}
	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
		CHECK_INT(scan(broken[i], &used), SCAN_BROKEN);
	for (size_t i = 0; i < sizeof cut / sizeof *cut; i++)
		CHECK_INT(scan(cut[i], &used), SCAN_MORE);
	CHECK_INT(scan("{\"a\":\"x\"y\"}", &used), SCAN_BROKEN);
	CHECK_INT(used, 8);
	CHECK_INT(scan("12,", &used), SCAN_DONE);
	CHECK_INT(used, 2);
}

/* Whether an event has nothing but a pid and a phase. */
static bool
is_bare(const struct raw_event *e)
{
	return e->name.n + e->cat.n + e->id.n + e->tid.n + e->device.n +
		e->stream.n + e->correlation.n + e->external_id.n +
		e->dispatch.n + e->ts_text.n + e->dur_text.n + e->args.n +
		e->rest.n ==
	    0 &&
	    !e->has_ts && !e->has_dur;
}

static void
test_kevent(void)
{
	static const struct span asked = {"grid", 4};
	struct raw_reader *r = raw_reader_new(&asked, 1);
	struct raw_event e;
	int64_t unreadable = 0;

	CHECK_INT(raw_reader_read(r,
		      span_of("{\"ph\":\"X\",\"cat\":\"Kernel\",\"ts\":1.5,"
			      "\"dur\":\"2\",\"pid\":1,\"tid\":2,\"args\":{"
			      "\"external id\":9,\"grid\":[1, 2]}}"),
		      &e, &unreadable),
	    0);
	CHECK(span_is(e.cat, "kernel"));
	CHECK(span_is(e.device, "1"));
	CHECK(span_is(e.stream, "2"));
	CHECK(span_is(e.external_id, "9"));
	CHECK(span_is(e.asked[0], "[1,2]"));
	CHECK_INT(e.ts, 1500);
	CHECK_INT(e.dur, 2000);
	CHECK_INT(raw_reader_read(
		      r, span_of("{\"ph\":\"X\",\"ts\":1}"), &e, &unreadable),
	    JSON_UNREADABLE);
	memset(&e, 0xff, sizeof e);
	CHECK_INT(raw_reader_read(
		      r, span_of("{\"ph\":\"M\",\"pid\":4}"), &e, &unreadable),
	    0);
	CHECK(is_bare(&e));
	memset(&e, 0xff, sizeof e);
	raw_event_clear(&e);
	CHECK(is_bare(&e) && e.pid.n == 0 && e.ph.n == 0);
	CHECK(!e.has_ts && !e.has_dur && e.device.n == 0);
	CHECK_INT(raw_reader_read(r, span_of("{\"ph\":\"i\",\"ts\":1e30}"), &e,
		      &unreadable),
	    JSON_UNREADABLE);
	raw_reader_free(r);
}

int
main(void)
{
	test_texts();
	test_member();
	test_items();
	test_scan();
	test_kevent();
	return test_done();
}
