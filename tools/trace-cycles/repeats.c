#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/repeats.h"

int
repeats_add(struct repeats *all, struct repeat r, uint32_t faults)
{
	struct repeat *grown =
	    array_grow(all->list, &all->cap, all->n + 1, sizeof r);
	uint32_t *grown_faults = array_grow(
	    all->faults, &all->faults_cap, all->n + 1, sizeof faults);

	all->list = grown ? grown : all->list;
	all->faults = grown_faults ? grown_faults : all->faults;
	if (!grown || !grown_faults)
		return -1;
	all->list[all->n] = r;
	all->faults[all->n++] = faults;
	return 0;
}

void
repeats_free(struct repeats *all)
{
	free(all->list);
	free(all->faults);
	*all = (struct repeats){0};
}
