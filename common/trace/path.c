#include "common/trace/path.h"
#include "common/bytes/fixed.h"

bool
path_next(struct span *path, struct path_element *e)
{
	if (path->n == 0)
		return false;
	e->text = e->repeat = span_take(path, '/');
	e->cycle = span_take(&e->repeat, ':');
	return true;
}

bool
path_repeat(const struct path_element *e, struct path_repeat *r)
{
	return fixed_parse_int(e->cycle, &r->cycle) == 0 &&
	    fixed_parse_int(e->repeat, &r->number) == 0;
}

bool
path_holds(struct span path, struct path_repeat want)
{
	struct path_element e;
	struct path_repeat r;

	while (path_next(&path, &e))
		if (path_repeat(&e, &r) &&
		    (want.cycle == 0 || want.cycle == r.cycle) &&
		    (want.number == 0 || want.number == r.number))
			return true;
	return false;
}
