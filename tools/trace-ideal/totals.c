#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "tools/trace-ideal/totals.h"

void
totals_free(struct totals_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->list[i].total);
	free(l->list);
}

/* Rows of one group follow each other, mostly: the search begins at the last.
 */
struct totals *
totals_of(struct totals_list *l, uint32_t key, const struct ideal_table *table)
{
	struct totals one = {.key = key, .table = table};

	for (size_t i = l->n; i-- > 0;)
		if (l->list[i].key == key && l->list[i].table == table)
			return &l->list[i];
	one.total = xcalloc(table->n_categories + 1, sizeof *one.total);
	ARRAY_PUSH(l->list, l->n, &l->cap, one);
	return &l->list[l->n - 1];
}

void
total_add(struct total *t, const struct total *one)
{
	t->calls += one->calls;
	if (fixed_add(&t->ns, one->ns))
		t->ns = INT64_MAX; /* 292 years */
	t->cycles += one->cycles;
	t->counted += one->counted;
	if (one->ideal.cycles > 0)
		t->ideal.cycles += one->ideal.cycles;
	t->ideal.ns += one->ideal.ns;
}
