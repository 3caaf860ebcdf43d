#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/trace/path.h"
#include "tools/trace-collectives/layers.h"

void
layers_free(struct layers *s)
{
	pool_free(s->keys);
	free(s->first);
	*s = (struct layers){0};
}

/* Of a path with a whole repeat of an inner cycle; false for any other. */
static bool
read_path(struct span path, struct span *step, struct path_repeat *inner)
{
	struct path_element outer, next;

	if (!path_next(&path, &outer) || !path_next(&path, &next))
		return false;
	*step = outer.text;
	return path_repeat(&next, inner);
}

static void
make_key(struct buf *key, uint32_t rank, struct span step, int64_t cycle)
{
	char text[FIXED_MAX];

	buf_add(key, text, fixed_print_int(text, rank));
	buf_add(key, " ", 1);
	buf_add(key, step.p, step.n);
	buf_add(key, " ", 1);
	buf_add(key, text, fixed_print_int(text, cycle));
}

void
layers_note(struct layers *s, uint32_t rank, struct span path)
{
	struct path_repeat inner;
	struct buf key = {0};
	struct span step;
	uint32_t known, id;

	if (!read_path(path, &step, &inner))
		return;
	if (!s->keys)
		s->keys = pool_new();
	known = pool_count(s->keys);
	make_key(&key, rank, step, inner.cycle);
	id = pool_add(s->keys, buf_span(&key));
	buf_free(&key);
	if (id == known) {
		ARRAY_RESERVE(s->first, &s->cap, id + 1u);
		s->first[id] = inner.number;
	} else if (inner.number < s->first[id]) {
		s->first[id] = inner.number;
	}
}

static int64_t
layer_of(const struct layers *s, uint32_t rank, struct span path)
{
	struct path_repeat inner;
	struct buf key = {0};
	struct span step;
	int64_t layer;
	uint32_t id;

	if (!s->keys || !read_path(path, &step, &inner))
		return -1;
	make_key(&key, rank, step, inner.cycle);
	id = pool_find(s->keys, buf_span(&key));
	buf_free(&key);
	if (id == POOL_NONE ||
	    __builtin_sub_overflow(inner.number, s->first[id], &layer) ||
	    layer == INT64_MAX)
		return -1;
	return layer + 1;
}

struct step
layers_of(const struct layers *s, uint32_t rank, struct span path)
{
	struct step step = {.repeat = -1, .layer = layer_of(s, rank, path)};
	struct path_element outer;
	struct path_repeat repeat;

	if (!path_next(&path, &outer))
		return step;
	step.text = outer.text;
	if (path_repeat(&outer, &repeat))
		step.repeat = repeat.number;
	return step;
}
