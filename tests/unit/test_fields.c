/*
 * fields: what the fast reader reads, jsmn reads too, and alike; on made-up
 * objects, sound and not, and on the events of real traces where they are
 * there.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>

#include "common/json/fields.h"
#include "common/json/jsontext.h"
#include "common/json/scan.h"
#include "common/trace/chrome/kineto.h"
#include "tests/unit/padded.h"
#include "tests/unit/test.h"

enum { TOPS = 4, ARGS = 3, KEYS = TOPS + ARGS };

static const struct span top[TOPS] = {
    {"name", 4}, {"cat", 3}, {"ts", 2}, {"ph", 2}};
static const struct span args[ARGS] = {
    {"stream", 6}, {"External id", 11}, {"Input Dims", 10}};

struct readers {
	struct json json;
	struct fields_habit habit;
	struct json_keys keys;
	struct buf scratch, slow_scratch;
	long read, declined, wrong;
};

static void
start(struct readers *r)
{
	*r = (struct readers){0};
	r->keys.top = json_names(top, TOPS);
	r->keys.args = json_names(args, ARGS);
}

static int
is_sound(struct span object)
{
	static struct scan s;
	size_t n;

	scan_start(&s);
	return scan_bytes(&s, object.p, object.n, &n) == SCAN_DONE &&
	    n == object.n;
}

static void
stop(struct readers *r)
{
	json_free(&r->json);
	buf_free(&r->scratch);
	buf_free(&r->slow_scratch);
}

/* Is the text what jsmn's value says? */
static bool
is_text_of(struct readers *r, struct span text, struct span value)
{
	r->slow_scratch.n = 0;
	return span_equal(text, json_text(value, &r->slow_scratch));
}

static void
compare_padded(struct readers *r, struct span object)
{
	struct span fast[KEYS], slow[KEYS];

	if (!fields_read(&r->habit, object, &r->keys, fast, &r->scratch)) {
		r->declined++;
		return;
	}
	r->read++;
	if (!is_sound(object) ||
	    json_members(&r->json, object, &r->keys, slow) != 0) {
		r->wrong++;
		return;
	}
	for (int i = 0; i < KEYS; i++)
		r->wrong += !is_text_of(r, fast[i], slow[i]);
}

/* Reads an object in both ways, if the fast one does not decline. */
static void
compare(struct readers *r, struct span object)
{
	static const char pads[] = {'"', '0', '}', ',', '\0'};
	char pad = pads[(r->read + r->declined) % (long)sizeof pads];
	char *copy = padded_copy(object, pad);

	compare_padded(r, (struct span){copy, object.n});
	free(copy);
}

static unsigned
random_below(unsigned n)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 33) % n;
}

/* Appends one of the pieces that JSON is made of, sound in most places. */
static void
add_piece(struct buf *b)
{
	static const char *const piece[] = {
	    "\"name\":", "\"cat\": ", "\"args\":{", "\"args\": {}",
	    "\"stream\":", "\"External id\" : ", "\"a b\"", "\"\\\"\\\\\"",
	    "\"\\u00e9\"", "\"\\q\"", "\"\"", "1.5", "-3e7", "NaN", "null",
	    "[1, 2]", "[[1],[\"x\"]]", "[ ]", "{}", "{\"name\":1}", ",", ",\n ",
	    "}", "]", "{", "\x01", "\xc3\xa9", "\"", ":", "\\"};
	const char *p = piece[random_below(sizeof piece / sizeof *piece)];

	buf_add(b, p, strlen(p));
}

static void
test_rubbish(void)
{
	struct readers r;
	struct buf b = {0};

	start(&r);
	for (int i = 0; i < 300000; i++) {
		b.n = 0;
		buf_add(&b, "{", 1);
		for (unsigned n = random_below(9); n; n--)
			add_piece(&b);
		buf_add(&b, "}", 1);
		compare(&r, buf_span(&b));
	}
	CHECK(r.read > 1000);
	CHECK(r.declined > 1000);
	CHECK_INT(r.wrong, 0);
	buf_free(&b);
	stop(&r);
}

/* Text in one way of reading may be bytes in the other. */
static void
test_bytes_in_arrays(void)
{
	struct readers r;

	start(&r);
	for (int c = 0; c < 256; c++) {
		char text[] =
		    "{\"stream\":1,\"args\":{\"stream\":[[\"a?b\"],1]}}";

		*strchr(text, '?') = (char)c;
		compare(&r, (struct span){text, sizeof text - 1});
	}
	CHECK_INT(r.wrong, 0);
	CHECK(r.read >= 0x7F - 0x20 - 2);
	stop(&r);
}

/* With its end, an object fits into the habit, or it is declined. */
static void
test_many(void)
{
	struct readers r;
	struct buf b = {0};
	char member[40];

	start(&r);
	for (int n = 0; n < 2 * FIELDS_MEMBERS; n++) {
		b.n = 0;
		buf_add(&b, "{", 1);
		for (int i = 0; i < n; i++) {
			snprintf(member, sizeof member, "\"k%d\": %d, ", i, i);
			buf_add(&b, member, strlen(member));
		}
		buf_add(&b, "\"name\": \"x\"}", 12);
		compare(&r, buf_span(&b));
	}
	CHECK_INT(r.wrong, 0);
	CHECK_INT(r.read, FIELDS_MEMBERS - 1);
	buf_free(&b);
	stop(&r);
}

