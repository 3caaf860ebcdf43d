#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/align_names.h"
#include "tests/unit/test.h"
#include "tools/trace-align/align.h"
#include "tools/trace-align/gotoh.h"

enum { MOST = 24 };

static void
any_names(struct names *s, size_t n, unsigned alphabet)
{
	for (size_t i = 0; i < n; i++)
		s->exact[i] = any(alphabet);
	set_names(s, n);
}

/* A is similar to a; digits are of one family. */
static uint32_t
spelled(char c)
{
	if (c >= '0' && c <= '3')
		return (uint32_t)(c - '0');
	return (uint32_t)((c | 32) * 4 + !(c & 32));
}

static void
spell(struct names *s, const char *text)
{
	size_t n = strlen(text);

	for (size_t i = 0; i < n; i++)
		s->exact[i] = spelled(text[i]);
	set_names(s, n);
	s->cycle.work = NULL;
}

/* --- alignments --- */

static int
worth(const struct ring *x, size_t i, const struct ring *y, size_t j)
{
	static const int score[] = {
	    SCORE_EXACT, SCORE_NORMALISED, SCORE_FAMILY, -1000};

	return score[ring_tier(x, i, y, j)];
}

/* The score of kernels i and j in a fusion; 0: none. */
static int
shared(const struct ring *x, size_t i, const struct ring *y, size_t j)
{
	if (x->work[i] == y->work[j])
		return -1000;
	return ops_share(&sets[x->work[i]], &sets[y->work[j]], SCORE_FAMILY);
}

/* Two cycles of which everything is tried. */
struct trial {
	const struct ring *x, *y;
	const size_t *partner; /* no other pairs than these; or NULL */
	bool known[MOST + 1][MOST + 1][5];
	int memo[MOST + 1][MOST + 1][5];
};

/* The run or fusion that is open before x's kernel i and y's kernel j. */
enum { NOTHING, RUN_X, RUN_Y, Y_FUSES, X_FUSES };

static int best_score(struct trial *, size_t i, size_t j, int state);

static int
most(int a, int b)
{
	return a > b ? a : b;
}

static int
try_kernel_x(struct trial *t, size_t i, size_t j, int state)
{
	int fused, best;

	if (t->partner && t->partner[i] != ALIGN_ALONE)
		return -100000;
	best =
	    (state == RUN_X ? 0 : SCORE_RUN) + best_score(t, i + 1, j, RUN_X);
	if (state != Y_FUSES)
		return best;
	fused = shared(t->x, i, t->y, j - 1);
	return most(best,
	    (fused ? fused : SCORE_RUN) + best_score(t, i + 1, j, Y_FUSES));
}

static int
try_kernel_y(struct trial *t, size_t i, size_t j, int state)
{
	int run = state == RUN_Y ? 0
	    : state == RUN_X     ? SCORE_INSTEAD
				 : SCORE_RUN;
	int fused, best = run + best_score(t, i, j + 1, RUN_Y);

	if (state != X_FUSES)
		return best;
	fused = shared(t->x, i - 1, t->y, j);
	return most(best,
	    (fused ? fused : SCORE_RUN) + best_score(t, i, j + 1, X_FUSES));
}

static int
try_both(struct trial *t, size_t i, size_t j)
{
	bool alone = !t->partner || t->partner[i] == ALIGN_ALONE;
	int fused = alone ? shared(t->x, i, t->y, j) : 0;
	int best = fused > 0 ? fused +
		most(best_score(t, i + 1, j + 1, Y_FUSES),
		    best_score(t, i + 1, j + 1, X_FUSES))
			     : -100000;

	if (!t->partner || t->partner[i] == j)
		best = most(best,
		    worth(t->x, i, t->y, j) +
			best_score(t, i + 1, j + 1, NOTHING));
	return best;
}

/* The best score of x from i on and y from j on, by trying everything. */
static int
best_score(struct trial *t, size_t i, size_t j, int state)
{
	int best = i == t->x->n && j == t->y->n ? 0 : -100000;

	if (t->known[i][j][state])
		return t->memo[i][j][state];
	if (i < t->x->n && j < t->y->n)
		best = most(best, try_both(t, i, j));
	if (i < t->x->n)
		best = most(best, try_kernel_x(t, i, j, state));
	if (j < t->y->n)
		best = most(best, try_kernel_y(t, i, j, state));
	t->known[i][j][state] = true;
	return t->memo[i][j][state] = best;
}

/* The best score with these pairs, or with any. */
static int
score_of(const struct ring *x, const struct ring *y, const size_t *partner)
{
	static struct trial t;

	memset(&t, 0, sizeof t);
	t.x = x;
	t.y = y;
	t.partner = partner;
	return best_score(&t, 0, 0, NOTHING);
}

