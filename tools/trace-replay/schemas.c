#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "tools/trace-replay/schemas.h"

extern const char *const schemas_ours[];

/* The overloads of one operator, one after the other. */
struct entry {
	struct schema schema;
	char *text;
	struct entry *next;
};

struct operator
{
	struct entry *first, *last;
};

struct schemas {
	struct pool *names;
	struct operator* operator; /* by the number of its name */
	size_t n, cap;
};

struct schemas *
schemas_new(void)
{
	struct schemas *s = xcalloc(1, sizeof *s);

	s->names = pool_new();
	if (s->names)
		return s;
	free(s);
	return NULL;
}

void
schemas_free(struct schemas *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->n; i++)
		for (struct entry *e = s->operator[i].first, *next; e;
		     e = next) {
			next = e->next;
			free(e->text);
			free(e);
		}
	free(s->operator);
	pool_free(s->names);
	free(s);
}

/* Appends an entry to its operator. */
static int
append(struct schemas *s, struct entry *e)
{
	uint32_t number = pool_add(s->names, e->schema.name);
	struct operator* o;

	if (number == s->n)
		ARRAY_PUSH(s->operator, s->n, &s->cap, (struct operator){0});
	o = &s->operator[number];
	if (o->last)
		o->last->next = e;
	else
		o->first = e;
	o->last = e;
	return 0;
}

int
schemas_add(struct schemas *s, struct span line)
{
	struct entry *e;
	int status = -1;

	line = span_trim(line);
	if (line.n == 0 || line.p[0] == '#' || span_is(line, "schema"))
		return 0;
	e = xcalloc(1, sizeof *e);
	e->text = xmalloc(line.n);
	if (e->text) {
		memcpy(e->text, line.p, line.n);
		status =
		    schema_read(&e->schema, (struct span){e->text, line.n});
		if (status)
			status = 1;
		else
			status = append(s, e);
	}
	if (status) {
		free(e->text);
		free(e);
	}
	return status;
}

int
schemas_add_ours(struct schemas *s)
{
	for (const char *const *p = schemas_ours; *p; p++)
		if (schemas_add(s, span_of(*p)))
			return -1;
	return 0;
}

const struct schema *
schemas_next(
    const struct schemas *s, struct span name, const struct schema *last)
{
	const struct entry *e;
	uint32_t number;

	if (last) {
		/* The schema is the first member of its entry. */
		e = ((const struct entry *)last)->next;
		return e ? &e->schema : NULL;
	}
	number = pool_find(s->names, name);
	return number == POOL_NONE ? NULL : &s->operator[number].first->schema;
}
