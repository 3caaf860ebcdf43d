#include "tools/tsv2txt/note.h"

enum { PIECE = 60 }; /* may be this long, though lines are shorter */

void
note_add(struct note *note, struct span piece, const char *mark)
{
	struct cell *cell = note->cell;
	size_t gap = note->used ? 1 : 0;

	note->paper->no_memory |= cell_set(cell, piece) != 0;
	cell_shorten(cell, note->width > PIECE ? note->width : PIECE);
	if (note->used && note->used + gap + cell->width + 1 > note->width) {
		paper_end(note->paper);
		note->used = gap = 0;
	}
	paper_text(note->paper, span_of(gap ? " " : ""));
	paper_text(note->paper, buf_span(&cell->text));
	paper_text(note->paper, span_of(mark));
	note->used += gap + cell->width + 1;
}
