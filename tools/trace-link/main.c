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
#include "common/trace/host_events.h"
#include "common/trace/launch.h"
#include "tools/trace-link/link_table.h"
#include "tools/trace-link/print_launches.h"

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

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	static struct xtable gaps;
	const struct options *o = options;
	struct link_table t;
	struct recording r = {0}, *recording = o->capture ? &r : NULL;
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
	if (o->gaps) {
		xtable_open(&gaps, o->gaps);
		link_print_gaps(&gaps.out, &t);
		xtable_close(&gaps);
	}
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
