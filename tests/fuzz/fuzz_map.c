/*
 * Rules of --map and names, one a line: a line that is no rule is the name of
 * an event, and the first rule that fits it decides, found by looking at all.
 */
#include <string.h>

#include "common/trace/category_map.h"
#include "tests/fuzz/bytes.h"

static bool
holds(const struct pattern_rule *r, struct span name)
{
	for (size_t i = 0; i + r->text.n <= name.n; i++)
		if (memcmp(name.p + i, r->text.p, r->text.n) == 0 &&
		    (!r->begins || i == 0) &&
		    (!r->ends || i + r->text.n == name.n))
			return true;
	return false;
}

static void
ask(const struct category_map *m, struct span name)
{
	struct raw_event e = {.name = name, .ph = span_of("X")};
	struct span want = {0},
		    none = span_of(""); /* of no process, no thread */

	for (size_t i = m->patterns; i-- > 0;)
		if (holds(&m->pattern[i],
			m->pattern[i].of == PATTERN_NAME ? name : none))
			want = m->pattern[i].to;
	category_map_event(m, &e);
	if (m->n == 0)
		require(span_equal(e.cat, want));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct category_map map = {0};
	struct span rest = {(const char *)data, size};

	while (rest.n) {
		const char *end = memchr(rest.p, '\n', rest.n);
		size_t n = end ? (size_t)(end - rest.p) : rest.n;
		struct span line = {rest.p, n};

		if (category_map_add(&map, line))
			ask(&map, line);
		rest = span_cut(rest, n + (end ? 1 : 0), rest.n);
	}
	return 0;
}
