#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/bytes/utf8.h"
#include "tools/trace-plot/script.h"

/* gnuplot 5.4 misreads a doubled quote beside the one that begins a text. */
#define APOSTROPHE "\xE2\x80\x99"

static const char ellipsis[] = "\xE2\x80\xA6";

static size_t
characters(struct span text)
{
	size_t n = 0;

	for (; text.n; n++) {
		size_t length = utf8_length(text);

		text = span_cut(text, length ? length : 1, text.n);
	}
	return n;
}

/* How many characters a text of at most `most` has before and after the "…". */
struct shortened {
	size_t n, head, tail;
};

static struct shortened
shorten(struct span text, size_t most)
{
	struct shortened s = {characters(text), 0, 0};

	if (s.n > most) {
		s.tail = (most - 1) / 2;
		s.head = most - 1 - s.tail;
	}
	return s;
}

static bool
is_shown(const struct shortened *s, size_t i)
{
	return !s->head || i < s->head || i >= s->n - s->tail;
}

static int
width_of(char c)
{
	if (c && strchr("ijlI|'.,:;! ", c))
		return 4;
	if (c && strchr("ftrJ()[]{}/\\-\"", c))
		return 5;
	if (c && strchr("mwMW%@+=<>#&~", c))
		return 11;
	if (c && strchr("cksvxyz_", c))
		return 7;
	return (c >= 'A' && c <= 'Z') || (c & 0x80) ? 9 : 8;
}

int
script_width(struct span text, size_t most)
{
	struct shortened s = shorten(text, most);
	int width = s.head ? 12 : 0; /* of the ellipsis */

	for (size_t i = 0; text.n; i++) {
		size_t length = utf8_length(text);

		if (is_shown(&s, i))
			width += width_of(text.p[0]);
		text = span_cut(text, length ? length : 1, text.n);
	}
	return width;
}

static void
add_character(struct script *s, struct span c)
{
	if (c.n == 1 && (c.p[0] == '\'' || c.p[0] == '`'))
		c = span_of(APOSTROPHE);
	else if (c.n == 1 && ((unsigned char)c.p[0] < ' ' || c.p[0] == 127))
		c = span_of(" ");
	buf_add(&s->body, c.p, c.n);
}

/* A text of at most `most` characters, shortened in its middle, and quoted. */
static void
script_text(struct script *s, struct span text, size_t most)
{
	struct shortened part = shorten(text, most);

	script_add(s, "'");
	for (size_t i = 0; text.n; i++) {
		size_t length = utf8_length(text);
		struct span c = span_cut(text, 0, length ? length : 1);

		text = span_cut(text, c.n, text.n);
		if (part.head && i == part.head)
			add_character(s, span_of(ellipsis));
		if (is_shown(&part, i))
			add_character(
			    s, length ? c : span_of(UTF8_REPLACEMENT));
	}
	script_add(s, "'");
}

static double
screen_x(double x)
{
	return x / PAGE_WIDTH;
}

static double
screen_y(const struct script *s, double y)
{
	return 1 - y / s->height;
}

void
script_label(struct script *s, struct span text, size_t most, double x,
    double y, enum side side, uint32_t rgb)
{
	static const char *const sides[] = {"left", "center", "right"};

	script_add(s, "set label ");
	script_text(s, text, most);
	script_add(s, " at screen %.5f, screen %.5f %s front tc rgb '#%06x'\n",
	    screen_x(x), screen_y(s, y), sides[side], (unsigned)rgb);
}

void
script_box(struct script *s, double x, double y, double width, double height,
    uint32_t rgb)
{
	script_add(s,
	    "set object rectangle from screen %.5f, screen %.5f to "
	    "screen %.5f, screen %.5f fc rgb '#%06x' fs solid noborder\n",
	    screen_x(x), screen_y(s, y + height), screen_x(x + width),
	    screen_y(s, y), (unsigned)rgb);
}

void
script_area(
    struct script *s, double left, double top, double right, double bottom)
{
	script_add(s,
	    "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
	    "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
	    screen_x(left), screen_x(right), screen_y(s, top),
	    screen_y(s, bottom));
}

/* The largest of n units that goes into a value; the first one is the least. */
static struct unit
largest_unit(const struct unit *units, size_t n, double value)
{
	struct unit u = units[0];

	for (size_t i = 1; i < n; i++)
		if (fabs(value) >= units[i].size)
			u = units[i];
	for (double v = fabs(value) / u.size; v >= 10 && u.decimals > 1;
	     v /= 10)
		u.decimals--;
	return u;
}

struct unit
unit_for(double ns)
{
	static const struct unit units[] = {
	    {"us", 1e3, 3}, {"ms", 1e6, 3}, {"s", 1e9, 3}};

	return largest_unit(units, COUNT(units), ns);
}

struct unit
unit_for_bytes(double bytes)
{
	static const struct unit units[] = {{"bytes", 1, 0}, {"KiB", 0x1p10, 3},
	    {"MiB", 0x1p20, 3}, {"GiB", 0x1p30, 3}, {"TiB", 0x1p40, 3}};

	return largest_unit(units, COUNT(units), bytes);
}

struct span
unit_print(char out[32], const struct unit *u, double value)
{
	int n =
	    snprintf(out, 32, "%.*f %s", u->decimals, value / u->size, u->name);

	return (struct span){out, n > 0 && n < 32 ? (size_t)n : 0};
}
