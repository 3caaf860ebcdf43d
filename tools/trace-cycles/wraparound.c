#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-cycles/faults.h"
#include "tools/trace-cycles/wraparound.h"

/* A path that may go on with `place`. */
struct live {
	uint32_t place, node;
	int64_t score;
};

struct search {
	const struct sequence *text;
	const struct body_index *index;
	int64_t occurrence;

	struct paths paths;

	struct live live[BEAM];
	size_t lives;
	struct faults faults;
	struct body_pair pair; /* places of the word in the text */
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
    struct path_node from)
{
	uint32_t node;
	struct live *l;

	if (s->mark[place] == at + 1) {
		l = &s->live[s->slot[place]];
		if (l->score >= score)
			return;
	} else {
		if (s->lives == BEAM)
			return;
		l = &s->live[s->lives];
		l->node = PATH_NONE;
	}
	node = paths_push(&s->paths, from);
	if (node == PATH_NONE)
		return;
	paths_release(&s->paths, l->node);
	if (s->mark[place] != at + 1) {
		s->mark[place] = at + 1;
		s->slot[place] = (uint32_t)s->lives++;
	}
	*l = (struct live){place, node, score};
}

static void
set_best(struct search *s, const struct live *l, uint32_t end)
{
	paths_use(&s->paths, l->node);
	paths_release(&s->paths, s->best_node);
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
	const struct body_index *x = s->index;
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

/* Paths go on where text and body are equal; others come to a fault. */
static void
advance(struct search *s, uint32_t at)
{
	const struct body_index *x = s->index;
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
		} else if (l.score - PRICE_FAULT > least) {
			faults_add(&s->faults, &s->paths,
			    (struct fault){l.place, at, l.node, l.score});
		} else {
			paths_release(&s->paths, l.node);
		}
	}
	s->lives = kept;
}

/* Goes on at `place` with symbol `at`. */
static void
resume_at(struct search *s, uint32_t at, const struct fault *f, uint32_t place)
{
	struct path_node from = {.start = at,
	    .place = place,
	    .parent = f->node,
	    .parent_end = f->start};

	add_live(s, at, body_index_behind(s->index, place),
	    faults_score(&s->faults, f, at, place) + SCORE_SYMBOL, from);
}

/*
 * Whether a single equal symbol gains more than two faults cost, one before it
 * and one after it. Otherwise the symbol after it must be equal, too.
 */
static bool
is_short(const struct search *s, const struct fault *f)
{
	return s->index->wrong[s->index->body[f->place]] > SCORE_SYMBOL;
}

/* As many left out as are too many: other kernels in the place of some. */
static void
resume_replaced(
    struct search *s, uint32_t at, const struct fault *f, int64_t least)
{
	const struct body_index *x = s->index;
	uint32_t body = x->body[f->place], base = x->base[body];
	uint32_t n = x->base[body + 1] - base, off = at - f->start, place;

	if (off >= n)
		return;
	place = base + (f->place - base + off) % n;
	if (x->symbol[place] == s->text->symbol[at] &&
	    (is_short(s, f) ||
		x->symbol[body_index_behind(x, place)] ==
		    s->text->symbol[at + 1]) &&
	    faults_score(&s->faults, f, at, place) > least)
		resume_at(s, at, f, place);
}

/*
 * Goes on where two symbols changed places (Damerau, "A technique for computer
 * detection and correction of spelling errors", 1964). Both are known; one of
 * them was moved.
 */
static void
resume_swapped(struct search *s, uint32_t at, const struct fault *f)
{
	const struct body_index *x = s->index;
	uint32_t next = body_index_behind(x, f->place);
	uint32_t place = body_index_behind(x, next);
	struct path_node from = {.start = at,
	    .place = place,
	    .parent = f->node,
	    .parent_end = f->start};

	add_live(s, at, body_index_behind(x, place),
	    faults_score(&s->faults, f, f->start + 1, f->place) +
		3 * SCORE_SYMBOL,
	    from);
}

/* In a short body few places are near enough. */
static void
resume_short(
    struct search *s, uint32_t at, const struct fault *f, int64_t least)
{
	const struct body_index *x = s->index;
	uint32_t place = f->place;

	do {
		if (faults_score(&s->faults, f, at, place) <= least)
			return;
		if (x->symbol[place] == s->text->symbol[at])
			resume_at(s, at, f, place);
		place = body_index_behind(x, place);
	} while (place != f->place);
}

