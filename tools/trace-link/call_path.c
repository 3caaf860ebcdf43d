#include <stdlib.h>

#include "common/cli/x.h"
#include "tools/trace-link/call_path.h"

struct span
call_path_text(const struct place *p, uint32_t number)
{
	return number == HOST_NONE ? span_of("") : p->table->text[number];
}

struct span
call_path_name(const struct part *part)
{
	return call_path_text(part->place, part->host->name);
}

int64_t
call_path_id(const struct part *part)
{
	return (int64_t)((uint64_t)part->place->ids + (uint64_t)part->host->id);
}

void
call_path_add(struct call_path *path, const struct place *p, uint32_t row)
{
	ARRAY_PUSH(path->part, path->n, &path->cap,
	    (struct part){&p->table->host[row], p});
}

void
call_path_add_all(struct call_path *path, const struct place *p,
    enum host_kind kind, const char *beginning)
{
	uint32_t row;

	if (p->call == HOST_NONE)
		return;
	row = kind == HOST_FRAME ? p->tree->frame[p->call]
				 : p->tree->parent[p->call];
	for (; row != HOST_NONE; row = p->tree->parent[row]) {
		const struct host *h = &p->table->host[row];

		if (h->kind == kind && h->start >= p->since &&
		    span_starts(call_path_text(p, h->name), beginning))
			call_path_add(path, p, row);
	}
}

void
call_path_add_annotations(struct call_path *path, const struct place *p)
{
	const struct call_tree *tree = p->tree;
	const struct host *h = p->table->host;
	const struct host *call = &h[p->call];
	uint32_t row = tree->annotation[p->call];

	if (row != HOST_NONE && h[row].thread == call->thread)
		for (; row != HOST_NONE; row = tree->parent[row])
			if (call_tree_holds(&h[row], call))
				call_path_add(path, p, row);
	row = tree->around[p->call];
	for (; row != HOST_NONE; row = tree->around[row])
		if (call_tree_holds(&h[row], call) &&
		    h[row].thread != call->thread)
			call_path_add(path, p, row);
}

void
call_path_print(struct tsvw *out, struct buf *room,
    const struct call_path *path, size_t skip)
{
	room->n = 0;
	for (size_t i = path->n; i-- > 0;) {
		struct span name = call_path_name(&path->part[i]);

		buf_add(room, name.p + skip, name.n - skip);
		if (i)
			buf_add(room, ";", 1);
	}
	tsvw_field(out, buf_span(room));
}

void
call_path_free(struct call_path *path)
{
	free(path->part);
	*path = (struct call_path){0};
}
