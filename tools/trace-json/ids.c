#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "tools/trace-json/ids.h"

#define LINK_STRIDE (INT64_C(1) << 40)
#define LINK_RANKS INT64_C(8190)
#define LINK_OTHERS (LINK_RANKS * LINK_STRIDE)
#define PROCESS_STRIDE INT64_C(1000000)
#define PROCESS_RANKS INT64_C(4000)
#define PROCESS_OTHERS (PROCESS_RANKS * PROCESS_STRIDE)

struct ids {
	struct pool *links, *processes; /* what does not fit, by rank */
	struct buf key;
};

struct ids *
ids_new(void)
{
	struct ids *s = xcalloc(1, sizeof *s);

	s->links = pool_new();
	s->processes = pool_new();
	return s;
}

void
ids_free(struct ids *s)
{
	if (!s)
		return;
	pool_free(s->links);
	pool_free(s->processes);
	buf_free(&s->key);
	free(s);
}

/* A number below `most` as numbers are written, so that no two are one. */
static bool
is_below(struct span text, int64_t most, int64_t *v)
{
	if (text.n == 0 || !ascii_is_digit(*text.p) ||
	    (*text.p == '0' && text.n > 1))
		return false;
	return fixed_parse_int(text, v) == 0 && *v < most;
}

static void
add_number(struct buf *out, int64_t v)
{
	char digits[FIXED_MAX];

	buf_add(out, digits, fixed_print_int(digits, v));
}

/* The number of a rank's text in a pool. */
static int64_t
number_in(struct ids *s, struct pool *pool, struct span rank, struct span text)
{
	s->key.n = 0;
	buf_add(&s->key, rank.p, rank.n);
	buf_add(&s->key, "\t", 1);
	buf_add(&s->key, text.p, text.n);
	return pool_add(pool, buf_span(&s->key));
}

int64_t
ids_link_number(struct ids *s, struct span rank, struct span id)
{
	int64_t r, v;

	if (is_below(rank, LINK_RANKS, &r) && is_below(id, LINK_STRIDE, &v))
		return r * LINK_STRIDE + v;
	return LINK_OTHERS + number_in(s, s->links, rank, id);
}

void
ids_link(struct ids *s, struct buf *out, struct span rank, struct span id)
{
	add_number(out, ids_link_number(s, rank, id));
}

/* A name with the rank before it. */
static void
add_name(struct buf *out, struct span rank, struct span name)
{
	buf_add(out, "rank ", 5);
	buf_add(out, rank.p, rank.n);
	buf_add(out, ": ", 2);
	buf_add(out, name.p, name.n);
}

void
ids_process(struct ids *s, struct buf *out, struct span rank, struct span pid)
{
	int64_t r, v;

	if (!is_below(pid, INT64_MAX, &v)) {
		add_name(out, rank, pid);
		return;
	}
	if (is_below(rank, PROCESS_RANKS, &r) && v < PROCESS_STRIDE) {
		add_number(out, r * PROCESS_STRIDE + v);
		return;
	}
	add_number(out, PROCESS_OTHERS + number_in(s, s->processes, rank, pid));
}
