#include <stdio.h>
#include <stdlib.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-cycles/inner_row.h"
#include "tools/trace-cycles/structure.h"

/* Adds " + head 8", or another word, unless there are no kernels. */
static void
add_kernels(struct buf *words, const char *word, uint32_t kernels)
{
	char text[40];

	if (kernels)
		xbuf_add(words, text,
		    (size_t)snprintf(text, sizeof text, "%s%s%u",
			words->n ? " + " : "", word, kernels));
}

/* How often a cycle is in each repeat of another one. */
struct range {
	size_t least, most;
};

static struct range
range_in(const struct cycles *all, const struct cycle *c, uint32_t inner)
{
	const struct cycle *k = &all->cycle[inner];
	struct range range = {SIZE_MAX, 0};

	for (size_t i = 0; i < c->repeats; i++) {
		struct repeat r = all->repeat[c->first_repeat + i];
		size_t n = cycles_repeat_from(all, k, r.end) -
		    cycles_repeat_from(all, k, r.start);

		range.least = n < range.least ? n : range.least;
		range.most = n > range.most ? n : range.most;
	}
	return range;
}

/* A cycle in several rows of the root may be short of repeats in any of them.
 */
static bool
is_only_row(const struct inner_rows *rows, size_t i)
{
	for (size_t k = 0; k < rows->n; k++)
		if (k != i && rows->row[k].cycle == rows->row[i].cycle)
			return false;
	return true;
}

static void
add_row(struct buf *words, struct range range, size_t number)
{
	char text[100];
	int n = snprintf(
	    text, sizeof text, "%s%zu", words->n ? " + " : "", range.least);

	xbuf_add(words, text, (size_t)n);
	if (range.most > range.least) {
		n = snprintf(text, sizeof text, "..%zu", range.most);
		xbuf_add(words, text, (size_t)n);
	}
	n = snprintf(text, sizeof text, " x cycle %zu", number);
	xbuf_add(words, text, (size_t)n);
}

static void
add_rows(struct buf *words, const struct view *v, const struct inner_rows *rows)
{
	const struct cycles *all = &v->sequence->cycles;
	uint32_t at = v->cycle->root, end = at + v->cycle->length;

	for (size_t i = 0; i < rows->n; i++) {
		const struct inner_row *row = &rows->row[i];
		size_t number =
		    view_number(v->report, v->found->sequence, row->cycle);
		struct range range = {row->n, row->n};

		if (number == 0)
			continue;
		if (is_only_row(rows, i))
			range = range_in(all, v->cycle, row->cycle);
		add_kernels(words, words->n ? "" : "head ", row->start - at);
		add_row(words, range, number);
		at = row->end;
	}
	add_kernels(words, words->n ? "tail " : "", end - at);
}

void
structure_print(struct tsvw *out, const struct view *v)
{
	struct repeat root = {
	    v->cycle->root, v->cycle->root + v->cycle->length};
	struct inner_rows rows = {0};
	struct buf words = {0};

	if (inner_rows_find(&rows, &v->sequence->cycles, v->found->cycle, root))
		die_memory();
	add_rows(&words, v, &rows);
	tsvw_text(out, buf_span(&words));
	buf_free(&words);
	free(rows.row);
}