static void
test_gotoh(void)
{
	size_t fused = 0;
	bool best = true;

	for (int k = 0; k < 3000; k++) {
		unsigned alphabet = 1 + any(40);
		size_t partner[MOST];
		struct names x, y;
		int64_t told;
		int score;

		any_names(&x, any(12), alphabet);
		any_names(&y, any(12), alphabet);
		gotoh(&x.cycle, &y.cycle, partner, &told);
		score = score_of(&x.cycle, &y.cycle, NULL);
		best &= told == score;
		best &= score_of(&x.cycle, &y.cycle, partner) == score;
		x.cycle.work = NULL;
		gotoh(&x.cycle, &y.cycle, partner, &told);
		x.cycle.work = x.work;
		fused += score_of(&x.cycle, &y.cycle, partner) < score;
	}
	CHECK(best);
	printf("# %zu of 3000 with fusions that decide\n", fused);
	CHECK(fused > 100);
}

/* Aligns two spelled cycles and writes the result as "aA b- -c". */
static const char *
aligned(const char *a, const char *b)
{
	static char text[MOST * 8];
	struct align_row rows[2 * MOST];
	size_t partner[MOST];
	struct names x, y;
	size_t n;
	char *p = text;

	spell(&x, a);
	spell(&y, b);
	align(&x.cycle, &y.cycle, partner);
	n = align_order(partner, x.cycle.n, y.cycle.n, rows);
	for (size_t i = 0; i < n; i++) {
		*p++ = rows[i].a == ALIGN_ALONE ? '-' : a[rows[i].a];
		*p++ = rows[i].b == ALIGN_ALONE ? '-' : b[rows[i].b];
		*p++ = ' ';
	}
	*p = 0;
	if (p > text)
		p[-1] = 0;
	return text;
}

static void
check_aligned(const char *a, const char *b, const char *want)
{
	const char *got = aligned(a, b);

	test_point(strcmp(got, want) == 0, want, __FILE__, __LINE__);
	if (strcmp(got, want) != 0)
		printf("# %s %s: %s\n", a, b, got);
}

static void
test_by_hand(void)
{
	check_aligned("abcd", "abcd", "aa bb cc dd");
	check_aligned("abcd", "cdab", "cc dd aa bb");
	check_aligned("abcd", "abxd", "aa bb c- -x dd");
	check_aligned("abcd", "ABcd", "aA bB cc dd");
	check_aligned("abc", "", "a- b- c-");
	check_aligned("", "abc", "-a -b -c");
	check_aligned("ab", "cd", "a- b- -c -d");
	check_aligned("xab", "ab", "x- aa bb");
	check_aligned("abx", "ab", "aa bb x-");
	check_aligned("bxa", "ab", "aa bb x-");
	check_aligned("xbya", "ab", "aa x- bb y-");
	/* An exact pair is worth more than a similar one. */
	check_aligned("aA", "A", "a- AA");
	check_aligned("Aa", "A", "AA a-");
	/* So is a similar one than one of the family; 0 and 1 are similar. */
	check_aligned("21", "0", "2- 10");
	check_aligned("a2b", "a0b", "aa 20 bb");
	check_aligned("a2b", "axb", "aa 2- -x bb");
	/* Kernels alone stay together. */
	check_aligned("abcbd", "abd", "aa bb c- b- dd");
	/* With equal names the earlier ones pair. */
	check_aligned("caaad", "cad", "cc aa a- a- dd");
}

/* A result that stands for its pairs, whatever the order. */
static bool
mirrored(const struct ring *a, const struct ring *b)
{
	size_t ab[MOST], ba[MOST];

	align(a, b, ab);
	align(b, a, ba);
	for (size_t i = 0; i < a->n; i++)
		if (ab[i] != ALIGN_ALONE && ba[ab[i]] != i)
			return false;
	for (size_t j = 0; j < b->n; j++)
		if (ba[j] != ALIGN_ALONE && ab[ba[j]] != j)
			return false;
	return true;
}

static bool
all_once(const struct ring *a, const struct ring *b)
{
	struct align_row rows[2 * MOST];
	bool seen_a[MOST] = {false};
	size_t partner[MOST], next = 0;
	size_t n;

	align(a, b, partner);
	n = align_order(partner, a->n, b->n, rows);
	for (size_t i = 0; i < n; i++) {
		if (rows[i].b != ALIGN_ALONE && rows[i].b != next++)
			return false;
		if (rows[i].a == ALIGN_ALONE)
			continue;
		if (seen_a[rows[i].a] || partner[rows[i].a] != rows[i].b)
			return false;
		seen_a[rows[i].a] = true;
	}
	for (size_t i = 0; i < a->n; i++)
		if (!seen_a[i])
			return false;
	return next == b->n;
}

static bool
identity(const struct ring *a, const struct ring *b)
{
	size_t partner[MOST];

	align(a, b, partner);
	for (size_t i = 0; i < a->n; i++)
		if (partner[i] == ALIGN_ALONE ||
		    ring_tier(a, i, b, partner[i]) != ALIGN_EXACT)
			return false;
	return true;
}

