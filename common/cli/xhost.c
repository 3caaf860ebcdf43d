#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/cli/xhost.h"
#include "common/trace/backward.h"
#include "common/trace/host_events.h"

void
xhost_open(struct xhost *x, const struct tsv *in)
{
	const char *maker = "trace-extract";

	x->ts = xtsv_column(in, "ts_us", maker);
	x->dur = xtsv_column(in, "dur_us", maker);
	x->name = xtsv_column(in, "name", maker);
	x->cat = xtsv_column(in, "cat", maker);
	x->ph = xtsv_column(in, "ph", maker);
	x->id = xtsv_column(in, "id", maker);
	x->pid = xtsv_column(in, "pid", maker);
	x->tid = xtsv_column(in, "tid", maker);
	x->correlation = xtsv_column(in, "correlation", maker);
	x->external = xtsv_optional(in, "external_id");
	x->event = xtsv_optional(in, "event");
	x->rank = xtsv_optional(in, "rank");
	x->file = xtsv_optional(in, "file");
	x->sequence = xtsv_optional(in, "sequence_number");
	x->ids = pool_new();
	x->texts = pool_new();
	x->known = NULL;
	x->known_cap = 0;
	x->key = x->thread = (struct buf){0};
}

void
xhost_free(struct xhost *x)
{
	pool_free(x->ids);
	pool_free(x->texts);
	free(x->known);
	buf_free(&x->key);
	buf_free(&x->thread);
}

void
xhost_add_field(struct buf *key, const struct tsv *in, int column)
{
	BUF_ADD_ALL(key, tsv_field_or_none(in, column), span_of("\t"));
}

uint32_t
xhost_id(struct xhost *x, const struct tsv *in, int column)
{
	struct span id = tsv_field(in, column);
	uint32_t n, number;

	if (id.n == 0)
		return HOST_NONE;
	x->key.n = 0;
	xhost_add_field(&x->key, in, x->rank);
	xhost_add_field(&x->key, in, x->file);
	xhost_add_field(&x->key, in, column);
	n = pool_count(x->ids);
	number = pool_add(x->ids, buf_span(&x->key));
	ARRAY_RESERVE(x->known, &x->known_cap, number + 1u);
	if (number == n)
		x->known[number] = span_is(id, "0") ? LAUNCH_IS_ZERO : 0;
	return number;
}

void
xhost_flow(struct xhost *x, const struct tsv *in)
{
	uint32_t id = xhost_id(x, in, x->id);

	if (id == HOST_NONE)
		return;
	if (span_is(tsv_field(in, x->ph), "s"))
		x->known[id] |= LAUNCH_FLOW_START;
	else if (span_is(tsv_field(in, x->ph), "f"))
		x->known[id] |= LAUNCH_FLOW_END;
}

/* Whether the record has these fields, each with a tab behind it. */
static bool
has_fields(const struct tsv *in, const int *column, int n, struct span key)
{
	size_t at = 0;

	for (int i = 0; i < n; i++) {
		struct span f = tsv_field_or_none(in, column[i]);

		if (key.n - at <= f.n || key.p[at + f.n] != '\t' ||
		    memcmp(key.p + at, f.p, f.n) != 0)
			return false;
		at += f.n + 1;
	}
	return at == key.n;
}

/* Threads come in runs of rows: most have that of the row before. */
void
xhost_thread(struct xhost *x, const struct tsv *in, struct host *h)
{
	const int column[] = {x->rank, x->file, x->pid, x->tid};
	struct buf *key = &x->thread;

	if (!has_fields(in, column, 4, buf_span(key))) {
		key->n = 0;
		xhost_add_field(key, in, x->rank);
		xhost_add_field(key, in, x->file);
		x->running.scope = pool_add(x->texts, buf_span(key));
		xhost_add_field(key, in, x->pid);
		x->running.process = pool_add(x->texts, buf_span(key));
		xhost_add_field(key, in, x->tid);
		x->running.thread = pool_add(x->texts, buf_span(key));
	}
	h->scope = x->running.scope;
	h->process = x->running.process;
	h->thread = x->running.thread;
}

static int64_t
parse_number(const struct tsv *in, int column, int64_t otherwise)
{
	struct span text = tsv_field_or_none(in, column);
	int64_t id;

	return fixed_parse_int(text, &id) == 0 ? id : otherwise;
}

bool
xhost_row(struct xhost *x, struct tsv *in, enum host_kind kind, struct host *h)
{
	struct interval when;

	if (tsv_field(in, x->ts).n == 0 || tsv_field(in, x->dur).n == 0)
		return false;
	when = xtsv_start_and_duration(in, x->ts, x->dur);
	*h = (struct host){.kind = (uint8_t)kind,
	    .correlation = HOST_NONE,
	    .start = when.start,
	    .end = when.end};
	h->external = parse_number(in, x->external, INT64_MAX);
	h->sequence = parse_number(in, x->sequence, -1);
	h->id = x->event < 0 ? 0 : xtsv_int(in, x->event);
	h->name = pool_add(x->texts, tsv_field(in, x->name));
	h->graph =
	    kind == HOST_CALL && host_launches_graph(tsv_field(in, x->name));
	xhost_thread(x, in, h);
	return true;
}

struct launch *
xhost_launches(
    const struct xhost *x, const struct host *row, size_t hosts, size_t works)
{
	struct launch *launch = xcalloc(works + 1, sizeof *launch);
	uint32_t *correlation = xcalloc(works + 1, sizeof *correlation);

	for (size_t i = 0; i < works; i++)
		correlation[i] = row[hosts + i].correlation;
	launch_find(row, hosts, x->known, pool_count(x->ids), correlation,
	    works, launch);
	free(correlation);
	return launch;
}

uint32_t *
xhost_forward(const struct xhost *x, const struct host *row, size_t hosts)
{
	uint32_t n = pool_count(x->texts), *forward;
	struct span *text;

	if (x->sequence < 0)
		return NULL;
	forward = xcalloc(hosts + 1, sizeof *forward);
	text = xcalloc(n + 1, sizeof *text);
	for (uint32_t i = 0; i < n; i++)
		text[i] = pool_get(x->texts, i);
	backward_find(forward, row, hosts, text);
	free(text);
	return forward;
}
