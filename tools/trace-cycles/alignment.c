#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "tools/trace-cycles/alignment.h"
#include "tools/trace-cycles/body_index.h"

#define NONE UINT32_MAX

/*
 * A diagonal: from a symbol of the text and a place on, text and bodies are
 * equal. It was entered from nothing in particular, when the best path so far
 * ended with `parent`, or from a fault, which began where `parent` ended.
 */
struct node {
	uint32_t start, place;
	uint32_t parent, parent_end;
	bool entered;
};

/* A path that may go on with `place`. */
struct live {
	uint32_t place, node;
	int64_t score;
};

/* One that could not go on with `place` at `start`. */
struct fault {
	uint32_t place, start, node, body;
	int64_t score;
};

struct search {
	const struct sequence *text;
	struct body_index index;
	int64_t occurrence;

	struct node *node;
	size_t nodes, node_cap;
	struct live live[BEAM];
	size_t lives;
	struct fault fault[BEAM];
	size_t faults;
	uint32_t *mark, *slot; /* by place: one after the last symbol of the
				  text at which it was live, and its number */

	/* the best path so far, and whether the symbol before made it better */
	int64_t best;
	uint32_t best_node, best_end;
	bool rose;
};

/* A path that goes on with `place` after symbol `at`; the better one stays. */
static void
add_live(struct search *s, uint32_t at, uint32_t place, int64_t score,
    struct node from)
{
	bool is_new = s->mark[place] != at + 1;

	if (is_new && s->lives == BEAM)
		return;
	if (is_new) {
		s->mark[place] = at + 1;
		s->slot[place] = (uint32_t)s->lives++;
	} else if (s->live[s->slot[place]].score >= score) {
		return;
	}
	s->live[s->slot[place]] =
	    (struct live){place, (uint32_t)s->nodes, score};
	ARRAY_PUSH(s->node, s->nodes, &s->node_cap, from);
}

static void
set_best(struct search *s, const struct live *l, uint32_t end)
{
	s->best_node = l->node;
	s->best = l->score;
	s->best_end = end;
	s->rose = true;
}

/* The best of all that are alive, if it is better than any before. */
static bool
take_best(struct search *s, uint32_t end)
{
	const struct live *best = NULL;

	for (size_t k = 0; k < s->lives; k++) {
		const struct live *l = &s->live[k];

		if (l->score <= s->best)
			continue;
		if (!best || l->score > best->score ||
		    (l->score == best->score && l->place < best->place))
			best = l;
	}
	if (best)
		set_best(s, best, end);
	return best != NULL;
}

/* While a single path is the best there is, nothing else matters. */
static uint32_t
run_alone(struct search *s, uint32_t at)
{
	const struct body_index *x = &s->index;
	struct live *l = &s->live[0];
	uint32_t body = x->body[l->place], start = at;
	uint32_t base = x->base[body], end = x->base[body + 1];
	uint32_t place = l->place;

	while (at < s->text->n && s->text->symbol[at] == x->symbol[place]) {
		at++;
		if (++place == end)
			place = base;
	}
	if (at == start)
		return at;
	l->place = place;
	l->score += (at - start) * SCORE_SYMBOL;
	set_best(s, l, at);
	return at;
}

/*
 * The score of a path that goes on with symbol `at` at `place` after a fault.
 */
static int64_t
score_behind(
    const struct search *s, const struct fault *f, uint32_t at, uint32_t place)
{
	const struct body_index *x = &s->index;
	int64_t too_many = sequence_kernels(s->text, f->start, at);
	int64_t left_out = too_many ? body_index_kernels(x, f->place, place)
				    : body_index_missing(x, f->place, place);
	int64_t wrong = left_out > too_many ? left_out : too_many;

	return f->score - PRICE_FAULT - wrong * x->wrong[f->body];
}

/* Whether a path from a fault before is as good, wherever both go on. */
static bool
is_outdone(const struct search *s, const struct live *l, uint32_t at)
{
	const struct body_index *x = &s->index;

	for (size_t k = 0; k < s->faults; k++) {
		const struct fault *f = &s->fault[k];

		if (f->body == x->body[l->place] &&
		    score_behind(s, f, at, l->place) + PRICE_FAULT >= l->score)
			return true;
	}
	return false;
}

/* Paths go on where text and body are equal; others come to a fault. */
static void
advance(struct search *s, uint32_t at)
{
	const struct body_index *x = &s->index;
	int64_t least = s->best - s->occurrence;
	uint32_t symbol = s->text->symbol[at];
	size_t kept = 0;

	for (size_t k = 0; k < s->lives; k++) {
		struct live l = s->live[k];

		if (l.score >= least && x->symbol[l.place] == symbol) {
			l.place = body_index_behind(x, l.place);
			l.score += SCORE_SYMBOL;
			s->mark[l.place] = at + 1;
			s->slot[l.place] = (uint32_t)kept;
			s->live[kept++] = l;
		} else if (l.score - PRICE_FAULT > least && s->faults < BEAM &&
		    !is_outdone(s, &l, at)) {
			s->fault[s->faults++] = (struct fault){
			    l.place, at, l.node, x->body[l.place], l.score};
		}
	}
	s->lives = kept;
}

/* Goes on at `place` with symbol `at`. */
static void
resume_at(struct search *s, uint32_t at, const struct fault *f, uint32_t place,
    int64_t score)
{
	struct node from = {.start = at,
	    .place = place,
	    .parent = f->node,
	    .parent_end = f->start};

	add_live(s, at, body_index_behind(&s->index, place),
	    score + SCORE_SYMBOL, from);
}

