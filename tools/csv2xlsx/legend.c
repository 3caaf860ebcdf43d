#include <errno.h>

#include "tools/csv2xlsx/legend.h"

enum { SAMPLE_WIDTH = 16, MEANING_WIDTH = 60 };

void
legend_note(struct legend *l, struct span value)
{
	for (size_t i = 0; i < TONE_WORDS; i++)
		l->seen[i] |= span_is(value, tone_words[i].word);
}

struct sheet_of_legend {
	struct cell_formats *styles;
	lxw_worksheet *worksheet;
	lxw_row_t row;
	int failed;
};

static void
put(struct sheet_of_legend *s, lxw_col_t column, const char *text,
    lxw_format *format)
{
	errno = 0;
	if (!format ||
	    worksheet_write_string(
		s->worksheet, s->row, column, text, format) ||
	    errno == ENOMEM)
		s->failed = -1;
}

static void
put_row(struct sheet_of_legend *s, lxw_format *sample, const char *text,
    const char *meaning)
{
	put(s, 0, text, sample);
	put(s, 1, meaning,
	    cell_formats_cell(s->styles, SHAPE_TEXT, TONE_NONE, false));
	s->row++;
}

static void
put_tone(struct sheet_of_legend *s, enum tone tone, const char *text,
    const char *meaning)
{
	put_row(s, cell_formats_cell(s->styles, SHAPE_TEXT, tone, false), text,
	    meaning);
}

/* Only what there is, so that a colour that means one thing here says so. */
static void
put_words(struct sheet_of_legend *s, const struct legend *l)
{
	for (size_t i = 0; i < TONE_WORDS; i++)
		if (l->seen[i])
			put_tone(s, tone_words[i].tone, tone_words[i].word,
			    tone_words[i].meaning);
}

static void
put_group(struct sheet_of_legend *s)
{
	put_tone(s, TONE_ODD, "group",
	    "rows with the same number, between two lines, belong together:");
	put_tone(s, TONE_EVEN, "next group",
	    "kernels that were fused, split or replaced");
}

static void
put_change(struct sheet_of_legend *s)
{
	put_row(s, cell_formats_change(s->styles, true), "more",
	    "the value increased; the largest change has the full colour");
	put_row(s, cell_formats_change(s->styles, false), "less",
	    "the value decreased; white is no change");
}

int
legend_write(const struct legend *l, struct cell_formats *styles,
    lxw_worksheet *worksheet)
{
	struct sheet_of_legend s = {styles, worksheet, 0, 0};

	put(&s, 0, "Colour", cell_formats_header(styles, false));
	put(&s, 1, "Meaning", cell_formats_header(styles, false));
	s.row++;
	put_words(&s, l);
	put_tone(&s, TONE_NONE, "same, unclear",
	    "too small a difference, or too much spread to be sure");
	if (l->group)
		put_group(&s);
	if (l->change)
		put_change(&s);
	worksheet_fit_to_pages(worksheet, 1, 0);
	errno = 0;
	if (worksheet_set_column(worksheet, 0, 0, SAMPLE_WIDTH, NULL) ||
	    worksheet_set_column(worksheet, 1, 1, MEANING_WIDTH, NULL) ||
	    errno == ENOMEM)
		s.failed = -1;
	return s.failed;
}
