#include <math.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/order.h"
#include "common/meaning/short_name.h"
#include "common/times/outlier.h"
#include "tools/trace-align/change.h"

/* --- names for people --- */

/* The kind of a kernel: its family, or else its name. */
static void
add_kind(struct buf *b, const struct report *r, const struct row *row)
{
	struct span family = r->likeness->family[row->name];
	struct span name = pool_get(r->names, row->name);
	struct name_parts parts;

	if (b->n > 0)
		buf_add_text(b, " + ");
	if (family.n > 0) {
		buf_add_span(b, family);
		return;
	}
	name_parts_read(&parts, name);
	short_name_add(name, &parts, b);
}

/* --- what is alike --- */

struct finder {
	const struct report *r;
	struct changes *found;
	struct pool *keys;
	size_t cap;
	struct buf from, to, key;
};

/*
 * The change with this key, a new one with these texts if there is none yet; or
 * NULL.
 */
static struct change *
find_change(struct finder *f)
{
	struct changes *c = f->found;
	uint32_t id = pool_add(f->keys, buf_span(&f->key));
	struct change begun = {
	    .found = id, .from = buf_span(&f->from), .to = buf_span(&f->to)};

	if (id < c->n)
		return &c->change[id];
	pool_keep(c->texts, &begun.from);
	pool_keep(c->texts, &begun.to);
	ARRAY_PUSH(c->change, c->n, &f->cap, begun);
	return &c->change[c->n - 1];
}

/* Is a row the longest, of B where there is one? */
static void
consider(struct change *c, const struct row *row, bool of_b)
{
	if (!row)
		return;
	if (!c->row || (of_b && !c->row_of_b) ||
	    (of_b == c->row_of_b && row->each > c->row->each)) {
		c->row = row;
		c->row_of_b = of_b;
	}
}

/* The name of one side: of the same kernel its own, else the normalised one. */
static uint32_t
name_of(const struct report *r, const struct row *row, enum match match)
{
	if (!row)
		return UINT32_MAX;
	return match == EXACT ? row->name
			      : r->likeness->tier[ALIGN_NORMALISED][row->name];
}

/* Writes the key of a row's change: kinds for a group, names for other rows. */
static void
write_key(struct finder *f, const struct pair *p)
{
	uint32_t names[4] = {p->match, name_of(f->r, p->a, p->match),
	    name_of(f->r, p->b, p->match), pair_row(p)->few};

	f->key.n = 0;
	if (p->group) {
		BUF_ADD_ALL(&f->key, buf_span(&f->from), span_of("\n"),
		    buf_span(&f->to));
	} else {
		buf_add(&f->key, names, sizeof names);
	}
}

#define NO_ROW SIZE_MAX

/* The row, and those behind it of its group. */
static void
find_one(struct finder *f, size_t first, const size_t *next)
{
	const struct comparison *all = f->r->comparison;
	const struct pair *p = &all->pairs[first];
	struct change *c;

	f->from.n = f->to.n = 0;
	for (size_t i = first; i != NO_ROW; i = next[i]) {
		if (all->pairs[i].a)
			add_kind(&f->from, f->r, all->pairs[i].a);
		if (all->pairs[i].b)
			add_kind(&f->to, f->r, all->pairs[i].b);
	}
	write_key(f, p);
	c = find_change(f);
	if (c->times++ == 0) {
		c->fusion = p->group > 0;
		c->match = p->match;
		c->reps = (p->b ? f->r->b : f->r->a)->reps;
		c->name = p->group ? all->groups[p->group].name : p->family;
	}
	for (size_t i = first; i != NO_ROW; i = next[i]) {
		f->found->of[i] = c->found;
		consider(c, all->pairs[i].a, false);
		consider(c, all->pairs[i].b, true);
		c->faster += f->r->differences[i].verdict == FASTER;
		c->slower += f->r->differences[i].verdict == SLOWER;
	}
}

/* The rows of a group are a list, in their order. */
static void
find_all(struct finder *f)
{
	const struct comparison *c = f->r->comparison;
	size_t *first = xcalloc(c->ngroups + 1, sizeof *first);
	size_t *next = xcalloc(c->npairs + 1, sizeof *next);

	for (size_t g = 0; g <= c->ngroups; g++)
		first[g] = NO_ROW;
	for (size_t i = c->npairs; i-- > 0;) {
		size_t g = c->pairs[i].group;

		next[i] = g ? first[g] : NO_ROW;
		first[g] = i;
	}
	for (size_t i = 0; i < c->npairs; i++)
		if (!c->pairs[i].group || first[c->pairs[i].group] == i)
			find_one(f, i, next);
	free(first);
	free(next);
}

static double
magnitude(const struct measure *m)
{
	return fabs((double)(m->b - m->a));
}

/* --- how much of a difference is no chance --- */

