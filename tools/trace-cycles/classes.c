#include <stdlib.h>
#include <string.h>

#include "common/buf.h"
#include "common/pool.h"
#include "tools/trace-cycles/classes.h"

/*
 * Two rotations race; the one that loses at its k-th symbol loses at every
 * start up to there, so all of these are skipped (Shiloach, "Fast canonization
 * of circular strings", Journal of Algorithms 2, 1981). Linear.
 */
size_t
classes_least_rotation(const uint32_t *s, size_t n)
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
 * a run has two. A seed has not, so that its may have to be put together.
 */
static int
least_rotation(const uint32_t *symbol, const struct run *r, struct buf *buf,
    uint32_t *turn, struct span *least)
{
	const uint32_t *root = symbol + r->start;
	size_t size = r->period * sizeof *root, before;

	*turn = (uint32_t)classes_least_rotation(root, r->period);
	before = *turn * sizeof *root;
	*least = (struct span){(const char *)(root + *turn), size};
	if (r->start + *turn + r->period <= r->end)
		return 0;
	buf->n = 0;
	if (buf_add(buf, least->p, size - before) || buf_add(buf, root, before))
		return -1;
	*least = buf_span(buf);
	return 0;
}

int64_t
classes_name(const uint32_t *symbol, const struct runs *runs, uint32_t *class,
    uint32_t *turn)
{
	struct pool *pool = pool_new();
	struct buf buf = {0};
	int64_t classes = pool ? 0 : -1;

	for (size_t i = 0; i < runs->n && classes >= 0; i++) {
		struct span least;

		if (least_rotation(
			symbol, &runs->run[i], &buf, &turn[i], &least))
			classes = -1;
		else
			class[i] = pool_add(pool, least);
		if (classes < 0 || class[i] == POOL_NONE)
			classes = -1;
		else
			classes = pool_count(pool);
	}
	buf_free(&buf);
	pool_free(pool);
	return classes;
}
