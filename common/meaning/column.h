/*
 * column - the kind of a column's values, by its name, and the tone of a value
 * in a match or verdict column, so that every tool shows a table alike.
 *
 * Only the words of a name count, not their case or what is between them:
 * "Duration (µs)" is duration_us, "Change (%)" is change_pct.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/bytes/span.h"

enum column_kind {
	COLUMN_OTHER,   /* the name tells nothing: look at the values */
	COLUMN_TEXT,    /* never a number, even where it looks like one */
	COLUMN_ID,      /* text made of digits, such as a pid or a stream */
	COLUMN_WORK,    /* text, kinds of work: see palette.h */
	COLUMN_MATCH,   /* text whose values have a tone */
	COLUMN_OUTCOME, /* the same, for the whole row */
	COLUMN_WHOLE,   /* whole numbers: counts, positions, bytes */
	COLUMN_GROUP,   /* number of the group that a row belongs to */
	COLUMN_MOVED,   /* where a row has moved to or from, if it has */
	COLUMN_TIME,    /* micro- or milliseconds, three decimals */
	COLUMN_PERCENT, /* two decimals are enough */
	COLUMN_RATIO    /* b / a */
};

struct column {
	enum column_kind kind;
	bool change; /* b against a: no change is 1 for a ratio, else 0 */
	bool sums;   /* a total over the rows means something */
	bool never;  /* for sure it means nothing: a mean, a share, a place */
	int64_t ns;  /* nanoseconds in one: a time in us, ms or ns; else 0 */
	bool second; /* numbers that people do not read first: when, extremes */
	bool kernels; /* text that may be names of kernels, see short_name.h */
};

struct column column_of(struct span name);

/* "us", "%" or another unit of the values; "" if the name has none. */
const char *column_unit(struct column);

/* Are the values numbers for sure? */
static inline bool
column_is_number(enum column_kind kind)
{
	return kind >= COLUMN_WHOLE;
}

/* Or may they be numbers, where they look like one? */
static inline bool
column_may_be_number(enum column_kind kind)
{
	return kind == COLUMN_OTHER || column_is_number(kind);
}

/* The colours of rows, by their meaning. */
enum tone {
	TONE_NONE,
	TONE_GOOD,  /* green: exact, faster */
	TONE_NEAR,  /* light blue: similar */
	TONE_NEW,   /* yellow: only in b */
	TONE_BAD,   /* red: gone from b, slower */
	TONE_MOVED, /* grey */
	TONE_ODD,   /* of a group's number: violet, */
	TONE_EVEN,  /* or blue */
	TONE_WORK,  /* and more: a group of the palette */
	TONES = TONE_WORK + 24
};

/* The tone of a value in a COLUMN_MATCH or _OUTCOME column; unknown values have
 * none. */
enum tone column_tone(struct span value);

/* The values that a legend explains, in its order, and their tones; some have
 * none. */
enum { TONE_WORDS = 14 };
extern const struct tone_word {
	const char *word;
	enum tone tone;
	const char *meaning;
} tone_words[TONE_WORDS];

/* The tone of a value in a COLUMN_GROUP column: the next group has another. */
enum tone column_group_tone(struct span value);

/* The tone of a value in a COLUMN_WORK column; what no rule names has none. */
enum tone column_work_tone(struct span value);

/*
 * The columns that colour a table's records, by their numbers; -1: none does.
 *
 * A record has the tone of its last outcome. In a table without outcomes it has
 * that of its first match, or of a moved one if it has moved; further matches
 * have their own. Elsewhere records have no tone, and groups and places where
 * something moved to are only numbers.
 */
struct row_columns {
	int match, group, moved;
	bool outcome; /* `match` is one of outcomes */
};

/* None, and another column, from left to right. */
#define ROW_COLUMNS_NONE ((struct row_columns){-1, -1, -1, false})
void row_columns_add(struct row_columns *, int column, enum column_kind);

/* The word whose tone a record has, by its field `match`; moved: it has one in
 * that column. */
struct span row_word(const struct row_columns *, struct span match, bool moved);

/* The tone of a cell in a row of that tone. */
enum tone row_cell_tone(const struct row_columns *, int column,
    enum column_kind, struct span field, enum tone row);

/* Its colour in a workbook, as 0xRRGGBB; not for TONE_NONE. */
uint32_t tone_rgb(enum tone);

/*
 * Appends the name of the column of an argument: "Input Dims" becomes
 * input_dims.
 */
void column_add_name(struct buf *, struct span argument);
