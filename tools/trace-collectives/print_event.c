#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-collectives/collective_times.h"
#include "tools/trace-collectives/print_job.h"

/* Traffic from one rank to another. */
struct sending {
	int64_t source, destination;
	int64_t bytes;
	int64_t count;
};

struct sendings {
	struct sending *p;
	size_t n, cap;
};

/*
 * The destination of each part of the message is the member of the group at its
 * place. False when the ranks of the group, the parts or the size of an element
 * are not known.
 */
static bool
add_event(struct sendings *all, const struct job *j, const struct event *e)
{
	const struct shape *s = shape_of(j, e);
	const struct rank_list *to = &j->group[e->group].members;
	int64_t element = dtype_bytes(shape_text(j, s, SHAPE_DTYPE)), bytes;
	struct rank_list split;
	bool known = rank_list_parse(
	    &split, shape_text(j, s, SHAPE_IN_SPLIT), (int64_t)to->n);

	known = known && to->n && element && j->rank_number[e->rank] >= 0;
	for (size_t i = 0; known && i < split.n; i++) {
		if (split.p[i] < 0 ||
		    __builtin_mul_overflow(split.p[i], element, &bytes))
			bytes = 0;
		ARRAY_PUSH(all->p, all->n, &all->cap,
		    (struct sending){
			j->rank_number[e->rank], to->p[i], bytes, 1});
	}
	rank_list_free(&split);
	return known;
}

ORDER_BY(compare_sendings, struct sending, UP(source), UP(destination))

/* Sorts; makes one of all that have one source and destination. */
static void
add_up(struct sendings *all)
{
	size_t n = 0;

	ARRAY_SORT(all->p, all->n, compare_sendings);
	for (size_t i = 0; i < all->n; i++) {
		struct sending *s = &all->p[i];

		if (n == 0 || compare_sendings(&all->p[n - 1], s) != 0) {
			all->p[n++] = *s;
			continue;
		}
		all->p[n - 1].count += s->count;
		if (fixed_add(&all->p[n - 1].bytes, s->bytes))
			die("bytes do not add up to 64 bits");
	}
	all->n = n;
}

void
print_pairs(struct print *p)
{
	struct sendings all = {0};

	for (size_t i = 0; i < p->job->events; i++) {
		const struct event *e = &p->job->event[i];

		if (shape_of(p->job, e)->kind == KIND_ALLTOALLV)
			p->untold += !add_event(&all, p->job, e);
	}
	add_up(&all);
	for (size_t i = 0; i < all.n; i++) {
		const struct sending *s = &all.p[i];

		tsvw_int(p->out, s->source);
		tsvw_int(p->out, s->destination);
		tsvw_int(p->out, s->bytes);
		tsvw_real(p->out, (double)s->bytes / (double)s->count, 3);
		tsvw_int(p->out, s->count);
		xtsvw_end(p->out);
	}
	free(all.p);
}

/* A rank's totals, times in ns; `collectives` are those that others joined. */
struct rank_sums {
	uint32_t rank, order;
	int64_t events, duration;
	int64_t collectives, wait, most_wait, first, last, shortest;
	int64_t late; /* how long the others waited for it, on average */
};

static void
xadd(int64_t *sum, int64_t ns)
{
	if (fixed_add(sum, ns))
		die("the times of a rank do not add up to 64 bits");
}

static void
add_collective(
    struct rank_sums *sums, const struct job *j, const struct collective *c)
{
	struct measure m = measure_of(j, c);

	if (!m.awaits)
		return;
	for (size_t i = 0; i < c->n; i++) {
		const struct event *e = &j->event[c->first + i];
		struct rank_sums *s = &sums[e->rank];
		int64_t wait = wait_of(&m, e);

		s->collectives++;
		xadd(&s->wait, wait);
		s->most_wait = wait > s->most_wait ? wait : s->most_wait;
		s->first += e->rank == m.first_rank;
		s->last += e->rank == m.last_rank;
		s->shortest += e->duration == m.latency;
		if (e->rank == m.last_rank)
			xadd(&s->late,
			    fixed_divide(m.total_wait, (int64_t)c->n - 1));
	}
}

ORDER_BY(compare_sums, struct rank_sums,
    (x->collectives == 0) - (y->collectives == 0), UP(wait), UP(order))

static double
percent_of(const struct rank_sums *s, int64_t collectives)
{
	return 100 * (double)collectives / (double)s->collectives;
}

static void
print_sums(struct print *p, const struct rank_sums *s)
{
	tsvw_field(p->out, pool_get(p->job->ranks, s->rank));
	tsvw_int(p->out, s->events);
	tsvw_us(p->out, s->duration);
	tsvw_int(p->out, s->collectives);
	if (s->collectives) {
		tsvw_us(p->out, s->wait);
		tsvw_us(p->out, fixed_divide(s->wait, s->collectives));
		tsvw_us(p->out, s->most_wait);
		tsvw_int(p->out, s->first);
		tsvw_int(p->out, s->last);
		tsvw_real(p->out, percent_of(s, s->last), 6);
		tsvw_us(p->out, s->late);
		tsvw_real(p->out, percent_of(s, s->shortest), 6);
	} else {
		for (int i = 0; i < 8; i++)
			tsvw_empty(p->out);
	}
	print_node(p, s->rank);
	xtsvw_end(p->out);
}

