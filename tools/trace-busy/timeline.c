#include <stdbool.h>

#include "tools/trace-busy/timeline.h"

const char *
timeline_kind(enum kind kind)
{
	static const char *const name[KINDS] = {"computation", "exposed_comm",
	    "exposed_copy", "busy", "idle", "micro_idle", "macro_idle", "total",
	    "total_comm", "total_copy"};

	return name[kind];
}

void
timeline_free(struct timeline *t)
{
	for (int i = 0; i < KINDS; i++)
		intervals_free(&t->of[i]);
}

/* The gaps shorter than the limit, and the others. */
static int
divide_idle(struct timeline *t, int64_t limit)
{
	const struct intervals *idle = &t->of[KIND_IDLE];

	for (size_t i = 0; i < idle->n; i++) {
		bool micro = idle->p[i].end - idle->p[i].start < limit;

		if (intervals_add(
			&t->of[micro ? KIND_MICRO_IDLE : KIND_MACRO_IDLE],
			idle->p[i]))
			return -1;
	}
	return 0;
}

/* What is neither computed nor, for copies, communicated at the same time. */
static int
expose(struct intervals *of)
{
	const struct intervals *computation = &of[KIND_COMPUTATION];
	const struct intervals *comm = &of[KIND_TOTAL_COMM];
	struct intervals left = {0};
	int rc = intervals_minus(comm, computation, &of[KIND_EXPOSED_COMM]) ||
	    intervals_minus(&of[KIND_TOTAL_COPY], computation, &left) ||
	    intervals_minus(&left, comm, &of[KIND_EXPOSED_COPY]);

	intervals_free(&left);
	return rc ? -1 : 0;
}

static int
find_busy(struct intervals *of)
{
	struct intervals most = {0};
	int rc = intervals_union(
		     &of[KIND_COMPUTATION], &of[KIND_TOTAL_COMM], &most) ||
	    intervals_union(&most, &of[KIND_TOTAL_COPY], &of[KIND_BUSY]);

	intervals_free(&most);
	return rc ? -1 : 0;
}

struct interval
timeline_span(const struct timeline *t)
{
	const struct intervals *busy = &t->of[KIND_BUSY];

	if (busy->n == 0)
		return (struct interval){0, 0};
	return (struct interval){busy->p[0].start, busy->p[busy->n - 1].end};
}

int
timeline_make(struct timeline *t, struct intervals work[WORKS], int64_t limit)
{
	static const enum kind whole[WORKS] = {
	    KIND_COMPUTATION, KIND_TOTAL_COMM, KIND_TOTAL_COPY};

	*t = (struct timeline){0};
	for (int i = 0; i < WORKS; i++) {
		t->of[whole[i]] = work[i];
		work[i] = (struct intervals){0};
	}
	for (int i = 0; i < WORKS; i++)
		if (intervals_close(&t->of[whole[i]]))
			return -1;
	if (expose(t->of) || find_busy(t->of))
		return -1;
	intervals_gaps(&t->of[KIND_BUSY], &t->of[KIND_IDLE]);
	if (divide_idle(t, limit))
		return -1;
	return intervals_add(&t->of[KIND_TOTAL], timeline_span(t));
}

static int64_t
shared(struct interval a, struct interval b)
{
	int64_t start = a.start > b.start ? a.start : b.start;
	int64_t end = a.end < b.end ? a.end : b.end;

	return end > start ? end - start : 0;
}

int64_t
timeline_within(const struct timeline *t, enum kind kind,
    struct interval window, struct timeline_cursor *c)
{
	const struct intervals *s = &t->of[kind];
	size_t *at = &c->at[kind];
	int64_t sum = 0;

	while (*at < s->n && s->p[*at].end <= window.start)
		++*at;
	for (size_t i = *at; i < s->n && s->p[i].start < window.end; i++)
		sum += shared(s->p[i], window);
	return sum;
}
