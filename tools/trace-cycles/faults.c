#include "tools/trace-cycles/faults.h"

bool
faults_is_swap(const struct faults *s, const struct fault *f)
{
	const struct body_index *x = s->index;
	uint32_t next = body_index_behind(x, f->place);
	const uint32_t *symbol = s->text->symbol + f->start;

	return f->start + 2 < s->text->n && symbol[0] == x->symbol[next] &&
	    symbol[1] == x->symbol[f->place] &&
	    symbol[2] == x->symbol[body_index_behind(x, next)];
}

/*
 * By how much a path goes on better at least from fault a than from b, wherever
 * b goes on: a path from a leaves out what is between their places as well, and
 * has too many what is between their starts, if it began before. Negative if
 * that may be worse, or if both are in different bodies.
 */
static int64_t
advantage(const struct faults *s, const struct fault *a, const struct fault *b)
{
	const struct body_index *x = s->index;
	uint32_t body = x->body[a->place], left_out, too_many = 0;

	if (body != x->body[b->place])
		return -1;
	left_out = body_index_kernels(x, a->place, b->place);
	if (a->start < b->start)
		too_many = sequence_kernels(s->text, a->start, b->start);
	return a->score - b->score -
	    (left_out > too_many ? left_out : too_many) * x->wrong[body];
}

void
faults_add(struct faults *s, struct paths *paths, struct fault f)
{
	size_t kept = 0;

	for (size_t k = 0; k < s->n; k++)
		if (advantage(s, &s->fault[k], &f) >= 0 &&
		    !faults_is_swap(s, &f)) {
			paths_release(paths, f.node);
			return;
		}
	for (size_t k = 0; k < s->n; k++) {
		struct fault old = s->fault[k];

		if (advantage(s, &f, &old) > 0 && !faults_is_swap(s, &old))
			paths_release(paths, old.node);
		else
			s->fault[kept++] = old;
	}
	s->n = kept;
	if (s->n < BEAM)
		s->fault[s->n++] = f;
	else
		paths_release(paths, f.node);
}
