#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "tools/trace-phase/kernel_evidence.h"
#include "tools/trace-phase/phase_decision.h"

/* The steps of one GPU that are compared with the usual short one. */
struct peers {
	const struct judged_cycle *c;
	size_t n, gpu;
	size_t usual;   /* its place, or CYCLE_NONE */
	size_t longest; /* the place of the one that takes longest */
	int64_t steps;  /* of all as short as the usual one, and the */
	int64_t rows;   /* unbroken rows that they come in, at most */
	int64_t long_steps, long_rows; /* of all that take longer */
	const char *order; /* why the order is that of an engine, or NULL */
};

__attribute__((format(printf, 3, 4))) static void
say(struct comparison *v, enum phase p, const char *format, ...)
{
	va_list arguments;

	v->phase = p;
	va_start(arguments, format);
	vsnprintf(v->why, sizeof v->why, format, arguments);
	va_end(arguments);
}

static double
time_of_step(const struct judged_cycle *c, bool work)
{
	double all = work ? (double)c->work
	    : c->sum      ? (double)c->sum
			  : (double)c->coverage;

	return c->steps ? all / (double)c->steps : 0;
}

/* How many times as long a step of a takes, at most, as one of b. */
static double
ratio(const struct judged_cycle *a, const struct judged_cycle *b)
{
	bool work = a->work > 0 && b->work > 0;
	double x = time_of_step(a, work), y = time_of_step(b, work);
	double each =
	    x / (double)cycle_step_length(a) * (double)cycle_step_length(b);

	return y > 0 ? (each < x ? each : x) / y : 0;
}

static bool
is_longer(const struct judged_cycle *a, const struct judged_cycle *b)
{
	return ratio(a, b) >= COMPARE_LONGER;
}

static bool
same_structure(const struct judged_cycle *a, const struct judged_cycle *b)
{
	int64_t x = cycle_step_length(a), y = cycle_step_length(b);

	if (a->layers && b->layers)
		return steps_of_one_model(a, b);
	return x <= COMPARE_KERNELS * y && y <= COMPARE_KERNELS * x;
}

/* May the cycle be compared with others, for its phase or theirs? */
static bool
takes_part(const struct peers *s, size_t i)
{
	const struct judged_cycle *c = &s->c[i];

	return c->gpu == s->gpu && c->compared && c->steps > 0 &&
	    c->phase != PHASE_UNKNOWN && c->phase != PHASE_OTHER;
}

static bool
are_alike(const struct peers *s, size_t a, size_t b)
{
	return takes_part(s, a) && takes_part(s, b) &&
	    same_structure(&s->c[a], &s->c[b]) &&
	    !kernels_other_program(&s->c[a], &s->c[b]);
}

static enum phase
known(const struct judged_cycle *c)
{
	return c->phase != PHASE_EMPTY ? c->phase : c->known;
}

/* Can it be decode: none as deep, but for decode, takes half as long? */
static bool
may_be_usual(const struct peers *s, size_t i)
{
	if (!takes_part(s, i) || known(&s->c[i]) == PHASE_PREFILL ||
	    known(&s->c[i]) == PHASE_MIXED)
		return false;
	for (size_t j = 0; j < s->n && known(&s->c[i]) != PHASE_DECODE; j++)
		if (are_alike(s, i, j) && is_longer(&s->c[i], &s->c[j]))
			return false;
	return true;
}

/* One known as decode is the usual step, else the one with most steps. */
static bool
is_more_usual(const struct judged_cycle *a, const struct judged_cycle *b)
{
	bool decode = known(a) == PHASE_DECODE;

	if (decode != (known(b) == PHASE_DECODE))
		return decode;
	return a->steps > b->steps;
}

static size_t
find_usual(const struct peers *s)
{
	size_t best = CYCLE_NONE;

	for (size_t i = 0; i < s->n; i++)
		if (may_be_usual(s, i) &&
		    (best == CYCLE_NONE ||
			is_more_usual(&s->c[i], &s->c[best])))
			best = i;
	return best;
}

