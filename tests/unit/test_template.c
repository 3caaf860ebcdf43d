/*
 * template: an object that differs in numbers and strings only fits, with each
 * value in its place; what differs in anything else does not.
 */
#include <stdlib.h>

#include "common/json/template.h"
#include "tests/unit/padded.h"
#include "tests/unit/test.h"

#define OBJECT                                                                 \
	"{\"size\":184, \"id\":{\"internal\":7,\"external\":0},\"flag\":true," \
	"\"x\":1.5,\"neg\":-3,\"name\":\"a\",\"odd\":\"\\n\",\"list\":[1,20]}"

enum { SIZE, ID, INTERNAL, FLAG, NAME, LIST, MISSING, VALUES };

/* The text in the object. */
static struct span
part(const char *object, const char *text)
{
	const char *p = strstr(object, text);

	return (struct span){p, strlen(text)};
}

static void
learn(struct template *s, const char *object)
{
	struct span value[VALUES] = {
	    [SIZE] = part(object, "184"),
	    [ID] = part(object, "{\"internal\":7,\"external\":0}"),
	    [INTERNAL] = part(object, "7"),
	    [FLAG] = part(object, "true"),
	    [NAME] = part(object, "\"a\""),
	    [LIST] = part(object, "[1,20]"),
	};

	template_learn(s, span_of(object), value, VALUES);
}

/* The length of what matches at the front of the text. */
static size_t
match(const struct template *s, const char *text, struct span *value)
{
	static char *copy;

	free(copy);
	copy = padded_copy(span_of(text), '0');
	return template_match(s, (struct span){copy, strlen(text)}, value);
}

/* Texts that do not fit what was learnt from OBJECT. */
static const char *const others[] = {
    "",
    "{}",
    "{\"size\":184",
    "{\"size\":184, \"id\":{\"internal\":7,\"external\":0},\"flag\":false,"
    "\"x\":1.5,\"neg\":-3,\"name\":\"a\",\"odd\":\"\\n\",\"list\":[1,20]}",
    "{\"size\":184, \"id\":{\"internal\":7,\"external\":0},\"flag\":true,"
    "\"x\":2.5,\"neg\":-3,\"name\":\"a\",\"odd\":\"\\n\",\"list\":[1,20]}",
    "{\"size\":084, \"id\":{\"internal\":7,\"external\":0},\"flag\":true,"
    "\"x\":1.5,\"neg\":-3,\"name\":\"a\",\"odd\":\"\\n\",\"list\":[1,20]}",
    "{\"size\":18e4, \"id\":{\"internal\":7,\"external\":0},\"flag\":true,"
    "\"x\":1.5,\"neg\":-3,\"name\":\"a\",\"odd\":\"\\n\",\"list\":[1,20]}",
    "{\"size\":, \"id\":{\"internal\":7,\"external\":0},\"flag\":true,"
    "\"x\":1.5,\"neg\":-3,\"name\":\"a\",\"odd\":\"\\n\",\"list\":[1,20]}",
    "{\"size\":184, \"id\":{\"internal\":7,\"external\":0},\"flag\":true,"
    "\"x\":1.5,\"neg\":-3,\"name\":\"a\\t\",\"odd\":\"\\n\",\"list\":[1,20]}",
    "{\"size\":184, \"id\":{\"internal\":7,\"external\":0},\"flag\":true,"
    "\"x\":1.5,\"neg\":-3,\"name\":\"a\",\"odd\":\"\\n\",\"list\":[1,20,3]}",
    "{\"size\":184,  \"id\":{\"internal\":7,\"external\":0},\"flag\":true,"
    "\"x\":1.5,\"neg\":-3,\"name\":\"a\",\"odd\":\"\\n\",\"list\":[1,20]}",
};

static void
check_others(const struct template *s)
{
	struct span value[VALUES];
	size_t matched = 0;

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		matched += match(s, others[i], value) > 0;
	CHECK(matched == 0);
	matched = 0;
	for (size_t n = 0; n < strlen(OBJECT); n++) {
		char *cut = padded_copy((struct span){OBJECT, n}, '0');

		matched += template_match(s, (struct span){cut, n}, value) > 0;
		free(cut);
	}
	CHECK(matched == 0);
}

static void
check_alike(const struct template *s)
{
	static const char other[] =
	    "{\"size\":18446744073709551615, \"id\":{\"internal\":0,"
	    "\"external\":123},\"flag\":true,\"x\":1.5,\"neg\":-3,"
	    "\"name\":\"longer than sixteen bytes\",\"odd\":\"\\n\","
	    "\"list\":[4567890123456789,2]}";
	struct span v[VALUES];
	size_t n = match(s, OBJECT ",", v);

	CHECK(n == strlen(OBJECT) && span_is(v[SIZE], "184"));
	CHECK(match(s, other, v) == strlen(other));
	CHECK(span_is(v[SIZE], "18446744073709551615"));
	CHECK(span_is(v[ID], "{\"internal\":0,\"external\":123}"));
	CHECK(span_is(v[INTERNAL], "0") && span_is(v[FLAG], "true"));
	CHECK(span_is(v[NAME], "\"longer than sixteen bytes\""));
	CHECK(span_is(v[LIST], "[4567890123456789,2]") && v[MISSING].n == 0);
}

/* A NUL in a string is damage; the first object has none there. */
static void
check_nul(const struct template *s)
{
	struct span value[VALUES];
	char text[] = OBJECT, *copy;

	*strstr(text, "a\",\"odd") = 0;
	copy = padded_copy((struct span){text, sizeof text - 1}, '0');
	CHECK(template_match(s, (struct span){copy, sizeof text - 1}, value) ==
	    0);
	free(copy);
}

/* Text that cannot be learnt matches nothing; other text can follow it. */
static void
check_unfit(struct template *s)
{
	static char many[4 * TEMPLATE_PARTS + 2], large[8192];
	struct span value[VALUES], elsewhere = span_of("1");

	template_learn(s, span_of(OBJECT), &elsewhere, 1);
	CHECK(match(s, OBJECT, value) == 0);
	*many = '[';
	for (size_t i = 0; i < 2 * TEMPLATE_PARTS; i++)
		memcpy(many + 1 + 2 * i,
		    i + 1 < 2 * TEMPLATE_PARTS ? "1," : "1]", 2);
	template_learn(s, span_of(many), NULL, 0);
	CHECK(match(s, many, value) == 0);
	memset(large, ' ', sizeof large - 1);
	template_learn(s, span_of(large), NULL, 0);
	CHECK(match(s, large, value) == 0);
	template_learn(s, span_of("{}"), NULL, 0);
	CHECK(match(s, "{} ", value) == 2);
}

int
main(void)
{
	struct template s = {0};
	struct span value[VALUES];

	CHECK(match(&s, OBJECT, value) == 0);
	learn(&s, OBJECT);
	check_alike(&s);
	check_others(&s);
	check_nul(&s);
	check_unfit(&s);
	match(&s, "", value);
	template_free(&s);
	return test_done();
}
