#include <string.h>

#include "common/trace/category_map.h"

int
category_map_add(struct category_map *m, struct span rule)
{
	const char *sign = rule.n ? memchr(rule.p, '=', rule.n) : NULL;
	size_t n = sign ? (size_t)(sign - rule.p) : 0;

	if (n == 0 || n + 1 == rule.n || m->n == CATEGORY_MAP_MOST)
		return -1;
	m->from[m->n] = category_today((struct span){rule.p, n});
	m->to[m->n++] = category_today(span_cut(rule, n + 1, rule.n));
	return 0;
}

void
category_map_event(const struct category_map *m, struct kevent *e)
{
	for (size_t i = 0; i < m->n; i++) {
		if (!span_equal(e->cat, m->from[i]))
			continue;
		e->cat = m->to[i];
		e->group = category_group(e->cat, e->ph);
		if (!category_on_device(e->cat, e->group))
			return;
		if (e->device.n == 0)
			e->device = e->pid;
		if (e->stream.n == 0)
			e->stream = e->tid;
		return;
	}
}
