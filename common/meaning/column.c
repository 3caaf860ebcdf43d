/*
 * The last word that names a kind decides, because units come last; only a
 * statistic may follow it ("Kernel duration (µs)_mean"), and only a share may
 * say first what it is ("pct_of_cycle"). Other words tell what adds up.
 */
#include <stddef.h>
#include <string.h>

#include "common/bytes/ascii.h"
#include "common/meaning/column.h"
#include "common/meaning/palette.h"

enum { WORD_MAX = 12 }; /* longer than any word below */

/* Do the rows' values add up to something? */
enum adds { UNSAID, ADDS, NEVER };

struct word {
	char text[WORD_MAX];
	enum column_kind kind;
	enum adds adds;
};

static const struct word kinds[] = {
    {"annotation", COLUMN_TEXT, NEVER},
    {"cat", COLUMN_TEXT, NEVER},
    {"category", COLUMN_WORK, NEVER},
    {"class", COLUMN_WORK, NEVER},
    {"family", COLUMN_WORK, NEVER},
    {"file", COLUMN_TEXT, NEVER},
    {"kernel", COLUMN_TEXT, NEVER},
    {"module", COLUMN_TEXT, NEVER},
    {"name", COLUMN_TEXT, NEVER},
    {"op", COLUMN_TEXT, NEVER},
    {"path", COLUMN_TEXT, NEVER},
    {"ph", COLUMN_TEXT, NEVER},
    {"phase", COLUMN_TEXT, NEVER},
    {"reason", COLUMN_TEXT, NEVER},
    {"stack", COLUMN_TEXT, NEVER},
    {"structure", COLUMN_TEXT, NEVER},
    {"match", COLUMN_MATCH, NEVER},
    {"outcome", COLUMN_OUTCOME, NEVER},
    {"status", COLUMN_MATCH, NEVER},
    {"verdict", COLUMN_OUTCOME, NEVER},
    {"correlation", COLUMN_ID, NEVER},
    {"device", COLUMN_ID, NEVER},
    {"id", COLUMN_ID, NEVER},
    {"pid", COLUMN_ID, NEVER},
    {"rank", COLUMN_ID, NEVER},
    {"stream", COLUMN_ID, NEVER},
    {"tid", COLUMN_ID, NEVER},
    {"uid", COLUMN_ID, NEVER},
    {"bytes", COLUMN_WHOLE, ADDS},
    {"count", COLUMN_WHOLE, ADDS},
    {"cycle", COLUMN_WHOLE, NEVER},
    {"event", COLUMN_WHOLE, NEVER},
    {"group", COLUMN_GROUP, NEVER},
    {"index", COLUMN_WHOLE, NEVER},
    {"layer", COLUMN_WHOLE, NEVER},
    {"length", COLUMN_WHOLE, NEVER},
    {"level", COLUMN_WHOLE, NEVER},
    {"moved", COLUMN_MOVED, NEVER},
    {"ns", COLUMN_WHOLE, UNSAID},
    {"parent", COLUMN_WHOLE, NEVER},
    {"position", COLUMN_WHOLE, NEVER},
    {"rep", COLUMN_WHOLE, NEVER},
    {"reps", COLUMN_WHOLE, NEVER},
    {"step", COLUMN_WHOLE, NEVER},
    {"ms", COLUMN_TIME, UNSAID},
    {"us", COLUMN_TIME, UNSAID},
    {"pct", COLUMN_PERCENT, NEVER},
    {"percent", COLUMN_PERCENT, NEVER},
    {"percentage", COLUMN_PERCENT, NEVER},
    {"share", COLUMN_PERCENT, NEVER},
    {"ratio", COLUMN_RATIO, NEVER},
};

/* Words that leave the kind to others. */
struct modifier {
	char text[WORD_MAX];
	enum adds adds;
	bool change;
	bool behind; /* may stand after the kind */
	bool second; /* not what people read first */
};

