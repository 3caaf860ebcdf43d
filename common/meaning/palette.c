#include <stdlib.h>

#include "common/meaning/palette.h"

enum { LABEL, GROUP, RGB, FIELDS };

extern const char *const palette_ours[];

/* A group, of those that there are, begins with the row that has its colour. */
static const char *const *
find_group(size_t group)
{
	const char *const *row = palette_ours;

	while (!row[RGB][0] || group-- > 0)
		row += FIELDS;
	return row;
}

size_t
palette_groups(void)
{
	size_t n = 0;

	for (const char *const *row = palette_ours; row[LABEL]; row += FIELDS)
		n += row[RGB][0] != '\0';
	return n;
}

size_t
palette_other(void)
{
	return palette_groups() - 1;
}

size_t
palette_of(struct span label)
{
	size_t group = 0;

	for (const char *const *row = palette_ours; row[LABEL]; row += FIELDS) {
		group += row[RGB][0] != '\0';
		if (span_is(label, row[LABEL]))
			return group - 1;
	}
	return group - 1;
}

struct span
palette_name(size_t group)
{
	return span_of(find_group(group)[GROUP]);
}

uint32_t
palette_rgb(size_t group)
{
	return (uint32_t)strtoul(find_group(group)[RGB], NULL, 16);
}

/* By the luma of ITU-R BT.601, in thousandths. */
bool
palette_is_light(uint32_t rgb)
{
	uint32_t red = rgb >> 16, green = rgb >> 8 & 255, blue = rgb & 255;

	return 299 * red + 587 * green + 114 * blue > 128 * 1000;
}

/* The cube's steps are 0, 95, 135, 175, 215 and 255. */
int
palette_terminal(uint32_t rgb)
{
	static const int middle[] = {48, 115, 155, 195, 235};
	int place = 0;

	for (int shift = 16; shift >= 0; shift -= 8) {
		int step = 0, value = (int)(rgb >> shift & 255);

		while (step < 5 && value >= middle[step])
			step++;
		place = 6 * place + step;
	}
	return 16 + place;
}
