#include "tools/csv2xlsx/cell_formats.h"
#include "common/meaning/palette.h"
#include "tools/csv2xlsx/cell_value.h"

enum {
	HEADER_RGB = 0xE7E6E6,
	HEADING_SIZE = 13,
	BUTTON_INDENT = 2 /* as wide as the filter's button */
};

static const char *const code[FORMAT_DECIMALS] = {
    [FORMAT_ID] = "@",
    [FORMAT_WHOLE] = "#,##0",
    [FORMAT_TIME] = "#,##0.000",
    [FORMAT_PERCENT] = "0.00",
    [FORMAT_RATIO] = "0.000",
    [FORMAT_WHOLE_CHANGE] = "+#,##0;-#,##0;0",
    [FORMAT_TIME_CHANGE] = "+#,##0.000;-#,##0.000;0.000",
    [FORMAT_PERCENT_CHANGE] = "+0.00;-0.00;0.00",
};

enum number_format
number_format_of(struct column about, int decimals)
{
	if (decimals == CELL_VALUE_EXPONENT ||
	    decimals >= FORMATS - FORMAT_DECIMALS)
		return FORMAT_EXPONENT;
	switch (about.kind) {
	case COLUMN_WHOLE:
	case COLUMN_GROUP:
	case COLUMN_MOVED:
		if (decimals == 0)
			return about.change ? FORMAT_WHOLE_CHANGE
					    : FORMAT_WHOLE;
		break;
	case COLUMN_TIME:
		return about.change ? FORMAT_TIME_CHANGE : FORMAT_TIME;
	case COLUMN_PERCENT:
		return about.change ? FORMAT_PERCENT_CHANGE : FORMAT_PERCENT;
	case COLUMN_RATIO:
		return FORMAT_RATIO;
	default:
		break;
	}
	return (enum number_format)(FORMAT_DECIMALS + decimals);
}

size_t
number_format_width(enum number_format how, struct span text)
{
	switch (how) {
	case FORMAT_TEXT:
	case FORMAT_CLIPPED:
	case FORMAT_ID:
		return cell_value_units(text);
	case FORMAT_WHOLE:
	case FORMAT_TIME:
	case FORMAT_WHOLE_CHANGE:
	case FORMAT_TIME_CHANGE:
		return text.n + text.n / 3;
	default:
		return text.n + 1;
	}
}

static void
set_number_format(lxw_format *format, enum number_format how)
{
	char decimals[20] = "0.000000000000000";

	if (how == FORMAT_TEXT || how == FORMAT_ID)
		format_set_indent(format, 1); /* keeps it off a number */
	if (how == FORMAT_CLIPPED)
		format_set_align(format, LXW_ALIGN_FILL);
	if (how < FORMAT_DECIMALS) {
		if (code[how])
			format_set_num_format(format, code[how]);
		return;
	}
	decimals[how == FORMAT_DECIMALS ? 1 : 2 + how - FORMAT_DECIMALS] = 0;
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

lxw_format *
cell_formats_header(struct cell_formats *s, bool page, bool number)
{
	lxw_format **format = &s->header[page][number];

	if (is_new(s, format)) {
		format_set_bold(*format);
		format_set_bg_color(*format, HEADER_RGB);
		format_set_bottom(*format, LXW_BORDER_THIN);
		format_set_align(
		    *format, number ? LXW_ALIGN_RIGHT : LXW_ALIGN_LEFT);
		if (!number || !page)
			format_set_indent(*format, number ? BUTTON_INDENT : 1);
	}
	return *format;
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
    struct cell_formats *s, enum number_format how, struct look look)
{
	enum tone tone = look.tone;
	lxw_format **format = &s->cell[how][tone][look.edge];

	if (is_new(s, format)) {
		set_number_format(*format, how);
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
		set_number_format(*format, FORMAT_TEXT);
		format_set_bg_color(*format, more ? SLOWER_RGB : FASTER_RGB);
	}
	return *format;
}

lxw_format *
cell_formats_total(struct cell_formats *s, enum number_format how)
{
	lxw_format **format = &s->total[how];

	if (is_new(s, format)) {
		set_number_format(*format, how);
		format_set_bold(*format);
		format_set_top(*format, LXW_BORDER_THIN);
	}
	return *format;
}
