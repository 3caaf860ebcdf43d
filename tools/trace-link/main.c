/*
 * trace-link - tie each event of the GPU to what launched it
 *
 * The whole input is kept in memory, because launches come before, between and
 * after the events they belong to. See launch.h for how an event finds its
 * launch, and call_path.h for how the launch finds its operator and annotation.
 */
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/trace/host.h"
#include "common/trace/launch.h"
#include "tools/trace-link/gaps.h"
#include "tools/trace-link/link_table.h"
#include "tools/trace-link/print_launches.h"

/*
 * The table of --gaps: why a GPU idles, from its events, their launches and
 * what else the host did.
 *
 * Memory: about 60 bytes for each event of the GPU, and 16 for each stretch of
 * time in which a call is recorded.
 */

/* The cause, by kind of row, and lost_kind of a name, plus 1; 0: not asked. */
struct meaning {
	unsigned char cause[HOST_CALL + 1], lost;
};

struct idle {
	const struct link_table *table;
	struct gap_event *event;
	size_t n, cap;
	bool *worked;            /* ids that events of the GPU bear */
	bool unclear;            /* an event might be of any launch */
	struct meaning *meaning; /* by the number of a text */
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
		    !set_interval(&gap.run, e->ts, e->ts + e->dur))
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
	unsigned char *known = &idle->meaning[h->name].cause[h->kind];

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
	unsigned char *known = &idle->meaning[h->name].lost;
	enum lost_kind kind;

	if (!*known)
		*known = (unsigned char)(1 +
		    lost_kind(idle->table->text[h->name], false));
	kind = (enum lost_kind)(*known - 1);
	if (kind == LOST_LAUNCH &&
	    (!is_id(idle->table, h->correlation) ||
		idle->worked[h->correlation]))
		kind = LOST_NOTHING;
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
	tsvw_titles(out, "cause count sum_us");
	(void)!tsvw_end(out); /* the writer keeps the error */
	for (int i = 0; i < CAUSES; i++)
		if (sum[i].count) {
			tsvw_text(out, span_of(gaps_cause(i)));
			tsvw_int(out, sum[i].count);
			tsvw_us(out, sum[i].time);
			(void)!tsvw_end(out);
		}
}

/*
 * Prints the table, for a link_table that has read its rows with `gaps`, and
 * knows all launches. Ends the program with a message when it cannot; errors of
 * the writer are the caller's.
 */
static void
idle_print(struct tsvw *out, const struct link_table *t)
{
	struct idle idle = {.table = t,
	    .worked = xcalloc(pool_count(t->rows.ids), sizeof *idle.worked),
	    .meaning = xcalloc(pool_count(t->rows.texts), sizeof *idle.meaning),
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
	free(idle.meaning);
}

struct options {
	const char *capture; /* NULL: none */
	bool flows;
	const char *gaps; /* where to write why the GPU idles; NULL: nowhere */
	bool operators;
	bool quiet;
	bool stack;
};

/* The answer "no" in words: nothing to link, or nothing linked. */
static int
report(const struct options *o, const struct link_table *t, const char *file)
{
	for (size_t i = 0; i < t->gpu.n; i++)
		if (t->launch[i].call != HOST_NONE)
			return STATUS_OK;
	if (!o->quiet && t->gpu.n == 0)
		warn("%s: no GPU events in the input", file);
	else if (!o->quiet)
		warn("%s: no GPU event has its launch in the input; "
		     "trace-extract -c gpu,host prints launches",
		    file);
	return STATUS_NO;
}

/* Reads the recording, and finds in it what the launches of graphs run. */
static void
read_recording(
    struct recording *r, const struct options *o, const struct link_table *t)
{
	struct tsv *in = xtsv_open_file(o->capture);

	link_table_open(&r->table, in, o->stack);
	link_table_read(&r->table, in);
	tsv_close(in);
	recording_find(r, t);
	if (!o->quiet && r->unknown)
		warn("%s: no capture for %zu of %zu graph launches", o->capture,
		    r->unknown, r->graphs);
}

/* A file of its own for why the GPU idles. */
static void
write_gaps(const char *path, const struct link_table *t)
{
	static struct xtable gaps;

	xtable_open(&gaps, path);
	idle_print(&gaps.out, t);
	xtable_close(&gaps);
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;
	struct link_table t;
	struct recording r, *recording = o->capture ? &r : NULL;
	int status;

	link_table_open(&t, in, o->stack);
	t.gaps = o->gaps;
	if (!o->operators)
		link_print_header(out, &t, in);
	link_table_read(&t, in);
	t.launch = xcalloc(t.gpu.n, sizeof *t.launch);
	launch_find(t.host, t.n, t.rows.known, pool_count(t.rows.ids),
	    t.correlation, t.gpu.n, t.launch);
	if (o->flows)
		launch_drop_correlations(t.launch, t.gpu.n);
	if (o->gaps)
		write_gaps(o->gaps, &t);
	if (recording)
		read_recording(recording, o, &t);
	if (o->operators)
		link_print_operators(out, &t, recording);
	else
		link_print_events(out, &t, recording);
	status = report(o, &t, tsv_file(in));
	if (recording) {
		free(recording->event);
		link_table_free(&recording->table);
	}
	link_table_free(&t);
	return status;
}

static const char usage[] =
    "usage: trace-link [-hqV] [--capture FILE] [OPTION...] [FILE...]\n"
    "Print GPU events with the call that launched each of them, and the\n"
    "operator and the annotation that contain this call.\n"
    "\n"
    "      --capture FILE  take the operators of the kernels in graphs from FILE\n"
    "      --exit-zero     exit with 0 even if nothing is linked\n"
    "      --flows         link by flows and graphs, not by the correlation alone\n"
    "      --gaps FILE     write why the GPU idles, how often and how long\n"
    "  -h, --help          print this help\n"
    "      --operators     print the operators instead, with their GPU time\n"
    "  -q, --quiet         do not report unlinked events\n"
    "      --stack         add the Python functions and modules of the call\n"
    "  -V, --version       print the version\n"
    "\n"
    "FILE: GPU and host events, as trace-extract -c gpu,host prints them\n"
    "(-c gpu,host,python_function for --stack; -a name=label for the names of\n"
    "threads; -a 'Input Dims' ... for arguments of operators); standard input if\n"
    "none or '-'. The FILE of --capture: the same for the trace in which the graphs\n"
    "were captured, with -a kernel.\n"
    "Exit status: 0 success, 1 nothing linked, 2 error.\n";

int
main(int argc, char **argv)
{
	struct options o = {0};
	const struct opt table[] = {
	    {"capture", .text = &o.capture},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"flows", .on = &o.flows},
	    {"gaps", .text = &o.gaps},
	    {"operators", .on = &o.operators},
	    {"quiet", 'q', .on = &o.quiet},
	    {"stack", .on = &o.stack},
	    {0},
	};

	opt_parse(argc, argv, usage, table, NULL);
	tool_writes_beside(o.gaps, argv + optind, argc - optind);
	return xfilter(argc, argv, run, &o);
}
