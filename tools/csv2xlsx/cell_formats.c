#include "tools/csv2xlsx/cell_formats.h"
#include "common/meaning/palette.h"
#include "tools/csv2xlsx/cell_value.h"

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
cell_formats_cell(struct cell_formats *s, enum shape shape, struct look look)
{
	enum tone tone = look.tone;
	lxw_format **format = &s->cell[shape][tone][look.edge];

	if (is_new(s, format)) {
		set_shape(*format, shape);
		if (tone != TONE_NONE)
			format_set_bg_color(*format, tone_rgb(tone));
		if (tone >= TONE_WORK && !palette_is_light(tone_rgb(tone)))
			format_set_font_color(*format, LXW_COLOR_WHITE);
		if (look.edge)
			format_set_top(*format, LXW_BORDER_THIN);
	}
	return *format;
}

lxw_format *
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
