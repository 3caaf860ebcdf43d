#include "common/bytes/fixed.h"
#include "tools/trace-cut/path.h"

/* Cuts off what is before the separator, or all; takes the separator, too. */
static struct span
cut_at(struct span *s, char separator)
{
	const char *at = s->n ? memchr(s->p, separator, s->n) : NULL;
	struct span head = {s->p, at ? (size_t)(at - s->p) : s->n};

	*s = span_cut(*s, at ? head.n + 1 : s->n, s->n);
	return head;
}

struct span
path_outermost(struct span path)
{
	return cut_at(&path, '/');
}

bool
path_take(struct span *path, struct repeat *r)
{
	struct span number = cut_at(path, '/');
	struct span cycle = cut_at(&number, ':');

	return fixed_parse_int(cycle, &r->cycle) == 0 &&
	    fixed_parse_int(number, &r->number) == 0;
}

bool
path_holds(struct span path, struct repeat want)
{
	while (path.n) {
		struct repeat r;

		if (path_take(&path, &r) &&
		    (want.cycle == 0 || want.cycle == r.cycle) &&
		    (want.number == 0 || want.number == r.number))
			return true;
	}
	return false;
}
