/*
 * trace-phase - label events or cycles prefill, decode or mixed, and select
 *
 * Cycles are labelled in label_cycles.c, events (a column ts_us) in
 * label_events.c; phase_decision.c decides for both.
 */

#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/trace-phase/options.h"

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;

	if (xtsv_optional(in, "ts_us") == TSV_MISSING)
		return label_cycles(o, in, out);
	if (o->method == METHOD_REPETITION)
		die("%s: method repetition needs cycles, but these are events: "
		    "use it after trace-cycles",
		    tsv_file(in));
	if (o->step)
		opt_die("--step is for cycles, but these are events");
	if (o->select && o->wanted == PHASE_EMPTY)
		opt_die("--select auto is for cycles, but these are events");
	return label_events(o, in, out);
}

static const char usage[] =
    "usage: trace-phase [-hqV] [-m METHOD] [-s PHASE [--step]] [FILE...]\n"
    "Label events or cycles as prefill, decode, mixed or unknown, and say why.\n"
    "\n"
    "      --anew                replace labels that the table has\n"
    "      --decode-threshold N  most tokens that a decode step computes (10)\n"
    "      --exit-zero           exit with 0 when the phase is absent\n"
    "  -h, --help                print this help\n"
    "  -m, --method METHOD       use one kind of evidence: repetition (of\n"
    "                            cycles) or annotation (of events)\n"
    "  -q, --quiet               do not report that a phase is absent\n"
    "  -s, --select PHASE        keep the events of a phase, or one cycle, the\n"
    "                            layer; auto: decode, else the largest\n"
    "      --step                keep the step, not the layer\n"
    "  -V, --version             print the version\n"
    "\n"
    "Evidence, strongest first: annotations, which trace-link adds; kernels; how\n"
    "long steps take, and in which order. Contradictions are unknown. Events\n"
    "have the phase of their step, from the column path. Labels that the table\n"
    "has are kept without --anew. FILE: events or cycles, standard input if none or\n"
    "'-'.\n"
    "Exit status: 0 success, 1 phase absent, 2 error.\n";

static void
set_select(void *p, const char *text)
{
	struct options *o = p;
	enum phase phase = phase_parse(span_of(text));

	o->select = true;
	o->wanted = phase == PHASE_OTHER ? PHASE_EMPTY : phase;
}

int
main(int argc, char **argv)
{
	static const char *const methods[] = {
	    "annotation", "repetition", NULL}; /* as enum method */
	static const char *const phases[] = {
	    "prefill", "decode", "mixed", "unknown", "auto", NULL};
	struct options o = {.method = METHOD_ALL, .threshold = 10};
	const struct opt table[] = {
	    {"anew", .on = &o.anew},
	    {"decode-threshold", .number = &o.threshold, .low = 1,
		.high = INT32_MAX},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"method", 'm', .choice = &o.method, .words = methods},
	    {"quiet", 'q', .on = &o.quiet},
	    {"select", 's', .call = set_select, .words = phases},
	    {"step", .on = &o.step},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	if (o.step && !o.select)
		opt_die("--step needs --select");
	return xfilter(argc, argv, run, &o);
}