/* Members of the usual kind, some missing, so that habits come and go. */
static void
test_usual(void)
{
	static const char *const member[] = {"\"ph\":\"X\"", "\"name\": \"k\"",
	    "\"cat\": \"kernel\"", "\"ts\": 12.5", "\"y\":\"l\"",
	    "\"x\":[1,2,3]"};
	static const char *const arg[] = {"\"stream\": 7", "\"External id\": 9",
	    "\"grid\": [1, 1, 1]", "\"Input Dims\": [[2, 3], []]",
	    "\"name\": \"no\""};
	struct readers r;
	char text[1000];

	start(&r);
	for (int i = 0; i < 100000; i++) {
		int n = snprintf(text, sizeof text, "{");
		const char *comma = "";

		for (int k = 0; k < 6; k++)
			if (random_below(8)) {
				n += snprintf(
				    text + n, 100, "%s%s", comma, member[k]);
				comma = ", ";
			}
		n += snprintf(text + n, 100, "%s\"args\": {", comma);
		comma = "";
		for (int k = 0; k < 5; k++)
			if (random_below(8)) {
				n += snprintf(
				    text + n, 100, "%s%s", comma, arg[k]);
				comma = ",\n  ";
			}
		n += snprintf(text + n, 100, "}}");
		compare(&r, (struct span){text, (size_t)n});
	}
	CHECK_INT(r.declined, 0);
	CHECK_INT(r.wrong, 0);
	stop(&r);
}

/* Ends with all kinds of blanks, at all places, and too few or too many. */
static void
test_ends(void)
{
	static const char *const end[] = {"}", "\n}", "\n    }", "}}", "}\n}",
	    "\n    }\n  }", "} }}", ",}}", ""};
	static const char *const start_of[] = {"{\"ph\":\"X\"",
	    "{\"ph\":\"X\", \"args\": {", "{", "{\"args\": {\"stream\": 7",
	    "{\"args\": {\"stream\": 7, \"External id\": 1"};
	struct readers r;
	char text[100];
	int n;

	start(&r);
	for (int i = 0; i < 10000; i++) {
		n = snprintf(text, sizeof text, "%s%s",
		    start_of[random_below(5)], end[random_below(9)]);
		if (text[n - 1] == '}')
			compare(&r, (struct span){text, (size_t)n});
	}
	CHECK(r.read > 3000 && r.declined > 3000);
	CHECK_INT(r.wrong, 0);
	stop(&r);
}

/* Is a number read where it is asked for? Its text is compared, too. */
static bool
is_read(struct readers *r, const char *number)
{
	long before = r->read;
	char text[200];
	int n = snprintf(text, sizeof text,
	    "{\"ts\":%s,\"args\":{\"stream\":%s }}", number, number);

	compare(r, (struct span){text, (size_t)n});
	return r->read > before;
}

static void
test_numbers(void)
{
	static const char *const number[] = {"0", "7", "0.5", "12.250", "-1",
	    "-0.5", "1e3", "1.5E-7", "123456789012345", "1234567890123456",
	    "12345678901234567", "1234567890123456.25", "3682446861112.415",
	    "1.1234567890123456", "1.12345678901234567", "true", "null", "NaN",
	    "-Infinity"};
	static const char *const none[] = {"00", "007", "01.5", "1.", "-", ".5",
	    "1.2.3", "1.2.", "1-2", "+1", "0x10", "1e", "1.5x",
	    "1234567890123456x", "1.123456789012345x", "tru", "garb@ge"};
	struct readers r;

	start(&r);
	for (size_t i = 0; i < sizeof number / sizeof *number; i++)
		CHECK(is_read(&r, number[i]));
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		CHECK(!is_read(&r, none[i]));
	CHECK_INT(r.wrong, 0);
	stop(&r);
}

static void
compare_trace(struct readers *r, const char *path)
{
	struct input *in = input_open(path);
	struct trace_reader *t = kineto_reader_open(in, NULL, 0);
	struct span event;

	while (kineto_next(kineto_of(t), &event) > 0)
		compare(r, event);
	t->ops->close(t);
	input_close(in);
}

static void
test_traces(void)
{
	const char *folder = getenv("TRACE_UTILS_TRACES");
	struct dirent **entry;
	struct readers r;
	char path[4096];
	int n;

	folder = folder ? folder : "../shared/traces";
	n = scandir(folder, &entry, NULL, alphasort);
	if (n < 0) {
		printf(
		    "ok %d # skip no folder of real traces\n", ++test_points);
		return;
	}
	start(&r);
	for (int i = 0; i < n; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
		if (strstr(path, ".json.gz"))
			compare_trace(&r, path);
		free(entry[i]);
	}
	free(entry);
	CHECK(r.read > 1000000);
	CHECK(r.declined * 100 < r.read);
	CHECK_INT(r.wrong, 0);
	stop(&r);
}

int
main(void)
{
	test_rubbish();
	test_bytes_in_arrays();
	test_many();
	test_usual();
	test_ends();
	test_numbers();
	test_traces();
	return test_done();
}
