#include <errno.h>
#include <string.h>

#include "common/bytes/outfile.h"
#include "common/input/inflate.h"
#include "tools/csv2xlsx/row_xml.h"

enum {
	AROUND = 192,       /* most bytes of the tags of a row and a cell */
	LONGEST_ENTITY = 7, /* _x000D_ */
	WINDOW = -15,       /* raw deflate */
	MEMORY = 8
};

int
row_xml_open(struct row_xml *r, const char *path, int level)
{
	*r = (struct row_xml){.file.fd = -1};
	if (temporary_open(&r->file, path))
		return -1;
	if (deflateInit2(&r->z, level, Z_DEFLATED, WINDOW, MEMORY,
		Z_DEFAULT_STRATEGY) == Z_OK)
		return 0;
	errno = ENOMEM;
	return -1;
}

void
row_xml_close(struct row_xml *r)
{
	deflateEnd(&r->z);
	buf_free(&r->xml);
	temporary_close(&r->file);
}

/* Deflates what waits; Z_SYNC_FLUSH ends on a byte. */
static void
deflate_xml(struct row_xml *r, int flush)
{
	r->data.crc = inflate_crc(r->data.crc, r->xml.p, r->xml.n);
	r->data.size += (int64_t)r->xml.n;
	r->z.next_in = (Bytef *)r->xml.p;
	r->z.avail_in = (uInt)r->xml.n;
	do {
		size_t n;

		r->z.next_out = r->out;
		r->z.avail_out = ROW_XML_BLOCK;
		deflate(&r->z, flush);
		n = ROW_XML_BLOCK - r->z.avail_out;
		if (!r->error && descriptor_write(r->file.fd, r->out, n))
			r->error = errno;
		r->at += (int64_t)n;
	} while (r->z.avail_out == 0);
	r->xml.n = 0;
}

/* Room for n bytes, whatever waits. */
static void
reserve(struct row_xml *r, size_t n)
{
	if (r->xml.n >= ROW_XML_BLOCK)
		deflate_xml(r, Z_NO_FLUSH);
	buf_reserve(&r->xml, n);
}

static inline void
add(struct row_xml *r, const char *p, size_t n)
{
	memcpy(r->xml.p + r->xml.n, p, n);
	r->xml.n += n;
}

static inline void
add_string(struct row_xml *r, const char *s)
{
	add(r, s, strlen(s));
}

static void
end_row(struct row_xml *r)
{
	if (r->inside)
		add_string(r, "</row>");
	r->inside = false;
}

static void
begin_row(struct row_xml *r, uint32_t row)
{
	end_row(r);
	r->digits = fixed_print_int(r->number, (int64_t)row + 1);
	r->row = row;
	r->inside = true;
	add_string(r, "<row r=\"");
	add(r, r->number, r->digits);
	add_string(r, "\">");
}

struct row_xml_data
row_xml_end(struct row_xml *r)
{
	struct row_xml_data data;

	reserve(r, AROUND);
	end_row(r);
	deflate_xml(r, Z_SYNC_FLUSH);
	data = r->data;
	data.packed = r->at - data.at;
	deflateReset(&r->z);
	r->data = (struct row_xml_data){.at = r->at};
	return data;
}

/* <c r="AB12" s="3", without its end; there is room. */
static void
begin_cell(struct row_xml *r, struct row_xml_cell cell)
{
	char letters[8];
	size_t n = sizeof letters;
	int c = cell.column;

	if (!r->inside || r->row != cell.row)
		begin_row(r, cell.row);
	do {
		letters[--n] = (char)('A' + c % 26);
		c = c / 26 - 1;
	} while (c >= 0);
	add_string(r, "<c r=\"");
	while (n < sizeof letters)
		r->xml.p[r->xml.n++] = letters[n++];
	memcpy(r->xml.p + r->xml.n, r->number, sizeof r->number);
	r->xml.n += r->digits;
	if (cell.style) {
		add_string(r, "\" s=\"");
		r->xml.n += fixed_print_int(r->xml.p + r->xml.n, cell.style);
	}
	add_string(r, "\"");
}

/* The XML text for a character that must be escaped, else NULL. */
static const char *
entity(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '\r': /* XML would make an LF of it */
		return "_x000D_";
	default:
		return NULL;
	}
}

static void
add_text(struct row_xml *r, struct span text)
{
	size_t done = 0;

	for (size_t i = 0; i < text.n; i++) {
		const char *other = entity(text.p[i]);

		if (!other)
			continue;
		add(r, text.p + done, i - done);
		add_string(r, other);
		done = i + 1;
	}
	add(r, text.p + done, text.n - done);
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

void
row_xml_text(struct row_xml *r, struct row_xml_cell cell, struct span text)
{
	reserve(r, AROUND + text.n * LONGEST_ENTITY);
	begin_cell(r, cell);
	add_string(r, " t=\"inlineStr\"><is><t");
	if (is_blank(text.p[0]) || is_blank(text.p[text.n - 1]))
		add_string(r, " xml:space=\"preserve\"");
	add_string(r, ">");
	add_text(r, text);
	add_string(r, "</t></is></c>");
}

/* A value as it is, of a type that the attribute says. */
static void
put_value(struct row_xml *r, struct row_xml_cell cell, const char *type,
    struct span value)
{
	reserve(r, AROUND + value.n);
	begin_cell(r, cell);
	add_string(r, type);
	add_string(r, "><v>");
	add(r, value.p, value.n);
	add_string(r, "</v></c>");
}

void
row_xml_plain(struct row_xml *r, struct row_xml_cell cell, struct span text)
{
	if (text.n == 0)
		row_xml_blank(r, cell);
	else
		put_value(r, cell, " t=\"str\"", text);
}

void
row_xml_number(struct row_xml *r, struct row_xml_cell cell, struct span digits)
{
	put_value(r, cell, "", digits);
}

void
row_xml_blank(struct row_xml *r, struct row_xml_cell cell)
{
	if (cell.style == 0)
		return;
	reserve(r, AROUND);
	begin_cell(r, cell);
	add_string(r, "/>");
}