/*
 * The deviations from the mean that any of n normal values exceeds in one case
 * of a hundred, at most (H. Chernoff, "A measure of asymptotic efficiency",
 * Annals of Mathematical Statistics 23, 1952).
 */
static double
chance_most(size_t n)
{
	return sqrt(2 * log(100 * (double)n));
}

/* Deviations are those of logarithms, which are counted in billionths. */
static const double billion = 1e9;

/* The differences between kernels that chance explains. */
struct chance {
	double deviation; /* of a logarithm */
	double most;      /* deviations of any kernel, and of any sum */
};

/* A kernel that is the same, and by how much its logarithm differs. */
struct same {
	size_t pair, change;
	int64_t apart;
};

ORDER_BY(compare_same, struct same, UP(change))

/* Those of all changes, sorted by these; how many. */
static size_t
find_same(const struct changes *c, const struct comparison *all, struct same *s)
{
	size_t n = 0;

	for (size_t i = 0; i < all->npairs; i++) {
		const struct pair *p = &all->pairs[i];
		const struct row *a = p->a, *b = p->b;

		if (p->match == EXACT && !p->group && a && b && a->each > 0 &&
		    b->each > 0)
			s[n++] = (struct same){i, c->of[i],
			    llround(billion *
				log((double)b->each / (double)a->each))};
	}
	ARRAY_SORT(s, n, compare_same);
	return n;
}

/* The deviation of these kernels, if half of them differ by chance alone. */
static double
find_deviation(const struct same *s, size_t n)
{
	int64_t *apart = xcalloc(n + 1, sizeof *apart);
	struct spread spread;
	double deviation = 0;

	for (size_t i = 0; i < n; i++)
		apart[i] = s[i].apart;
	if (spread_of(apart, n, &spread) == 0)
		deviation = spread_deviation(&spread) / billion;
	free(apart);
	return deviation;
}

/* May the sum of the same kernels differ by more than runs of one program? */
static bool
matters(const struct change *c, struct threshold floor)
{
	double a = (double)c->sum.a, b = (double)c->sum.b;

	return c->sum.verdict != SAME &&
	    threshold_exceeded(log(b / a), threshold_log(floor, a, b));
}

/*
 * A change of the whole, as by another clock, has its difference where it has
 * its time. It is of some places if these have nearly all of the difference,
 * and clearly less than all of the time, whichever side is asked.
 */
static const double of_difference = 0.95, of_time = 0.8;

static bool
is_of_some(const struct change *c, const struct measure *some)
{
	double delta = (double)(c->sum.b - c->sum.a);
	double a = (double)some->a / (double)c->sum.a;
	double b = (double)some->b / (double)c->sum.b;

	return delta != 0 &&
	    (double)(some->b - some->a) / delta >= of_difference &&
	    fmin(a, b) <= of_time;
}

/*
 * The sure part of a change of n such kernels: of their sum, the part that
 * chance does not explain, or the differences of those kernels that differ as
 * none does by chance, and enough to matter. A kernel's deviation is no less
 * than its repeats tell: a quarter of the interval.
 */
static void
find_sure(struct change *c, const struct report *r, const struct same *s,
    size_t n, struct chance by)
{
	struct measure apart = {0};
	double chance = 0;
	size_t places = 0;

	for (size_t i = 0; i < n; i++) {
		const struct pair *p = &r->comparison->pairs[s[i].pair];
		double a = (double)p->a->each, b = (double)p->b->each;
		double own = by.most *
		    fmax(r->differences[s[i].pair].estimate.half / 2,
			by.deviation);

		chance = hypot(chance, own * (a + b) / 2);
		if (fabs((double)s[i].apart) / billion >=
		    fmax(own, threshold_log(r->floor, a, b))) {
			apart.a += p->a->each;
			apart.b += p->b->each;
			places++;
		}
	}
	c->places = is_of_some(c, &apart) ? places : 0;
	c->sure = fmax(matters(c, r->floor) ? magnitude(&c->sum) - chance : 0,
	    magnitude(&apart));
}

/*
 * Half of all kernels differ by chance, but none by more than what matters (see
 * significance.h), or they do not differ by chance. Several of one change may
 * differ more from each other.
 */
static void
find_all_sure(struct changes *c, const struct report *r)
{
	struct same *same = xcalloc(r->comparison->npairs + 1, sizeof *same);
	size_t n = find_same(c, r->comparison, same);
	double most = chance_most(n);
	double of_all = fmin(find_deviation(same, n), r->floor.share / most);

	for (size_t i = 0; i < c->n; i++)
		c->change[i].sure = magnitude(&c->change[i].sum);
	for (size_t i = 0, end; i < n; i = end) {
		double own = 0;

		for (end = i; end < n && same[end].change == same[i].change;)
			end++;
		if (end - i >= SPREAD_LEAST)
			own = find_deviation(same + i, end - i);
		find_sure(&c->change[same[i].change], r, same + i, end - i,
		    (struct chance){fmax(own, of_all), most});
	}
	free(same);
}

