#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "tools/trace-treediff/op_names.h"

/*
 * Names that begin with so many bytes alike are of one kind. Below an ancestor
 * with more names than COMPARED_MOST each keeps its own: all would be compared
 * with all.
 */
enum { ALIKE = 20, COMPARED_MOST = 1000 };

static struct span
local_name(struct span name)
{
	for (size_t i = name.n; i > 1; i--)
		if (name.p[i - 1] == ':' && name.p[i - 2] == ':')
			return span_cut(name, i, name.n);
	return name;
}

static bool
contains(struct span s, struct span word)
{
	for (size_t i = 0; i + word.n <= s.n; i++)
		if (memcmp(s.p + i, word.p, word.n) == 0)
			return true;
	return false;
}

int
op_names_common(struct buf *b, struct span a, struct span other)
{
	struct span local = local_name(a);

	if (local.n && span_equal(local, local_name(other)))
		return buf_add(b, local.p, local.n) ? -1 : 1;
	if (contains(a, other))
		return buf_add(b, other.p, other.n) ? -1 : 1;
	if (contains(other, a))
		return buf_add(b, a.p, a.n) ? -1 : 1;
	if (a.n < ALIKE || other.n < ALIKE || memcmp(a.p, other.p, ALIKE) != 0)
		return 0;
	return buf_add(b, a.p, a.n) || buf_add(b, "/", 1) ||
		buf_add(b, other.p, other.n)
	    ? -1
	    : 1;
}

static uint32_t
op_name(const struct op_names *m, const struct stat *s)
{
	return (s->first ? m->report->a : m->report->b)->node[s->op].name;
}

static struct span
name_text(const struct op_names *m, uint32_t name)
{
	return pool_get(m->report->a->texts, name);
}

/* Lists the distinct names below an ancestor, in the order of its rows. */
static int
list_names(struct op_names *m, size_t from, size_t to)
{
	m->owns = 0;
	for (size_t i = from; i < to; i++) {
		const struct stat *s = &m->report->stats->stat[i];
		uint32_t name = op_name(m, s);
		struct op_name_use *use = &m->use[name];

		if (use->ancestor != from + 1)
			*use = (struct op_name_use){.ancestor = from + 1};
		if (use->used[s->first])
			continue;
		use->used[s->first] = true;
		if (ARRAY_PUSH(m->own, m->owns, &m->own_cap,
			(struct op_own_name){name, s->first}))
			return -1;
	}
	return 0;
}

static bool
is_in_both(const struct op_names *m, const struct op_own_name *own)
{
	return m->use[own->name].used[!own->first];
}

/* The name of an operator, or what it has in common with one of the other. */
static int
renamed(struct span *to, struct op_names *m, const struct op_own_name *own)
{
	struct span name = name_text(m, own->name);

	*to = name;
	if (!m->both || m->owns > COMPARED_MOST || is_in_both(m, own))
		return 0;
	for (size_t i = 0; i < m->owns; i++) {
		const struct op_own_name *other = &m->own[i];
		struct span its = name_text(m, other->name);
		int rc;

		if (other->first == own->first || is_in_both(m, other))
			continue;
		m->room.n = 0;
		rc = own->first ? op_names_common(&m->room, name, its)
				: op_names_common(&m->room, its, name);
		if (rc < 0)
			return -1;
		if (rc) {
			*to = buf_span(&m->room);
			return 0;
		}
	}
	return 0;
}

int
op_names_find(struct op_names *m, size_t from, size_t to)
{
	int rc = list_names(m, from, to);

	for (size_t i = 0; rc == 0 && i < m->owns; i++) {
		const struct op_own_name *own = &m->own[i];
		struct span name;
		uint32_t op;

		rc = renamed(&name, m, own);
		op = rc ? POOL_NONE : pool_add(m->ops, name);
		if (op == POOL_NONE)
			return -1;
		m->use[own->name].op[own->first] = op;
	}
	return rc;
}

uint32_t
op_names_number(const struct op_names *m, const struct stat *s)
{
	return m->use[op_name(m, s)].op[s->first];
}

int
op_names_init(struct op_names *m, const struct report *r, bool both)
{
	*m = (struct op_names){.report = r,
	    .both = both,
	    .ops = pool_new(),
	    .use = xcalloc(pool_count(r->a->texts) + 1u, sizeof *m->use)};
	return m->ops && m->use ? 0 : -1;
}

void
op_names_free(struct op_names *m)
{
	pool_free(m->ops);
	free(m->own);
	free(m->use);
	buf_free(&m->room);
}
