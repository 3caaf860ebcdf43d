#include <stdlib.h>

#include "tools/trace-cycles/level.h"

int
level_init(struct level *l, const struct text *kernels, size_t n)
{
	*l = (struct level){.kernels = kernels};
	l->symbol = malloc((n + 1) * sizeof *l->symbol);
	l->at = malloc((n + 1) * sizeof *l->at);
	l->found = malloc((n + 1) * sizeof *l->found);
	if (l->symbol && l->at && l->found)
		return 0;
	level_free(l);
	return -1;
}

void
level_free(struct level *l)
{
	free(l->symbol);
	free(l->at);
	free(l->found);
	*l = (struct level){0};
}

void
level_add(struct level *l, uint32_t symbol, uint32_t at, uint32_t found)
{
	l->symbol[l->n] = symbol;
	l->at[l->n] = at;
	l->found[l->n++] = found;
}

/* The first symbol that starts at that kernel or behind it; n if none does. */
static size_t
first_from(const struct level *l, uint32_t kernel)
{
	size_t low = 0, high = l->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (level_at(l, middle) < kernel)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint32_t
level_from(const struct level *l, uint32_t kernel)
{
	return level_at(l, first_from(l, kernel));
}

uint32_t
level_to(const struct level *l, uint32_t kernel)
{
	size_t i = first_from(l, kernel);

	return level_at(l, i) > kernel ? level_at(l, i - 1) : kernel;
}

int
level_text(const struct level *l, struct text *text)
{
	if (!l->symbol) {
		*text = text_part(l->kernels, 0, l->n);
		return 0;
	}
	if (text_init(text, l->symbol, l->n))
		return -1;
	text->at = l->at;
	return 0;
}
