#include "common/sequence/numbers.h"
#include "tools/trace-cycles/prices.h"
#include "tools/trace-cycles/rotation_key.h"
#include "tools/trace-cycles/trial.h"

/* The first repeat that does not start before a symbol. */
static size_t
first_from(const struct occurrences *all, uint32_t symbol)
{
	return numbers_first_from(all->list, sizeof *all->list, all->n, symbol);
}

/* Whether the symbols [from, to) are repeats one after the other. */
static bool
is_row_of(const struct occurrences *all, uint32_t from, uint32_t to)
{
	uint32_t at = from;

	for (size_t i = first_from(all, from); i < all->n && at < to; i++) {
		if (!all->list[i].counts || all->list[i].start != at)
			return false;
		at = all->list[i].end;
	}
	return at == to && from < to;
}

static bool
has_edge_at(const struct occurrences *all, uint32_t symbol)
{
	size_t i = first_from(all, symbol);

	return (i < all->n && all->list[i].counts &&
		   all->list[i].start == symbol) ||
	    (i > 0 && all->list[i - 1].counts &&
		all->list[i - 1].end == symbol);
}

/* Whether a repeat's only fault is a multiple of `inner` kernels. */
static bool
is_off_by(const struct occurrence *o, const struct trial *t,
    const struct sequence *text, uint32_t inner)
{
	uint32_t kernels = sequence_all_kernels(&t->body);
	uint32_t there = sequence_kernels(text, o->start, o->end);
	uint32_t off = there > kernels ? there - kernels : kernels - there;

	return o->faults == off && off >= inner && off % inner == 0;
}

/* Whether the number of inner repeats, of `inner` kernels each, may vary. */
static bool
may_vary(const struct trial *t, const struct sequence *text, uint32_t inner)
{
	for (size_t i = 0; i < t->repeats.n; i++) {
		const struct occurrence *o = &t->repeats.list[i];

		if (!o->counts || is_off_by(o, t, text, inner))
			return true;
	}
	return false;
}

/*
 * Whether the number of inner repeats is the only fault of a repeat: an end
 * that it lacks is missing where one of these begins or ends.
 */
static bool
differs_by(const struct occurrence *o, const struct trial *t,
    const struct trial *inner, const struct sequence *text)
{
	return is_off_by(o, t, text, inner->median) &&
	    (o->from == 0 || has_edge_at(&inner->repeats, o->start)) &&
	    (o->to == sequence_all_kernels(&t->body) ||
		has_edge_at(&inner->repeats, o->end));
}

/*
 * Whether the numbers of inner repeats vary, in repeats or beside them: once is
 * enough.
 */
static bool
numbers_vary(const struct trial *t, const struct trial *inner,
    const struct sequence *text)
{
	for (size_t i = 0; i < t->repeats.n; i++) {
		const struct occurrence *o = &t->repeats.list[i];

		if (differs_by(o, t, inner, text) ||
		    (!o->counts &&
			is_row_of(&inner->repeats, o->start, o->end)))
			return true;
	}
	return false;
}

/* Whether the loop inside is better. */
static bool
try_inside(const struct trial *t, struct trial *inner, const struct folding *f)
{
	/* it is inside, so this comes to an end */
	if (inner->body.n < 2 || inner->body.n >= t->body.n ||
	    trial_is_barred(f, inner->key) ||
	    !may_vary(t, f->text, sequence_all_kernels(&inner->body)))
		return false;
	trial_run(inner, f);
	return inner->saved > 0 && numbers_vary(t, inner, f->text);
}

/* A sequence in which loops are folded, one after another. */
struct inside {
	struct sequence whole, text; /* as it is, and folded */
	uint32_t symbol;             /* the next one */
};

static void
choose_symbol(struct inside *in)
{
	for (size_t i = 0; i < in->text.n; i++)
		if (in->text.symbol[i] >= in->symbol)
			in->symbol = in->text.symbol[i] + 1;
	in->symbol |= 1;
}

/*
 * A body that has once what repeats has no loop, but there are more of these
 * behind some repeats: the one with most symbols behind it, up to the next one.
 * Returns whether there is one.
 */
