#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "tools/trace-cycles/necklace.h"

/*
 * Two rotations race; the one that loses at its k-th symbol loses at every
 * start up to there, so all of these are skipped (Shiloach, "Fast canonization
 * of circular strings", Journal of Algorithms 2, 1981). Linear.
 */
size_t
necklace_least_rotation(const uint32_t *s, size_t n)
{
	size_t i = 0, j = 1, k = 0;

	while (i < n && j < n && k < n) {
		size_t ik = i + k < n ? i + k : i + k - n;
		size_t jk = j + k < n ? j + k : j + k - n;

		if (s[ik] == s[jk]) {
			k++;
			continue;
		}
		if (s[ik] > s[jk])
			i += k + 1;
		else
			j += k + 1;
		j += i == j;
		k = 0;
	}
	return i < j ? i : j;
}

/*
 * The least rotation of a run as bytes: it starts within the first period, and
 * a run has two. A seed does not, so its least rotation may have to be put
 * together.
 */
static void
least_rotation(const uint32_t *symbol, const struct run *r, struct buf *buf,
    struct span *least)
{
	const uint32_t *root = symbol + r->start;
	size_t size = r->period * sizeof *root;
	size_t first = necklace_least_rotation(root, r->period);
	size_t before = first * sizeof *root;

	*least = (struct span){(const char *)(root + first), size};
	if (r->start + first + r->period <= r->end)
		return;
	buf->n = 0;
	buf_add(buf, least->p, size - before);
	buf_add(buf, root, before);
	*least = buf_span(buf);
}

/* What is known of the runs so far. */
struct naming {
	const struct text *text;
	const struct run *run;
	struct pool *roots; /* by hashes, as they stand in the text, ... */
	uint32_t *first;    /* ... and a run with each */
	struct pool *least; /* their least rotations: a class each */
	struct buf buf;
	uint32_t *class;
};

/*
 * The number of a root, equal for equal ones: two blocks that may overlap make
 * up all of it.
 */
static uint32_t
number_root(struct naming *n, const struct run *r)
{
	int k = 31 - __builtin_clz(r->period);
	uint32_t last = r->start + r->period - ((uint32_t)1 << k);
	uint64_t key[] = {text_hash(n->text, r->start, k),
	    text_hash(n->text, last, k), r->period};

	return pool_add(n->roots, (struct span){(char *)key, sizeof key});
}

/* Most runs have the root of one before, with the same symbol first. */
static void
name_run(struct naming *n, uint32_t i)
{
	const struct run *r = &n->run[i];
	uint32_t known = pool_count(n->roots), root = number_root(n, r);
	struct span least;

	if (root == POOL_NONE)
		return;
	if (root < known &&
	    text_equal(
		n->text, r->start, n->run[n->first[root]].start, r->period)) {
		n->class[i] = n->class[n->first[root]];
		return;
	}
	n->first[root] = i;
	least_rotation(n->text->symbol, r, &n->buf, &least);
	n->class[i] = pool_add(n->least, least);
}

size_t
necklace_classes(
    const struct text *text, const struct runs *runs, uint32_t *class)
{
	struct naming n = {.text = text,
	    .run = runs->run,
	    .roots = pool_new(),
	    .first = xcalloc(runs->n + 1, sizeof *n.first),
	    .least = pool_new(),
	    .class = class};
	size_t classes;

	for (uint32_t i = 0; i < runs->n; i++)
		name_run(&n, i);
	classes = pool_count(n.least);
	pool_free(n.roots);
	free(n.first);
	pool_free(n.least);
	buf_free(&n.buf);
	return classes;
}
