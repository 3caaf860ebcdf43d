/*
 * row_xml - the rows of worksheets, as XML that is deflated while it is
 * written.
 *
 * libxlsxwriter would print each number by printf, write the XML twice to
 * temporary files and deflate it at one level only. For 193,000 rows of ten
 * short columns the library alone (1.1.4, constant memory) needs 53 times the
 * CPU of cut -f 2, this 18 times; with long names of kernels it is 34 and 14.
 * So it gets sheets without rows, and splice.h puts these where its own would
 * be. Cells are what ECMA-376 part 1, 18.3.1.4
 * says: numbers as they are, texts in line, so that memory stays constant. A
 * plain text is <v> of the type str, half as long as inlineStr.
 */
#pragma once

#include <stdint.h>
#include <zlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/span.h"
#include "common/bytes/temporary.h"

enum { ROW_XML_BLOCK = 64 * 1024 };

/* Deflated data that end on a byte, but not with a last block (RFC 1951). */
struct row_xml_data {
	int64_t at;     /* in the temporary file */
	int64_t packed; /* bytes of it */
	int64_t size;   /* bytes of XML */
	uint32_t crc;
};

struct row_xml_cell {
	uint32_t row; /* both counted from 0 */
	int column;
	int32_t style; /* of the workbook; 0 is that of cells without one */
};

struct row_xml {
	struct temporary file;
	int error;  /* errno of a write that failed, or 0 */
	int64_t at; /* bytes written to it */
	z_stream z;
	struct buf xml;
	struct row_xml_data data;
	char number[FIXED_MAX]; /* of the row that is open, counted from 1 */
	size_t digits;
	uint32_t row;
	bool inside; /* a row is open */
	unsigned char out[ROW_XML_BLOCK];
};

/*
 * Makes ready for sheets, deflated at a level from 1 to 9; the temporary file
 * lies beside the path. Returns 0, or -1 with errno.
 */
MUST_USE int row_xml_open(struct row_xml *, const char *path, int level);
void row_xml_close(struct row_xml *);

/*
 * Cells in their order; then the end of the sheet, whose data are told, unless
 * rows->error says that they could not be written. The text is UTF-8 that XML
 * can hold, see cell_value_text, and not empty, or plain, see
 * cell_value_is_plain; the digits
 * are those of a number in XML Schema.
 */
void row_xml_text(struct row_xml *, struct row_xml_cell, struct span);
void row_xml_plain(struct row_xml *, struct row_xml_cell, struct span);
void row_xml_number(struct row_xml *, struct row_xml_cell, struct span digits);
void row_xml_blank(struct row_xml *, struct row_xml_cell);
struct row_xml_data row_xml_end(struct row_xml *);
