#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/bytes/memory.h"
#include "common/meaning/kdiffer.h"

enum { PART_MAX = 24 }; /* of a part is shown at most */

static void
add_part(struct kdiffer *d, struct span text)
{
	ARRAY_PUSH(d->part, d->nparts, &d->part_cap, text);
}

/* Adds a part; what is too long to be shown word by word. */
static void
add_words(struct kdiffer *d, struct span s)
{
	size_t start = 0;

	if (s.n <= PART_MAX) {
		add_part(d, s);
		return;
	}
	for (size_t i = 1; i <= s.n; i++) {
		bool ends = i == s.n || s.p[i] == '_' ||
		    (ascii_is_upper(s.p[i]) && !ascii_is_upper(s.p[i - 1]));

		if (!ends || d->nparts >= d->limit)
			continue;
		if (s.p[start] == '_')
			start++;
		if (i > start)
			add_part(d, span_cut(s, start, i));
		start = i;
	}
}

/* What tells most comes first: data types, other arguments, namespaces. */
static int
rank_of(const struct kparts *k, const struct kpart *p)
{
	if (k->flat)
		return 1;
	if (!p->argument || p->scope)
		return 2;
	return kpart_is_type(p) ? 0 : 1;
}

int
kdiffer_read(struct kdiffer *d, const struct kparts *k)
{
	size_t start = d->nparts;

	d->limit = start + KPARTS_MAX;
	for (int rank = 0; rank < 3; rank++)
		for (size_t i = 0; i < k->n; i++)
			if (rank_of(k, &k->part[i]) == rank)
				add_words(d, k->part[i].text);
	ARRAY_PUSH(d->name, d->n, &d->cap,
	    (struct kdiffer_name){start, d->nparts - start, 0});
	return 0;
}

void
kdiffer_free(struct kdiffer *d)
{
	free(d->part);
	free(d->name);
	free(d->size);
	*d = (struct kdiffer){0};
}

/* The part at a place; nothing after the last. */
static struct span
part_at(const struct kdiffer *d, size_t i, size_t place)
{
	const struct kdiffer_name *name = &d->name[i];
	struct span s = {"", 0};

	if (place >= name->n)
		return s;
	s = d->part[name->start + place];
	if (s.n > PART_MAX)
		s.n = PART_MAX;
	return s;
}

/* A name as it is sorted: by its class and the part at one place. */
struct entry {
	size_t class, index;
	struct span part;
};

static int
compare(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->class != y->class)
		return x->class < y->class ? -1 : 1;
	return span_compare(x->part, y->part);
}

/* Sorts the names by what they have there; returns the number of classes. */
static size_t
divide(const struct kdiffer *d, size_t place, struct entry *e)
{
	size_t classes = 1;

	for (size_t i = 0; i < d->n; i++)
		e[i] =
		    (struct entry){d->name[i].class, i, part_at(d, i, place)};
	qsort(e, d->n, sizeof *e, compare);
	for (size_t i = 1; i < d->n; i++)
		classes += compare(&e[i - 1], &e[i]) != 0;
	return classes;
}

/* The entries' order becomes classes. */
static void
keep(struct kdiffer *d, const struct entry *e)
{
	size_t class = 0;

	memset(d->size, 0, d->n * sizeof *d->size);
	for (size_t i = 0; i < d->n; i++) {
		class += i && compare(&e[i - 1], &e[i]) != 0;
		d->name[e[i].index].class = class;
		d->size[class]++;
	}
}

static bool
differ_at(const struct kdiffer *d, size_t place)
{
	for (size_t i = 1; i < d->n; i++)
		if (!span_equal(part_at(d, 0, place), part_at(d, i, place)))
			return true;
	return false;
}

void
kdiffer_choose(struct kdiffer *d)
{
	struct entry *e = xcalloc(d->n + 1, sizeof *e);
	size_t classes = 1;

	d->size = xcalloc(d->n + 1, sizeof *d->size);
	d->size[0] = d->n;
	for (size_t place = 0;
	     place < KPARTS_MAX && classes < d->n && d->nchosen < KDIFFER_MOST;
	     place++) {
		size_t now;

		if (!differ_at(d, place))
			continue;
		now = divide(d, place, e);
		if (now == classes)
			continue;
		keep(d, e);
		classes = now;
		d->chosen[d->nchosen++] = place;
	}
	free(e);
}

void
kdiffer_add(const struct kdiffer *d, size_t i, struct buf *out)
{
	for (size_t k = 0; k < d->nchosen; k++) {
		struct span part = part_at(d, i, d->chosen[k]);

		if (part.n) {
			buf_add(out, " ", 1);
			buf_add(out, part.p, part.n);
		}
	}
}

bool
kdiffer_is_alone(const struct kdiffer *d, size_t i)
{
	return d->size[d->name[i].class] == 1;
}
