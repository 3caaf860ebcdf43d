#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/meaning/palette.h"
#include "tools/trace-plot/draw.h"

enum { UNKNOWN = 255, OF_LABEL = 0, OF_NAME = 1 };

void
group_open(struct plot *p)
{
	size_t n = pool_count(p->tables->texts);

	for (int i = 0; i < 2; i++) {
		p->known[i] = xmalloc(n + 1);
		memset(p->known[i], UNKNOWN, n + 1);
	}
}

void
group_close(struct plot *p)
{
	free(p->known[0]);
	free(p->known[1]);
}

bool
group_is_known(const struct frame *f, size_t column)
{
	return f->has[column] || f->has[column + 1] || f->has[column + 2];
}

static size_t
of_label(struct plot *p, uint32_t text)
{
	unsigned char *known = &p->known[OF_LABEL][text];

	if (*known == UNKNOWN)
		*known =
		    (unsigned char)palette_of(pool_get(p->tables->texts, text));
	return *known;
}

static size_t
of_name(struct plot *p, uint32_t text)
{
	unsigned char *known = &p->known[OF_NAME][text];
	struct rules_labels labels;

	if (*known == UNKNOWN) {
		rules_label(
		    p->rules, pool_get(p->tables->texts, text), &labels);
		*known = (unsigned char)palette_of(
		    labels.category.n ? labels.category : labels.family);
	}
	return *known;
}

size_t
group_of(
    struct plot *p, const struct frame *f, const union cell *row, size_t column)
{
	size_t group = palette_other();

	for (size_t i = 0; i < 2; i++) {
		if (!frame_text(p->tables, row, column + i).n)
			continue;
		group = of_label(p, row[column + i].text);
		if (group != palette_other())
			return group;
	}
	return f->has[column + 2] ? of_name(p, row[column + 2].text) : group;
}

void
draw_axis(struct script *s, double left, double right, double top,
    double bottom, double most, const char *unit)
{
	script_area(s, left, top, right, bottom);
	script_add(s,
	    "set xrange [0:%.9g]\nset yrange [0:1]\nunset ytics\n"
	    "set grid xtics back\nset xlabel '%s'\n"
	    "plot NaN notitle\n",
	    most, unit);
}

double
draw_step(double range, int most)
{
	double step = pow(10, floor(log10(range / most)));

	while (range / step > most)
		step *= range / step > 2 * most ? 5 : 2;
	return step;
}

size_t
draw_panels(struct plot *p, size_t n, const char *thing, const char *things,
    const char *choice)
{
	size_t shown = n < PANELS_MOST ? n : PANELS_MOST, more = n - shown;

	if (more)
		snprintf(p->note, sizeof p->note, "%zu more %s %s left out%s",
		    more, more > 1 ? things : thing, more > 1 ? "are" : "is",
		    choice);
	p->script->height =
	    PANELS_TOP + PANEL_HEIGHT * (int)shown + PANELS_BOTTOM;
	script_add(p->script, "set multiplot\n");
	return shown;
}

double
panel_top(size_t i)
{
	return PANELS_TOP + PANEL_HEAD + PANEL_HEIGHT * (double)i;
}

void
draw_panel(struct script *s, size_t i, struct span title)
{
	double top = panel_top(i);

	if (i)
		script_add(s, "unset label\nunset object\nunset arrow\n");
	script_area(
	    s, PANEL_LEFT, top, PANEL_LEFT + PANEL_RIGHT, top + PANEL_TOP);
	script_label(s, title, 120, PANEL_LEFT, top - 16, SIDE_LEFT, TEXT_RGB);
}

void
kernel_names_open(struct kernel_names *n, const struct plot *p, size_t column)
{
	const struct frame *f = &p->tables->frame[0];

	n->kernels = NULL;
	if (!f->has[column] || !span_is(f->name[column], "name"))
		return;
	n->kernels = kshorts_new();
	for (size_t r = 0; r < f->rows; r++)
		kshorts_add(
		    n->kernels, frame_text(p->tables, frame_row(f, r), column));
	kshorts_choose(n->kernels);
}

void
kernel_names_close(struct kernel_names *n)
{
	kshorts_free(n->kernels);
}

struct span
kernel_names_get(
    const struct kernel_names *n, const struct plot *p, uint32_t text)
{
	struct span name = pool_get(p->tables->texts, text);

	if (n->kernels && name.n)
		return kshorts_get(n->kernels, name);
	return name;
}

struct span
draw_name_track(char out[TRACK_NAME_SIZE], struct span label, struct span rank,
    struct span device, struct span stream)
{
	static const char *const what[] = {"", "rank ", "device ", "stream "};
	const struct span text[] = {label, rank, device, stream};
	const size_t most = 120; /* of each, so that all fit */
	size_t n = 0;

	for (size_t i = 0; i < 4; i++)
		if (text[i].n)
			n += (size_t)snprintf(out + n, TRACK_NAME_SIZE - n,
			    "%s%s%.*s", n ? " " : "", what[i],
			    (int)(text[i].n < most ? text[i].n : most),
			    text[i].p);
	return (struct span){out, n};
}
