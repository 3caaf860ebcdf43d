#include "tools/tsv2txt/line_writer.h"

static void
put(struct line_writer *p, struct span s)
{
	buf_add(p->out, s.p, s.n);
}

static void
put_blanks(struct line_writer *p)
{
	if (buf_reserve(p->out, p->blanks)) {
		p->no_memory = true;
	} else {
		memset(p->out->p + p->out->n, ' ', p->blanks);
		p->out->n += p->blanks;
	}
	p->blanks = 0;
}

void
line_writer_text(struct line_writer *p, struct span s)
{
	if (s.n == 0)
		return;
	if (p->blanks)
		put_blanks(p);
	put(p, s);
}

void
line_writer_end(struct line_writer *p)
{
	p->blanks = 0;
	put(p, span_of("\n"));
}

enum { PIECE = 60 }; /* may be this long, though lines are shorter */

void
footnote_add(struct footnote *note, struct span piece, const char *mark)
{
	struct cell *cell = note->cell;
	size_t gap = note->used ? 1 : 0;

	note->lines->no_memory |= cell_set(cell, piece) != 0;
	cell_shorten(cell, note->width > PIECE ? note->width : PIECE);
	if (note->used && note->used + gap + cell->width + 1 > note->width) {
		line_writer_end(note->lines);
		note->used = gap = 0;
	}
	line_writer_text(note->lines, span_of(gap ? " " : ""));
	line_writer_text(note->lines, buf_span(&cell->text));
	line_writer_text(note->lines, span_of(mark));
	note->used += gap + cell->width + 1;
}
