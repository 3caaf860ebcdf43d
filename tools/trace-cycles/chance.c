#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/sequence/numbers.h"
#include "tools/trace-cycles/chance.h"
#include "tools/trace-cycles/code_length.h"
#include "tools/trace-cycles/prices.h"

#define NONE UINT32_MAX

/* Equal steps in a row: a symbol of the body. */
struct row {
	uint32_t symbol;
	uint32_t *times; /* in each repeat that has the same rows */
	uint32_t most;   /* the most frequent of these */
	uint64_t sum;    /* of all */
	int64_t bits;    /* that tell these numbers */
};

struct source {
	const struct trial *trial;
	const struct folding *f;
	const struct loops *loops;
	uint64_t *count; /* of each symbol */
	uint64_t all;    /* letters */
	uint64_t *place; /* how many rows of each symbol there are */
	uint64_t places;
	bool *known;    /* of each symbol: steps have it */
	bool *in_lone;  /* of each symbol of the body: in a lone step */
	uint64_t *lone; /* of each lone step: how often the text has it */
	size_t lones;
	struct row *row; /* of the body, in order */
	size_t rows, repeats;
};

/* How often a loop is repeated in a row of so many kernels. */
static uint32_t
times_in(const struct loop *loop, uint32_t kernels)
{
	uint32_t times = (kernels + loop->median / 2) / loop->median;

	return times ? times : 1;
}

static void
count_letters(struct source *s)
{
	const struct sequence *text = s->f->text;

	for (size_t i = 0; i < text->n; i++) {
		const struct loop *loop =
		    loops_find_symbol(s->loops, text->symbol[i]);
		uint32_t times =
		    loop ? times_in(loop, sequence_kernels(text, i, i + 1)) : 1;

		s->count[text->symbol[i]] += times;
		s->all += times;
		s->place[text->symbol[i]]++;
		s->places++;
	}
}

/* The symbol of the body that is i after its rotation. */
static uint32_t
place_of(const struct source *s, size_t i)
{
	const struct trial *t = s->trial;

	return (uint32_t)((t->rotation + i) % t->body.n);
}

/* How many kernels it stands for. */
static uint32_t
kernels_at(const struct source *s, size_t i)
{
	uint32_t place = place_of(s, i);

	return sequence_kernels(&s->trial->body, place, place + 1);
}

/* Marks the kernels of a loop as those of steps. */
static void
mark_kernels(struct source *s, const struct loop *loop)
{
	for (size_t i = 0; i < loop->body.n; i++) {
		uint32_t symbol = loop->body.symbol[i];
		const struct loop *inner = loops_find_symbol(s->loops, symbol);

		if (inner)
			mark_kernels(s, inner);
		else
			s->known[symbol] = true;
	}
}

/* How many kernels a symbol stands for, each row once; and of these known. */
static void
count_known(
    const struct source *s, uint32_t symbol, uint32_t *all, uint32_t *known)
{
	const struct loop *loop = loops_find_symbol(s->loops, symbol);

	for (size_t i = 0; loop && i < loop->body.n; i++)
		count_known(s, loop->body.symbol[i], all, known);
	*all += !loop;
	*known += !loop && s->known[symbol];
}

/*
 * Whether what is between two steps is a step that comes once in each repeat:
 * as long as others, mostly rows, and of the same model, so that it shares some
 * kernels with other steps.
 */
static bool
is_lone_step(const struct source *s, size_t from, size_t n, uint32_t step)
{
	const struct sequence *b = &s->trial->body;
	uint32_t *symbol = xmalloc((n + 1) * sizeof *symbol);
	uint32_t kernels = 0, all = 0, known = 0;
	int64_t price;

	for (size_t i = 0; i < n; i++) {
		symbol[i] = b->symbol[place_of(s, from + i)];
		kernels += kernels_at(s, from + i);
		count_known(s, symbol[i], &all, &known);
	}
	price = code_length_in_symbols(symbol, n);
	free(symbol);
	return kernels >= step / LONE_STEP_FACTOR &&
	    step >= kernels / LONE_STEP_FACTOR &&
	    known * SHARED_KERNELS >= all &&
	    price <= kernels / 2 * SCORE_SYMBOL;
}

