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

/* Do the rows' values add up to something? */
enum adds { UNSAID, ADDS, NEVER };

/* Words of one kind. */
struct kind {
	const char *words;
	enum column_kind kind;
	enum adds adds;
	bool kernels; /* their names are kernels', perhaps */
};

static const struct kind kinds[] = {
    {"kernel name", COLUMN_TEXT, NEVER, true},
    {"annotation cat file module op path ph phase reason stack structure",
	COLUMN_TEXT, NEVER, false},
    {"category class family", COLUMN_WORK, NEVER, false},
    {"match status", COLUMN_MATCH, NEVER, false},
    {"outcome verdict", COLUMN_OUTCOME, NEVER, false},
    {"correlation device id pid rank stream tid uid", COLUMN_ID, NEVER, false},
    {"bytes count", COLUMN_WHOLE, ADDS, false},
    {"ns", COLUMN_WHOLE, UNSAID, false},
    {"cycle event index layer length level parent position rep reps step",
	COLUMN_WHOLE, NEVER, false},
    {"group", COLUMN_GROUP, NEVER, false},
    {"moved", COLUMN_MOVED, NEVER, false},
    {"ms us", COLUMN_TIME, UNSAID, false},
    {"pct percent percentage share", COLUMN_PERCENT, NEVER, false},
    {"ratio", COLUMN_RATIO, NEVER, false},
};

/* Words that leave the kind to others. */
struct modifier {
	const char *words;
	enum adds adds;
	bool change;
	bool behind; /* may stand after the kind */
	bool second; /* not what people read first */
	bool bound;  /* of an interval: no change itself, whatever it is of */
};

static const struct modifier modifiers[] = {
    {"a b busy dur duration idle time total", ADDS, false, false, false, false},
    {"change delta diff difference", ADDS, true, false, false, false},
    {"in out", ADDS, false, false, true, false},
    {"cumulative end start ts", NEVER, false, false, true, false},
    {"period", NEVER, false, false, false, false},
    {"sum", ADDS, false, true, false, false},
    {"average avg mean type", NEVER, false, true, false, false},
    {"max median min std stddev", NEVER, false, true, true, false},
    {"high low", NEVER, false, true, true, true},
};

/* The meaning of the words so far. */
struct reading {
	const struct kind *kind;
	bool share, ratio, adds, never, change, second, bound;
	int64_t ns;
};

static const struct kind *
find_kind(struct span word)
{
	for (size_t i = 0; i < COUNT(kinds); i++)
		if (span_is_among(word, kinds[i].words))
			return &kinds[i];
	return NULL;
}

static const struct modifier *
find_modifier(struct span word)
{
	for (size_t i = 0; i < COUNT(modifiers); i++)
		if (span_is_among(word, modifiers[i].words))
			return &modifiers[i];
	return NULL;
}

static const struct {
	char text[3];
	int64_t ns;
} units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}};

static int64_t
unit_of(struct span word)
{
	for (size_t i = 0; i < COUNT(units); i++)
		if (span_is(word, units[i].text))
			return units[i].ns;
	return 0;
}

static void
read_word(struct reading *r, struct span word, bool first)
{
	const struct kind *kind = find_kind(word);
	const struct modifier *m = find_modifier(word);
	bool keep = r->kind && r->kind->kind >= COLUMN_MATCH;

	if (!m || !m->behind || !keep)
		r->kind = kind;
	if (m) {
		r->adds |= m->adds == ADDS;
		r->never |= m->adds == NEVER;
		r->change |= m->change;
		r->second |= m->second;
		r->bound |= m->bound;
	}
	if (r->kind == kind)
		r->ns = unit_of(word);
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
		c.kernels = r->kind->kernels;
	if (r->share)
		c.kind = COLUMN_PERCENT;
	if (c.kind == COLUMN_PERCENT || c.kind == COLUMN_RATIO)
		c.ns = 0;
	c.never |= c.kind == COLUMN_PERCENT || c.kind == COLUMN_RATIO ||
	    (r->kind && r->kind->adds == NEVER);
	if (!column_is_number(c.kind))
		return c;
	c.second = r->second;
	c.change = !r->bound && (r->change || c.kind == COLUMN_RATIO);
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
	one[0] = ascii_lower(c);
	one[1] = '\0';
	return ascii_is_letter(c) || ascii_is_digit(c) ? one : "_";
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
		read_word(&r, span_of(word), first);
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
    {"same", TONE_NONE, "no difference, or too small a one"},
    {"unclear", TONE_NONE, "too much spread to be sure of a difference"},
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

void
row_columns_add(struct row_columns *r, int column, enum column_kind kind)
{
	if ((r->match < 0 && kind == COLUMN_MATCH) || kind == COLUMN_OUTCOME) {
		r->match = column;
		r->outcome = kind == COLUMN_OUTCOME;
	}
	if (r->group < 0 && kind == COLUMN_GROUP)
		r->group = column;
	if (r->moved < 0 && kind == COLUMN_MOVED)
		r->moved = column;
}

struct span
row_word(const struct row_columns *r, struct span match, bool moved)
{
	return moved && !r->outcome ? span_of("moved") : match;
}

enum tone
row_cell_tone(const struct row_columns *r, int column, enum column_kind kind,
    struct span field, enum tone row)
{
	if (kind == COLUMN_MATCH && column != r->match && !r->outcome)
		return column_tone(field);
	if (kind == COLUMN_WORK && row == TONE_NONE)
		return column_work_tone(field);
	if (column == r->group && r->match >= 0)
		return column_group_tone(field);
	return row;
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
