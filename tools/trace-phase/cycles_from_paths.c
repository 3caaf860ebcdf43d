#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/trace/path.h"
#include "tools/trace-phase/phase_decision.h"
#include "tools/trace-phase/rows.h"

/* A path taken apart. */
struct path_place {
	size_t depth;
	size_t cycle[PATH_DEPTH];
	int64_t rep[PATH_DEPTH];
	size_t counted; /* the outermost ones that are whole repeats */
};

void
paths_open(struct paths *t)
{
	*t = (struct paths){.keys = pool_new()};
}

void
paths_close(struct paths *t)
{
	pool_free(t->keys);
	buf_free(&t->key);
	free(t->cycle);
	free(t->last);
	free(t->gpu_time);
	free(t->repeat);
	free(t->latest);
}

void
paths_time(struct paths *t, uint32_t gpu, int64_t dur)
{
	while (t->gpus <= gpu)
		ARRAY_PUSH(t->gpu_time, t->gpus, &t->gpus_cap, 0);
	t->gpu_time[gpu] += dur;
}

/* The place of the cycle of that number; a new one is empty. */
static size_t
find_cycle(struct paths *t, const struct path_event *e, struct span number,
    const struct path_place *outside)
{
	uint32_t id;

	t->key.n = 0;
	buf_add(&t->key, (const char *)&e->run, sizeof e->run);
	buf_add(&t->key, number.p, number.n);
	id = pool_add(t->keys, buf_span(&t->key));
	if (id < t->n)
		return id;
	ARRAY_RESERVE(t->cycle, &t->cap, t->n + 1);
	ARRAY_RESERVE(t->latest, &t->latest_cap, t->n + 1);
	t->latest[t->n] = PATH_NONE;
	t->cycle[t->n] = (struct judged_cycle){.gpu = e->gpu,
	    .stream = e->stream,
	    .parent = outside->depth ? outside->cycle[outside->depth - 1]
				     : CYCLE_NONE,
	    .level = (int64_t)outside->depth + 1,
	    .start = e->ts};
	if (fixed_parse_int(number, &t->cycle[t->n].number))
		t->cycle[t->n].number = 0;
	return t->n++;
}

/* Whether it is whole; the numbers of others become negative. */
static bool
parse_repeat(struct span text, int64_t *number)
{
	bool partial = span_starts(text, "p");

	text.p += partial;
	text.n -= partial;
	if (fixed_parse_int(text, number))
		*number = 0;
	*number = partial ? -*number : *number;
	return *number > 0;
}

static struct path_place
parse(struct paths *t, const struct path_event *e)
{
	struct path_place p = {.depth = 0};
	struct span path = e->path;
	struct path_element at;

	while (p.depth < PATH_DEPTH && path_next(&path, &at) && at.repeat.p) {
		size_t cycle = find_cycle(t, e, at.cycle, &p);

		p.cycle[p.depth] = cycle;
		if (parse_repeat(at.repeat, &p.rep[p.depth]) &&
		    p.counted == p.depth)
			p.counted++;
		p.depth++;
	}
	return p;
}

/* Is the event before this in the same repeat, as far as that depth? */
static bool
same_outside(
    const struct path_place *a, const struct path_place *b, size_t depth)
{
	if (a->depth < depth || b->depth < depth)
		return false;
	for (size_t i = 0; i < depth; i++)
		if (a->cycle[i] != b->cycle[i] || a->rep[i] != b->rep[i])
			return false;
	return true;
}

/* The number of the repeat of p at depth d, a new one where it begins. */
static uint32_t
find_repeat(
    struct paths *t, const struct path_place *p, size_t d, uint32_t outer)
{
	uint32_t cycle = (uint32_t)p->cycle[d], *at = &t->latest[cycle];

	if (*at != PATH_NONE && t->repeat[*at].rep == p->rep[d] &&
	    t->repeat[*at].outer == outer)
		return *at;
	*at = (uint32_t)t->nrepeats;
	ARRAY_PUSH(t->repeat, t->nrepeats, &t->repeats_cap,
	    ((struct paths_repeat){
		.cycle = cycle, .outer = outer, .rep = p->rep[d]}));
	return *at;
}

/* Adds to what the repeat at each depth has; returns the innermost. */
static uint32_t
count(struct paths *t, const struct path_event *e, const struct path_place *p,
    const struct path_place *last)
{
	uint32_t at = PATH_NONE;

	for (size_t d = 0; d < p->depth; d++) {
		struct judged_cycle *c = &t->cycle[p->cycle[d]];
		bool follows = same_outside(last, p, d) && last->depth > d &&
		    last->cycle[d] == p->cycle[d];
		size_t before = t->nrepeats;

		at = find_repeat(t, p, d, at);
		t->repeat[at].work += e->says->work ? e->dur : 0;
		if (d >= p->counted)
			continue;
		if (t->nrepeats > before) {
			c->reps++;
			c->runs += !follows || !c->runs;
		}
		c->length++;
		names_count(c, e->says, e->kind, 1, e->dur);
	}
	return at;
}

uint32_t
paths_add(struct paths *t, const struct path_event *e)
{
	struct path_place p = parse(t, e);
	uint32_t at;

	while (t->streams <= e->stream)
		ARRAY_PUSH(t->last, t->streams, &t->streams_cap,
		    (struct path_place){.depth = 0});
	at = count(t, e, &p, &t->last[e->stream]);
	t->last[e->stream] = p;
	return at;
}

void
paths_judge(struct paths *t)
{
	for (size_t i = 0; i < t->n; i++) {
		struct judged_cycle *c = &t->cycle[i];
		int64_t all = c->gpu < t->gpus ? t->gpu_time[c->gpu] : 0;

		c->length = c->reps ? c->length / c->reps : 0;
		c->coverage = all > 0
		    ? (int64_t)((double)c->sum * 100000 / (double)all)
		    : 0;
	}
	judge(t->cycle, t->n, t->gpus, t->streams, false);
}

const struct paths_repeat *
paths_compared(const struct paths *t, uint32_t at)
{
	while (at != PATH_NONE && !t->cycle[t->repeat[at].cycle].compared)
		at = t->repeat[at].outer;
	return at == PATH_NONE ? NULL : &t->repeat[at];
}

bool
paths_is_alike(const struct paths *t, const struct paths_repeat *r)
{
	const struct judged_cycle *c = &t->cycle[r->cycle];
	double others = (double)(c->work - r->work) / (double)(c->reps - 1);

	return c->phase != PHASE_DECODE || c->row || c->reps < 2 ||
	    (double)r->work <= COMPARE_LONGER * others;
}

size_t
paths_step(const struct paths *t)
{
	int64_t least = 0;

	for (size_t i = 0; i < t->n; i++) {
		const struct judged_cycle *c = &t->cycle[i];
		int64_t n = cycle_step_length(c);

		if (c->compared && (!least || n < least))
			least = n;
	}
	return (size_t)least;
}
