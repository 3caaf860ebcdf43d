#include <math.h>

#include "common/bytes/fixed.h"
#include "common/bytes/number.h"
#include "common/cli/x.h"
#include "tools/trace-collectives/print_job.h"

/* "algo_gib_s", or "algo_gb_s" with --si, is written "algo_*". */
static const char *const headers[] = {
    [BY_COLLECTIVE] =
	"collective_id group index kind name dtype in_nelems in_bytes "
	"out_bytes full_bytes group_size ranks_present latency_us "
	"start_skew_us end_skew_us mean_wait_us first_rank last_rank algo_* "
	"bus_* out_nelems group_ranks verdict baseline_us bound",
    [BY_EVENT] =
	"collective_id group index rank ts_us dur_us wait_us kind name dtype "
	"in_nelems out_nelems in_bytes out_bytes in_split out_split "
	"group_size stream kernel group_ranks verdict",
    [BY_MESSAGE] =
	"name dtype in_nelems group_size group full_bytes count ok "
	"latency_us latency_mean_us latency_median_us latency_min_us "
	"latency_max_us start_skew_mean_us start_skew_median_us "
	"start_skew_min_us start_skew_max_us end_skew_mean_us "
	"end_skew_median_us end_skew_min_us end_skew_max_us algo_mean_* "
	"algo_median_* algo_min_* algo_max_* bus_mean_* bus_median_* "
	"bus_min_* bus_max_*",
    [BY_RANK] = "rank events dur_us collectives wait_us mean_wait_us "
		"max_wait_us arrived_first arrived_last last_pct late_us "
		"shortest_pct",
    [BY_PAIR] = "src_rank dst_rank sent_bytes mean_bytes count",
    [BY_ALLTOALLV] =
	"collective_id group index name dtype group_size ranks_present stream "
	"total_nelems total_bytes wall_us sum_dur_us min_dur_us max_dur_us "
	"throughput_* max_rank_* min_rank_* size_imbalance start_skew_us "
	"end_skew_us group_ranks verdict",
};

/* The header of partial results: what trace-extract calls the same. */
static const char partial_header[] =
    "ts_us dur_us name cat stream correlation collective_name dtype "
    "in_msg_nelems out_msg_nelems in_split_size out_split_size group_size "
    "process_group_name process_group_ranks rank world_size gpu file";

static void
print_name(struct print *p, struct span name)
{
	const char *unit = p->o->si ? "gb_s" : "gib_s";
	char text[64];
	size_t n = name.n;

	if (name.p[n - 1] != '*') {
		tsvw_text(p->out, name);
		return;
	}
	memcpy(text, name.p, n - 1);
	memcpy(text + n - 1, unit, strlen(unit));
	tsvw_text(p->out, (struct span){text, n - 1 + strlen(unit)});
}

void
print_table_header(struct print *p)
{
	enum by by = p->o->by;
	const char *names = p->o->partial ? partial_header : headers[by];

	while (*names) {
		size_t n = strcspn(names, " ");

		print_name(p, (struct span){names, n});
		names += n + (names[n] == ' ');
	}
	if (p->numbered && (p->o->partial || by == BY_EVENT))
		tsvw_text(p->out, span_of("event"));
	if (!p->o->partial && p->o->gpus_per_node) {
		if (by == BY_EVENT || by == BY_RANK)
			tsvw_text(p->out, span_of("node"));
		if (by == BY_COLLECTIVE || by == BY_EVENT || by == BY_ALLTOALLV)
			tsvw_text(p->out, span_of("node_span"));
	}
	if (p->placed && !p->o->partial &&
	    (by == BY_COLLECTIVE || by == BY_EVENT))
		tsvw_titles(p->out, "step layer");
	xtsvw_end_header(p->out);
}

/* A double has 15 digits; those after the twelfth say nothing of a time. */
static void
print_real(struct print *p, double v)
{
	int decimals = 3;

	if (isfinite(v) && v != 0)
		decimals = 11 - (int)floor(log10(fabs(v)));
	decimals = decimals < 3 ? 3 : decimals;
	tsvw_real(
	    p->out, v, decimals > NUMBER_DECIMALS ? NUMBER_DECIMALS : decimals);
}

void
print_rate(struct print *p, double bytes_per_second)
{
	print_real(p, bytes_per_second / (p->o->si ? 1e9 : 1 << 30));
}

void
print_text(struct print *p, const struct event *e, enum shape_field f)
{
	tsvw_field(p->out, shape_text(p->job, shape_of(p->job, e), f));
}

void
print_time(struct print *p, int64_t ns, bool known)
{
	if (known)
		tsvw_us(p->out, ns);
	else
		tsvw_empty(p->out);
}

void
print_rank(struct print *p, uint32_t rank, bool known)
{
	tsvw_field(p->out,
	    known ? pool_get(p->job->ranks, rank) : (struct span){"", 0});
}

/* Its group and its place there; of the one group of all the place alone. */
void
print_identity(struct print *p, const struct event *e)
{
	const struct group *g = &p->job->group[e->group];

	p->id.n = 0;
	if (!p->job->without_metadata || p->job->groups > 1)
		BUF_ADD_ALL(&p->id, g->label, span_of("_"));
	buf_add_int(&p->id, e->index);
	if (e->index == NO_INDEX)
		p->id.n = 0;
	tsvw_field(p->out, buf_span(&p->id));
	tsvw_field(p->out, pool_get(p->job->texts, g->name));
	tsvw_natural(p->out, e->index);
}

void
print_node(struct print *p, uint32_t rank)
{
	int64_t number = p->job->rank_number[rank];

	if (!p->o->gpus_per_node)
		return;
	tsvw_natural(p->out, number < 0 ? -1 : number / p->o->gpus_per_node);
}