static void
test_properties(void)
{
	bool mirror = true, once = true, self = true, rotated = true;

	for (int k = 0; k < 4000; k++) {
		unsigned alphabet = 1 + any(10);
		struct names a, b, c;
		size_t n = any(MOST), r = any(MOST);

		any_names(&a, n, alphabet);
		any_names(&b, any(MOST), alphabet);
		for (size_t i = 0; i < n; i++)
			c.exact[i] = a.exact[(i + r) % n];
		set_names(&c, n);
		mirror &= mirrored(&a.cycle, &b.cycle);
		mirror &= mirrored(&a.cycle, &c.cycle);
		once &= all_once(&a.cycle, &b.cycle);
		once &= all_once(&c.cycle, &a.cycle);
		self &= identity(&a.cycle, &a.cycle);
		rotated &= identity(&a.cycle, &c.cycle);
	}
	CHECK(mirror);
	CHECK(once);
	CHECK(self);
	CHECK(rotated);
}

/* --- known edits --- */

enum { RING = 120 };

/* A ring of names and what became of it: true_partner is in terms of a. */
struct edited {
	uint32_t a[3][RING], b[3][2 * RING];
	struct ring ca, cb;
	size_t true_partner[RING];
};

static void
add_name(struct edited *e, uint32_t name)
{
	e->b[0][e->cb.n++] = name;
}

/* One place in 25 is edited: inserted, deleted, replaced, fused, retuned. */
static void
edit(struct edited *e, size_t turn)
{
	for (size_t k = 0; k < RING; k++) {
		size_t i = (k + turn) % RING, fused;
		unsigned how = any(125);

		e->true_partner[i] = ALIGN_ALONE;
		if (how == 0) {
			add_name(e, 4000 + any(100) * 4);
		} else if (how == 1) {
			continue;
		} else if (how == 2) {
			add_name(e, 4000 + any(100) * 4);
			continue;
		} else if (how == 3) {
			for (fused = any(3); fused > 0 && k + 1 < RING; fused--)
				e->true_partner[(++k + turn) % RING] =
				    ALIGN_ALONE;
			add_name(e, 4000 + any(100) * 4);
			continue;
		}
		e->true_partner[i] = e->cb.n;
		add_name(e, how == 4 ? e->a[0][i] ^ 1 : e->a[0][i]);
	}
}

static void
make_edited(struct edited *e, size_t turn)
{
	unsigned alphabet = 10 + any(60);

	for (size_t i = 0; i < RING; i++)
		e->a[0][i] = any(alphabet) * 4;
	e->ca = (struct ring){RING, {e->a[0], e->a[1], e->a[2]}, NULL, NULL, 0};
	e->cb = (struct ring){0, {e->b[0], e->b[1], e->b[2]}, NULL, NULL, 0};
	edit(e, turn);
	for (uint32_t k = 1; k < 3; k++) {
		for (size_t i = 0; i < RING; i++)
			e->a[k][i] = e->a[0][i] >> k;
		for (size_t i = 0; i < e->cb.n; i++)
			e->b[k][i] = e->b[0][i] >> k;
	}
}

/* Adds the pairs that there are and those of them that are found. */
static void
recover(size_t turn, size_t *there, size_t *found)
{
	static struct edited e;
	size_t partner[RING];

	make_edited(&e, turn);
	align(&e.ca, &e.cb, partner);
	for (size_t i = 0; i < RING; i++) {
		bool pair = e.true_partner[i] != ALIGN_ALONE;

		*there += pair;
		*found += pair && partner[i] == e.true_partner[i];
	}
}

static void
test_edits(void)
{
	size_t there = 0, found = 0;

	for (int k = 0; k < 200; k++)
		recover(k % 2 ? any(RING) : 0, &there, &found);
	printf("# %zu of %zu pairs recovered\n", found, there);
	CHECK(there > 20000 && found >= there - there / 100);
}

/* Two rings of n of some names, one begun later, are wholly pairs. */
static bool
turned(size_t n, size_t turn, unsigned rare)
{
	uint32_t *a = calloc(2 * n, sizeof *a), *b = a ? a + n : NULL;
	size_t *partner = calloc(n, sizeof *partner);
	struct ring x = {n, {a, a, a}, NULL, NULL, 0}, y = x;
	bool same = a && partner;

	y.id[0] = y.id[1] = y.id[2] = b;
	for (size_t i = 0; same && i < n; i++)
		a[i] = i % 3 ? any(5) : any(rare);
	for (size_t i = 0; same && i < n; i++)
		b[i] = a[(i + turn) % n];
	if (same)
		align(&x, &y, partner);
	for (size_t i = 0; same && i < n; i++)
		same = partner[(i + turn) % n] == i;
	free(a);
	free(partner);
	return same;
}

/* More kernels than one table is for, and than all pairs are looked at. */
static void
test_long(void)
{
	CHECK(turned(7500, 1234, 1000));
	CHECK(turned(20000, 300, 50));
}

int
main(void)
{
	test_gotoh();
	test_by_hand();
	test_properties();
	test_edits();
	test_long();
	return test_done();
}
