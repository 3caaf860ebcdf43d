/*
 * Any bytes as objects, a line each: one that fits the last sound one is sound
 * as well, and its members are where jsmn finds them.
 */
#include <stdint.h>
#include <stdlib.h>

#include "common/json/json.h"
#include "common/json/template.h"
#include "tests/unit/padded.h"
#include "tests/unit/scanned.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

enum { KEYS = 3 };

static void
read_line(struct json *json, struct template *template, struct span line)
{
	static const struct span key[KEYS] = {{"a", 1}, {"bb", 2}, {"c", 1}};
	struct json_keys keys = {.top = json_names(key, KEYS)};
	struct span careful[KEYS], quick[KEYS];
	size_t length = value_length(line);
	size_t n = template_match(template, line, quick);

	if (n && n != length)
		abort();
	line.n = length;
	if (length == 0 || json_members(json, line, &keys, careful)) {
		if (n)
			abort();
		return;
	}
	for (int i = 0; n && i < KEYS; i++)
		if (!span_equal(quick[i], careful[i]))
			abort();
	template_learn(template, line, careful, KEYS);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct json json = {0};
	struct template template = {0};
	struct span rest = {(const char *)data, size};

	while (rest.n) {
		const char *end = memchr(rest.p, '\n', rest.n);
		size_t n = end ? (size_t)(end - rest.p) + 1 : rest.n;
		char *copy = padded_copy(span_cut(rest, 0, n), '0');

		read_line(&json, &template, (struct span){copy, n});
		free(copy);
		rest = span_cut(rest, n, rest.n);
	}
	json_free(&json);
	template_free(&template);
	return 0;
}
