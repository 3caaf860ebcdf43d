#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-link/gaps.h"
#include "tools/trace-link/print_launches.h"

/*
 * The table of --gaps: why a GPU idles, from its events, their launches and
 * what else the host did.
 *
 * Memory: about 60 bytes for each event of the GPU, and 16 for each stretch of
 * time in which a call is recorded.
 */

struct idle {
	const struct link_table *table;
	struct gap_event *event;
	size_t n, cap;
	bool *worked; /* ids that events of the GPU bear */
	bool unclear; /* an event might be of any launch */
	/* by the number of a text and the kind of row, plus 1; 0: not asked */
	unsigned char (*cause)[HOST_CALL + 1];
	uint32_t *number;        /* of a scope, from 1 on; 0 for none yet */
	struct gap_calls *calls; /* by that number less 1 */
	uint32_t hosts;
	size_t calls_cap;
};

/* The number of a scope, whose processes have launches of their own. */
static uint32_t
number_host(struct idle *idle, uint32_t scope)
{
	if (!idle->number[scope]) {
		ARRAY_PUSH(idle->calls, idle->hosts, &idle->calls_cap,
		    (struct gap_calls){0});
		idle->number[scope] = idle->hosts;
	}
	return idle->number[scope] - 1;
}

/* Valid until the next one is numbered. */
static struct gap_calls *
calls_of(struct idle *idle, uint32_t scope)
{
	uint32_t host = number_host(idle, scope);

	return &idle->calls[host];
}

static bool
is_id(const struct link_table *t, uint32_t id)
{
	return id != HOST_NONE && !(t->rows.known[id] & LAUNCH_IS_ZERO);
}

/* Some recorders write no correlation, 0, or one for all; see launch.h. */
static void
note_work(struct idle *idle, uint32_t id, bool launched)
{
	bool own = is_id(idle->table, id) && !idle->worked[id];

	if (own)
		idle->worked[id] = true;
	if (!launched && !own)
		idle->unclear = true;
}

/* False for what has no time, or one that no length can be computed of. */
static bool
set_interval(struct interval *of, int64_t start, int64_t end)
{
	*of = (struct interval){start, end};
	return start <= end && start > -INTERVAL_MOST && end < INTERVAL_MOST;
}

static void
take_events(struct idle *idle)
{
	const struct link_table *t = idle->table;
	uint32_t *gpu = event_first_tracks(&t->gpu);

	for (size_t i = 0; i < t->gpu.n; i++) {
		uint32_t at = t->gpu.order[i];
		const struct event *e = &t->gpu.event[at];
		struct gap_event gap = {
		    .launch = {GAPS_NO_LAUNCH, GAPS_NO_LAUNCH},
		    .name = e->name,
		    .gpu = gpu[e->track]};
		uint32_t call = t->launch[at].call;
		struct interval time;

		note_work(idle, t->correlation[at], call != HOST_NONE);
		if (e->ts == EVENT_NO_TIME ||
		    !set_interval(&gap.busy, e->ts, e->ts + e->dur))
			continue;
		if (call != HOST_NONE &&
		    set_interval(
			&time, t->host[call].start, t->host[call].end)) {
			gap.launch = time;
			gap.host = number_host(idle, t->host[call].scope);
		}
		ARRAY_PUSH(idle->event, idle->n, &idle->cap, gap);
	}
	free(gpu);
}

static enum cause
cause_of(struct idle *idle, const struct host *h)
{
	unsigned char *known = &idle->cause[h->name][h->kind];

	if (!*known)
		*known = (unsigned char)(1 +
		    gaps_call(
			(enum host_kind)h->kind, idle->table->text[h->name]));
	return (enum cause)(*known - 1);
}

/*
 * A call of the runtime whose correlation no event of the GPU bears may have
 * lost its work; nothing is known of one without correlation.
 */
static void
note_lost(struct idle *idle, const struct host *h)
{
	bool worked =
	    !is_id(idle->table, h->correlation) || idle->worked[h->correlation];
	enum lost_kind kind = lost_kind(idle->table->text[h->name], worked);

	if (kind != LOST_NOTHING)
		lost_add(&calls_of(idle, h->scope)->lost, kind, h->start);
}

static void
take_calls(struct idle *idle)
{
	const struct link_table *t = idle->table;
	struct interval time;

	for (size_t i = 0; i < t->loads; i++)
		gaps_add_call(calls_of(idle, t->load[i].scope), CAUSE_ONCE,
		    t->load[i].time);
	for (size_t i = 0; i < t->n; i++) {
		const struct host *h = &t->host[i];
		enum cause cause = cause_of(idle, h);

		if (!set_interval(&time, h->start, h->end))
			continue;
		if (cause != CAUSES)
			gaps_add_call(calls_of(idle, h->scope), cause, time);
		if (h->kind == HOST_CALL && !idle->unclear)
			note_lost(idle, h);
	}
}

static void
print_sums(struct tsvw *out, const struct gap_sum sum[CAUSES])
{
	tsvw_titles(out, "cause count sum_us max_us max_ts_us");
	(void)!tsvw_end(out); /* the writer keeps the error */
	for (int i = 0; i < CAUSES; i++)
		if (sum[i].count) {
			tsvw_text(out, span_of(gaps_cause(i)));
			tsvw_int(out, sum[i].count);
			tsvw_us(out, sum[i].time);
			tsvw_us(out, sum[i].longest);
			tsvw_us(out, sum[i].longest_start);
			(void)!tsvw_end(out);
		}
}

void
link_print_gaps(struct tsvw *out, const struct link_table *t)
{
	struct idle idle = {.table = t,
	    .worked = xcalloc(pool_count(t->rows.ids), sizeof *idle.worked),
	    .cause = xcalloc(pool_count(t->rows.texts), sizeof *idle.cause),
	    .number = xcalloc(pool_count(t->rows.texts), sizeof *idle.number)};
	struct gap_sum sum[CAUSES] = {{0}};

	take_events(&idle);
	take_calls(&idle);
	gaps_find(idle.event, idle.n, event_texts(&t->gpu), idle.calls,
	    idle.hosts, sum);
	print_sums(out, sum);
	for (uint32_t i = 0; i < idle.hosts; i++)
		gaps_free_calls(&idle.calls[i]);
	free(idle.calls);
	free(idle.number);
	free(idle.event);
	free(idle.worked);
	free(idle.cause);
}
