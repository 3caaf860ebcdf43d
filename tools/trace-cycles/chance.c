#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/sequence/numbers.h"
#include "tools/trace-cycles/chance.h"
#include "tools/trace-cycles/code_length.h"
#include "tools/trace-cycles/prices.h"

/* Equal steps in a row: a symbol of the body. */
struct row {
	const struct loop *step;
	uint64_t steps, rows; /* of this kind in the text */
	uint32_t *times;      /* in each repeat that has the same rows */
};

struct source {
	const struct sequence *text;
	const struct loops *loops;
	uint64_t places; /* rows, and what is between them, in the text */
	struct row *row; /* of the body, in order */
	size_t rows, repeats;
	size_t others; /* symbols of the body that are not in rows of steps */
};

/* How often a step is repeated in a symbol of so many kernels. */
static uint32_t
times_in(const struct loop *step, uint32_t kernels)
{
	uint32_t times = (kernels + step->median / 2) / step->median;

	return times ? times : 1;
}

static void
count_rows(struct source *s)
{
	const struct loop *last = NULL;

	for (size_t i = 0; i < s->text->n; i++) {
		const struct loop *step =
		    loops_find_step(s->loops, s->text->symbol[i]);
		bool first = i == 0 || step != last;

		s->places += first;
		for (size_t k = 0; step && k < s->rows; k++)
			if (s->row[k].step == step) {
				s->row[k].rows += first;
				s->row[k].steps += times_in(
				    step, sequence_kernels(s->text, i, i + 1));
			}
		last = step;
	}
}

/* A stretch of the body between two rows of steps. */
struct between {
	uint32_t symbols, kernels;
	size_t letters;
};

/*
 * If it is as long as a step, and mostly rows, too, it is one letter, a step
 * that comes once in each repeat.
 */
static size_t
letters_between(const struct between *b, const struct loop *step)
{
	bool is_step = b->kernels >= step->median / LONE_STEP_FACTOR &&
	    b->symbols > 2 && b->symbols <= b->kernels / 2;

	return is_step ? 1 : b->letters;
}

static void
add_between(const struct source *s, const struct sequence *body, uint32_t at,
    struct between *b)
{
	uint32_t kernels = sequence_kernels(body, at, at + 1);
	const struct loop *loop = loops_find_symbol(s->loops, body->symbol[at]);

	b->symbols++;
	b->kernels += kernels;
	b->letters += loop ? times_in(loop, kernels) : 1;
}

/* The rows of the body, and what is between. */
static void
list_rows(struct source *s, const struct trial *t)
{
	const struct loop *last = NULL;
	struct between b = {0};

	for (size_t i = 0; i < t->body.n; i++) {
		uint32_t at = (uint32_t)((t->rotation + i) % t->body.n);
		const struct loop *step =
		    loops_find_step(s->loops, t->body.symbol[at]);

		if (!step) {
			add_between(s, &t->body, at, &b);
			continue;
		}
		s->others += letters_between(&b, step);
		b = (struct between){0};
		if (step != last)
			s->row[s->rows++] = (struct row){.step = step,
			    .times = xcalloc(
				t->repeats.n + 1, sizeof *s->row->times)};
		last = step;
	}
	if (last)
		s->others += letters_between(&b, last);
}

/* Notes how long the rows are in a repeat that has the same ones. */
static void
note_repeat(struct source *s, const struct occurrence *o)
{
	const struct loop *last = NULL;
	size_t row = 0;

	for (size_t k = 0; k < s->rows; k++)
		s->row[k].times[s->repeats] = 0;
	for (uint32_t i = o->start; i < o->end; i++) {
		const struct loop *step =
		    loops_find_step(s->loops, s->text->symbol[i]);

		if (!step)
			continue;
		if (step != last && row < s->rows && s->row[row].step == step) {
			row++;
			last = step;
		}
		if (step == last)
			s->row[row - 1].times[s->repeats] +=
			    times_in(step, sequence_kernels(s->text, i, i + 1));
	}
	s->repeats += row == s->rows;
}

/*
 * The bits of how long a row is in each repeat: which of the numbers, and which
 * numbers these are but for the most frequent, `usual`.
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
	return bits +
	    (int64_t)(numbers - 1) * code_length_log2(*sum / s->repeats + 1);
}

/*
 * What a row saves in all repeats but the first, which is like most: its kind,
 * which is not that of a row just before, and each step that it goes on or ends
 * with.
 */
static int64_t
saved_by_row(const struct source *s, struct row *r, const struct row *before)
{
	uint64_t times = s->repeats - 1, sum, usual, more;
	uint64_t others = s->places - (s->others ? 0 : before->rows);
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

static int64_t
saved_bits(struct source *s)
{
	int64_t bits = code_length_of_letters(
	    (s->repeats - 1) * s->others, s->repeats, s->places);

	for (size_t k = 0; k < s->rows; k++)
		bits +=
		    saved_by_row(s, &s->row[k], &s->row[(k ? k : s->rows) - 1]);
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
	return s->repeats < 2 ||
	    saved_bits(s) <= code_length_of_loop(arrays, s->places);
}

bool
chance_explains(
    const struct trial *t, const struct folding *f, const struct loops *loops)
{
	struct source s = {.text = f->text, .loops = loops};
	bool explained;

	if (!trial_steps(t, f).any)
		return false;
	s.row = xcalloc(t->body.n + 1, sizeof *s.row);
	list_rows(&s, t);
	count_rows(&s);
	explained = explains(&s, &t->repeats);
	for (size_t k = 0; k < s.rows; k++)
		free(s.row[k].times);
	free(s.row);
	return explained;
}
