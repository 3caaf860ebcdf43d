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
