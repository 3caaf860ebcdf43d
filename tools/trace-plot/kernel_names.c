#include "tools/trace-plot/kernel_names.h"

int
kernel_names_open(struct kernel_names *n, const struct plot *p, size_t column)
{
	const struct frame *f = &p->tables->frame[0];

	n->kernels = NULL;
	if (!f->has[column] || !span_is(f->name[column], "name"))
		return 0;
	n->kernels = kshorts_new();
	if (!n->kernels)
		return -1;
	for (size_t r = 0; r < f->rows; r++)
		if (kshorts_add(n->kernels,
			frame_text(p->tables, frame_row(f, r), column)))
			return -1;
	return kshorts_choose(n->kernels);
}

void
kernel_names_close(struct kernel_names *n)
{
	kshorts_free(n->kernels);
}

int
kernel_names_get(const struct kernel_names *n, const struct plot *p,
    uint32_t text, struct span *name)
{
	*name = pool_get(p->tables->texts, text);
	return n->kernels && name->n ? kshorts_get(n->kernels, *name, name) : 0;
}
