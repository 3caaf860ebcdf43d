/*
 * Any bytes as a workbook just written: it is whole or it is not. The first
 * byte is how many sheets it is to have, the next how large they are.
 */
#include <stdio.h>

#include "tests/fuzz/bytes.h"
#include "tools/csv2xlsx/package.h"

enum { MOST_SHEETS = 8 };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	int64_t rows[MOST_SHEETS];
	int n = take_byte(&b) % (MOST_SHEETS + 1);
	int whole;
	FILE *f;

	for (int i = 0; i < n; i++)
		rows[i] = take_byte(&b);
	if (b.n == 0)
		return 0;
	f = fmemopen((void *)(uintptr_t)b.p, b.n, "rb");
	require(f != NULL);
	whole = package_check(f, rows, n);
	require(whole == 0 || whole == -1);
	fclose(f);
	return 0;
}
