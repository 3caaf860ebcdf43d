#include <errno.h>

#include "common/meaning/palette.h"
#include "tools/csv2xlsx/cell_formats.h"
#include "tools/csv2xlsx/cell_value.h"
#include "tools/csv2xlsx/cells.h"

enum {
	HEADER_RGB = 0xE7E6E6,
	HEADING_SIZE = 13,
	BUTTON_INDENT = 2 /* as wide as the filter's button */
};

static const char *const number_format[SHAPE_DECIMALS] = {
    [SHAPE_ID] = "@",
    [SHAPE_WHOLE] = "#,##0",
    [SHAPE_TIME] = "#,##0.000",
    [SHAPE_PERCENT] = "0.00",
    [SHAPE_RATIO] = "0.000",
    [SHAPE_WHOLE_CHANGE] = "+#,##0;-#,##0;0",
    [SHAPE_TIME_CHANGE] = "+#,##0.000;-#,##0.000;0.000",
    [SHAPE_PERCENT_CHANGE] = "+0.00;-0.00;0.00",
};

enum shape
shape_of_number(struct column about, int decimals)
{
	if (decimals == CELL_VALUE_EXPONENT ||
	    decimals >= SHAPES - SHAPE_DECIMALS)
		return SHAPE_EXPONENT;
	switch (about.kind) {
	case COLUMN_WHOLE:
	case COLUMN_GROUP:
	case COLUMN_MOVED:
		if (decimals == 0)
			return about.change ? SHAPE_WHOLE_CHANGE : SHAPE_WHOLE;
		break;
	case COLUMN_TIME:
		return about.change ? SHAPE_TIME_CHANGE : SHAPE_TIME;
	case COLUMN_PERCENT:
		return about.change ? SHAPE_PERCENT_CHANGE : SHAPE_PERCENT;
	case COLUMN_RATIO:
		return SHAPE_RATIO;
	default:
		break;
	}
	return (enum shape)(SHAPE_DECIMALS + decimals);
}

size_t
shape_width(enum shape shape, struct span text)
{
	switch (shape) {
	case SHAPE_TEXT:
	case SHAPE_CLIPPED:
	case SHAPE_ID:
		return cell_value_units(text);
	case SHAPE_WHOLE:
	case SHAPE_TIME:
	case SHAPE_WHOLE_CHANGE:
	case SHAPE_TIME_CHANGE:
		return text.n + text.n / 3;
	default:
		return text.n + 1;
	}
}

static void
set_shape(lxw_format *format, enum shape shape)
{
	char decimals[20] = "0.000000000000000";

	if (shape == SHAPE_TEXT || shape == SHAPE_ID)
		format_set_indent(format, 1); /* keeps it off a number */
	if (shape == SHAPE_CLIPPED)
		format_set_align(format, LXW_ALIGN_FILL);
	if (shape < SHAPE_DECIMALS) {
		if (number_format[shape])
			format_set_num_format(format, number_format[shape]);
		return;
	}
	decimals[shape == SHAPE_DECIMALS ? 1 : 2 + shape - SHAPE_DECIMALS] = 0;
	format_set_num_format(format, decimals);
}

/* Makes a format unless it is there. Returns whether it did. */
static bool
is_new(struct cell_formats *s, lxw_format **format)
{
	if (*format)
		return false;
	*format = workbook_add_format(s->book);
	if (!*format)
		memory_out();
	return true;
}

static lxw_format *
header(struct cell_formats *s, lxw_format **format, bool number, uint8_t indent)
{
	if (is_new(s, format)) {
		format_set_bold(*format);
		format_set_bg_color(*format, HEADER_RGB);
		format_set_bottom(*format, LXW_BORDER_THIN);
		format_set_align(
		    *format, number ? LXW_ALIGN_RIGHT : LXW_ALIGN_LEFT);
		format_set_indent(*format, indent);
	}
	return *format;
}

lxw_format *
cell_formats_header(struct cell_formats *s, bool number)
{
	return header(
	    s, &s->header[number], number, number ? BUTTON_INDENT : 1);
}

lxw_format *
cell_formats_page_header(struct cell_formats *s, bool number)
{
	return header(s, &s->page_header[number], number, !number);
}

lxw_format *
cell_formats_heading(struct cell_formats *s)
{
	if (is_new(s, &s->heading)) {
		format_set_bold(s->heading);
		format_set_font_size(s->heading, HEADING_SIZE);
	}
	return s->heading;
}

lxw_format *
cell_formats_cell(
    struct cell_formats *s, enum shape shape, enum tone tone, bool edge)
{
	lxw_format **format = &s->cell[shape][tone][edge];

	if (is_new(s, format)) {
		set_shape(*format, shape);
		if (tone != TONE_NONE)
			format_set_bg_color(*format, tone_rgb(tone));
		if (tone >= TONE_WORK && !palette_is_light(tone_rgb(tone)))
			format_set_font_color(*format, LXW_COLOR_WHITE);
		if (edge)
			format_set_top(*format, LXW_BORDER_THIN);
	}
	return *format;
}

static lxw_format *
cell_formats_change(struct cell_formats *s, bool more)
{
	lxw_format **format = &s->change[more];

	if (is_new(s, format)) {
		set_shape(*format, SHAPE_TEXT);
		format_set_bg_color(*format, more ? SLOWER_RGB : FASTER_RGB);
	}
	return *format;
}

lxw_format *
cell_formats_total(struct cell_formats *s, enum shape shape)
{
	lxw_format **format = &s->total[shape];

	if (is_new(s, format)) {
		set_shape(*format, shape);
		format_set_bold(*format);
		format_set_top(*format, LXW_BORDER_THIN);
	}
	return *format;
}

enum { SAMPLE_WIDTH = 16, MEANING_WIDTH = 60 };

void
legend_note(struct legend *l, struct span value)
{
	for (size_t i = 0; i < TONE_WORDS; i++)
		l->seen[i] |= span_is(value, tone_words[i].word);
}

struct sheet_of_legend {
	struct cell_formats *styles;
	struct cells cells; /* of no table: none of these texts is too long */
};

static void
put_row(struct sheet_of_legend *s, lxw_format *sample, const char *text,
    const char *meaning)
{
	cells_text(&s->cells, 0, span_of(text), sample);
	cells_text(&s->cells, 1, span_of(meaning),
	    cell_formats_cell(s->styles, SHAPE_TEXT, TONE_NONE, false));
	s->cells.row++;
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

void
legend_write(const struct legend *l, struct cell_formats *styles,
    struct row_xml *rows, lxw_worksheet *worksheet)
{
	struct sheet_of_legend s = {styles, {.rows = rows}};
	lxw_format *header = cell_formats_header(styles, false);

	cells_begin(&s.cells, worksheet);
	cells_text(&s.cells, 0, span_of("Colour"), header);
	cells_text(&s.cells, 1, span_of("Meaning"), header);
	s.cells.row++;
	put_words(&s, l);
	put_tone(&s, TONE_NONE, "same, unclear",
	    "too small a difference, or too much spread to be sure");
	if (l->group)
		put_group(&s);
	if (l->change)
		put_change(&s);
	cells_dimension(&s.cells, s.cells.row - 1, 1);
	cells_free(&s.cells);
	worksheet_fit_to_pages(worksheet, 1, 0);
	errno = 0;
	if (worksheet_set_column(worksheet, 0, 0, SAMPLE_WIDTH, NULL) ||
	    worksheet_set_column(worksheet, 1, 1, MEANING_WIDTH, NULL) ||
	    errno == ENOMEM)
		memory_out();
}