static const struct modifier modifiers[] = {
    {"a", ADDS, false, false, false},
    {"b", ADDS, false, false, false},
    {"busy", ADDS, false, false, false},
    {"change", ADDS, true, false, false},
    {"delta", ADDS, true, false, false},
    {"diff", ADDS, true, false, false},
    {"difference", ADDS, true, false, false},
    {"dur", ADDS, false, false, false},
    {"duration", ADDS, false, false, false},
    {"idle", ADDS, false, false, false},
    {"time", ADDS, false, false, false},
    {"total", ADDS, false, false, false},
    {"cumulative", NEVER, false, false, true},
    {"end", NEVER, false, false, true},
    {"in", ADDS, false, false, true},
    {"out", ADDS, false, false, true},
    {"period", NEVER, false, false, false},
    {"start", NEVER, false, false, true},
    {"ts", NEVER, false, false, true},
    {"sum", ADDS, false, true, false},
    {"average", NEVER, false, true, false},
    {"avg", NEVER, false, true, false},
    {"high", NEVER, false, true, true},
    {"low", NEVER, false, true, true},
    {"max", NEVER, false, true, true},
    {"mean", NEVER, false, true, false},
    {"median", NEVER, false, true, true},
    {"min", NEVER, false, true, true},
    {"std", NEVER, false, true, true},
    {"stddev", NEVER, false, true, true},
    {"type", NEVER, false, true, false},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The meaning of the words so far. */
struct reading {
	const struct word *kind;
	bool share, ratio, adds, never, change, second;
	int64_t ns;
};

static const struct word *
find_kind(const char *text)
{
	for (size_t i = 0; i < COUNT(kinds); i++)
		if (strcmp(kinds[i].text, text) == 0)
			return &kinds[i];
	return NULL;
}

static const struct modifier *
find_modifier(const char *text)
{
	for (size_t i = 0; i < COUNT(modifiers); i++)
		if (strcmp(modifiers[i].text, text) == 0)
			return &modifiers[i];
	return NULL;
}

static const struct {
	char text[3];
	int64_t ns;
} units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}};

static int64_t
unit_of(const char *text)
{
	for (size_t i = 0; i < COUNT(units); i++)
		if (strcmp(units[i].text, text) == 0)
			return units[i].ns;
	return 0;
}

static void
read_word(struct reading *r, const char *text, bool first)
{
	const struct word *kind = find_kind(text);
	const struct modifier *m = find_modifier(text);
	bool keep = r->kind && r->kind->kind >= COLUMN_MATCH;

	if (!m || !m->behind || !keep)
		r->kind = kind;
	if (m) {
		r->adds |= m->adds == ADDS;
		r->never |= m->adds == NEVER;
		r->change |= m->change;
		r->second |= m->second;
	}
	if (r->kind == kind)
		r->ns = unit_of(text);
	if (first && kind && kind->kind == COLUMN_PERCENT)
		r->share = true;
	if (kind && kind->kind == COLUMN_RATIO)
		r->ratio = true;
}

static struct column
conclude(const struct reading *r)
{
	struct column c = {.never = r->never, .ns = r->ns};

	if (r->kind)
		c.kind = r->kind->kind;
	if (r->ratio && c.kind != COLUMN_PERCENT)
		c.kind = COLUMN_RATIO;
	if (c.kind == COLUMN_TEXT)
		c.kernels = strcmp(r->kind->text, "name") == 0 ||
		    strcmp(r->kind->text, "kernel") == 0;
	if (r->share)
		c.kind = COLUMN_PERCENT;
	if (c.kind == COLUMN_PERCENT || c.kind == COLUMN_RATIO)
		c.ns = 0;
	c.never |= c.kind == COLUMN_PERCENT || c.kind == COLUMN_RATIO ||
	    (r->kind && r->kind->adds == NEVER);
	if (!column_is_number(c.kind))
		return c;
	c.second = r->second;
	c.change = r->change || c.kind == COLUMN_RATIO;
	if (!c.never)
		c.sums = r->kind->adds == ADDS ||
		    (r->kind->adds == UNSAID && r->adds);
	return c;
}

/*
 * The form in a word of the character at the start of a name, *used bytes long;
 * "_" where no word goes on. The micro sign has two codes.
 */
