/* Any bytes as a workbook: its sheets have names, and rows of some length. */
#include "tests/fuzz/bytes.h"
#include "tools/xlsx2tsv/workbook.h"

static int
look(void *to, const struct span *cell, size_t n)
{
	size_t *bytes = to;

	require(n <= WORKBOOK_COLUMNS);
	for (size_t i = 0; i < n; i++)
		*bytes += cell[i].n ? (unsigned char)cell[i].p[0] : 1;
	return 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct workbook b;
	size_t bytes = 0;
	int rc = workbook_open(&b, data, size);

	require((rc < 0) == (b.error != NULL));
	for (size_t i = 0; rc == 0 && i < b.sheets; i++) {
		require(workbook_sheet_name(&b, i) != NULL);
		rc = workbook_read(&b, i, look, &bytes);
	}
	workbook_close(&b);
	return 0;
}
