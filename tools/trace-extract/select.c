#include "tools/trace-extract/select.h"

static int
add_one(struct selection *s, struct span item)
{
	if (item.n == 0)
		return -1;
	if (span_is(item, "all")) {
		s->all = true;
	} else if (span_is(item, "gpu")) {
		s->groups |= GROUP_GPU;
	} else if (span_is(item, "host")) {
		s->groups |= GROUP_HOST;
	} else {
		if (s->names == SELECT_NAMES)
			return -1;
		s->name[s->names++] = category_today(item);
	}
	return 0;
}

int
select_add(struct selection *s, const char *list)
{
	for (;;) {
		size_t n = strcspn(list, ",");

		if (add_one(s, (struct span){list, n}))
			return -1;
		if (list[n] == '\0')
			return 0;
		list += n + 1;
	}
}

bool
select_has(const struct selection *s, const struct kevent *e)
{
	if (s->all || s->groups & category_group(e->cat, e->ph))
		return true;
	for (int i = 0; i < s->names; i++)
		if (span_equal(s->name[i], e->cat))
			return true;
	return false;
}