/* Why nothing can be compared, or NULL. */
static const char *
find_peers(struct peers *s)
{
	size_t kinds = 0;
	bool layers = false;

	s->usual = find_usual(s);
	for (size_t i = 0; s->usual != CYCLE_NONE && i < s->n; i++)
		if (are_alike(s, i, s->usual)) {
			kinds++;
			layers |= s->c[i].layers > 0;
		}
	return kinds < 2 ? "no other step to compare it with"
	    : !layers    ? "no layers, so these may be layers themselves"
			 : NULL;
}

/* How many unbroken rows a kind comes in, or as many as there can be. */
static int64_t
rows_of(const struct judged_cycle *c)
{
	return c->runs ? c->runs : c->steps;
}

/* Short steps come in one row more than what is between them. */
static void
count_steps(struct peers *s)
{
	const struct judged_cycle *c = s->c, *usual = &c[s->usual];
	int64_t between = 1;

	s->longest = s->usual;
	for (size_t i = 0; i < s->n; i++) {
		bool alike = are_alike(s, i, s->usual);

		if (alike && !is_longer(&c[i], usual)) {
			s->steps += c[i].steps;
			s->rows += rows_of(&c[i]);
		} else if (c[i].gpu == s->gpu && c[i].compared)
			between += rows_of(&c[i]);
		if (!alike || !is_longer(&c[i], usual))
			continue;
		s->long_steps += c[i].steps;
		s->long_rows += rows_of(&c[i]);
		if (ratio(&c[i], usual) > ratio(&c[s->longest], usual))
			s->longest = i;
	}
	s->rows = s->rows < between ? s->rows : between;
}

/* Does the longest come before all others? */
static bool
is_first(const struct peers *s, size_t i)
{
	const struct judged_cycle *c = &s->c[i];

	for (size_t j = 0; j < s->n; j++)
		if (j != i && are_alike(s, j, s->usual) &&
		    s->c[j].start <= c->start)
			return false;
	return c->start != CYCLE_NO_TIME;
}

/* Are most steps alone in their rows? */
static bool
are_alone(int64_t steps, int64_t rows)
{
	return 10 * steps < COMPARE_TENTHS_ALONE * rows;
}

/* The order of an engine that the steps are in, or NULL. */
static const char *
find_order(const struct peers *s)
{
	if (known(&s->c[s->usual]) == PHASE_DECODE)
		return "that is decode";
	if (s->steps >= COMPARE_ROW * s->rows &&
	    (are_alone(s->long_steps, s->long_rows) ||
		10 * s->steps >= COMPARE_TENTHS_MORE * s->long_steps))
		return "which comes in rows";
	if (s->longest != s->usual && is_first(s, s->longest) &&
	    are_alone(s->long_steps, s->long_rows) &&
	    (s->long_steps == 1 || s->steps >= COMPARE_ROW_AFTER * s->rows))
		return "which follows";
	return NULL;
}

/*
 * A short step on its own, that is not the usual one, may be that of a short
 * prompt.
 */
static bool
is_like_decode(const struct peers *s, size_t i)
{
	const struct judged_cycle *c = &s->c[i];

	return i == s->usual ||
	    (10 * ratio(c, &s->c[s->usual]) <= COMPARE_TENTHS_LIKE &&
		(!are_alone(c->steps, rows_of(c)) ||
		    c->steps >= COMPARE_MORE * s->long_steps));
}

/* Have its layers as many kernels as those of the usual step? */
static bool
is_like_usual(const struct peers *s, size_t i)
{
	return s->c[i].layer_length > 0 &&
	    s->c[i].layer_length == s->c[s->usual].layer_length;
}

/*
 * May it be that of another model, such as one of images before each prompt?
 * Then another long step comes as often, with layers like those of the usual
 * one.
 */
static bool
is_of_other_model(const struct peers *s, size_t i)
{
	if (is_like_usual(s, i))
		return false;
	for (size_t j = 0; j < s->n; j++)
		if (s->c[j].steps == s->c[i].steps && is_like_usual(s, j) &&
		    are_alike(s, j, s->usual) &&
		    is_longer(&s->c[j], &s->c[s->usual]))
			return true;
	return false;
}

