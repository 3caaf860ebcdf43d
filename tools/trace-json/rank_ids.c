#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/number.h"
#include "common/bytes/pool.h"
#include "common/meaning/event_category.h"
#include "common/trace/file_facts.h"
#include "tools/trace-json/rank_ids.h"

#define LINK_STRIDE (INT64_C(1) << 40)
#define LINK_RANKS INT64_C(8190)
#define LINK_OTHERS (LINK_RANKS * LINK_STRIDE)
#define PROCESS_OTHERS METADATA_PIDS_MOST
#define PROCESS_RANKS (PROCESS_OTHERS / PROCESS_STRIDE)

struct process {
	bool named, device;
};

/* Pools have texts with their ranks before them. */
struct ids {
	struct pool *links, *processes; /* those that do not fit */
	struct pool *noted;             /* processes */
	struct process *process;        /* by the number of those */
	size_t n, cap, next;
	struct buf key;
};

struct ids *
ids_new(void)
{
	struct ids *s = xcalloc(1, sizeof *s);

	s->links = pool_new();
	s->processes = pool_new();
	s->noted = pool_new();
	return s;
}

void
ids_free(struct ids *s)
{
	if (!s)
		return;
	pool_free(s->links);
	pool_free(s->processes);
	pool_free(s->noted);
	free(s->process);
	buf_free(&s->key);
	free(s);
}

/* A number below `most` as numbers are written, so that no two are one. */
static bool
is_below(struct span text, int64_t most, int64_t *v)
{
	return fixed_parse_natural(text, v) == 0 && *v < most;
}

/* The number of a rank's text in a pool. */
static int64_t
number_in(struct ids *s, struct pool *pool, struct span rank, struct span text)
{
	return pool_add(pool, BUF_JOIN(&s->key, rank, span_of("\t"), text));
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
	buf_add_int(out, ids_link_number(s, rank, id));
}

void
ids_process(struct ids *s, struct buf *out, struct span rank, struct span pid)
{
	int64_t r, v;

	if (!is_below(pid, INT64_MAX, &v)) {
		BUF_ADD_ALL(out, span_of("rank "), rank, span_of(": "), pid);
		return;
	}
	if (is_below(rank, PROCESS_RANKS, &r) && v < PROCESS_STRIDE) {
		buf_add_int(out, r * PROCESS_STRIDE + v);
		return;
	}
	buf_add_int(
	    out, PROCESS_OTHERS + number_in(s, s->processes, rank, pid));
}

void
ids_note(struct ids *s, const struct row *r)
{
	struct span rank = r->text[ROW_RANK], pid = r->text[ROW_PID];
	struct span cat = r->text[ROW_CAT];
	size_t number;

	if (!rank.n || !number_is(pid))
		return;
	number = (size_t)number_in(s, s->noted, rank, pid);
	if (number == s->n)
		ARRAY_PUSH(s->process, s->n, &s->cap, (struct process){0});
	if (span_is(r->text[ROW_NAME], "process_name"))
		s->process[number].named = true;
	if (event_category_on_device(
		cat, event_category_group(cat, r->text[ROW_PH])))
		s->process[number].device = true;
}

bool
ids_next_nameless(struct ids *s, struct row *r, struct buf *name)
{
	const char *what;
	struct span key;

	while (s->next < s->n && s->process[s->next].named)
		s->next++;
	if (s->next == s->n)
		return false;
	key = pool_get(s->noted, (uint32_t)s->next);
	r->text[ROW_RANK] = span_take(&key, '\t');
	r->text[ROW_PID] = key;
	what = s->process[s->next++].device ? ": GPU " : ": process ";
	name->n = 0;
	BUF_ADD_ALL(name, span_of("rank "), r->text[ROW_RANK], span_of(what),
	    r->text[ROW_PID]);
	return true;
}
