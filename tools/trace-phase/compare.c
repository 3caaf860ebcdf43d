#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "tools/trace-phase/compare.h"
#include "tools/trace-phase/steps.h"

/* A quarter of the kernel time, in thousandths of a percent. */
enum { ENOUGH = 25000 };

/* The steps of one GPU that are compared, and the one likeliest to be decode.
 */
struct field {
	const struct judged_cycle *c;
	size_t n, gpu;
	size_t decode;      /* its place, or CYCLE_NONE */
	size_t kinds;       /* how many are compared */
	bool layers;        /* one of them has layers: they are steps */
	size_t longest;     /* the place of the kind that takes longest */
	int64_t long_steps; /* that take as long as it */
	bool in_turns;      /* short steps do not come in rows */
	const char *silent; /* why none can be compared, or NULL */
};

__attribute__((format(printf, 4, 5))) static void
vote(struct votes *v, enum vote k, enum phase p, const char *format, ...)
{
	va_list arguments;

	v->phase[k] = p;
	va_start(arguments, format);
	vsnprintf(v->why[k], sizeof v->why[k], format, arguments);
	va_end(arguments);
}

static int64_t
kernels_of_step(const struct judged_cycle *c)
{
	return c->row ? c->length * c->layers : c->length;
}

static double
time_of_step(const struct judged_cycle *c, bool work)
{
	double all = work ? (double)c->work
	    : c->sum      ? (double)c->sum
			  : (double)c->coverage;

	return c->steps ? all / (double)c->steps : 0;
}

static bool
same_structure(const struct judged_cycle *a, const struct judged_cycle *b)
{
	int64_t x = kernels_of_step(a), y = kernels_of_step(b);

	if (a->layers && b->layers)
		return steps_same_depth(a->layers, b->layers);
	return x <= 2 * y && y <= 2 * x;
}

/* May the cycle be compared with others, for its phase or theirs? */
static bool
takes_part(const struct field *f, size_t i)
{
	const struct judged_cycle *c = &f->c[i];

	return c->gpu == f->gpu && c->compared && c->steps > 0 &&
	    c->phase != PHASE_UNKNOWN && c->phase != PHASE_OTHER;
}

static bool
are_alike(const struct field *f, size_t a, size_t b)
{
	return takes_part(f, a) && takes_part(f, b) &&
	    same_structure(&f->c[a], &f->c[b]);
}

static enum phase
known(const struct judged_cycle *c)
{
	return c->phase != PHASE_EMPTY ? c->phase : c->known;
}

/* Of two kinds of steps, is the first the likelier decode? */
static bool
likelier_decode(const struct judged_cycle *a, const struct judged_cycle *b)
{
	bool a_decode = known(a) == PHASE_DECODE;

	if (a_decode != (known(b) == PHASE_DECODE))
		return a_decode;
	if (a->steps != b->steps)
		return a->steps > b->steps;
	return a->start > b->start;
}

static void
find_decode(struct field *f)
{
	int64_t covered = 0;

	f->decode = CYCLE_NONE;
	for (size_t i = 0; i < f->n; i++)
		if (takes_part(f, i) && known(&f->c[i]) != PHASE_PREFILL &&
		    known(&f->c[i]) != PHASE_MIXED &&
		    (f->decode == CYCLE_NONE ||
			likelier_decode(&f->c[i], &f->c[f->decode])))
			f->decode = i;
	for (size_t i = 0; f->decode != CYCLE_NONE && i < f->n; i++)
		if (are_alike(f, i, f->decode)) {
			f->kinds++;
			f->layers |= f->c[i].layers > 0;
			covered += f->c[i].coverage;
		}
	if (f->kinds < 2)
		f->silent = "no other step to compare it with";
	else if (!f->layers)
		f->silent = "no layers, so these may be layers themselves";
	else if (covered < ENOUGH)
		f->silent = "what can be compared is too little";
}