void
print_node_span(struct print *p, const struct group *g)
{
	int64_t gpus = p->o->gpus_per_node;
	const char *span = g->members.n ? "intra_node" : "unknown";

	if (!gpus)
		return;
	for (size_t i = 1; i < g->members.n; i++)
		if (g->members.p[i] / gpus != g->members.p[0] / gpus)
			span = "inter_node";
	tsvw_text(p->out, span_of(span));
}

static void
print_same(struct print *p, bool same, uint32_t text)
{
	tsvw_field(p->out, pool_get(p->job->texts, same ? text : 0));
}

void
print_step(struct print *p, const struct event *e, size_t n)
{
	bool step = true, layer = true;

	if (!p->placed)
		return;
	for (size_t i = 1; i < n; i++) {
		step &= e[i].step == e->step;
		layer &= step && e[i].layer == e->layer;
	}
	print_same(p, step, e->step);
	print_same(p, layer, e->layer);
}

static void
print_collective(struct print *p, const struct collective *c)
{
	const struct job *j = p->job;
	const struct event *e = &j->event[c->first];
	const struct shape *s = shape_of(j, e);
	struct measure m = measure_of(j, c);
	int64_t baseline = baselines_find(p->baselines, &m);
	bool varies = s->kind == KIND_ALLTOALLV;

	print_identity(p, e);
	tsvw_text(p->out, span_of(kind_word(s->kind)));
	print_text(p, e, SHAPE_NAME);
	print_text(p, e, SHAPE_DTYPE);
	tsvw_natural(p->out, varies ? -1 : s->in_nelems);
	tsvw_natural(p->out, varies ? -1 : s->in_bytes);
	tsvw_natural(p->out, varies ? -1 : s->out_bytes);
	tsvw_natural(p->out, m.full_bytes);
	tsvw_natural(p->out, m.group_size);
	tsvw_natural(p->out, (int64_t)c->n);
	print_time(p, m.latency, m.waits);
	tsvw_us(p->out, m.start_skew);
	tsvw_us(p->out, m.end_skew);
	print_time(p, m.mean_wait, m.met);
	print_rank(p, m.first_rank, m.met);
	print_rank(p, m.last_rank, m.met);
	print_rate(p, measure_algorithm_bandwidth(&m));
	print_rate(p, measure_bus_bandwidth(&m));
	tsvw_natural(p->out, varies ? -1 : s->out_nelems);
	print_text(p, e, SHAPE_RANKS);
	tsvw_text(p->out, span_of(verdict_word(m.verdict)));
	print_time(p, baseline, baseline >= 0);
	tsvw_text(p->out, span_of(baselines_word(p->baselines, &m, baseline)));
	print_node_span(p, &j->group[c->group]);
	print_step(p, e, c->n);
	xtsvw_end(p->out);
}

/* The fastest and the slowest rank of those that send anything. */
static void
print_rank_rates(struct print *p, const struct collective *c)
{
	double most = (double)NAN, least = (double)NAN;

	for (size_t i = 0; i < c->n; i++) {
		const struct event *e = &p->job->event[c->first + i];
		int64_t in = shape_of(p->job, e)->in_bytes;
		double rate = bandwidth(in, e->duration);

		if (in <= 0 || !isfinite(rate))
			continue;
		most = fmax(most, rate);
		least = fmin(least, rate);
	}
	print_rate(p, most);
	print_rate(p, least);
}

static void
print_alltoallv(struct print *p, const struct collective *c)
{
	const struct job *j = p->job;
	const struct event *e = &j->event[c->first];
	struct measure m = measure_of(j, c);
	double n = (double)c->n;

	if (shape_of(j, e)->kind != KIND_ALLTOALLV)
		return;
	print_identity(p, e);
	print_text(p, e, SHAPE_NAME);
	print_text(p, e, SHAPE_DTYPE);
	tsvw_natural(p->out, m.group_size);
	tsvw_natural(p->out, (int64_t)c->n);
	tsvw_field(p->out, pool_get(j->texts, e->stream));
	tsvw_natural(p->out, m.total_nelems);
	tsvw_natural(p->out, m.full_bytes);
	tsvw_us(p->out, m.wall);
	tsvw_us(p->out, m.sum);
	tsvw_us(p->out, m.latency);
	tsvw_us(p->out, m.longest);
	print_rate(p, bandwidth(m.full_bytes, m.wall));
	print_rank_rates(p, c);
	print_real(p,
	    m.full_bytes > 0 ? (double)m.most_in * n / (double)m.full_bytes
			     : (double)NAN);
	tsvw_us(p->out, m.start_skew);
	tsvw_us(p->out, m.end_skew);
	print_text(p, e, SHAPE_RANKS);
	tsvw_text(p->out, span_of(verdict_word(m.verdict)));
	print_node_span(p, &j->group[c->group]);
	xtsvw_end(p->out);
}

static void
print_collectives(struct print *p,
    void (*print_one)(struct print *, const struct collective *))
{
	for (size_t i = 0; i < p->job->collectives; i++)
		print_one(p, &p->job->collective[i]);
}

void
print_table_rows(struct print *p)
{
	if (p->o->partial || p->o->by == BY_EVENT)
		print_all_events(p);
	else if (p->o->by == BY_COLLECTIVE)
		print_collectives(p, print_collective);
	else if (p->o->by == BY_ALLTOALLV)
		print_collectives(p, print_alltoallv);
	else if (p->o->by == BY_MESSAGE)
		print_messages(p);
	else if (p->o->by == BY_RANK)
		print_ranks(p);
	else
		print_pairs(p);
	xtsvw_flush(p->out);
	buf_free(&p->id);
}