/* Goes on at each place that is near enough, the nearest ones first. */
static void
resume(struct search *s, uint32_t at, const struct fault *f, int64_t least)
{
	const struct body_index *x = s->index;
	uint32_t body = x->body[f->place];
	uint32_t from =
	    body_index_place(x, s->pair.from, s->pair.to, x->base[body]);
	uint32_t to = body_index_place(x, from, s->pair.to, x->base[body + 1]);
	uint32_t next = body_index_place(x, from, to, f->place);

	for (uint32_t k = from, tried = 0; k < to && tried < RESUME_MOST;
	     k++, next++, tried++) {
		uint32_t place = x->place[next < to ? next : next - to + from];

		if (faults_score(&s->faults, f, at, place) <= least)
			break;
		resume_at(s, at, f, place);
	}
}

/* The last symbol of a text gains less than a fault costs. */
static void
resume_all(struct search *s, uint32_t at)
{
	const uint32_t *symbol = s->text->symbol + at;
	int64_t least = s->best - s->occurrence;
	bool is_last = at + 1 == s->text->n;
	size_t kept = 0;

	if (s->faults.n && !is_last)
		s->pair = body_index_pair(s->index, symbol[0], symbol[1]);
	for (size_t k = 0; k < s->faults.n; k++) {
		struct fault f = s->faults.fault[k];

		if (at - f.start == 2 && faults_is_swap(&s->faults, &f))
			resume_swapped(s, at, &f);
		if (faults_score(&s->faults, &f, at, f.place) <= least) {
			paths_release(&s->paths, f.node);
			continue;
		}
		if (!is_last) {
			resume_replaced(s, at, &f, least);
			(is_short(s, &f) ? resume_short : resume)(
			    s, at, &f, least);
		}
		s->faults.fault[kept++] = f;
	}
	s->faults.n = kept;
}

/* Enters at a place; what is common may stand before the word there. */
static void
enter_at(struct search *s, uint32_t at, uint32_t place)
{
	const struct body_index *x = s->index;
	const uint32_t *symbol = s->text->symbol;
	uint32_t next = body_index_behind(x, place), start = at;
	uint32_t before = body_index_before(x, place);
	struct path_node from = {
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
	const struct body_index *x = s->index;
	const uint32_t *symbol = s->text->symbol + at;
	uint32_t place;

	if (at + 2 >= s->text->n)
		return;
	place = body_index_word(x, symbol[0], symbol[1], symbol[2]);
	for (; place && !x->common[place - 1]; place = x->next[place - 1])
		enter_at(s, at, place - 1);
}

/* Where no path is better than ever, there is reason to enter anew. */
static void
step(struct search *s, uint32_t at)
{
	bool known = body_index_has(s->index, s->text->symbol[at]);

	advance(s, at);
	if (known)
		resume_all(s, at);
	if (take_best(s, at + 1))
		return;
	if (known) {
		enter(s, at);
		if (take_best(s, at + 1))
			return;
	}
	s->rose = false;
}

static void
search(struct search *s)
{
	uint32_t at = 0;

	while (at < s->text->n && !s->paths.failed) {
		if (s->lives == 1 && s->live[0].score >= s->best)
			at = run_alone(s, at);
		if (at < s->text->n)
			step(s, at++);
	}
}

int
wraparound_align(const struct sequence *text, const struct body_index *index,
    int64_t occurrence, struct tandem_arrays *out)
{
	struct search s = {.text = text,
	    .index = index,
	    .occurrence = occurrence,
	    .faults = {.text = text, .index = index},
	    .best_node = PATH_NONE,
	    .rose = true};
	int rc = -1;

	*out = (struct tandem_arrays){0};
	s.mark = xcalloc(index->places + 1, sizeof *s.mark);
	s.slot = xmalloc((index->places + 1) * sizeof *s.slot);
	if (s.mark && s.slot) {
		search(&s);
		rc = s.paths.failed ? -1
				    : paths_trace_back(&s.paths, s.best_node,
					  s.best_end, text, index, out);
	}
	paths_free(&s.paths);
	free(s.mark);
	free(s.slot);
	return rc;
}

int
wraparound_align_one(const struct sequence *text, const struct sequence *body,
    int64_t occurrence, struct tandem_arrays *out)
{
	struct body_index index;
	int rc = body_index_init(&index, &body, 1);

	*out = (struct tandem_arrays){0};
	if (rc == 0)
		rc = wraparound_align(text, &index, occurrence, out);
	body_index_free(&index);
	return rc;
}
