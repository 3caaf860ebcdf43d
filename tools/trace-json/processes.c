#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/number.h"
#include "common/bytes/pool.h"
#include "common/meaning/category.h"
#include "tools/trace-json/processes.h"

struct process {
	bool named, device;
};

struct processes {
	struct pool *keys; /* rank, a tab, pid */
	struct process *process;
	size_t n, cap, next;
	struct buf key;
};

struct processes *
processes_new(void)
{
	struct processes *p = xcalloc(1, sizeof *p);

	p->keys = pool_new();
	if (p->keys)
		return p;
	free(p);
	return NULL;
}

void
processes_free(struct processes *p)
{
	if (!p)
		return;
	pool_free(p->keys);
	free(p->process);
	buf_free(&p->key);
	free(p);
}

void
processes_add(struct processes *p, const struct row *r)
{
	struct span rank = r->text[ROW_RANK], pid = r->text[ROW_PID];
	struct span cat = r->text[ROW_CAT];
	uint32_t number;

	if (!rank.n || !number_is(pid))
		return;
	p->key.n = 0;
	buf_add(&p->key, rank.p, rank.n);
	buf_add(&p->key, "\t", 1);
	buf_add(&p->key, pid.p, pid.n);
	number = pool_add(p->keys, buf_span(&p->key));
	if (number == p->n)
		ARRAY_PUSH(p->process, p->n, &p->cap, (struct process){0});
	if (span_is(r->text[ROW_NAME], "process_name"))
		p->process[number].named = true;
	if (category_on_device(cat, category_group(cat, r->text[ROW_PH])))
		p->process[number].device = true;
}

bool
processes_next(struct processes *p, struct row *r, struct buf *name)
{
	const char *what, *tab;
	struct span key;

	while (p->next < p->n && p->process[p->next].named)
		p->next++;
	if (p->next == p->n)
		return false;
	key = pool_get(p->keys, (uint32_t)p->next);
	tab = memchr(key.p, '\t', key.n);
	r->text[ROW_RANK] = span_cut(key, 0, (size_t)(tab - key.p));
	r->text[ROW_PID] = span_cut(key, (size_t)(tab - key.p) + 1, key.n);
	what = p->process[p->next++].device ? ": GPU " : ": process ";
	name->n = 0;
	return !(buf_add(name, "rank ", 5) ||
	    buf_add(name, r->text[ROW_RANK].p, r->text[ROW_RANK].n) ||
	    buf_add_text(name, what) ||
	    buf_add(name, r->text[ROW_PID].p, r->text[ROW_PID].n));
}
