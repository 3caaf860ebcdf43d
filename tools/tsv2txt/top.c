#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/number.h"
#include "tools/tsv2txt/top.h"

/* A record's share and its place in the table. */
struct entry {
	double share;
	size_t index;
};

void
top_add(struct top *t, struct span share)
{
	char text[64] = "";

	if (number_is(share) && share.n < sizeof text)
		memcpy(text, share.p, share.n);
	ARRAY_PUSH(t->share, t->n, &t->share_cap, strtod(text, NULL));
}

static int
compare(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->share != y->share)
		return x->share > y->share ? -1 : 1;
	return x->index < y->index ? -1 : 1;
}

void
top_choose(struct top *t, size_t most)
{
	struct entry *e = xcalloc(t->n + 1, sizeof *e);

	t->shown = xcalloc(t->n + 1, sizeof *t->shown);
	for (size_t i = 0; i < t->n; i++)
		e[i] = (struct entry){t->share[i], i};
	qsort(e, t->n, sizeof *e, compare);
	for (size_t i = 0; i < t->n && i < most; i++)
		t->shown[e[i].index] = true;
	t->hidden = t->n > most ? t->n - most : 0;
	t->next = t->hidden ? e[most].index : 0;
	free(e);
}

void
top_free(struct top *t)
{
	free(t->share);
	free(t->shown);
}
