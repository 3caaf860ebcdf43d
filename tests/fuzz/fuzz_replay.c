/*
 * Any lines: a declaration, and what was recorded of a call of it, four lines;
 * and again. Whatever fits is written, and every operator counts at most once.
 */
#include <stdint.h>

#include "tests/fuzz/bytes.h"
#include "tools/trace-replay/batch.h"

static struct span
line(struct bytes *b)
{
	struct span s = {(const char *)b->p, 0};

	while (s.n < b->n && b->p[s.n] != '\n' && b->p[s.n] != '\t')
		s.n++;
	b->p += s.n;
	b->n -= s.n;
	take_byte(b);
	return s;
}

/* Named as the declaration, so that it is tried. */
static void
add(struct batch *batch, struct bytes *b, int64_t id, struct span declared)
{
	struct operator_row row = {
	    .id = id, .parent = id - 1 - (id & 2), .ns = 7 * id, .events = id};
	struct schema s;
	struct recorded r;

	if (schema_read(&s, declared))
		s.name = declared;
	r.sizes = line(b);
	r.types = line(b);
	r.strides = line(b);
	r.values = line(b);
	batch_add(batch, row, s.name, &r);
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct bytes b = {p, n};
	struct schemas *schemas = schemas_new();
	struct fit_options o = {.index_max = 3, .list_type = TEXT("float")};
	struct batch *batch = batch_new(schemas, &o);
	const struct batch_group *group;
	int64_t id, count = 0;
	size_t groups;

	require(schemas && batch);
	for (id = 1; b.n && id < 50; id++) {
		struct span declared = line(&b);

		require(schemas_add(schemas, declared) >= 0);
		add(batch, &b, id, declared);
	}
	require(batch_run(batch, &(int64_t){0}) == SELECTION_DONE);
	groups = batch_groups(batch, &group);
	for (size_t i = 0; i < groups; i++) {
		count += group[i].count;
		require((group[i].how == BATCH_NOT) ==
		    (group[i].text[JSON].n == 0));
	}
	require(count < id);
	batch_free(batch);
	schemas_free(schemas);
	return 0;
}
