/*
 * Properties of any two cycles, tried with generated ones: every row is there
 * once, swapping the cycles gives the same, a cycle is itself, and a change to
 * one of them is found.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tools/trace-align/comparison.h"

enum { MOST = 320 };

static struct rules *rules;

/* Numbers that are the same everywhere (Knuth's MMIX generator). */
static uint64_t seed = 7;

static unsigned
any(unsigned below)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(seed >> 33) % below;
}

/* --- cycles --- */

/* Kernels by name, of which none is a part of another. */
struct text {
	size_t n;
	const char *word[MOST];
};

static const char *const words[] = {"y", "gemm_64x64", "gemm_128x64", "op_add",
    "op_mul", "op_silu", "op_exp", "triton_poi_fused_add_mul_0",
    "triton_poi_fused_mul_silu_1", "triton_poi_fused_add_exp_mul_2",
    "triton_red_fused_add_mul_rsqrt_3", "fused_add_rms_norm", "rms_norm", "k_1",
    "k_2", "copy", "x", "attention_2d", "attention_3d", "attention_reduce",
    "nvjet", "cijk_a", "Cijk_PostGSU4"};

enum { WORDS = sizeof words / sizeof *words, SPLIT = 16 };

/* Some of the words, for cycles with many ties. */
struct choice {
	const char *word[WORDS];
	unsigned n;
};

/* Some are of work that is done in one kernel or in two. */
static struct choice
any_choice(void)
{
	struct choice c = {.n = 1 + any(1 + any(WORDS))};
	unsigned from = any(3) ? 0 : SPLIT;

	for (unsigned i = 0; i < c.n; i++)
		c.word[i] = words[from + any(WORDS - from)];
	return c;
}

/* A cycle; some repeat a sequence, and end otherwise. */
static void
any_text(struct text *t, const struct choice *c, unsigned most)
{
	unsigned n = any(most + 1), period = any(3) ? n : 5, tail = any(9);
	unsigned base = any(3);

	t->n = n;
	for (unsigned i = 0; i < n; i++) {
		unsigned at = i + tail < n ? i % (period + 1) : i;
		unsigned k = (base ^ at * 2654435761u) >> 7;

		t->word[i] = c->word[(any(40) ? k : any(WORDS)) % c->n];
	}
}

/* Another cycle, rotated, with some kernels left out, moved or replaced. */
static void
any_edited(struct text *to, const struct text *from, const struct choice *c)
{
	size_t turn = from->n ? any((unsigned)from->n) : 0;

	to->n = 0;
	for (size_t i = 0; i < from->n; i++) {
		unsigned how = any(20);

		if (how > 0)
			to->word[to->n++] = how == 1
			    ? c->word[any(c->n)]
			    : from->word[(i + turn) % from->n];
		if (how == 2 && to->n < MOST)
			to->word[to->n++] = c->word[any(c->n)];
	}
}

/* Layers, three of them or more, and what is around them, rotated. */
static void
any_layers(struct text *t, const char *const *layer, size_t period)
{
	size_t times = 3 + any(3), all = times * period + 2, turn = any(9);

	t->n = all;
	for (size_t i = 0; i < all; i++)
		t->word[(i + turn) % all] =
		    i + 2 < all ? layer[i % period] : "x";
	if (any(2))
		t->word[any((unsigned)all)] = words[any(WORDS)];
}

/* Work that is done in one kernel or in two, or three, between others. */
static void
any_split(struct text *t, const char *whole, const char *part)
{
	static const char *const others[] = {"x", "y", "copy"};
	struct text straight = {0};
	size_t turn;

	for (unsigned i = 0; i < 3; i++) {
		if (any(3))
			straight.word[straight.n++] = others[i];
		if (any(2))
			straight.word[straight.n++] = part;
		straight.word[straight.n++] = whole;
		if (any(2))
			straight.word[straight.n++] = part;
	}
	turn = any((unsigned)straight.n);
	t->n = straight.n;
	for (size_t i = 0; i < t->n; i++)
		t->word[i] = straight.word[(i + turn) % t->n];
}

/* Kernel i is at position i + 1 and takes as many ns. */
static void
spell(const struct text *t, struct pool *names, struct row *rows)
{
	for (size_t i = 0; i < t->n; i++)
		rows[i] = (struct row){.line = i,
		    .position = (int64_t)i + 1,
		    .name = pool_add(names, span_of(t->word[i])),
		    .sum = (int64_t)i + 1,
		    .each = (int64_t)i + 1};
}

