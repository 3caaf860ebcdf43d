#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/utf8.h"
#include "tools/csv2xlsx/book.h"
#include "tools/csv2xlsx/cell_value.h"

enum { LONGEST = 31, SUFFIX = 16 };

/* Bytes of the longest well-formed beginning of at most `units` UTF-16 units.
 */
static size_t
fitting(const char *text, size_t units)
{
	size_t used = 0;

	while (text[used]) {
		struct span c = {
		    text + used, utf8_length(span_of(text + used))};

		if (cell_value_units(c) > units)
			break;
		units -= cell_value_units(c);
		used += c.n;
	}
	return used;
}

/* The wanted name with only allowed characters, allocated. */
static char *
clean(const char *wanted)
{
	char *name = xstrdup(*wanted ? wanted : "Sheet");
	size_t n;

	for (char *p = name; *p; p += n) {
		n = utf8_length(span_of(p));
		if (n > 1 ||
		    (*p >= ' ' && *p < 0x7F && !strchr("[]:*?/\\", *p)))
			continue;
		*p = '_';
		n = 1;
	}
	return name;
}

static wint_t
lower(const struct sheet_names *names, uint32_t c)
{
	if (names->locale)
		return towlower_l((wint_t)c, names->locale);
	return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c;
}

static bool
is_same(const struct sheet_names *names, const char *a, const char *b)
{
	while (*a && *b) {
		size_t m, n;
		uint32_t c = utf8_decode(span_of(a), &m);
		uint32_t d = utf8_decode(span_of(b), &n);

		if (lower(names, c) != lower(names, d))
			return false;
		a += m;
		b += n;
	}
	return *a == *b;
}

static bool
is_taken(const struct sheet_names *names, const char *name)
{
	if (is_same(names, name, "History"))
		return true;
	for (size_t i = 0; i < names->n; i++)
		if (is_same(names, name, names->name[i]))
			return true;
	return false;
}

/* The cleaned name, cut so that it has room for the number after it. */
static char *
numbered(const char *cleaned, size_t number)
{
	char suffix[SUFFIX + 8] = "", *name;
	size_t n;

	if (number > 1)
		snprintf(suffix, sizeof suffix, " (%zu)", number);
	n = fitting(cleaned, LONGEST - strlen(suffix));
	name = xmalloc(n + sizeof suffix);
	memcpy(name, cleaned, n);
	strcpy(name + n, suffix);
	n += strlen(suffix);
	if (name[0] == '\'')
		name[0] = '_';
	if (name[n - 1] == '\'')
		name[n - 1] = '_';
	return name;
}

const char *
sheet_names_add(struct sheet_names *names, const char *wanted)
{
	char *cleaned = clean(wanted), *name = NULL;

	if (!names->locale)
		names->locale =
		    newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	for (size_t number = 1; !name || is_taken(names, name); number++) {
		free(name);
		name = numbered(cleaned, number);
	}
	free(cleaned);
	ARRAY_PUSH(names->name, names->n, &names->cap, name);
	return name;
}

void
sheet_names_free(struct sheet_names *names)
{
	for (size_t i = 0; i < names->n; i++)
		free(names->name[i]);
	free(names->name);
	if (names->locale)
		freelocale(names->locale);
	*names = (struct sheet_names){0};
}

char *
sheet_names_of_file(const char *path)
{
	static const char *const ends[] = {".gz", ".tsv", ".csv", ".txt", NULL};
	const char *slash = strrchr(path, '/');
	struct span name = span_of(slash ? slash + 1 : path);

	for (const char *const *end = ends; *end; end++)
		if (span_ends(name, *end))
			name.n -= strlen(*end);
	return xstrndup(name.p, name.n);
}
