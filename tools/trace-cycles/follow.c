#include <stdlib.h>

#include "tools/trace-cycles/classes.h"
#include "tools/trace-cycles/follow.h"

struct follower {
	const struct text *text;
	const struct runs *runs;
	uint32_t *class, *turn; /* of each run */
	struct chains *out;
};

/* A run and its class: to go through the runs class by class. */
struct listed {
	uint32_t class, run;
};

static int
compare_class(const void *a, const void *b)
{
	const struct listed *x = a, *y = b;

	if (x->class != y->class)
		return x->class < y->class ? -1 : 1;
	return (x->run > y->run) - (x->run < y->run);
}

/* Class by class, by start; a run in the last chain of its class is part of it.
 */
static int
follow_all(struct follower *f, struct listed *list)
{
	uint32_t end = 0;

	for (size_t i = 0; i < f->runs->n; i++)
		list[i] = (struct listed){f->class[i], (uint32_t)i};
	if (f->runs->n)
		qsort(list, f->runs->n, sizeof *list, compare_class);
	for (size_t i = 0; i < f->runs->n; i++) {
		const struct run *r = &f->runs->run[list[i].run];
		struct chain_root root = {
		    r->start, r->period, f->turn[list[i].run], list[i].class};
		struct stretch s = {r->start, r->end, 0};
		int rc;

		if (i == 0 || list[i].class != list[i - 1].class)
			end = 0;
		if (r->end <= end)
			continue;
		rc = chains_add(f->out, f->text, &root, &s);
		if (rc < 0)
			return -1;
		if (rc)
			end = f->out->chain[f->out->n - 1].end;
	}
	return 0;
}

static int
compare_start(const void *a, const void *b)
{
	const struct chain *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->period != y->period)
		return x->period < y->period ? -1 : 1;
	return (x->first > y->first) - (x->first < y->first);
}

int
follow_runs(
    const struct text *text, const struct runs *runs, struct chains *out)
{
	struct follower f = {.text = text, .runs = runs, .out = out};
	struct listed *list = malloc((runs->n + 1) * sizeof *list);
	int64_t classes = -1;
	int rc = -1;

	*out = (struct chains){0};
	f.class = malloc((runs->n + 1) * sizeof *f.class);
	f.turn = malloc((runs->n + 1) * sizeof *f.turn);
	if (list && f.class && f.turn)
		classes = classes_name(text->symbol, runs, f.class, f.turn);
	if (classes >= 0) {
		out->classes = (uint32_t)classes;
		rc = follow_all(&f, list);
	}
	free(list);
	free(f.class);
	free(f.turn);
	if (rc)
		chains_free(out);
	else if (out->n)
		qsort(out->chain, out->n, sizeof *out->chain, compare_start);
	return rc;
}