/* Compares rows with what is known of their names by now. */
static void
compare_named(struct comparison *c, const struct row *a, size_t na,
    const struct row *b, size_t nb, const struct pool *names)
{
	struct likeness likeness;

	likeness_init(&likeness, names, rules);
	compare(c, a, na, b, nb, &likeness);
	likeness_free(&likeness);
}

static struct comparison
compare_texts(const struct text *a, const struct text *b)
{
	static struct row rows_a[MOST], rows_b[MOST];
	struct pool *names = pool_new();
	struct comparison c;

	if (!names)
		abort();
	spell(a, names, rows_a);
	spell(b, names, rows_b);
	compare_named(&c, rows_a, a->n, rows_b, b->n, names);
	pool_free(names);
	return c;
}

static void
print_texts(const struct text *a, const struct text *b)
{
	for (size_t i = 0; i < a->n; i++)
		printf("%s %s", i ? "" : "#", a->word[i]);
	for (size_t i = 0; i < b->n; i++)
		printf("%s %s", i ? "" : " |", b->word[i]);
	printf("\n");
}

/* --- what became of each row --- */

/* The other row, or 0, as what, and which group: by its first row of a side. */
struct fate {
	int64_t partner, group_a, group_b;
	enum match match;
};

struct fates {
	struct fate a[MOST + 1], b[MOST + 1]; /* by position, from 1 */
	size_t rows_a, rows_b;                /* each counts once */
	int64_t sum_a, sum_b;
	int64_t first_a[2 * MOST], first_b[2 * MOST]; /* of groups */
};

static void
note_first(int64_t *first, const struct row *row)
{
	if (row && (*first == 0 || row->position < *first))
		*first = row->position;
}

/* Sets the fate of the row at this position; false if it has one. */
static void
note_fate(struct fate *fate, const struct pair *p, const struct row *other,
    const struct fates *f)
{
	if (fate->partner || fate->match != MATCHES)
		abort();
	*fate = (struct fate){.partner = other ? other->position : 0,
	    .group_a = f->first_a[p->group],
	    .group_b = f->first_b[p->group],
	    .match = p->match};
}

static void
find_fates(const struct comparison *c, struct fates *f)
{
	memset(f, 0, sizeof *f);
	for (size_t i = 0; i <= MOST; i++)
		f->a[i].match = f->b[i].match = MATCHES;
	for (size_t i = 0; i < c->npairs; i++) {
		const struct pair *p = &c->pairs[i];

		if (p->group) {
			note_first(&f->first_a[p->group], p->a);
			note_first(&f->first_b[p->group], p->b);
		}
	}
	for (size_t i = 0; i < c->npairs; i++) {
		const struct pair *p = &c->pairs[i];

		if (p->a)
			note_fate(&f->a[p->a->position], p, p->b, f);
		if (p->b)
			note_fate(&f->b[p->b->position], p, p->a, f);
		f->rows_a += p->a != NULL;
		f->rows_b += p->b != NULL;
		f->sum_a += p->a ? p->a->sum : 0;
		f->sum_b += p->b ? p->b->sum : 0;
	}
}

/* --- nothing is lost, and swapping gives the same --- */

static int64_t
sum_to(size_t n)
{
	return (int64_t)(n * (n + 1) / 2);
}

static bool
is_conserved(const struct fates *f, const struct text *a, const struct text *b)
{
	return f->rows_a == a->n && f->rows_b == b->n &&
	    f->sum_a == sum_to(a->n) && f->sum_b == sum_to(b->n);
}

static bool
is_mirrored(const struct fate *x, const struct fate *y, size_t n)
{
	static const enum match other[] = {
	    EXACT, SIMILAR, MOVED, ADDED, REMOVED};

	for (size_t i = 1; i <= n; i++)
		if (x[i].partner != y[i].partner ||
		    x[i].match != other[y[i].match] ||
		    x[i].group_a != y[i].group_b ||
		    x[i].group_b != y[i].group_a)
			return false;
	return true;
}

/* Groups and rows seen among the cycles that were tried. */
struct seen {
	size_t groups, moved, joined;
};

static void
note_seen(struct seen *s, const struct comparison *c)
{
	s->groups += c->ngroups > 1;
	for (size_t i = 0; i < c->npairs; i++) {
		s->moved += c->pairs[i].match == MOVED;
		s->joined += c->pairs[i].match == SIMILAR && c->pairs[i].group;
	}
}