/* The larger difference first. */
ORDER_BY(compare_differences, struct measure,
    (magnitude(x) < magnitude(y)) - (magnitude(x) > magnitude(y)))

/* The one of more time first. */
ORDER_BY(compare_times, struct measure,
    (measure_both(x) < measure_both(y)) - (measure_both(x) > measure_both(y)))

/*
 * By what is sure of the difference, then by the difference, then by the time,
 * then by what they are.
 */
ORDER_BY(compare_changes, struct change, DOWN(sure),
    compare_differences(&x->sum, &y->sum), compare_times(&x->sum, &y->sum),
    span_compare(x->from, y->from), span_compare(x->to, y->to),
    UP(row->position))

/*
 * The noise of one place can make the sum unclear. Where others alone, judged
 * by themselves, are sure of half of the difference, they decide.
 */
static void
judge_by_places(struct change *c)
{
	bool slower = c->slower > 0 && c->faster == 0 && c->sum.b > c->sum.a;
	bool faster = c->faster > 0 && c->slower == 0 && c->sum.b < c->sum.a;

	if (c->sum.verdict == UNCLEAR && (slower || faster) &&
	    2 * c->sure >= magnitude(&c->sum))
		c->sum.verdict = slower ? SLOWER : FASTER;
}

/* Adds up the rows of all changes and sorts these. */
static void
finish(struct changes *c, const struct report *r,
    int (*order)(const void *, const void *))
{
	struct measure *sum = xcalloc(c->n + 1, sizeof *sum);
	size_t *place = xcalloc(c->n + 1, sizeof *place);

	measure_each(r, c->of, c->n, sum);
	for (size_t i = 0; i < c->n; i++)
		c->change[i].sum = sum[i];
	find_all_sure(c, r);
	for (size_t i = 0; i < c->n; i++)
		judge_by_places(&c->change[i]);
	ARRAY_SORT(c->change, c->n, order);
	for (size_t i = 0; i < c->n; i++)
		place[c->change[i].found] = i;
	for (size_t i = 0; i < r->comparison->npairs; i++)
		c->of[i] = place[c->of[i]];
	free(sum);
	free(place);
}

static void
begin(struct changes *c, const struct report *r)
{
	*c = (struct changes){.texts = pool_new(),
	    .of = xcalloc(r->comparison->npairs + 1, sizeof *c->of)};
}

void
changes_find(struct changes *c, const struct report *r)
{
	struct finder f = {.r = r, .found = c, .keys = pool_new()};

	begin(c, r);
	find_all(&f);
	finish(c, r, compare_changes);
	pool_free(f.keys);
	buf_free(&f.from);
	buf_free(&f.to);
	buf_free(&f.key);
}

static void
join(struct change *into, const struct change *c)
{
	into->joined++;
	into->times += c->times;
	into->faster += c->faster;
	into->slower += c->slower;
}

struct change *
changes_join(struct changes *c, const struct report *r, const bool *marked)
{
	size_t *place = xcalloc(c->n + 1, sizeof *place);
	size_t n = 0, first = NO_ROW;

	for (size_t i = 0; i < c->n; i++) {
		struct change x = c->change[i];

		place[i] = marked[i] && first != NO_ROW ? first : n++;
		if (place[i] == first) {
			join(&c->change[first], &x);
			continue;
		}
		x.found = place[i];
		x.joined = marked[i];
		c->change[place[i]] = x;
		if (marked[i])
			first = place[i];
	}
	c->n = n;
	for (size_t i = 0; i < r->comparison->npairs; i++)
		c->of[i] = place[c->of[i]];
	free(place);
	finish(c, r, compare_changes);
	for (size_t i = 0; i < c->n; i++)
		if (c->change[i].found == first)
			return &c->change[i];
	return NULL;
}

/* By the time of both sides. */
ORDER_BY(compare_families, struct change, compare_times(&x->sum, &y->sum),
    span_compare(x->name, y->name))

void
changes_find_families(struct changes *c, const struct report *r)
{
	const struct comparison *all = r->comparison;

	begin(c, r);
	for (size_t i = 0; i < all->npairs; i++) {
		const struct pair *p = &all->pairs[i];
		const struct row *row = p->a ? p->a : p->b;
		struct span name = p->group ? all->groups[p->group].name
					    : r->likeness->class[row->name];

		c->of[i] =
		    pool_add(c->texts, name.n ? name : span_of("unknown"));
	}
	c->n = pool_count(c->texts);
	c->change = xcalloc(c->n + 1, sizeof *c->change);
	for (size_t i = 0; i < c->n; i++)
		c->change[i] = (struct change){
		    .name = pool_get(c->texts, (uint32_t)i), .found = i};
	finish(c, r, compare_families);
}

void
changes_free(struct changes *c)
{
	free(c->change);
	free(c->of);
	pool_free(c->texts);
}
