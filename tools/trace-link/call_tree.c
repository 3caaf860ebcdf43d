#include <stdlib.h>

#include "tools/trace-link/call_tree.h"

/*
 * Stacks, one for each number of a thread or scope: the row on top of each, and
 * for each row the one below it. Rows below may have ended before those on top:
 * they are met, and dropped, when they come to the top.
 */
struct stacks {
	uint32_t *top, *below;
};

enum stack { CALLS, FRAMES, ANNOTATIONS, ANYWHERE, STACKS };

static int
stacks_init(struct stacks *s, size_t n, size_t texts)
{
	s->top = malloc((texts + 1) * sizeof *s->top);
	s->below = malloc((n + 1) * sizeof *s->below);
	for (size_t i = 0; s->top && i < texts; i++)
		s->top[i] = HOST_NONE;
	return s->top && s->below ? 0 : -1;
}

/* Drops what has ended at `now`; returns the top, or HOST_NONE. */
static uint32_t
stacks_top(struct stacks *s, const struct host *h, uint32_t number, int64_t now)
{
	uint32_t *top = &s->top[number];

	while (*top != HOST_NONE && h[*top].end <= now)
		*top = s->below[*top];
	return *top;
}

static void
stacks_push(struct stacks *s, uint32_t number, uint32_t row)
{
	s->below[row] = s->top[number];
	s->top[number] = row;
}

/* Enters a row into a tree; returns its parent. */
static uint32_t
enter(struct stacks *s, const struct host *h, uint32_t row)
{
	uint32_t number = h[row].thread;
	uint32_t top = stacks_top(s, h, number, h[row].start);

	if (top != HOST_NONE && h[top].end < h[row].end) {
		if (h[top].end - h[row].start >= TREE_SLACK)
			return HOST_NONE;
		s->top[number] = s->below[top];
		stacks_top(s, h, number, h[row].start);
	}
	stacks_push(s, number, row);
	return s->below[row];
}

static void
enter_annotation(
    struct call_tree *t, struct stacks *s, const struct host *h, uint32_t row)
{
	const struct host *a = &h[row];

	t->parent[row] = stacks_top(&s[ANNOTATIONS], h, a->thread, a->start);
	t->around[row] = stacks_top(&s[ANYWHERE], h, a->scope, a->start);
	stacks_push(&s[ANNOTATIONS], a->thread, row);
	stacks_push(&s[ANYWHERE], a->scope, row);
}

static void
enter_call(
    struct call_tree *t, struct stacks *s, const struct host *h, uint32_t row)
{
	const struct host *c = &h[row];
	uint32_t own = stacks_top(&s[ANNOTATIONS], h, c->thread, c->start);

	t->around[row] = stacks_top(&s[ANYWHERE], h, c->scope, c->start);
	t->annotation[row] = own != HOST_NONE ? own : t->around[row];
	t->frame[row] = stacks_top(&s[FRAMES], h, c->thread, c->start);
	t->parent[row] = enter(&s[CALLS], h, row);
}

static void
place(struct call_tree *t, struct stacks *s, const struct host *h, uint32_t row)
{
	switch (h[row].kind) {
	case HOST_ANNOTATION:
		enter_annotation(t, s, h, row);
		break;
	case HOST_FRAME:
		t->parent[row] = enter(&s[FRAMES], h, row);
		break;
	case HOST_CALL:
		enter_call(t, s, h, row);
		break;
	default:
		t->frame[row] =
		    stacks_top(&s[FRAMES], h, h[row].thread, h[row].start);
		t->parent[row] = enter(&s[CALLS], h, row);
	}
}

static uint32_t *
nothing(size_t n)
{
	uint32_t *rows = malloc((n + 1) * sizeof *rows);

	for (size_t i = 0; rows && i < n; i++)
		rows[i] = HOST_NONE;
	return rows;
}

int
call_tree_build(
    struct call_tree *t, const struct host *h, size_t n, size_t texts)
{
	struct stacks stack[STACKS] = {{0}};
	int rc = 0;

	*t = (struct call_tree){nothing(n), nothing(n), nothing(n), nothing(n)};
	for (size_t i = 0; i < STACKS; i++)
		if (stacks_init(&stack[i], n, texts))
			rc = -1;
	if (!t->parent || !t->annotation || !t->around || !t->frame)
		rc = -1;
	for (size_t i = 0; rc == 0 && i < n; i++)
		place(t, stack, h, (uint32_t)i);
	for (size_t i = 0; i < STACKS; i++) {
		free(stack[i].top);
		free(stack[i].below);
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