void
print_ranks(struct print *p)
{
	const struct job *j = p->job;
	uint32_t n = pool_count(j->ranks);
	struct rank_sums *sums = xcalloc(n, sizeof *sums);

	for (uint32_t i = 0; i < n; i++) {
		sums[i].rank = i;
		sums[i].order = j->order[i];
	}
	for (size_t i = 0; i < j->events; i++) {
		sums[j->event[i].rank].events++;
		xadd(&sums[j->event[i].rank].duration, j->event[i].duration);
	}
	for (size_t i = 0; i < j->collectives; i++)
		add_collective(sums, j, &j->collective[i]);
	ARRAY_SORT(sums, n, compare_sums);
	for (uint32_t i = 0; i < n; i++)
		print_sums(p, &sums[i]);
	free(sums);
}

/* An event, with what it is told of its collective. */
struct row {
	const struct event *e;
	const char *verdict; /* empty: it is in no collective */
	int64_t wait;        /* ns; -1: not known */
	uint32_t order;
};

ORDER_BY(compare_rows, struct row, UP(order), UP(e->start), UP(e->place))

/* Tells the rows of a collective, in the order of its events. */
static void
tell_rows(struct row *row, const struct job *j, const struct collective *c)
{
	struct measure m = measure_of(j, c);

	for (size_t i = 0; i < c->n; i++) {
		row[i].verdict = verdict_word(m.verdict);
		row[i].wait = m.awaits ? wait_of(&m, row[i].e) : -1;
	}
}

/* All events, by rank and time; the caller's. */
static struct row *
sorted_rows(const struct job *j, bool partial)
{
	struct row *row = xcalloc(j->events, sizeof *row);

	for (size_t i = 0; i < j->events; i++)
		row[i] = (struct row){
		    &j->event[i], "", -1, j->order[j->event[i].rank]};
	for (size_t i = 0; i < j->collectives && !partial; i++)
		tell_rows(row + j->collective[i].first, j, &j->collective[i]);
	ARRAY_SORT(row, j->events, compare_rows);
	return row;
}

static void
print_event(struct print *p, const struct row *row)
{
	const struct event *e = row->e;
	const struct shape *s = shape_of(p->job, e);

	print_identity(p, e);
	print_rank(p, e->rank, true);
	tsvw_us(p->out, e->start);
	tsvw_us(p->out, e->duration);
	print_time(p, row->wait, row->wait >= 0);
	tsvw_text(p->out, span_of(kind_word(s->kind)));
	print_text(p, e, SHAPE_NAME);
	print_text(p, e, SHAPE_DTYPE);
	tsvw_natural(p->out, s->in_nelems);
	tsvw_natural(p->out, s->out_nelems);
	tsvw_natural(p->out, s->in_bytes);
	tsvw_natural(p->out, s->out_bytes);
	print_text(p, e, SHAPE_IN_SPLIT);
	print_text(p, e, SHAPE_OUT_SPLIT);
	tsvw_natural(p->out, s->group_size);
	tsvw_field(p->out, pool_get(p->job->texts, e->stream));
	print_text(p, e, SHAPE_KERNEL);
	print_text(p, e, SHAPE_RANKS);
	tsvw_text(p->out, span_of(row->verdict));
	if (p->numbered)
		tsvw_int(p->out, e->place);
	print_node(p, e->rank);
	print_node_span(p, &p->job->group[e->group]);
	print_step(p, e, 1);
	xtsvw_end(p->out);
}

/* An event as trace-extract writes it; `correlation` is only not empty. */
static void
print_partial(struct print *p, const struct event *e)
{
	const struct origin *o = &p->job->origin[e->rank];

	tsvw_us(p->out, e->start);
	tsvw_us(p->out, e->duration);
	print_text(p, e, SHAPE_KERNEL);
	tsvw_text(p->out, span_of("kernel"));
	tsvw_field(p->out, pool_get(p->job->texts, e->stream));
	tsvw_text(p->out, span_of("1"));
	for (enum shape_field f = SHAPE_NAME; f < SHAPE_FIELDS; f++)
		print_text(p, e, f);
	print_rank(p, e->rank, true);
	tsvw_field(p->out, pool_get(p->job->texts, o->world));
	tsvw_field(p->out, pool_get(p->job->texts, o->gpu));
	tsvw_field(p->out, pool_get(p->job->texts, o->file));
	if (p->numbered)
		tsvw_int(p->out, e->place);
	xtsvw_end(p->out);
}

void
print_all_events(struct print *p)
{
	struct row *row = sorted_rows(p->job, p->o->partial);

	for (size_t i = 0; i < p->job->events; i++)
		if (p->o->partial)
			print_partial(p, row[i].e);
		else
			print_event(p, &row[i]);
	free(row);
}
