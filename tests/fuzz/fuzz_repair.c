/*
 * Any value that scan.h accepts: its sound form is accepted, says the same, and
 * is its own sound form; so is what is compact. The same of what whole makes
 * of an object.
 */
#include <stdlib.h>

#include "common/json/jsontext.h"
#include "common/json/repair.h"
#include "common/json/scan.h"
#include "common/trace/raw_event.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
require(bool condition)
{
	if (!condition)
		abort();
}

/* The one value that the text is; nothing if it is none. */
static struct span
value_in(struct span text)
{
	struct scan scan;
	size_t n;

	text = scan_text(text);
	scan_start(&scan);
	if (scan_bytes(&scan, text.p, text.n, &n) != SCAN_DONE)
		return (struct span){0};
	return span_cut(text, 0, n);
}

static void
check_sound(struct span value)
{
	struct buf once = {0}, twice = {0};

	if (*value.p != '{' && *value.p != '[')
		return; /* nothing tells where a number or a word ends */
	json_repair(&once, value);
	require(value_in(buf_span(&once)).n == once.n);
	json_repair(&twice, buf_span(&once));
	require(span_equal(buf_span(&once), buf_span(&twice)));
	if (json_is_compact(value))
		require(span_equal(buf_span(&once), value));
	buf_free(&once);
	buf_free(&twice);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span value = value_in((struct span){(const char *)data, size});
	struct whole whole = {0};

	if (value.n == 0)
		return 0;
	check_sound(value);
	if (*value.p == '{') {
		whole_split(&whole, value);
		if (whole.args.n)
			check_sound(buf_span(&whole.args));
		if (whole.rest.n)
			check_sound(buf_span(&whole.rest));
	}
	whole_free(&whole);
	return 0;
}