static void
compare(const struct peers *s, size_t i, struct comparison *v)
{
	const struct judged_cycle *c = s->c;
	double times = ratio(&c[i], &c[s->usual]);
	double longest = ratio(&c[s->longest], &c[s->usual]);

	if (s->longest == s->usual)
		say(v, PHASE_EMPTY, "no step is clearly longer than others");
	else if (!s->order)
		say(v, PHASE_EMPTY,
		    "long and short steps alternate, as prompts of "
		    "different lengths do");
	else if (times >= COMPARE_LONGER && is_of_other_model(s, i))
		say(v, PHASE_EMPTY,
		    "another long step, as frequent, has layers more like "
		    "those of cycle %" PRId64,
		    c[s->usual].number);
	else if (times >= COMPARE_LONGER &&
	    (times >= COMPARE_CLEARLY || COMPARE_LONGEST * times >= longest))
		say(v, PHASE_PREFILL,
		    "time: a step takes %.1f times as long as one of cycle "
		    "%" PRId64 ", %s",
		    times, c[s->usual].number, s->order);
	else if (is_like_decode(s, i))
		say(v, PHASE_DECODE,
		    "time: a step of cycle %" PRId64
		    " takes %.1f times as long",
		    c[s->longest].number, ratio(&c[s->longest], &c[i]));
	else
		say(v, PHASE_EMPTY,
		    "neither clearly as long as prefill nor as decode");
	v->strong = kernels_one_token(&c[s->usual]) ||
	    (s->steps >= COMPARE_STRONG * s->long_steps &&
		are_alone(s->long_steps, s->long_rows) &&
		is_first(s, s->longest));
}

void
compare_steps(
    const struct judged_cycle *c, size_t n, size_t gpu, struct comparison *v)
{
	struct peers s = {.c = c, .n = n, .gpu = gpu};
	const char *silent = find_peers(&s);

	if (!silent) {
		count_steps(&s);
		s.order = find_order(&s);
	}
	for (size_t i = 0; i < n; i++) {
		if (c[i].gpu != gpu || !c[i].compared)
			continue;
		if (silent)
			say(&v[i], PHASE_EMPTY, "%s", silent);
		else if (are_alike(&s, i, s.usual))
			compare(&s, i, &v[i]);
		else
			say(&v[i], PHASE_EMPTY,
			    "the usual step has more or fewer layers, or is "
			    "another program's");
	}
}

/* The order from prefill to decode. The array's order decides the rest. */
static bool
more_like_decode(const struct judged_cycle *a, const struct judged_cycle *b)
{
	if (a->steps != b->steps)
		return a->steps > b->steps;
	return a->start > b->start;
}

/* Gives a phase that no label claims. */
static void
claim(struct judged_cycle *c, enum phase p, bool taken, const char *why)
{
	if (taken)
		cycle_set(
		    c, PHASE_UNKNOWN, "another cycle is %s", phase_name(p));
	else
		cycle_set(c, p, "%s", why);
}

void
compare_counts(struct judged_cycle *c, size_t n, size_t gpu)
{
	bool taken[PHASE_OTHER + 1] = {false};
	size_t fewest = CYCLE_NONE, most = CYCLE_NONE;

	for (size_t i = 0; i < n; i++) {
		if (c[i].gpu != gpu)
			continue;
		taken[c[i].phase] = true;
		if (!c[i].compared)
			continue;
		if (fewest == CYCLE_NONE || more_like_decode(&c[fewest], &c[i]))
			fewest = i;
		if (most == CYCLE_NONE || !more_like_decode(&c[most], &c[i]))
			most = i;
	}
	for (size_t i = 0; i < n; i++) {
		if (c[i].gpu != gpu || !c[i].compared ||
		    c[i].phase != PHASE_EMPTY)
			continue;
		if (i == most)
			claim(&c[i], PHASE_DECODE, taken[PHASE_DECODE],
			    fewest == most ? "only cycle" : "most repetitions");
		else if (i == fewest)
			claim(&c[i], PHASE_PREFILL, taken[PHASE_PREFILL],
			    "fewest repetitions");
		else
			cycle_set(&c[i], PHASE_UNKNOWN,
			    "neither most nor fewest repetitions");
	}
}
