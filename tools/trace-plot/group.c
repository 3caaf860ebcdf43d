#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/meaning/palette.h"
#include "tools/trace-plot/group.h"

enum { UNKNOWN = 255, OF_LABEL = 0, OF_NAME = 1 };

void
group_open(struct plot *p)
{
	size_t n = pool_count(p->tables->texts);

	for (int i = 0; i < 2; i++) {
		p->known[i] = xmalloc(n + 1);
		memset(p->known[i], UNKNOWN, n + 1);
	}
}

void
group_close(struct plot *p)
{
	free(p->known[0]);
	free(p->known[1]);
}

bool
group_is_known(const struct frame *f, size_t column)
{
	return f->has[column] || f->has[column + 1] || f->has[column + 2];
}

static size_t
of_label(struct plot *p, uint32_t text)
{
	unsigned char *known = &p->known[OF_LABEL][text];

	if (*known == UNKNOWN)
		*known =
		    (unsigned char)palette_of(pool_get(p->tables->texts, text));
	return *known;
}

static int
of_name(struct plot *p, uint32_t text, size_t *group)
{
	unsigned char *known = &p->known[OF_NAME][text];
	struct rules_labels labels;

	if (*known == UNKNOWN) {
		if (rules_label(p->rules, pool_get(p->tables->texts, text),
			&labels) < 0)
			return -1;
		*known = (unsigned char)palette_of(
		    labels.family.n ? labels.family : labels.category);
	}
	*group = *known;
	return 0;
}

int
group_of(struct plot *p, const struct frame *f, const union cell *row,
    size_t column, size_t *group)
{
	*group = palette_groups() - 1;
	for (size_t i = 0; i < 2; i++) {
		if (!frame_text(p->tables, row, column + i).n)
			continue;
		*group = of_label(p, row[column + i].text);
		if (*group + 1 < palette_groups())
			return 0;
	}
	if (!f->has[column + 2])
		return 0;
	return of_name(p, row[column + 2].text, group);
}