static bool
holds(const struct text *a, const struct text *b, struct seen *seen)
{
	static struct fates ab, ba;
	struct comparison c = compare_texts(a, b);
	bool good;

	find_fates(&c, &ab);
	note_seen(seen, &c);
	good = is_conserved(&ab, a, b);
	comparison_free(&c);
	c = compare_texts(b, a);
	find_fates(&c, &ba);
	good &= is_conserved(&ba, b, a);
	comparison_free(&c);
	return good && is_mirrored(ab.a, ba.b, a->n) &&
	    is_mirrored(ab.b, ba.a, b->n);
}

/* Two cycles of one of five kinds. */
static void
any_two(struct text *a, struct text *b)
{
	struct choice c = any_choice();
	size_t period = 4 + any(4), k;
	unsigned most = any(4) ? 9 : 60;

	any_text(a, &c, most);
	switch (any(5)) {
	case 0:
		any_text(b, &c, most);
		break;
	case 1:
		any_edited(b, a, &c);
		break;
	case 2:
		any_split(a, "attention_2d", "attention_reduce");
		any_split(b, "attention_3d", "attention_reduce");
		break;
	case 3:
		any_split(a, "gemm_qkv", "splitkreduce_kernel");
		any_split(b, "gemm_qkv", "splitkreduce_kernel");
		break;
	default:
		k = any(WORDS - 8);
		any_layers(a, &words[k], period);
		any_layers(b, &words[any(3) ? k : any(WORDS - 8)], period);
	}
}

static void
test_any(void)
{
	enum { TRIALS = 12000 };
	struct seen seen = {0};
	size_t good = 0;

	for (int k = 0; k < TRIALS; k++) {
		struct text a, b;

		any_two(&a, &b);
		if (holds(&a, &b, &seen))
			good++;
		else
			print_texts(&a, &b);
	}
	CHECK_INT(good, TRIALS);
	printf("# groups %zu, moved %zu, joined %zu\n", seen.groups, seen.moved,
	    seen.joined);
	CHECK(seen.groups > 1000);
	CHECK(seen.moved > 1000 && seen.joined > 1000);
}

/* --- a cycle is itself, wherever it begins --- */

static bool
is_itself(const struct text *a)
{
	struct comparison c;
	struct text b = {.n = a->n};
	size_t turn = a->n ? any((unsigned)a->n) : 0;
	bool good;

	for (size_t i = 0; i < a->n; i++)
		b.word[i] = a->word[(i + turn) % a->n];
	c = compare_texts(a, &b);
	good = c.npairs == a->n;
	for (size_t i = 0; i < c.npairs; i++)
		good &= c.pairs[i].match == EXACT;
	comparison_free(&c);
	return good;
}

static void
test_itself(void)
{
	size_t good = 0;

	for (int k = 0; k < 2000; k++) {
		struct choice c = any_choice();
		struct text a;

		any_text(&a, &c, 60);
		good += is_itself(&a);
	}
	CHECK_INT(good, 2000);
}

/* --- known edits --- */

enum { RING = 150, FUSED_MOST = 4 };

/* A ring of kernels and what became of it. */
struct edited {
	struct text a, b;
	size_t partner[RING]; /* of b, from 0, or SIZE_MAX */
	/* The kernel of b that fuses this one, or SIZE_MAX. */
	size_t fused[RING];
	char names[2 * RING][96];
	size_t nnames;
};

static const char *const operations[] = {"add", "cos", "div", "exp", "mul",
    "neg", "pow", "rsqrt", "sin", "sub", "tanh"};

enum { OPERATIONS = sizeof operations / sizeof *operations };

/* One kernel in three is an elementwise operation. */
static const char *
any_kernel(struct edited *e, unsigned alphabet)
{
	char *name = e->names[e->nnames++];

	if (any(3) == 0)
		sprintf(name, "op_%s", operations[any(OPERATIONS)]);
	else
		sprintf(name, "kernel_%c%c", 'a' + any(alphabet) % 26,
		    'a' + any(alphabet) / 26);
	return name;
}

/* How many from kernel k on can be fused into one? */
static size_t
count_operations(const struct edited *e, size_t k, size_t turn)
{
	size_t n = 0;

	while (n < FUSED_MOST && k + n < RING &&
	    strncmp(e->a.word[(k + n + turn) % RING], "op_", 3) == 0)
		n++;
	return n;
}

