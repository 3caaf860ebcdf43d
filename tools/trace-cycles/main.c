/*
 * trace-cycles - find the repeating sequences among the kernels of a GPU trace
 *
 * Events are kept in memory, put in time order, and divided by rank, device and
 * stream. The cycles of each stream are found (track_sequences.h, cycles.h);
 * those with enough evidence are selected (selection.h) and printed (print.h).
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/bytes/outfile.h"
#include "common/cli/die.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/trace-cycles/early.h"
#include "tools/trace-cycles/messages.h"
#include "tools/trace-cycles/options.h"

/* Columns of trace-link that rows of positions have, too. */
static void
keep_details(struct events *e, struct tsv *in)
{
	static const char *const name[] = {
	    "cpu_op", "module", "input_dims", "input_type", "concrete_inputs"};

	_Static_assert(
	    sizeof name / sizeof *name <= EVENT_DETAILS, "too many columns");
	for (size_t i = 0; i < sizeof name / sizeof *name; i++)
		if (event_keep(e, in, name[i]))
			die("%s", tsv_error(in));
}

/* A table of --also on its way to its file. */
struct also {
	struct outfile *file; /* NULL: not asked for */
	struct tsvw out;
};

static void
open_also(struct also *also, const char *path, char *const *inputs, int n)
{
	for (int i = 0; i < n || i == 0; i++)
		tool_writes(path, n ? inputs[i] : "-");
	also->file = outfile_open(path);
	if (!also->file)
		die("%s: %s", path, strerror(errno));
	tsvw_init(&also->out, outfile_fd(also->file));
}

static void
close_also(struct also *also, const char *path)
{
	if (tsvw_flush(&also->out) || outfile_commit(also->file))
		die("%s: %s", path,
		    strerror(also->out.error ? also->out.error : errno));
}

/* The input's header, before the columns of --events. */
static void
copy_header(struct tsvw *out, const struct tsv *in)
{
	const char *const *added = print_event_columns;

	tsvw_names(out, in);
	for (; *added; added++)
		if (xtsv_optional(in, *added) != TSV_MISSING)
			die("%s: there is a column %s already: remove it first",
			    tsv_file(in), *added);
}

/* Whether a kernel that was read is the last one that is needed. */
static bool
is_enough(const struct options *o, struct early *early, const struct events *e)
{
	int enough = o->early ? early_kernel(early, e, &o->how) : 0;

	if (enough < 0)
		die_memory();
	if (enough && !o->quiet)
		warn("stopped reading after %zu kernels: %zu x %u of them "
		     "repeat; without --early all are read",
		    early->kernels, early->found_reps, early->found_length);
	return enough;
}

static void
begin_table(struct tsvw *out, enum print_table table, const struct events *e,
    const struct tsv *in)
{
	if (table == PRINT_EVENTS)
		copy_header(out, in);
	print_header(out, table, e);
}

static bool
is_wanted(const struct options *o, enum print_table table)
{
	return o->table == table || o->also[table];
}

/* Reads all kernels, for events all rows, and closes the input. */
static void
read_events(const struct options *o, struct tsv *in, struct events *e)
{
	struct early early = early_begin(o->early);
	bool all = is_wanted(o, PRINT_EVENTS), enough = false;

	while (!enough && xtsv_next(in)) {
		bool kernel = event_is_kernel(e, in);

		if ((all || kernel) && event_add(e, in))
			die("%s", tsv_error(in));
		enough = kernel && is_enough(o, &early, e);
	}
	tsv_close(in);
	if (event_sort(e))
		die_memory();
	event_forget_order(e);
}

static void
find_sequences(struct track_sequences *sequences, const struct events *e,
    const struct sequence_options *how)
{
	int rc = track_sequences_find(sequences, e, how);

	if (rc == -2)
		die("the durations add up to more than 292 years");
	if (rc)
		die_memory();
}

/* All tables; whether the one on standard output has rows. */
static bool
print_tables(const struct options *o, const struct report *r, struct tsvw *out,
    struct also *also)
{
	bool found = print_table(out, o->table, r);

	xtsvw_flush(out);
	for (int i = 0; i < PRINT_TABLES; i++)
		if (o->also[i]) {
			print_table(&also[i].out, i, r);
			close_also(&also[i], o->also[i]);
		}
	return found;
}

static int
run(const struct options *o, struct tsv *in, struct tsvw *out,
    struct also *also)
{
	struct events events;
	struct track_sequences sequences;
	struct report report = {.events = &events,
	    .sequences = &sequences,
	    .partial = o->choice.partial};
	bool tells_others = !o->quiet && o->table == PRINT_LIST;
	struct others others;
	bool found;

	if (event_open(&events, in, is_wanted(o, PRINT_EVENTS)))
		die("%s", tsv_error(in));
	report.phases = events.column.phase != TSV_MISSING;
	if (is_wanted(o, PRINT_POSITIONS))
		keep_details(&events, in);
	begin_table(out, o->table, &events, in);
	for (int i = 0; i < PRINT_TABLES; i++)
		if (o->also[i])
			begin_table(&also[i].out, i, &events, in);
	read_events(o, in, &events);
	if (tells_others)
		others = find_others(o, &events);
	find_sequences(&sequences, &events, &o->how);
	if (choose_cycles(&sequences, &events, o->choice, &report.chosen))
		die_memory();
	found = print_tables(o, &report, out, also);
	if (!o->quiet && !found)
		message_no_cycle(o, &report);
	if (tells_others)
		message_others(o, &report, &others);
	free(report.chosen.found);
	track_sequences_free(&sequences);
	event_free(&events);
	return found ? STATUS_OK : STATUS_NO;
}

int
main(int argc, char **argv)
{
	static struct tsvw out;
	static struct also also[PRINT_TABLES];
	struct options o;
	struct tsv *in;
	int status;

	tool_start(argv);
	o = options_parse(argc, argv);
	argv += optind;
	argc -= optind;
	for (int i = 0; i < PRINT_TABLES; i++)
		if (o.also[i])
			open_also(&also[i], o.also[i], argv, argc);
	in = xtsv_open(argv, argc);
	tsvw_init(&out, STDOUT_FILENO);
	status = run(&o, in, &out, also);
	return tool_finish(o.exit_zero ? tool_exit_zero(status) : status);
}