/* How often n symbols of the body are in the text: inside the loop, and out. */
static uint64_t
count_in_text(const struct source *s, size_t from, size_t n)
{
	const struct sequence *text = s->f->text;
	uint64_t times = 0;
	size_t same;

	for (size_t at = 0; at + n <= text->n; at++) {
		for (same = 0; same < n &&
		     text->symbol[at + same] ==
			 s->trial->body.symbol[place_of(s, from + same)];)
			same++;
		times += same == n;
	}
	return times;
}

/* The symbols of a lone step are one letter. */
static void
add_lone_step(struct source *s, size_t from, size_t n)
{
	const struct sequence *b = &s->trial->body;
	uint64_t times = count_in_text(s, from, n), letters = 0;

	for (size_t i = from; i < from + n; i++) {
		uint32_t place = place_of(s, i);
		const struct loop *loop =
		    loops_find_symbol(s->loops, b->symbol[place]);

		s->in_lone[place] = true;
		letters += loop ? times_in(loop, kernels_at(s, i)) : 1;
	}
	s->lone[s->lones++] = times ? times : 1;
	s->all -= (letters - 1) * times < s->all ? (letters - 1) * times : 0;
}

/* Takes lone steps for one letter each. */
static void
find_lone_steps(struct source *s)
{
	size_t n = s->trial->body.n, first = 0, from;
	const struct loop *step = NULL;

	for (size_t i = 0; i < n; i++) {
		step = loops_find_step(s->loops, s->trial->body.symbol[i]);
		if (step)
			mark_kernels(s, step);
	}
	for (step = NULL; first < n && !step; first++)
		step = loops_find_step(
		    s->loops, s->trial->body.symbol[place_of(s, first)]);
	from = first;
	for (size_t i = from; i < first + n; i++) {
		uint32_t symbol = s->trial->body.symbol[place_of(s, i)];
		const struct loop *next = loops_find_step(s->loops, symbol);

		if (!next)
			continue;
		if (is_lone_step(s, from, i - from, step->median))
			add_lone_step(s, from, i - from);
		from = i + 1;
		step = next;
	}
}

static void
list_rows(struct source *s)
{
	size_t n = s->trial->body.n, repeats = s->trial->repeats.n;

	for (size_t i = 0; i < n; i++) {
		uint32_t place = place_of(s, i);
		uint32_t symbol = s->trial->body.symbol[place];
		struct row r = {.symbol = symbol};

		if (s->in_lone[place] || !loops_find_symbol(s->loops, symbol) ||
		    (s->rows && s->row[s->rows - 1].symbol == symbol))
			continue;
		r.times = xcalloc(repeats + 1, sizeof *r.times);
		s->row[s->rows++] = r;
	}
}

/* Notes how long the rows are in a repeat that has the same ones. */
static void
note_repeat(struct source *s, const struct occurrence *o)
{
	const struct sequence *text = s->f->text;
	uint32_t last = NONE;
	size_t row = 0;

	for (size_t k = 0; k < s->rows; k++)
		s->row[k].times[s->repeats] = 0;
	for (uint32_t i = o->start; i < o->end; i++) {
		uint32_t symbol = text->symbol[i];
		const struct loop *loop = loops_find_symbol(s->loops, symbol);

		if (!loop || (symbol != last && row == s->rows))
			continue;
		if (symbol != last && s->row[row].symbol == symbol) {
			row++;
			last = symbol;
		}
		if (symbol == last)
			s->row[row - 1].times[s->repeats] +=
			    times_in(loop, sequence_kernels(text, i, i + 1));
	}
	s->repeats += row == s->rows;
}

/*
 * The bits of how long a row is in each repeat: in which of the orders of these
 * numbers they come, and which numbers these are, but for the most frequent.
 */
static int64_t
bits_of_numbers(const struct source *s, struct row *r)
{
	int64_t bits = code_length_of_order(s->repeats);
	size_t most = 0, others = 0;

	qsort(r->times, s->repeats, sizeof *r->times, numbers_compare);
	for (size_t i = 0, end; i < s->repeats; i = end) {
		for (end = i; end < s->repeats && r->times[end] == r->times[i];)
			end++;
		bits -= code_length_of_order(end - i);
		others += i > 0;
		r->sum += (uint64_t)(end - i) * r->times[i];
		if (end - i > most) {
			most = end - i;
			r->most = r->times[i];
		}
	}
	return bits +
	    (int64_t)others * code_length_log2(r->sum / s->repeats + 1);
}

