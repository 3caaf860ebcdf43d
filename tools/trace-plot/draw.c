#include <math.h>
#include <stdio.h>

#include "common/bytes/memory.h"
#include "common/cli/xkey.h"
#include "common/meaning/palette.h"
#include "tools/trace-plot/draw.h"

enum { UNKNOWN = 255, OF_LABEL = 0, OF_NAME = 1 };

void
group_open(struct plot *p)
{
	size_t n = 2 * (size_t)pool_count(p->tables->texts);

	p->known = xmalloc(n + 1);
	memset(p->known, UNKNOWN, n + 1);
}

static size_t
of_text(struct plot *p, int what, uint32_t text)
{
	unsigned char *known = &p->known[2 * (size_t)text + (size_t)what];
	struct span label = pool_get(p->tables->texts, text);
	struct rules_labels labels;

	if (*known != UNKNOWN)
		return *known;
	if (what == OF_NAME) {
		rules_label(p->rules, label, &labels);
		label = labels.category.n ? labels.category : labels.family;
	}
	*known = (unsigned char)palette_of(label);
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
		group = of_text(p, OF_LABEL, row[column + i].text);
		if (group != palette_other())
			return group;
	}
	return f->has[column + 2] ? of_text(p, OF_NAME, row[column + 2].text)
				  : group;
}

int
draw_too_long(struct plot *p)
{
	p->trouble = "the times add up to more than 292 years";
	return -1;
}

double
draw_step(double range)
{
	const int most = 5;
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

struct distinct_names *
draw_kernels(const struct plot *p, size_t column)
{
	const struct frame *f = &p->tables->frame[0];
	struct distinct_names *kernels;

	if (!f->has[column] || !span_is(f->name[column], "name"))
		return NULL;
	kernels = distinct_names_new();
	for (const union cell *row = NULL; (row = frame_next(f, row));)
		distinct_names_add(kernels, frame_text(p->tables, row, column));
	distinct_names_choose(kernels);
	return kernels;
}

struct span
draw_kernel(struct distinct_names *kernels, const struct plot *p, uint32_t text)
{
	struct span name = pool_get(p->tables->texts, text);

	return kernels && name.n ? distinct_names_get(kernels, name) : name;
}

static struct span
text_of(const struct plot *p, uint32_t text)
{
	return text == POOL_NONE ? (struct span){"", 0}
				 : pool_get(p->tables->texts, text);
}

static int
compare_texts(const struct plot *p, uint32_t a, uint32_t b)
{
	return a == b ? 0 : key_compare(text_of(p, a), text_of(p, b));
}

static int
compare_tracks(
    const struct plot *p, const struct track *a, const struct track *b)
{
	int c = (a->table > b->table) - (a->table < b->table);

	c = c ? c : compare_texts(p, a->rank, b->rank);
	c = c ? c : compare_texts(p, a->device, b->device);
	return c ? c : compare_texts(p, a->stream, b->stream);
}

size_t
draw_track_find(const struct tracks *all, const struct track *t)
{
	size_t i = 0;

	while (i < all->n &&
	    (all->track[i].table != t->table || all->track[i].rank != t->rank ||
		all->track[i].device != t->device ||
		all->track[i].stream != t->stream))
		i++;
	return i;
}

void
draw_track_add(struct tracks *all, const struct plot *p, const struct track *t)
{
	size_t i = all->n;

	if (draw_track_find(all, t) < all->n)
		return;
	if (all->n == all->most) {
		all->left_out = true;
		return;
	}
	for (; i && compare_tracks(p, t, &all->track[i - 1]) < 0; i--)
		all->track[i] = all->track[i - 1];
	all->track[i] = *t;
	all->n++;
}

bool
draw_track_shows_device(const struct tracks *all, const struct track *t)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->track[i].table == t->table &&
		    all->track[i].rank == t->rank &&
		    all->track[i].device != t->device)
			return true;
	return false;
}

struct span
draw_track_name(const struct tracks *all, const struct plot *p,
    const struct track *t, bool labelled, char out[TRACK_NAME_SIZE])
{
	static const char *const what[] = {"", "rank ", "device ", "stream "};
	struct span text[] = {p->tables->frame[t->table].label,
	    text_of(p, t->rank), text_of(p, t->device), text_of(p, t->stream)};
	const bool shown[] = {
	    labelled, true, draw_track_shows_device(all, t), true};
	size_t n = 0;

	for (size_t i = 0; i < 4; i++)
		if (shown[i] && text[i].n) /* at most 120 of each, so all fit */
			n += (size_t)snprintf(out + n, TRACK_NAME_SIZE - n,
			    "%s%s%.*s", n ? " " : "", what[i],
			    SPAN_MOST(text[i], 120));
	return (struct span){out, n};
}

void
draw_track_note(const struct tracks *all, struct plot *p, const char *what)
{
	if (all->left_out)
		snprintf(p->note, sizeof p->note,
		    "more than %zu %s of others are left out", all->most, what);
}