/* By how much a's steps take longer than b's; 1 if that is not clear. */
static double
longer(const struct judged_cycle *a, const struct judged_cycle *b)
{
	bool work = a->work > 0 && b->work > 0;
	double x = time_of_step(a, work), y = time_of_step(b, work), ratio;
	double each =
	    x / (double)kernels_of_step(a) * (double)kernels_of_step(b);

	ratio = each < x ? each : x;
	return y > 0 && ratio >= COMPARE_LONGER * y ? ratio / y : 1;
}

/* Does about every second step, or more, follow one of its kind? */
static bool
come_in_rows(int64_t steps, int64_t rows)
{
	return 2 * steps >= 3 * rows;
}

/*
 * Decode goes on for some steps. Where a short step hardly ever follows one of
 * its kind, the lengths may be those of prompts.
 */
static void
find_long(struct field *f)
{
	int64_t steps = 0, rows = 0;
	bool known_rows = true;

	f->longest = f->decode;
	for (size_t i = 0; i < f->n; i++)
		if (are_alike(f, i, f->decode) &&
		    longer(&f->c[i], &f->c[f->longest]) > 1)
			f->longest = i;
	for (size_t i = 0; i < f->n; i++) {
		if (!are_alike(f, i, f->decode))
			continue;
		if (longer(&f->c[f->longest], &f->c[i]) <= 1) {
			f->long_steps += f->c[i].steps;
			continue;
		}
		steps += f->c[i].steps;
		rows += f->c[i].runs;
		known_rows = known_rows && f->c[i].runs &&
		    known(&f->c[i]) != PHASE_DECODE;
	}
	f->in_turns = known_rows && !come_in_rows(steps, rows);
}

/*
 * A shorter step may be one of decode, or of a short prompt. Decode takes about
 * as long as the usual step of decode, half as long again at most, and comes in
 * rows or far more often than long steps.
 */
static bool
is_like_decode(const struct field *f, size_t i)
{
	const struct judged_cycle *c = &f->c[i], *d = &f->c[f->decode];
	bool work = c->work > 0 && d->work > 0;

	return i == f->decode || known(c) == PHASE_DECODE || !c->runs ||
	    ((come_in_rows(c->steps, c->runs) ||
		 c->steps >= COMPARE_OFTEN * f->long_steps) &&
		2 * time_of_step(c, work) <= 3 * time_of_step(d, work));
}

static void
by_thin(const struct field *f, size_t i, struct votes *v)
{
	if (f->in_turns)
		v->thin = "long and short steps take turns, as prompts of "
			  "different lengths do";
	else if (v->phase[VOTE_TIME] == PHASE_DECODE && !is_like_decode(f, i))
		v->thin = "short, but perhaps the step of a short prompt";
}

static void
by_time(const struct field *f, size_t i, struct votes *v)
{
	const struct judged_cycle *c = f->c;
	double above = 1, below = 1;
	size_t shorter = i, longest = i;

	for (size_t j = 0; j < f->n; j++) {
		if (j == i || !are_alike(f, i, j))
			continue;
		if (longer(&c[i], &c[j]) > above) {
			above = longer(&c[i], &c[j]);
			shorter = j;
		}
		if (longer(&c[j], &c[i]) > below) {
			below = longer(&c[j], &c[i]);
			longest = j;
		}
	}
	if (above > 1 && above >= (below > 1 ? 4 * below : 1))
		vote(v, VOTE_TIME, PHASE_PREFILL,
		    "time: a step takes %.1f times as long as one of cycle "
		    "%" PRId64,
		    above, c[shorter].number);
	else if (below > 1 && below >= (above > 1 ? 4 * above : 1))
		vote(v, VOTE_TIME, PHASE_DECODE,
		    "time: a step of cycle %" PRId64
		    " takes %.1f times as long",
		    c[longest].number, below);
}

