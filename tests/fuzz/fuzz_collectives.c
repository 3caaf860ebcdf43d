/*
 * Any kernels of any ranks: every event has at most one place, no two events of
 * a rank have one place in a group, the measures are those of the events, and
 * the order in which they came says nothing. And any text as a list.
 */
#include <stdio.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "tests/fuzz/bytes.h"
#include "tools/trace-collectives/collective_times.h"
#include "tools/trace-collectives/job.h"

enum { MOST = 64 };

struct input {
	int64_t start, duration;
	uint8_t rank, name, size, group, stream;
};

static size_t
take_input(struct bytes *b, struct input *in)
{
	size_t n = 0;
	int64_t at = 0;

	for (; b->n && n < MOST; n++) {
		uint8_t first = take_byte(b), second = take_byte(b);

		at += take_byte(b);
		in[n] =
		    (struct input){at, take_byte(b), first % 5, first >> 3 & 7,
			second & 3, second >> 2 & 3, second >> 4 & 1};
	}
	return n;
}

static void
add_event(struct job *j, const struct input *in, int64_t place)
{
	static const char *const names[] = {"allreduce", "_allgather_base",
	    "all_to_allv", "send", "recv", "broadcast", "", "allreduce"};
	static const char *const groups[] = {"", "0", "1", "1"};
	static const char *const ranks[] = {
	    "", "[0, 1, 2, 3, 4]", "[0, 1]", "[2, ..., 4]"};
	static const char *const sizes[] = {"", "8", "16", "x"};
	char rank[8];
	uint32_t text[SHAPE_FIELDS] = {0};
	struct event e = {.start = in->start, .duration = in->duration};

	snprintf(rank, sizeof rank, "%d", in->rank);
	text[SHAPE_KERNEL] = pool_add(j->texts, span_of("nccl"));
	text[SHAPE_NAME] = pool_add(j->texts, span_of(names[in->name]));
	text[SHAPE_DTYPE] = pool_add(j->texts, span_of("Half"));
	text[SHAPE_IN_NELEMS] = pool_add(j->texts, span_of(sizes[in->size]));
	text[SHAPE_GROUP] = pool_add(j->texts, span_of(groups[in->group]));
	text[SHAPE_RANKS] = pool_add(j->texts, span_of(ranks[in->group]));
	e.rank = pool_add(j->ranks, span_of(rank));
	e.stream = pool_add(j->texts, span_of(in->stream ? "7" : "8"));
	e.shape = job_shape(j, text);
	e.place = place;
	require(e.shape != POOL_NONE);
	ARRAY_PUSH(j->event, j->events, &j->event_cap, e);
}

static void
make_job(struct job *j, const struct input *in, size_t n, int backwards)
{
	job_init(j);
	require(pool_add(j->texts, span_of("")) == 0);
	for (size_t i = 0; i < n; i++) {
		size_t k = backwards ? n - 1 - i : i;

		add_event(j, &in[k], (int64_t)k);
	}
	groups_find(j);
	numbering_make(j, MATCH_SEQUENCE);
}

static void
check_collective(const struct job *j, const struct collective *c)
{
	const struct event *e = &j->event[c->first];
	struct measure m = measure_of(j, c);
	int64_t wait = 0;

	for (size_t i = 0; i < c->n; i++) {
		require(e[i].group == c->group && e[i].index == c->index);
		require(i == 0 || e[i].rank != e[i - 1].rank);
		require(wait_of(&m, &e[i]) >= 0);
		require(e[i].duration >= m.latency);
		wait += wait_of(&m, &e[i]);
	}
	require(wait == m.total_wait);
	require(m.start_skew >= 0 && m.start_skew <= m.wall);
	require(m.end_skew >= 0 && m.end_skew <= m.wall);
	require(m.first_rank != m.last_rank || m.start_skew == 0);
}

static void
check_job(const struct job *j, size_t n)
{
	size_t events = 0, none = 0;

	require(j->events == n);
	for (size_t i = 0; i < n; i++)
		none += j->event[i].index == NO_INDEX;
	for (size_t i = 0; i < j->collectives; i++) {
		check_collective(j, &j->collective[i]);
		events += j->collective[i].n;
	}
	require(events + none == n);
}

/* The same collectives, whatever the order of the events. */
static void
must_equal(const struct job *a, const struct job *b)
{
	require(a->collectives == b->collectives);
	for (size_t i = 0; i < a->collectives; i++) {
		struct measure x = measure_of(a, &a->collective[i]);
		struct measure y = measure_of(b, &b->collective[i]);

		require(x.verdict == y.verdict && x.latency == y.latency);
		require(x.total_wait == y.total_wait && x.wall == y.wall);
		require(a->collective[i].n == b->collective[i].n);
	}
}

static void
check_list(struct span text)
{
	struct rank_list l;
	int64_t size = text.n ? text.p[0] : -1;
	bool known = rank_list_parse(&l, text, size);

	require(known || l.n == 0);
	require(!known || size < 0 || l.n == (size_t)size);
	rank_list_free(&l);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	struct input in[MOST] = {{0}};
	struct job forwards, backwards;
	size_t n;

	check_list((struct span){(const char *)data, size});
	n = take_input(&b, in);
	make_job(&forwards, in, n, 0);
	make_job(&backwards, in, n, 1);
	check_job(&forwards, n);
	must_equal(&forwards, &backwards);
	job_free(&forwards);
	job_free(&backwards);
	return 0;
}
