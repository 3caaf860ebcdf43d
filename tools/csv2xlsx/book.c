#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "tools/csv2xlsx/book.h"

#define NO_ROOM "cannot write a temporary file; is there room in TMPDIR?"

/* Says what failed, and why where errno says it. */
__attribute__((noreturn)) static void
fail(const char *name, const char *what)
{
	die("%s: %s%s%s", name, what, errno ? ": " : "",
	    errno ? strerror(errno) : "");
}

/*
 * The library tells stderr in its own words what is wrong, and that may be the
 * only sign of it, as when a small piece of memory was missing. So stderr is a
 * pipe meanwhile: what goes in is heard, and told once, in our words.
 */
struct stderr_capture {
	int saved; /* stderr as it was */
	int pipe;
};

static int
stderr_capture_begin(struct stderr_capture *h)
{
	int ends[2];

	h->saved = dup(STDERR_FILENO);
	if (h->saved < 0)
		return -1;
	if (pipe(ends)) {
		close(h->saved);
		return -1;
	}
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	fcntl(ends[1], F_SETFL, O_NONBLOCK);
	dup2(ends[1], STDERR_FILENO);
	close(ends[1]);
	h->pipe = ends[0];
	errno = 0;
	return 0;
}

/* Was there anything to hear? errno stays. */
static bool
stderr_capture_end(struct stderr_capture *h)
{
	int saved = errno;
	char byte;
	bool heard = read(h->pipe, &byte, 1) > 0;

	dup2(h->saved, STDERR_FILENO);
	close(h->saved);
	close(h->pipe);
	errno = saved;
	return heard;
}

void
book_open(
    struct book *b, const struct outfile *file, int64_t created, int level)
{
	lxw_workbook_options options = {.constant_memory = LXW_TRUE};
	lxw_doc_properties properties = {.created = (time_t)created};
	struct stderr_capture capture;

	*b = (struct book){.name = outfile_name(file),
	    .path = file->temporary.path,
	    .fd = file->temporary.fd};
	if (temporary_open(&b->frame, b->path) ||
	    row_xml_open(&b->rows, b->path, level) ||
	    stderr_capture_begin(&capture))
		fail(b->name, "cannot create a workbook");
	b->workbook = workbook_new_opt(b->frame.path, &options);
	b->styles.book = b->workbook;
	if (b->workbook)
		workbook_set_properties(b->workbook, &properties);
	if (stderr_capture_end(&capture) || !b->workbook)
		fail(b->name, "cannot create a workbook");
}

/*
 * In the filter's defined name the library leaves h100 without the quotes that
 * tell it from the cell H100.
 */
static void
quote(lxw_worksheet *worksheet)
{
	size_t size = strlen(worksheet->name) + 3;
	char *quoted;

	if (worksheet->quoted_name[0] == '\'')
		return;
	quoted = xmalloc(size);
	snprintf(quoted, size, "'%s'", worksheet->name);
	free(worksheet->quoted_name);
	worksheet->quoted_name = quoted;
}

lxw_worksheet *
book_add_sheet(struct book *b, const char *wanted)
{
	const char *name = sheet_names_add(&b->names, wanted);
	lxw_worksheet *worksheet = NULL;
	struct stderr_capture capture;
	bool heard = true;

	ARRAY_PUSH(b->sheet, b->sheets, &b->cap, (struct row_xml_data){0});
	if (stderr_capture_begin(&capture) == 0) {
		worksheet = workbook_add_worksheet(b->workbook, name);
		heard = stderr_capture_end(&capture);
	}
	if (!worksheet || heard)
		die("cannot create a sheet%s%s", errno ? ": " : "",
		    errno ? strerror(errno) : "");
	quote(worksheet);
	return worksheet;
}

enum { SAMPLE_WIDTH = 16, MEANING_WIDTH = 60 };

static void
put_row(
    struct cells *s, lxw_format *sample, const char *text, const char *meaning)
{
	cells_text(s, 0, span_of(text), sample);
	cells_text(s, 1, span_of(meaning),
	    cell_formats_cell(s->styles, FORMAT_TEXT, (struct look){0}));
	s->row++;
}

static void
put_tone(struct cells *s, enum tone tone, const char *text, const char *meaning)
{
	put_row(s,
	    cell_formats_cell(
		s->styles, FORMAT_TEXT, (struct look){tone, false}),
	    text, meaning);
}

static void
put_change(struct cells *s)
{
	put_row(s, cell_formats_change(s->styles, true), "more",
	    "the value increased; the largest change has the full colour");
	put_row(s, cell_formats_change(s->styles, false), "less",
	    "the value decreased; white is no change");
}

void
book_add_legend(struct book *b)
{
	/* Of no table: none of these texts is too long. */
	struct cells s = {.styles = &b->styles, .rows = &b->rows};
	lxw_format *header = cell_formats_header(s.styles, false, false);
	const struct legend *l = &b->legend;

	s.worksheet = book_add_sheet(b, "Legend");
	cells_text(&s, 0, span_of("Colour"), header);
	cells_text(&s, 1, span_of("Meaning"), header);
	s.row++;
	/* only what there is, so that a colour that means one thing says so */
	for (size_t i = 0; i < TONE_WORDS; i++)
		if (l->seen[i])
			put_tone(&s, tone_words[i].tone, tone_words[i].word,
			    tone_words[i].meaning);
	if (l->group) {
		put_tone(&s, TONE_ODD, "group",
		    "rows with the same number, between two lines, belong "
		    "together:");
		put_tone(&s, TONE_EVEN, "next group",
		    "kernels that were fused, split or replaced");
	}
	if (l->change)
		put_change(&s);
	cells_dimension(&s, s.row - 1, 1);
	cells_free(&s);
	worksheet_fit_to_pages(s.worksheet, 1, 0);
	cells_set_width(&s, 0, SAMPLE_WIDTH);
	cells_set_width(&s, 1, MEANING_WIDTH);
}

void
book_end_sheet(struct book *b, const char *output)
{
	b->sheet[b->sheets - 1] = row_xml_end(&b->rows);
	errno = b->rows.error;
	if (errno)
		fail(output, "cannot write a temporary file");
}

/* Has the library write the file; this frees the workbook. */
static void
write_file(struct book *b)
{
	struct stderr_capture capture;
	lxw_error error;

	if (stderr_capture_begin(&capture))
		fail(b->name, "cannot write it");
	error = workbook_close(b->workbook);
	if (stderr_capture_end(&capture) || error)
		fail(b->name,
		    error && !errno ? lxw_strerror(error) : "cannot write it");
}

/* Puts the rows where they belong, if what the library has written is whole. */
static void
put_together(struct book *b)
{
	FILE *frame = fopen(b->frame.path, "rb");
	FILE *packed = fopen(b->rows.file.path, "rb");
	FILE *out = fdopen(dup(b->fd), "wb");

	if (!frame || !packed || !out)
		fail(b->name, "cannot read the workbook back");
	switch (splice(frame, packed, b->sheet, (int)b->sheets, out)) {
	case SPLICE_DONE:
		break;
	case SPLICE_BROKEN:
		errno = 0;
		fail(b->name, NO_ROOM);
	default:
		fail(b->name, "cannot write it");
	}
	fclose(frame);
	fclose(packed);
	if (fclose(out))
		fail(b->name, "cannot write it");
}

void
book_close(struct book *b)
{
	write_file(b);
	put_together(b);
	sheet_names_free(&b->names);
	row_xml_close(&b->rows);
	temporary_close(&b->frame);
	free(b->sheet);
}
