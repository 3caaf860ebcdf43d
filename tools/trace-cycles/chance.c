#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/sequence/numbers.h"
#include "tools/trace-cycles/code_length.h"
#include "tools/trace-cycles/prices.h"
#include "tools/trace-cycles/rotation_key.h"
#include "tools/trace-cycles/trial.h"

/*
 * Equal steps in a row; or what is as long as a step but never in rows of its
 * own, and so was not folded: it has no loop.
 */
struct row {
	const struct loop *step;
	uint64_t key;         /* of the symbols, where there is no loop */
	uint64_t steps, rows; /* of this kind in the text */
	size_t others;        /* symbols before it, as in struct source */
	uint32_t *times;      /* in each repeat that has the same rows */
};

struct source {
	const struct sequence *text;
	const struct loops *loops;
	uint32_t least;  /* kernels of what is as long as a step */
	uint64_t places; /* rows, and what is between them, in the text */
	struct row *row; /* of the body, in order */
	size_t rows, repeats;
	size_t others; /* symbols of the body that are not in rows of steps */
	uint64_t kept, most; /* of these, in all repeats and in one */
};

/* Symbols of a sequence that are all in rows of one step, or in none. */
struct stretch {
	const struct sequence *in;
	uint32_t start, end;
	const struct loop *step;
};

/* The next one that ends before `end`; whether there is one. */
static bool
next_stretch(const struct source *s, struct stretch *p, uint32_t end)
{
	const uint32_t *symbol = p->in->symbol;

	p->start = p->end;
	if (p->start == end)
		return false;
	p->step = loops_find_step(s->loops, symbol[p->start]);
	while (p->end < end &&
	    loops_find_step(s->loops, symbol[p->end]) == p->step)
		p->end++;
	return true;
}

/* How often a loop repeats in a symbol. */
static uint32_t
times_at(const struct sequence *s, size_t i, const struct loop *loop)
{
	uint32_t kernels = sequence_kernels(s, i, i + 1);
	uint32_t times = (kernels + loop->median / 2) / loop->median;

	return times ? times : 1;
}

/* The steps of a row. */
static uint32_t
count_steps(const struct stretch *p)
{
	uint32_t steps = 0;

	for (uint32_t i = p->start; p->step && i < p->end; i++)
		steps += times_at(p->in, i, p->step);
	return p->step ? steps : 1;
}

/* A step that comes alone is as long as others, and mostly rows of layers. */
static bool
is_row(const struct source *s, const struct stretch *p)
{
	uint32_t kernels = sequence_kernels(p->in, p->start, p->end);
	uint32_t symbols = p->end - p->start;

	return p->step ||
	    (kernels >= s->least && symbols > 2 && symbols <= kernels / 2);
}

static uint64_t
key_of(const struct stretch *p)
{
	return p->step
	    ? 0
	    : rotation_key(p->in->symbol + p->start, p->end - p->start);
}

static void
count_rows(struct source *s)
{
	struct stretch p = {.in = s->text};

	while (next_stretch(s, &p, (uint32_t)s->text->n)) {
		uint64_t key = key_of(&p), steps = count_steps(&p);

		s->places++;
		for (size_t k = 0; k < s->rows; k++) {
			struct row *r = &s->row[k];

			if (r->step == p.step && r->key == key) {
				r->rows++;
				r->steps += steps;
			}
		}
	}
}

/* How many letters a stretch is if its rows are written as their repeats. */
static size_t
count_letters(const struct source *s, const struct stretch *p)
{
	size_t letters = 0;

	for (uint32_t i = p->start; i < p->end; i++) {
		const struct loop *loop =
		    loops_find_symbol(s->loops, p->in->symbol[i]);

		letters += loop ? times_at(p->in, i, loop) : 1;
	}
	return letters;
}

/* The fewest kernels of anything as long as a step of the body. */
static uint32_t
find_least(const struct source *s, const struct sequence *body)
{
	uint32_t least = UINT32_MAX;

	for (size_t i = 0; i < body->n; i++) {
		const struct loop *step =
		    loops_find_step(s->loops, body->symbol[i]);

		if (step && step->median / LONE_STEP_FACTOR < least)
			least = step->median / LONE_STEP_FACTOR;
	}
	return least;
}

/* The body from its first row of steps on. */
static void
turn_body(
    struct sequence *body, const struct trial *t, const struct loops *loops)
{
	uint32_t first = t->rotation;

	while (!loops_find_step(loops, t->body.symbol[first % t->body.n]))
		first++;
	sequence_unroll(body, &t->body, first, 1);
}

/* The rows of the body; a few kernels between do not end a row. */
static void
list_rows(struct source *s, const struct sequence *body, size_t repeats)
{
	struct stretch p = {.in = body};

	s->least = find_least(s, body);
	while (next_stretch(s, &p, (uint32_t)body->n)) {
		const struct row *last = s->rows ? &s->row[s->rows - 1] : NULL;

		if (!is_row(s, &p))
			s->others += count_letters(s, &p);
		else if (!last || last->step != p.step)
			s->row[s->rows++] = (struct row){.step = p.step,
			    .key = key_of(&p),
			    .others = s->others,
			    .times =
				xcalloc(repeats + 1, sizeof *s->row->times)};
	}
}

