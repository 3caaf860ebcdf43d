#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "tools/trace-replay/batch.h"

enum state { UNSEEN, OPEN, OUTSIDE, WHOLE, INSIDE };

struct selection {
	struct operator_row *row;
	size_t n;
	struct idpool ids; /* numbered as the rows, if none is there twice */
	size_t *parent;    /* n: none */
	unsigned char *state;
	size_t *path;
};

/* Of several ids that are there twice, *where is a row of the lowest. */
static bool
find_parents(struct selection *s, size_t *where)
{
	bool twice = false;

	for (size_t i = 0; i < s->n; i++) {
		size_t known = s->ids.n;
		int64_t id = s->row[i].id;

		if (idpool_add(&s->ids, (uint64_t)id) == known ||
		    (twice && id >= s->row[*where].id))
			continue;
		twice = true;
		*where = i;
	}
	for (size_t i = 0; i < s->n; i++) {
		int64_t parent = s->row[i].parent;
		uint32_t row = idpool_find(&s->ids, (uint64_t)parent);

		s->parent[i] = parent < 0 || row == IDPOOL_NONE ? s->n : row;
	}
	return !twice;
}

/* Sets the state of a row and of all above it; false: they form a circle. */
static bool
find_state(struct selection *s, size_t i)
{
	enum state above = OUTSIDE;
	size_t n = 0;

	for (; i < s->n && s->state[i] == UNSEEN; i = s->parent[i]) {
		s->state[i] = OPEN;
		s->path[n++] = i;
	}
	if (i < s->n) {
		above = s->state[i];
		if (above == OPEN)
			return false;
	}
	while (n-- > 0) {
		const struct operator_row *r = &s->row[s->path[n]];

		if (above == WHOLE || above == INSIDE)
			above = INSIDE;
		else
			above = r->known && r->events > 0 ? WHOLE : OUTSIDE;
		s->state[s->path[n]] = (unsigned char)above;
	}
	return true;
}

/* A row that does not count as a whole keeps what it launched itself. */
static void
share_out(struct selection *s)
{
	for (size_t i = 0; i < s->n; i++) {
		struct operator_row *r = &s->row[i];
		bool counts = s->state[i] != INSIDE;

		r->own_ns = counts ? r->ns : 0;
		r->own_events = counts ? r->events : 0;
	}
	for (size_t i = 0; i < s->n; i++) {
		struct operator_row *above;

		if (s->parent[i] == s->n || s->state[s->parent[i]] != OUTSIDE)
			continue;
		above = &s->row[s->parent[i]];
		above->own_ns -= s->row[i].ns;
		above->own_events -= s->row[i].events;
	}
	/* Times in which two operators worked count for both. */
	for (size_t i = 0; i < s->n; i++)
		if (s->row[i].own_events <= 0 || s->row[i].own_ns < 0)
			s->row[i].own_ns = 0;
}

static enum selection_status
run(struct selection *s, size_t *where)
{
	if (!find_parents(s, where))
		return SELECTION_TWICE;
	for (size_t i = 0; i < s->n; i++)
		if (!find_state(s, i)) {
			*where = i;
			return SELECTION_CIRCLE;
		}
	share_out(s);
	return SELECTION_DONE;
}

enum selection_status
selection_run(struct operator_row *row, size_t n, size_t *where)
{
	struct selection s = {.row = row, .n = n};
	enum selection_status status;

	s.parent = xcalloc(n + 1, sizeof *s.parent);
	s.state = xcalloc(n + 1, sizeof *s.state);
	s.path = xcalloc(n + 1, sizeof *s.path);
	status = run(&s, where);
	idpool_free(&s.ids);
	free(s.parent);
	free(s.state);
	free(s.path);
	return status;
}