/* The bits that kernels and lone steps of a repeat take. */
static int64_t
bits_of_kernels(const struct source *s)
{
	const struct sequence *b = &s->trial->body;
	int64_t bits = 0;

	for (size_t i = 0; i < b->n; i++)
		if (!s->in_lone[i] &&
		    !loops_find_symbol(s->loops, b->symbol[i]))
			bits += code_length_of_letters(
			    1, s->count[b->symbol[i]], s->all);
	for (size_t i = 0; i < s->lones; i++)
		bits += code_length_of_letters(1, s->lone[i], s->all);
	return bits;
}

/*
 * What a row saves in all repeats but the first, which is like most, if letters
 * are independent.
 */
static int64_t
saved_by_letters(const struct source *s, const struct row *r)
{
	return code_length_of_letters(
		   r->sum - r->most, s->count[r->symbol], s->all) -
	    r->bits;
}

/*
 * What it saves if a row never follows one of its own kind, and its length is
 * geometric: after each step it ends with one probability.
 */
static int64_t
saved_by_row(
    const struct source *s, const struct row *r, const struct row *last)
{
	uint64_t rows = s->place[r->symbol], steps = s->count[r->symbol];
	uint64_t others = s->places - s->place[last->symbol];
	uint64_t times = s->repeats - 1, more = r->sum - r->most;
	int64_t bits = code_length_of_letters(times, rows, steps) - r->bits;

	more = more > times ? more - times : 0;
	if (steps > rows)
		bits += code_length_of_letters(more, steps - rows, steps);
	if (others > rows)
		bits += code_length_of_letters(times, rows, others);
	return bits;
}

/* The bits of all repeats but the first; of rows alone, what both spare. */
static int64_t
saved_bits(struct source *s)
{
	int64_t kernels = bits_of_kernels(s), letters = 0, rows = 0;

	for (size_t k = 0; k < s->rows; k++)
		s->row[k].bits = bits_of_numbers(s, &s->row[k]);
	for (size_t k = 0; k < s->rows; k++) {
		const struct row *last = &s->row[(k ? k : s->rows) - 1];

		letters += saved_by_letters(s, &s->row[k]);
		rows += saved_by_row(s, &s->row[k], last);
	}
	if (kernels == 0 && rows < letters)
		return rows;
	return letters + ((int64_t)s->repeats - 1) * kernels;
}

static bool
explains(struct source *s)
{
	const struct occurrences *all = &s->trial->repeats;
	uint64_t arrays = 0;
	uint32_t last = NONE;

	count_letters(s);
	find_lone_steps(s);
	list_rows(s);
	for (size_t i = 0; i < all->n; i++) {
		if (!all->list[i].counts)
			continue;
		note_repeat(s, &all->list[i]);
		arrays += all->list[i].array != last;
		last = all->list[i].array;
	}
	return s->repeats < 2 ||
	    saved_bits(s) <= code_length_of_loop(arrays, s->all);
}

bool
chance_explains(
    const struct trial *t, const struct folding *f, const struct loops *loops)
{
	uint32_t symbols = 0;
	struct source s = {.trial = t, .f = f, .loops = loops};
	bool explained;

	if (!trial_has_steps(t, f))
		return false;
	for (size_t i = 0; i < f->text->n; i++)
		if (f->text->symbol[i] >= symbols)
			symbols = f->text->symbol[i] + 1;
	for (size_t i = 0; i < t->body.n; i++)
		if (t->body.symbol[i] >= symbols)
			symbols = t->body.symbol[i] + 1;
	s.count = xcalloc(symbols + 1u, sizeof *s.count);
	s.place = xcalloc(symbols + 1u, sizeof *s.place);
	s.known = xcalloc(symbols + 1u, sizeof *s.known);
	s.in_lone = xcalloc(t->body.n + 1, sizeof *s.in_lone);
	s.lone = xcalloc(t->body.n + 1, sizeof *s.lone);
	s.row = xcalloc(t->body.n + 1, sizeof *s.row);
	explained = explains(&s);
	for (size_t i = 0; i < s.rows; i++)
		free(s.row[i].times);
	free(s.row);
	free(s.in_lone);
	free(s.lone);
	free(s.known);
	free(s.count);
	free(s.place);
	return explained;
}