/*
 * Notes how long the rows are in a repeat that has the same ones. The last one
 * of the body may be cut, part of it at the beginning.
 */
static void
note_repeat(struct source *s, const struct occurrence *o)
{
	struct stretch p = {.in = s->text, .end = o->start};
	size_t row = 0, kept;

	for (size_t k = 0; k < s->rows; k++)
		s->row[k].times[s->repeats] = s->row[k].step ? 0 : 1;
	while (next_stretch(s, &p, o->end)) {
		if (!is_row(s, &p))
			continue;
		if (row < s->rows && s->row[row].step == p.step)
			row++;
		if (p.step && row > 0 && s->row[row - 1].step == p.step)
			s->row[row - 1].times[s->repeats] += count_steps(&p);
	}
	if (row < s->rows && (row + 1 < s->rows || s->row[row].step))
		return;
	kept = s->others > o->faults ? s->others - o->faults : 0;
	s->kept += kept;
	s->most = kept > s->most ? kept : s->most;
	s->repeats++;
}

/*
 * The bits of how long a row is in each repeat: how many numbers there are,
 * which of them it is, and which they are but for the most frequent, `usual`.
 */
static int64_t
bits_of_times(
    const struct source *s, struct row *r, uint64_t *sum, uint64_t *usual)
{
	size_t most = 0, numbers = 0;
	int64_t bits = 0;

	*sum = *usual = 0;
	qsort(r->times, s->repeats, sizeof *r->times, numbers_compare);
	for (size_t i = 0, end; i < s->repeats; i = end) {
		for (end = i; end < s->repeats && r->times[end] == r->times[i];)
			end++;
		bits += code_length_of_letters(end - i, end - i, s->repeats);
		*sum += (uint64_t)(end - i) * r->times[i];
		numbers++;
		if (end - i > most) {
			most = end - i;
			*usual = r->times[i];
		}
	}
	bits +=
	    (int64_t)(numbers - 1) * code_length_log2(*sum / s->repeats + 1);
	return bits + (r->step ? code_length_log2(s->repeats) : 0);
}

/*
 * The bits that a row saves in all repeats but the first, which is like most:
 * its kind, which is not that of a row just before, and each step that it goes
 * on or ends with.
 */
static int64_t
saved_by_row(const struct source *s, struct row *r, const struct row *before)
{
	uint64_t times = s->repeats - 1, sum, usual, more;
	uint64_t others = s->places - (before ? before->rows : 0);
	int64_t bits = -bits_of_times(s, r, &sum, &usual);

	more = sum - usual > times ? sum - usual - times : 0;
	bits += code_length_of_letters(times, r->rows, r->steps);
	if (r->steps > r->rows)
		bits +=
		    code_length_of_letters(more, r->steps - r->rows, r->steps);
	if (others > r->rows)
		bits += code_length_of_letters(times, r->rows, others);
	return bits;
}

/* The row just before the k-th one, or NULL: there is something between. */
static const struct row *
row_before(const struct source *s, size_t k)
{
	const struct row *before = &s->row[(k ? k : s->rows) - 1];
	size_t others = k ? s->row[k].others : s->others;

	return before->others == others ? before : NULL;
}

static int64_t
saved_bits(struct source *s)
{
	int64_t bits =
	    code_length_of_letters(s->kept - s->most, s->repeats, s->places);

	for (size_t k = 0; k < s->rows; k++)
		bits += saved_by_row(s, &s->row[k], row_before(s, k));
	return bits;
}

static bool
explains(struct source *s, const struct occurrences *all)
{
	uint64_t arrays = 0;

	for (size_t i = 0; i < all->n; i++) {
		const struct occurrence *o = &all->list[i];

		if (!o->counts)
			continue;
		note_repeat(s, o);
		arrays += i == 0 || !o[-1].counts || o[-1].array != o->array;
	}
	for (size_t k = 0; k < s->rows; k++)
		if (s->row[k].rows < s->repeats)
			s->row[k].rows = s->row[k].steps = s->repeats;
	return s->repeats < 2 ||
	    saved_bits(s) <= code_length_of_loop(arrays, s->places);
}

bool
chance_explains(const struct trial *t, const struct folding *f)
{
	struct source s = {.text = f->text, .loops = f->loops};
	struct sequence body;
	bool explained;

	if (!trial_steps(t, f).any)
		return false;
	s.row = xcalloc(t->body.n + 1, sizeof *s.row);
	turn_body(&body, t, f->loops);
	list_rows(&s, &body, t->repeats.n);
	sequence_free(&body);
	count_rows(&s);
	explained = explains(&s, &t->repeats);
	for (size_t k = 0; k < s.rows; k++)
		free(s.row[k].times);
	free(s.row);
	return explained;
}
