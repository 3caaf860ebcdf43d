#include "tools/trace-treediff/side.h"

void
side_close(struct side *s)
{
	s->root = SIDE_NONE;
	for (size_t i = 0; i < s->n; i++) {
		s->node[i].child = SIDE_NONE;
		s->node[i].behind = (uint32_t)i + 1;
		s->node[i].depth = s->node[i].parent == SIDE_NONE
		    ? 0
		    : s->node[s->node[i].parent].depth + 1;
		s->node[i].gpu = s->node[i].kind == SIDE_WORK;
	}
	for (size_t i = s->n; i-- > 0;) {
		struct side_node *node = &s->node[i], *parent;

		if (node->parent == SIDE_NONE) {
			node->next = s->root;
			s->root = (uint32_t)i;
			continue;
		}
		parent = &s->node[node->parent];
		node->next = parent->child;
		parent->child = (uint32_t)i;
		parent->gpu = parent->gpu || node->gpu;
		if (parent->behind < node->behind)
			parent->behind = node->behind;
	}
}

static uint32_t
with_work(const struct side *s, uint32_t node)
{
	while (node != SIDE_NONE && !s->node[node].gpu)
		node = s->node[node].next;
	return node;
}

uint32_t
side_child(const struct side *s, uint32_t node)
{
	return with_work(s, s->node[node].child);
}

uint32_t
side_next(const struct side *s, uint32_t node)
{
	return with_work(s, s->node[node].next);
}

uint32_t
side_only_child(const struct side *s, uint32_t node)
{
	uint32_t child = side_child(s, node);

	return child != SIDE_NONE && side_next(s, child) == SIDE_NONE
	    ? child
	    : SIDE_NONE;
}

bool
side_ends_chain(const struct side *s, uint32_t node)
{
	if (s->node[node].kind >= SIDE_CALL)
		return true;
	if (s->node[node].kind != SIDE_OPERATOR)
		return false;
	for (uint32_t c = side_child(s, node); c != SIDE_NONE;
	     c = side_next(s, c))
		if (s->node[c].kind == SIDE_CALL)
			return true;
	return false;
}

uint32_t
side_chain_end(const struct side *s, uint32_t node)
{
	uint32_t child;

	while (!side_ends_chain(s, node) &&
	    (child = side_only_child(s, node)) != SIDE_NONE)
		node = child;
	return node;
}

uint32_t
side_operator(const struct side *s, uint32_t node)
{
	do
		node = s->node[node].parent;
	while (node != SIDE_NONE && s->node[node].kind != SIDE_OPERATOR);
	return node;
}
