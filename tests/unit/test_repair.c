/* sound, whole, quote: JSON written anew. */
#include <stdlib.h>

#include "common/json/jsontext.h"
#include "common/json/repair.h"
#include "common/trace/raw_event.h"
#include "tests/unit/test.h"

static bool
sounds(const char *value, const char *wanted)
{
	struct buf out = {0};
	bool ok;

	json_repair(&out, span_of(value));
	ok = span_is(buf_span(&out), wanted);
	if (!ok)
		printf("# %.*s\n", (int)out.n, out.p);
	buf_free(&out);
	return ok;
}

static void
test_values(void)
{
	CHECK(sounds("{ }", "{}"));
	CHECK(sounds("{\"a\" : [ 1 , 2 ] }", "{\"a\":[1,2]}"));
	CHECK(sounds("[1,,2,]", "[1,2]"));
	CHECK(sounds("[,{},[] , \"\"]", "[{},[],\"\"]"));
	CHECK(sounds("\"a b\"", "\"a b\""));
	CHECK(sounds("[1.50e+3,-0,1.0]", "[1.50e+3,-0,1.0]"));
	CHECK(sounds("[NaN,-inf,true]", "[\"NaN\",\"-inf\",true]"));
	CHECK(sounds("[1.2.3,x]", "[null,null]"));
}

static void
test_strings(void)
{
	CHECK(sounds("\"a\\\"b\\\\\"", "\"a\\\"b\\\\\""));
	CHECK(sounds("\"C:\\Users\"", "\"C:\\\\Users\""));
	CHECK(sounds("\"\\u12\"", "\"\\\\u12\""));
	CHECK(sounds("\"\\u00e9\"", "\"\\u00e9\""));
	CHECK(sounds("\"a\tb\x01\"", "\"a\\tb\\u0001\""));
	CHECK(sounds("\"\xFF\"", "\"\xEF\xBF\xBD\""));
	CHECK(sounds("{\"a,b:{\":1}", "{\"a,b:{\":1}"));
}

static void
test_compact(void)
{
	static const char *const good[] = {"{}", "[]", "1", "\"\"", "null",
	    "{\"a\":[1,-2.5e3,{\"b\":[]}],\"c\":\"\\\"\\n\"}", "[[[]],{}]",
	    "[0,10,true,false]"};
	static const char *const bad[] = {"", "{", "[", "{}{}", "[1,]", "[,1]",
	    "{\"a\"}", "{\"a\":}", "{a:1}", "[01]", "[1.]", "[NaN]", "[ 1]",
	    "[1 ]", "\"a", "\"\t\"", "\"\\x\"", "\"\\u00e9\"", "\"\xC3\xA9\"",
	    "[1]]", "[}", "{]", "{\"a\":1,}", "{\"a\":1,2}", "[\"a\":1]", "1,2",
	    "\"a\"1", "{\"a\":1]", "[1}"};
	char deep[130];

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		CHECK(json_is_compact(span_of(good[i])));
		CHECK(sounds(good[i], good[i]));
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		CHECK(!json_is_compact(span_of(bad[i])));
	memset(deep, '[', 65);
	memset(deep + 65, ']', 65);
	CHECK(json_is_compact((struct span){deep, 130}));
	deep[64] = '1';
	CHECK(json_is_compact((struct span){deep, 129}));
	memset(deep, '[', 65);
	deep[65] = '1';
	CHECK(!json_is_compact((struct span){deep, 130}));
	CHECK(!json_is_compact((struct span){"[1\0]", 4}));
}

static bool
splits(const char *event, const char *args, const char *rest)
{
	struct whole w = {0};
	bool ok;

	whole_split(&w, span_of(event));
	ok = span_is(buf_span(&w.args), args) &&
	    span_is(buf_span(&w.rest), rest);
	whole_free(&w);
	return ok;
}

static void
test_nulls(void)
{
	static const char event[] =
	    "{\"ph\":\"X\",\"a\":1.2.3,\"args\":{\"b\":[01,NaN,null],\"c\":t}}";
	struct whole w = {0};
	struct buf out = {0};

	CHECK(json_repair(&out, span_of("[1,\"01\",NaN,null]")) == 0);
	CHECK(json_repair(&out, span_of("[01,1.2.3,tru]")) == 3);
	CHECK(whole_split(&w, span_of(event)) == 3);
	CHECK(whole_split(&w, span_of("{\"ph\":\"X\"}")) == 0);
	buf_free(&out);
	whole_free(&w);
}

static void
test_split(void)
{
	CHECK(splits("{}", "", ""));
	CHECK(splits("{\"ph\":\"X\",\"ts\":1}", "", ""));
	CHECK(splits("{\"pid\":\"\",\"tid\":7}", "", "{\"pid\":\"\"}"));
	CHECK(splits("{\"s\":\"t\",\"args\":{ },\"bp\":\"e\"}", "{}",
	    "{\"s\":\"t\",\"bp\":\"e\"}"));
	CHECK(splits("{\"args\":1,\"args\":[2]}", "[2]", ""));
	CHECK(splits("{\"attr\":{\"a\":1}}", "{\"a\":1}", ""));
	CHECK(splits(
	    "{\"attr\":{\"a\":1},\"args\":{}}", "{}", "{\"attr\":{\"a\":1}}"));
	CHECK(splits("{\"n\\u0061me\":1,\"x\":\"}\"}", "", "{\"x\":\"}\"}"));
}

static void
test_put(void)
{
	struct whole w = {0};

	whole_end(&w);
	CHECK_INT(w.args.n, 0);
	whole_put(&w, span_of("a"), span_of("7"));
	whole_put(&w, span_of("b"), span_of("007"));
	whole_put_json(&w, span_of("\"c\""), span_of("[ ]"));
	whole_end(&w);
	CHECK(span_is(buf_span(&w.args), "{\"a\":7,\"b\":\"007\",\"c\":[]}"));
	whole_free(&w);
}

int
main(void)
{
	test_values();
	test_strings();
	test_compact();
	test_split();
	test_nulls();
	test_put();
	return test_done();
}