static void
by_shape(const struct field *f, size_t i, struct votes *v)
{
	const struct judged_cycle *c = &f->c[i];

	for (size_t j = 0; j < f->n && c->tokens; j++) {
		const struct judged_cycle *o = &f->c[j];

		if (j == i || !o->tokens || !are_alike(f, i, j))
			continue;
		if (c->tokens >= COMPARE_TOKENS * o->tokens)
			vote(v, VOTE_SHAPE, PHASE_PREFILL,
			    "shapes: %" PRId64 " tokens at once, %" PRId64
			    " in cycle %" PRId64,
			    c->tokens, o->tokens, o->number);
		else if (o->tokens >= COMPARE_TOKENS * c->tokens)
			vote(v, VOTE_SHAPE, PHASE_DECODE,
			    "shapes: %" PRId64 " tokens at once, %" PRId64
			    " in cycle %" PRId64,
			    c->tokens, o->tokens, o->number);
	}
}

/* Each step stands on its own, as far as is known. */
static bool
is_single(const struct judged_cycle *c)
{
	return c->row || c->runs == c->steps || (!c->runs && c->steps == 1);
}

static bool
is_long(const struct field *f, size_t i)
{
	return longer(&f->c[i], &f->c[f->decode]) > 1;
}

/* Do all other kinds, but for those as long, come that many times as often? */
static bool
is_rarest(const struct field *f, size_t i, int64_t times)
{
	for (size_t j = 0; j < f->n; j++)
		if (j != i && are_alike(f, j, f->decode) &&
		    !(is_long(f, i) && is_long(f, j)) &&
		    f->c[j].steps < times * f->c[i].steps)
			return false;
	return true;
}

static bool
is_first(const struct field *f, size_t i)
{
	for (size_t j = 0; j < f->n; j++)
		if (j != i && are_alike(f, j, f->decode) &&
		    f->c[j].start <= f->c[i].start)
			return false;
	return f->c[i].start != CYCLE_NO_TIME;
}

/* What the order and the number of steps say of the rarest and of decode. */
static void
by_order(const struct field *f, size_t i, struct votes *v)
{
	const struct judged_cycle *c = f->c;
	const struct judged_cycle *d = &c[f->decode];

	if (i == f->decode || !are_alike(f, i, f->decode) ||
	    !is_single(&c[i]) || known(&c[i]) == PHASE_DECODE)
		return;
	if (is_rarest(f, i, 1) && is_first(f, i)) {
		vote(&v[i], VOTE_POSITION, PHASE_PREFILL,
		    "position: begins before cycle %" PRId64
		    ", which follows %s",
		    d->number, c[i].steps > 1 ? "each time" : "it");
		vote(&v[f->decode], VOTE_POSITION, PHASE_DECODE,
		    "position: follows cycle %" PRId64, c[i].number);
	}
	if (is_rarest(f, i, COMPARE_OFTEN)) {
		vote(&v[i], VOTE_COUNT, PHASE_PREFILL,
		    "counting: %" PRId64 " steps, %" PRId64
		    " of cycle %" PRId64,
		    c[i].steps, d->steps, d->number);
		vote(&v[f->decode], VOTE_COUNT, PHASE_DECODE,
		    "counting: %" PRId64 " steps, %" PRId64
		    " of cycle %" PRId64,
		    d->steps, c[i].steps, c[i].number);
	}
}

void
compare_steps(
    const struct judged_cycle *c, size_t n, size_t gpu, struct votes *v)
{
	struct field f = {.c = c, .n = n, .gpu = gpu};

	find_decode(&f);
	if (!f.silent)
		find_long(&f);
	for (size_t i = 0; i < n; i++) {
		if (c[i].gpu != gpu || !c[i].compared)
			continue;
		if (f.silent) {
			v[i].silent = f.silent;
		} else if (are_alike(&f, i, f.decode)) {
			v[i].silent =
			    "not clearly longer or rarer than other steps";
			by_time(&f, i, &v[i]);
			by_shape(&f, i, &v[i]);
			by_order(&f, i, v);
			by_thin(&f, i, &v[i]);
		} else
			v[i].silent = "no other step has as many layers";
	}
}
