#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-link/call_tree.h"

enum stack { CALLS, FRAMES, ANNOTATIONS, ANYWHERE, STACKS };

static void
enter_annotation(struct call_tree *t, struct host_stacks *s,
    const struct host *h, uint32_t row)
{
	const struct host *a = &h[row];

	t->parent[row] =
	    host_stacks_top(&s[ANNOTATIONS], h, a->thread, a->start);
	t->around[row] = host_stacks_top(&s[ANYWHERE], h, a->scope, a->start);
	host_stacks_push(&s[ANNOTATIONS], a->thread, row);
	host_stacks_push(&s[ANYWHERE], a->scope, row);
}

static void
enter_call(struct call_tree *t, struct host_stacks *s, const struct host *h,
    uint32_t row)
{
	const struct host *c = &h[row];
	uint32_t own = host_stacks_top(&s[ANNOTATIONS], h, c->thread, c->start);

	t->around[row] = host_stacks_top(&s[ANYWHERE], h, c->scope, c->start);
	t->annotation[row] = own != HOST_NONE ? own : t->around[row];
	t->frame[row] = host_stacks_top(&s[FRAMES], h, c->thread, c->start);
	t->parent[row] = host_stacks_enter(&s[CALLS], h, row, NULL);
}

static void
place(struct call_tree *t, struct host_stacks *s, const struct host *h,
    uint32_t row)
{
	switch (h[row].kind) {
	case HOST_ANNOTATION:
		enter_annotation(t, s, h, row);
		break;
	case HOST_FRAME:
		t->parent[row] = host_stacks_enter(&s[FRAMES], h, row, NULL);
		break;
	case HOST_CALL:
		enter_call(t, s, h, row);
		break;
	default:
		t->frame[row] =
		    host_stacks_top(&s[FRAMES], h, h[row].thread, h[row].start);
		t->parent[row] = host_stacks_enter(&s[CALLS], h, row, NULL);
	}
}

static uint32_t *
nothing(size_t n)
{
	uint32_t *rows = xmalloc((n + 1) * sizeof *rows);

	for (size_t i = 0; rows && i < n; i++)
		rows[i] = HOST_NONE;
	return rows;
}

int
call_tree_build(
    struct call_tree *t, const struct host *h, size_t n, size_t texts)
{
	struct host_stacks stack[STACKS] = {{0}};
	int rc = 0;

	*t = (struct call_tree){nothing(n), nothing(n), nothing(n), nothing(n)};
	for (size_t i = 0; i < STACKS; i++)
		if (host_stacks_init(&stack[i], n, texts))
			rc = -1;
	if (!t->parent || !t->annotation || !t->around || !t->frame)
		rc = -1;
	for (size_t i = 0; rc == 0 && i < n; i++)
		place(t, stack, h, (uint32_t)i);
	for (size_t i = 0; i < STACKS; i++) {
		host_stacks_free(&stack[i]);
	}
	if (rc)
		call_tree_free(t);
	return rc;
}

void
call_tree_free(struct call_tree *t)
{
	free(t->parent);
	free(t->annotation);
	free(t->around);
	free(t->frame);
	*t = (struct call_tree){0};
}