static bool
take_longest(
    struct sequence *out, const struct trial *t, const struct sequence *text)
{
	const struct occurrence *last = NULL;
	uint32_t from = 0, to = 0, most = 0;

	for (size_t i = 0; i < t->repeats.n; i++) {
		const struct occurrence *o = &t->repeats.list[i];
		uint32_t behind = last ? o->start - last->end : 0;

		if (!o->counts)
			continue;
		if (behind > most && behind <= t->body.n) {
			most = behind;
			from = last->start;
			to = o->start;
		}
		last = o;
	}
	if (most)
		sequence_part(out, text, from, to);
	return most > 0;
}

/* The symbol of a sequence with which a kernel starts. */
static uint32_t
symbol_at(const struct sequence *s, uint32_t kernel)
{
	return (uint32_t)numbers_first_from(s->at, sizeof *s->at, s->n, kernel);
}

/* A repeat of an inner loop without folded symbols, as the body of a trial. */
static void
unfold(struct trial *out, const struct inside *in, const struct trial *inner)
{
	const struct occurrences *all = &inner->repeats;
	size_t i = 0;
	uint32_t from, to;

	*out = (struct trial){0};
	while (i < all->n && (!all->list[i].counts || all->list[i].faults))
		i++;
	if (i == all->n)
		return;
	from = symbol_at(&in->whole, in->text.at[all->list[i].start]);
	to = symbol_at(&in->whole, in->text.at[all->list[i].end]);
	out->key = rotation_key(in->whole.symbol + from, to - from);
	sequence_part(&out->body, &in->whole, from, to);
}

/* Whether a loop of the body takes the place of the trial. */
static bool
try_loop(struct trial *t, const struct inside *in, const struct trial *inner,
    const struct folding *f)
{
	struct trial other;
	bool better;

	unfold(&other, in, inner);
	better = try_inside(t, &other, f);
	if (better) {
		struct trial outer = *t;

		*t = other;
		other = outer;
	}
	trial_free(&other);
	return better;
}

/*
 * Tries the loops of a body, those that save most first. Returns whether the
 * trial was replaced.
 */
static bool
try_all(struct trial *t, struct inside *in, const struct folding *f)
{
	/* a row of two may be short; what it saves is asked of the text */
	struct cycle_limits limits = *f->limits;
	struct folding how = {
	    .text = &in->text, .limits = &limits, .occurrence = SCORE_SYMBOL};
	uint32_t half = sequence_all_kernels(&t->body) / 2;
	bool more = true, replaced = false;

	/* what is longer is no row in one body, but the body again */
	if (limits.longest > half)
		limits.longest = half;
	while (more && !replaced) {
		struct trial inner;

		trial_find_best(&inner, &how);
		more = inner.body.n > 0;
		if (more)
			replaced = try_loop(t, in, &inner, f);
		if (more && !replaced)
			loop_fold_repeats(
			    &in->text, &inner.repeats, in->symbol += 2);
		trial_free(&inner);
	}
	return replaced;
}

/* Tries the loops of a sequence, and frees it. */
static bool
try_sequence(
    struct trial *t, const struct sequence *whole, const struct folding *f)
{
	struct inside in = {.whole = *whole};
	bool replaced;

	sequence_part(&in.text, whole, 0, (uint32_t)whole->n);
	choose_symbol(&in);
	replaced = try_all(t, &in, f);
	sequence_free(&in.whole);
	sequence_free(&in.text);
	return replaced;
}

/*
 * Returns whether the trial was replaced. The body is there twice, for where it
 * begins may be within a row.
 */
static bool
go_inside(struct trial *t, const struct folding *f)
{
	struct sequence whole;

	if (!may_vary(t, f->text, 1))
		return false;
	sequence_unroll(&whole, &t->body, t->rotation, 2);
	return try_sequence(t, &whole, f) ||
	    (take_longest(&whole, t, f->text) && try_sequence(t, &whole, f));
}

void
varying_go_inside(struct trial *t, const struct folding *f)
{
	while (go_inside(t, f))
		;
}
