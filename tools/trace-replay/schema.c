#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "common/meaning/bracket_list.h"
#include "tools/trace-replay/schema.h"

enum { SETTINGS_MOST = 30 };

/*
 * The order of types in c10/core/ScalarType.h is kept for files of older
 * versions; the others are in c10/core/Layout.h and c10/core/MemoryFormat.h.
 */
const char *
torch_setting(enum schema_kind kind, struct span number)
{
	static const char *const words[SCHEMA_OTHER][SETTINGS_MOST] = {
	    [SCHEMA_DTYPE] = {"uint8", "int8", "int16", "int32", "int64",
		"float16", "float32", "float64", "complex32", "complex64",
		"complex128", "bool", "qint8", "quint8", "qint32", "bfloat16",
		"quint4x2", "quint2x4", "bits1x8", "bits2x4", "bits4x2",
		"bits8", "bits16", "float8_e5m2", "float8_e4m3fn",
		"float8_e5m2fnuz", "float8_e4m3fnuz", "uint16", "uint32",
		"uint64"},
	    [SCHEMA_LAYOUT] = {"strided", "sparse_coo", "sparse_csr", "_mkldnn",
		"sparse_csc", "sparse_bsr", "sparse_bsc", "jagged"},
	    [SCHEMA_MEMORY_FORMAT] = {"contiguous_format", "preserve_format",
		"channels_last", "channels_last_3d"}};
	int64_t i;

	if (fixed_parse_int(number, &i) || i < 0 || i >= SETTINGS_MOST)
		return NULL;
	return words[kind][i];
}

static const struct {
	const char *name;
	enum schema_kind kind;
} kinds[] = {
    {"Tensor", SCHEMA_TENSOR},
    {"bool", SCHEMA_BOOL},
    {"int", SCHEMA_INT},
    {"SymInt", SCHEMA_INT},
    {"float", SCHEMA_FLOAT},
    {"Scalar", SCHEMA_SCALAR},
    {"str", SCHEMA_STR},
    {"ScalarType", SCHEMA_DTYPE},
    {"Layout", SCHEMA_LAYOUT},
    {"MemoryFormat", SCHEMA_MEMORY_FORMAT},
    {"Device", SCHEMA_DEVICE},
    {"Generator", SCHEMA_GENERATOR},
};

static enum schema_kind
kind_of(struct span word)
{
	for (size_t i = 0; i < COUNT(kinds); i++)
		if (span_is(word, kinds[i].name))
			return kinds[i].kind;
	return SCHEMA_OTHER;
}

/* Where a character is, outside of brackets; s.n: nowhere. */
static size_t
find_outside(struct span s, char wanted)
{
	int depth = 0;

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (c == wanted && depth == 0)
			return i;
		if (c == '(' || c == '[')
			depth++;
		else if (c == ')' || c == ']')
			depth--;
	}
	return s.n;
}

/* The type without its marks: of "Tensor(a!)[]?" there is left "Tensor". */
static void
read_type(struct schema_argument *a)
{
	struct span s = a->type;
	size_t bracket;

	if (span_ends(s, "?")) {
		a->optional = true;
		s.n--;
	}
	bracket = find_outside(s, '[');
	if (bracket < s.n) {
		a->list = true;
		a->sized = s.n > 1 && ascii_is_digit(s.p[s.n - 2]);
		s.n = bracket;
	}
	s.n = find_outside(s, '(');
	if (a->list && span_ends(s, "?"))
		s.n--;
	a->kind = kind_of(s);
}

/* "Scalar alpha=1": the name is the last word before the default. */
static bool
read_argument(struct schema_argument *a, struct span s)
{
	size_t equal = find_outside(s, '='), blank;

	if (equal < s.n)
		a->otherwise = span_cut(s, equal + 1, s.n);
	s = span_trim(span_cut(s, 0, equal));
	for (blank = s.n; blank > 0 && s.p[blank - 1] != ' ';)
		blank--;
	if (blank == 0 || blank == s.n)
		return false;
	a->name = span_cut(s, blank, s.n);
	a->type = span_trim(span_cut(s, 0, blank));
	read_type(a);
	return true;
}

static bool
is_name(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!ascii_is_word(s.p[i]) && s.p[i] != ':' && s.p[i] != '.')
			return false;
	return s.n >= 4 && span_has(span_cut(s, 1, s.n - 1), "::");
}

/* "aten::add.Tensor" */
static bool
read_name(struct schema *s, struct span text)
{
	size_t point = find_outside(text, '.');

	s->name = span_cut(text, 0, point);
	s->overload = point < text.n ? span_cut(text, point + 1, text.n)
				     : (struct span){NULL, 0};
	return is_name(text);
}

int
schema_read(struct schema *s, struct span text)
{
	size_t open = find_outside(text, '('), end;
	struct span list, item;
	bool keyword = false;

	*s = (struct schema){0};
	if (open == text.n || !read_name(s, span_trim(span_cut(text, 0, open))))
		return -1;
	list = span_cut(text, open + 1, text.n);
	end = find_outside(list, ')');
	if (end == list.n)
		return -1;
	list = span_trim(span_cut(list, 0, end));
	while (bracket_list_next(&list, &item)) {
		struct schema_argument a = {.keyword = keyword};

		if (span_is(item, "*")) {
			keyword = true;
			continue;
		}
		if (s->n == SCHEMA_MOST || !read_argument(&a, item))
			return -1;
		s->argument[s->n++] = a;
	}
	return 0;
}

extern const char *const schemas_ours[];

/* A declaration, which is read anew each time that it is asked for. */
struct declaration {
	struct span name, text;
};

struct schemas {
	struct pool *texts;
	struct declaration *p;
	size_t n, cap;
};

struct schemas *
schemas_new(void)
{
	struct schemas *s = xcalloc(1, sizeof *s);

	s->texts = pool_new();
	return s;
}

void
schemas_free(struct schemas *s)
{
	free(s->p);
	pool_free(s->texts);
	free(s);
}

int
schemas_add(struct schemas *s, struct span line)
{
	struct schema schema;

	line = span_trim(line);
	if (line.n == 0 || line.p[0] == '#' || span_is(line, "schema"))
		return 0;
	pool_keep(s->texts, &line);
	if (schema_read(&schema, line))
		return 1;
	ARRAY_PUSH(
	    s->p, s->n, &s->cap, (struct declaration){schema.name, line});
	return 0;
}

int
schemas_add_ours(struct schemas *s)
{
	for (const char *const *p = schemas_ours; *p; p++)
		if (schemas_add(s, span_of(*p)))
			return -1;
	return 0;
}

bool
schemas_next(
    const struct schemas *s, struct span name, size_t *at, struct schema *found)
{
	while (*at < s->n) {
		const struct declaration *d = &s->p[(*at)++];

		if (span_equal(d->name, name))
			return schema_read(found, d->text) == 0;
	}
	return false;
}