/*
 * Goes on where two symbols changed places (Damerau, "A technique for computer
 * detection and correction of spelling errors", 1964). Both are known; one of
 * them was moved.
 */
static void
resume_swapped(struct search *s, uint32_t at, const struct fault *f)
{
	const struct body_index *x = &s->index;
	const uint32_t *symbol = s->text->symbol + f->start;
	uint32_t second = body_index_behind(x, f->place);
	uint32_t third = body_index_behind(x, second);

	if (at - f->start == 2 && symbol[0] == x->symbol[second] &&
	    symbol[1] == x->symbol[f->place] && symbol[2] == x->symbol[third])
		resume_at(s, at, f, third,
		    score_behind(s, f, f->start + 1, f->place) +
			2 * SCORE_SYMBOL);
}

/* How many wrong kernels leave more than `least` of a score. */
static int64_t
most_wrong(const struct search *s, const struct fault *f, int64_t least)
{
	int64_t rest = f->score - PRICE_FAULT - least;

	return rest <= 0 ? -1 : (rest - 1) / s->index.wrong[f->body];
}

/* Goes on at each place that is near enough, the nearest ones first. */
static void
resume(struct search *s, uint32_t at, const struct fault *f, int64_t most)
{
	const struct body_index *x = &s->index;
	const struct sequence *ring = x->ring[f->body];
	uint32_t base = x->base[f->body], end = x->base[f->body + 1];
	uint32_t symbol = s->text->symbol[at], place = f->place;
	int64_t left_out = 0;

	for (int i = 0; i < RESUME_MOST && left_out <= most; i++) {
		if (x->symbol[place] == symbol)
			resume_at(
			    s, at, f, place, score_behind(s, f, at, place));
		left_out += f->start < at
		    ? sequence_kernels(ring, place - base, place - base + 1)
		    : sequence_missing(ring, place - base);
		if (++place == end)
			place = base;
		if (place == f->place)
			return;
	}
}

/* The last symbol of a text gains less than a fault costs. */
static void
resume_all(struct search *s, uint32_t at)
{
	int64_t least = s->best - s->occurrence;
	size_t kept = 0;

	for (size_t k = 0; k < s->faults; k++) {
		struct fault f = s->fault[k];
		int64_t most = most_wrong(s, &f, least);

		resume_swapped(s, at, &f);
		if (sequence_kernels(s->text, f.start, at) > most)
			continue;
		if (at + 1 < s->text->n)
			resume(s, at, &f, most);
		s->fault[kept++] = f;
	}
	s->faults = kept;
}

/* Enters at a place; what is common may stand before the word there. */
static void
enter_at(struct search *s, uint32_t at, uint32_t place)
{
	const struct body_index *x = &s->index;
	const uint32_t *symbol = s->text->symbol;
	uint32_t next = body_index_behind(x, place), start = at;
	uint32_t before = body_index_before(x, place);
	struct node from = {
	    .parent = s->best_node, .parent_end = s->best_end, .entered = true};

	if (s->mark[next] == at + 1)
		return;
	if (!s->rose && at && x->symbol[before] == symbol[at - 1] &&
	    !x->common[before])
		return; /* it was entered before */
	while (start > s->best_end && symbol[start - 1] == x->symbol[before]) {
		start--;
		place = before;
		before = body_index_before(x, before);
	}
	from.start = start;
	from.place = place;
	add_live(s, at, next,
	    s->best - s->occurrence + (at + 1 - start) * SCORE_SYMBOL, from);
}

/* Enters wherever the word at `at` is. */
static void
enter(struct search *s, uint32_t at)
{
	const struct body_index *x = &s->index;
	uint32_t place;

	if (at + 2 >= s->text->n)
		return;
	place = body_index_word(x, s->text->symbol + at);
	for (; place && !x->common[place - 1]; place = x->next[place - 1])
		enter_at(s, at, place - 1);
}

/* Where no path is better than ever, there is reason to enter anew. */
static void
step(struct search *s, uint32_t at)
{
	advance(s, at);
	resume_all(s, at);
	if (take_best(s, at + 1))
		return;
	enter(s, at);
	if (!take_best(s, at + 1))
		s->rose = false;
}

/* From the last node back to the first one. */
static void
trace_back(const struct search *s, struct tandem_arrays *out)
{
	size_t blocks = 0;
	uint32_t end = s->best_end;

	for (uint32_t k = s->best_node; k != NONE; k = s->node[k].parent)
		blocks++;
	tandem_arrays_room(out, blocks);
	out->blocks = blocks;
	for (uint32_t k = s->best_node; k != NONE; k = s->node[k].parent) {
		const struct node *v = &s->node[k];
		uint32_t body = s->index.body[v->place];

		out->block[--blocks] =
		    (struct block){v->start, v->place - s->index.base[body],
			end - v->start, body, v->entered};
		end = v->parent_end;
	}
	tandem_arrays_shift(out, s->text, s->index.ring);
}

void
alignment_find(struct tandem_arrays *out, const struct sequence *text,
    const struct sequence *const *body, size_t n, int64_t occurrence)
{
	struct search s = {.text = text,
	    .occurrence = occurrence,
	    .best_node = NONE,
	    .rose = true};
	uint32_t at = 0;

	body_index_init(&s.index, body, n);
	s.mark = xcalloc(s.index.places + 1, sizeof *s.mark);
	s.slot = xmalloc((s.index.places + 1) * sizeof *s.slot);
	while (at < text->n) {
		if (s.lives == 1 && s.live[0].score >= s.best)
			at = run_alone(&s, at);
		if (at < text->n)
			step(&s, at++);
	}
	trace_back(&s, out);
	body_index_free(&s.index);
	free(s.node);
	free(s.mark);
	free(s.slot);
}
