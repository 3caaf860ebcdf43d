#include <errno.h>

#include "tools/csv2xlsx/legend.h"

enum { SAMPLE_WIDTH = 16, MEANING_WIDTH = 60 };

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

/* Rows coloured by matches alone, or beside others that are. */
static void
put_match(struct sheet_of_legend *s)
{
	put_tone(s, TONE_GOOD, "exact, faster",
	    "the same name on both sides; or the time shrank");
	put_tone(s, TONE_NEAR, "similar",
	    "the same work under another name on either side");
	put_tone(s, TONE_NEW, "added, only_b", "only on the second side");
	put_tone(s, TONE_BAD, "removed, slower",
	    "only on the first side; or the time grew");
	put_tone(s, TONE_MOVED, "moved, only_a",
	    "at another place of the other side; or only on the first side");
}

static void
put_outcome(struct sheet_of_legend *s)
{
	put_tone(s, TONE_GOOD, "faster", "the time shrank");
	put_tone(s, TONE_BAD, "slower", "the time grew");
	put_tone(s, TONE_NEW, "only_b", "only on the second side");
	put_tone(s, TONE_MOVED, "only_a", "only on the first side");
}

static void
put_group(struct sheet_of_legend *s)
{
	put_tone(s, TONE_ODD, "group",
	    "rows with one number, between two lines, belong together:");
	put_tone(s, TONE_EVEN, "next group",
	    "kernels that were fused, split or replaced");
}

static void
put_change(struct sheet_of_legend *s)
{
	put_row(s, cell_formats_change(s->styles, true), "more",
	    "the value grew; the largest change has the full colour");
	put_row(s, cell_formats_change(s->styles, false), "less",
	    "the value shrank; white is no change");
}

int
legend_write(const struct legend *l, struct cell_formats *styles,
    lxw_worksheet *worksheet)
{
	struct sheet_of_legend s = {styles, worksheet, 0, 0};

	put(&s, 0, "Colour", cell_formats_header(styles, false));
	put(&s, 1, "Meaning", cell_formats_header(styles, false));
	s.row++;
	if (l->names)
		put_match(&s);
	else
		put_outcome(&s);
	put_tone(&s, TONE_NONE, "same, unclear",
	    "too small a difference, or too much spread to tell");
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