/* The name that Inductor gives: operations in order, each once, a number. */
static const char *
fused_name(struct edited *e, size_t k, size_t n, size_t turn)
{
	char *name = e->names[e->nnames++];
	int length = sprintf(name, "triton_poi_fused__to_copy");

	for (unsigned o = 0; o < OPERATIONS; o++) {
		bool has = false;

		for (size_t i = 0; i < n; i++)
			has |= strcmp(e->a.word[(k + i + turn) % RING] + 3,
				   operations[o]) == 0;
		if (has)
			length += sprintf(name + length, "_%s", operations[o]);
	}
	sprintf(name + length, "_view_%u", any(40));
	return name;
}

/* Fuses n kernels from kernel k on. */
static void
fuse(struct edited *e, size_t k, size_t n, size_t turn)
{
	const char *name = fused_name(e, k, n, turn);

	for (size_t i = 0; i < n; i++)
		e->fused[(k + i + turn) % RING] = e->b.n;
	e->b.word[e->b.n++] = name;
}

/* Edits kernel k, or from there on; returns how many are done. */
static size_t
edit(struct edited *e, size_t k, size_t turn)
{
	static const char *const strange[] = {
	    "other_a", "other_b", "other_c", "other_d"};
	size_t n = count_operations(e, k, turn), i = (k + turn) % RING;
	unsigned how = any(75);

	if (n > 1 && any(2) == 0) {
		fuse(e, k, n, turn);
		return n;
	}
	if (how == 1 || how == 2) /* insert, replace */
		e->b.word[e->b.n++] = strange[any(4)];
	if (how == 0 || how == 2) /* delete, replace */
		return 1;
	e->partner[i] = e->b.n;
	e->b.word[e->b.n++] = e->a.word[i];
	return 1;
}

static void
make_edited(struct edited *e, size_t turn)
{
	unsigned alphabet = 5 + any(60);

	e->nnames = e->b.n = 0;
	e->a.n = RING;
	for (size_t i = 0; i < RING; i++) {
		e->a.word[i] = any_kernel(e, alphabet);
		e->partner[i] = e->fused[i] = SIZE_MAX;
	}
	for (size_t k = 0; k < RING;)
		k += edit(e, k, turn);
}

/* Pairs, and fused kernels with all their parts: those there, those found. */
struct found {
	size_t pairs_there, pairs, fusions_there, fusions;
};

/* Are all parts of b's kernel j in its group, and nothing that has a pair? */
static bool
is_found(const struct edited *e, const struct fates *f, size_t j)
{
	const struct fate *whole = &f->b[j + 1];

	for (size_t i = 0; i < RING; i++) {
		bool part = e->fused[i] == j;
		bool grouped = f->a[i + 1].group_b == whole->group_b;

		if (part != grouped && (part || e->partner[i] != SIZE_MAX))
			return false;
	}
	return whole->group_b > 0;
}

static void
count_found(const struct edited *e, struct found *found)
{
	static struct fates f;
	struct comparison c = compare_texts(&e->a, &e->b);
	size_t last = SIZE_MAX;

	find_fates(&c, &f);
	comparison_free(&c);
	for (size_t i = 0; i < RING; i++) {
		if (e->partner[i] != SIZE_MAX) {
			found->pairs_there++;
			found->pairs +=
			    f.a[i + 1].partner == (int64_t)e->partner[i] + 1;
		}
		if (e->fused[i] != SIZE_MAX && e->fused[i] != last) {
			last = e->fused[i];
			found->fusions_there++;
			found->fusions += is_found(e, &f, last);
		}
	}
}

static void
test_edits(void)
{
	static struct edited e;
	struct found f = {0};

	for (int k = 0; k < 400; k++) {
		make_edited(&e, k % 2 ? any(RING) : 0);
		count_found(&e, &f);
	}
	printf("# %zu of %zu pairs, %zu of %zu fusions\n", f.pairs,
	    f.pairs_there, f.fusions, f.fusions_there);
	CHECK(f.pairs_there > 30000);
	CHECK(f.pairs * 100 >= f.pairs_there * 99);
	CHECK(f.fusions_there > 1000);
	CHECK(f.fusions * 100 >= f.fusions_there * 99);
}

int
main(void)
{
	rules = rules_new();
	rules_add_ours(rules);
	test_any();
	test_itself();
	test_edits();
	rules_free(rules);
	return test_done();
}
