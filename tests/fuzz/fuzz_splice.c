/*
 * Any bytes as a workbook that the library has written: it is copied, or it is
 * not whole. The first byte is how many sheets it is to have.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/bytes.h"
#include "tools/csv2xlsx/splice.h"

enum { MOST_SHEETS = 8 };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	static const struct row_xml_data none[MOST_SHEETS + 1];
	int n = take_byte(&b) % (MOST_SHEETS + 1);
	char *copy = NULL;
	size_t length = 0;
	enum splice status;
	FILE *book, *rows, *out;

	if (b.n == 0)
		return 0;
	book = fmemopen((void *)(uintptr_t)b.p, b.n, "rb");
	rows = fmemopen((void *)(uintptr_t)b.p, b.n, "rb");
	out = open_memstream(&copy, &length);
	require(book && rows && out);
	status = splice(book, rows, none, n, out);
	require(status == SPLICE_DONE || status == SPLICE_BROKEN);
	fclose(book);
	fclose(rows);
	fclose(out);
	free(copy);
	return 0;
}