static const char *
fold_character(struct span name, char one[2], size_t *used)
{
	static const struct {
		char from[3], to[5];
	} signs[] = {{"%", "_pct"}, {"\xC2\xB5", "u"}, {"\xCE\xBC", "u"}};
	char c = name.p[0];

	for (size_t i = 0; i < COUNT(signs); i++) {
		*used = strlen(signs[i].from);
		if (name.n >= *used && !memcmp(name.p, signs[i].from, *used))
			return signs[i].to;
	}
	*used = 1;
	one[0] = c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
	one[1] = '\0';
	if ((one[0] >= 'a' && one[0] <= 'z') || (c >= '0' && c <= '9'))
		return one;
	return "_";
}

/*
 * The name in lower case with '_' between its words. Returns 0, or -1 when it
 * is longer than any name that tells something.
 */
static int
fold(char *out, size_t size, struct span name)
{
	size_t n = 0, used;
	char one[2];

	for (; name.n; name.p += used, name.n -= used) {
		const char *to = fold_character(name, one, &used);
		size_t length = strlen(to);

		if (length >= size - n)
			return -1;
		memcpy(out + n, to, length);
		n += length;
	}
	out[n] = '\0';
	return 0;
}

struct column
column_of(struct span name)
{
	struct reading r = {0};
	char folded[80], *word, *rest;

	if (fold(folded, sizeof folded, name))
		return conclude(&r);
	word = strtok_r(folded, "_", &rest);
	for (bool first = true; word; first = false) {
		read_word(&r, word, first);
		word = strtok_r(NULL, "_", &rest);
	}
	return conclude(&r);
}

const char *
column_unit(struct column c)
{
	for (size_t i = 0; i < COUNT(units); i++)
		if (c.ns == units[i].ns)
			return units[i].text;
	return c.kind == COLUMN_PERCENT ? "%" : "";
}

const struct tone_word tone_words[TONE_WORDS] = {
    {"exact", TONE_GOOD, "the same name on both sides"},
    {"similar", TONE_NEAR,
	"the same work under another name; or about the same time"},
    {"moved", TONE_MOVED, "at another place of the other side"},
    {"fused", TONE_BAD, "became part of another kernel"},
    {"removed", TONE_BAD, "only on the first side"},
    {"added", TONE_NEW, "only on the second side"},
    {"faster", TONE_GOOD, "the time shrank"},
    {"slower", TONE_BAD, "the time grew"},
    {"only_a", TONE_MOVED, "only on the first side"},
    {"only_b", TONE_NEW, "only on the second side"},
    {"compiled_only", TONE_NEW, "only on the second side"},
    {"new_only", TONE_NEW, "only on the second side"},
};

enum tone
column_tone(struct span value)
{
	for (size_t i = 0; i < TONE_WORDS; i++)
		if (span_is(value, tone_words[i].word))
			return tone_words[i].tone;
	return TONE_NONE;
}

enum tone
column_group_tone(struct span value)
{
	if (value.n == 0)
		return TONE_NONE;
	return value.p[value.n - 1] % 2 ? TONE_ODD : TONE_EVEN;
}

enum tone
column_work_tone(struct span value)
{
	size_t group = palette_of(value);

	if (group == palette_other())
		return TONE_NONE;
	return (enum tone)(TONE_WORK + group);
}

uint32_t
tone_rgb(enum tone tone)
{
	static const uint32_t rgb[TONE_WORK] = {
	    [TONE_GOOD] = 0xC6EFCE,
	    [TONE_NEAR] = 0xDDEBF7,
	    [TONE_NEW] = 0xFFEB9C,
	    [TONE_BAD] = 0xFFC7CE,
	    [TONE_MOVED] = 0xD9D9D9,
	    [TONE_ODD] = 0xCCB8E8,
	    [TONE_EVEN] = 0x9DC3E6,
	};

	if (tone >= TONE_WORK)
		return palette_rgb(tone - TONE_WORK);
	return rgb[tone];
}

static bool
is_word(char c)
{
	return ascii_is_lower(c) || ascii_is_digit(c) || c & 0x80;
}

void
column_add_name(struct buf *b, struct span argument)
{
	size_t start = b->n;

	for (size_t i = 0; i < argument.n; i++) {
		char c = ascii_lower(argument.p[i]);

		if (is_word(c))
			buf_add(b, &c, 1);
		else if (b->n > start && b->p[b->n - 1] != '_')
			buf_add(b, "_", 1);
	}
}
