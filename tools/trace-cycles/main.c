/*
 * trace-cycles - find the repeating sequences among the kernels of a GPU trace
 *
 * Events are kept in memory, put in time order, and divided by rank, device and
 * stream. The cycles of each stream are found (track_sequences.h, cycles.h);
 * those with enough evidence are selected (weak_cycles.h) and printed
 * (print_cycles.h).
 */
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/trace-cycles/launches.h"
#include "tools/trace-cycles/messages.h"
#include "tools/trace-cycles/options.h"
#include "tools/trace-cycles/step_choice.h"
#include "tools/trace-cycles/track_sequences.h"

/* Columns of trace-link that rows of positions have, too. */
static void
keep_details(struct events *e, struct tsv *in)
{
	static const char *const name[] = {
	    "cpu_op", "module", "input_dims", "input_type", "concrete_inputs"};

	_Static_assert(COUNT(name) <= EVENT_DETAILS, "too many columns");
	for (size_t i = 0; i < COUNT(name); i++)
		if (event_keep(e, in, name[i]))
			die("%s", tsv_error(in));
}

struct output {
	enum print_table table;
	struct xtable to;
};

/* First the table on standard output; returns how many there are. */
static size_t
open_outputs(
    struct output *output, const struct options *o, char *const *inputs, int n)
{
	size_t outputs = 1;

	output->table = o->table;
	xtable_open(&output->to, NULL);
	for (int i = 0; i < PRINT_TABLES; i++) {
		if (!o->also[i])
			continue;
		tool_writes_beside(o->also[i], inputs, n);
		xtable_open(&output[outputs].to, o->also[i]);
		output[outputs++].table = i;
	}
	return outputs;
}

/* The columns of --events: the input's and those that are added. */
static void
name_events(struct tsvw *out, const struct tsv *in)
{
	tsvw_names(out, in);
	xtsvw_new_columns(out, in, "cycle rep position path step layer");
}

/* Whether a kernel that was read is the last one that is needed. */
static bool
is_enough(const struct options *o, struct early *early, const struct events *e)
{
	bool enough = o->early && track_sequences_suffice(early, e, &o->how);

	if (enough && !o->quiet)
		warn("stopped reading after %zu kernels: %zu x %u of them "
		     "repeat; without --early all are read",
		    early->kernels, early->found_reps, early->found_length);
	return enough;
}

static bool
is_wanted(const struct options *o, enum print_table table)
{
	return o->table == table || o->also[table];
}

/* Whether all kernels so far have the same step, as trace-cut leaves them. */
struct step {
	int column;
	struct buf first;
	bool any, same;
};

static void
compare_step(struct step *s, const struct tsv *in)
{
	struct span step = tsv_field_or_none(in, s->column);

	if (!s->any)
		buf_add(&s->first, step.p, step.n);
	s->same = step.n && (s->same || !s->any) &&
	    span_equal(step, buf_span(&s->first));
	s->any = true;
}

/*
 * Reads all kernels, for events all rows, and closes the input. Returns whether
 * they are one step.
 */
static bool
read_events(const struct options *o, struct tsv *in, struct events *e,
    struct launches *launches)
{
	struct step step = {.column = xtsv_optional(in, "step")};
	struct early early = {.reps = o->early};
	bool all = is_wanted(o, PRINT_EVENTS), enough = false;

	launches->column = xtsv_optional(in, "launch_ts_us");
	while (!enough && xtsv_next(in)) {
		bool kernel = event_is_kernel(e, in);

		if (!all && !kernel)
			continue;
		if (event_add(e, in))
			die("%s", tsv_error(in));
		if (all)
			launches_add(launches, e, in);
		if (kernel)
			compare_step(&step, in);
		enough = kernel && is_enough(o, &early, e);
	}
	buf_free(&step.first);
	tsv_close(in);
	event_sort(e);
	if (all)
		launches_find(launches, e);
	event_forget_order(e);
	return step.same;
}

/* Finds the columns, and writes all headers. */
static void
begin_tables(const struct options *o, struct events *e, struct tsv *in,
    struct output *output, size_t n)
{
	if (event_open(e, in, is_wanted(o, PRINT_EVENTS)))
		die("%s", tsv_error(in));
	if (is_wanted(o, PRINT_POSITIONS))
		keep_details(e, in);
	for (size_t i = 0; i < n; i++) {
		if (output[i].table == PRINT_EVENTS)
			name_events(&output[i].to.out, in);
		print_header(
		    &output[i].to.out, output[i].table, e, o->fingerprints);
	}
}

/* All tables; whether the one on standard output has rows. */
static bool
print_tables(const struct report *r, struct output *output, size_t n)
{
	bool found = false;

	for (size_t i = 0; i < n; i++) {
		bool rows = print_table(&output[i].to.out, output[i].table, r);

		found = i == 0 ? rows : found;
		xtable_close(&output[i].to);
	}
	return found;
}

static int
run(struct options *o, struct tsv *in, struct output *output, size_t n)
{
	struct events events;
	struct track_sequences sequences;
	struct report report = {.events = &events,
	    .sequences = &sequences,
	    .fingerprints = o->fingerprints};
	struct alternative here;
	struct launches launches = {0};
	bool found;

	begin_tables(o, &events, in, output, n);
	o->how.limits.one_step |= read_events(o, in, &events, &launches);
	report.launch = launches.ns;
	if (track_sequences_find(&sequences, &events, &o->how))
		die("the durations add up to more than 292 years");
	choose_cycles(&sequences, &events, o->weak, &report.chosen);
	step_choice_find(&sequences, &events, &report.chosen);
	found = print_tables(&report, output, n);
	free(launches.ns);
	if (!o->quiet && !found)
		message_no_cycle(o, &report);
	here = alternative_of(&sequences, &report.chosen);
	free(report.chosen.found);
	track_sequences_free(&sequences);
	if (!o->quiet && o->table == PRINT_LIST && !o->how.limits.one_step)
		message_other_names(o, &events, &here);
	free(here.cycle);
	event_free(&events);
	return found ? STATUS_OK : STATUS_NO;
}

int
main(int argc, char **argv)
{
	static struct output output[PRINT_TABLES + 1];
	struct options o = options_parse(argc, argv);
	struct tsv *in;
	size_t outputs;

	argv += optind;
	argc -= optind;
	outputs = open_outputs(output, &o, argv, argc);
	in = xtsv_open(argv, argc);
	return tool_finish(run(&o, in, output, outputs));
}
