/*
 * trace-memory - who holds the memory of a GPU
 *
 * All changes and the rows of the host are kept; see memory_table.h for which
 * memory is alive when, and for whose it is.
 */
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/x.h"
#include "tools/trace-memory/print_memory.h"

struct options {
	const char *keys;
	bool list, live, counter, quiet;
};

/* Fills in the keys of a list. */
static void
choose_keys(const char *list, struct print_view *v)
{
	struct span rest = span_of(list);

	while (rest.n) {
		struct span word = span_take(&rest, ',');
		size_t i = 0;

		while (i < HOLDERS && !span_is(word, memory_holders[i]))
			i++;
		if (i == HOLDERS || v->n == HOLDERS)
			opt_die(
			    "-k %s: the keys are cpu_op, module, annotation and step",
			    list);
		v->key[v->n++] = (enum holder)i;
	}
}

static int
report(const struct options *o, const struct memory_table *t, const char *file)
{
	int64_t breaks = 0;

	if (t->n == 0) {
		if (!o->quiet)
			warn("%s: no memory events; PyTorch records them with "
			     "profile_memory=True",
			    file);
		return STATUS_NO;
	}
	for (uint32_t i = 0; i < pool_count(t->devices); i++)
		breaks += t->of[i].breaks;
	if (breaks && !o->quiet)
		warn("%s: %lld totals do not follow from the previous "
		     "one; the difference counts as allocated before the "
		     "recording",
		    file, (long long)breaks);
	return STATUS_OK;
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;
	struct print_view view = {.at_end = o->live};
	struct memory_table t;
	int status;

	choose_keys(o->keys, &view);
	memory_table_read(&t, in);
	if (o->list)
		memory_print_devices(out, &t);
	else if (o->counter)
		memory_print_counter(out, &t);
	else
		memory_print_holders(out, &t, &view);
	status = report(o, &t, tsv_file(in));
	memory_table_free(&t);
	xtsvw_flush(out);
	return status;
}

static const char usage[] =
    "usage: trace-memory [-hlqV] [-k KEYS] [--counter | --live] [FILE...]\n"
    "Print what holds the memory of each device at the peak.\n"
    "\n"
    "      --counter       print the bytes in use as a counter for trace-json\n"
    "  -h, --help          print this help\n"
    "  -k, --keys KEYS     cpu_op, module, annotation, step (cpu_op)\n"
    "  -l, --list          print a row for each device: its peak, and what is left\n"
    "      --live          at the end of the recording instead of at the peak\n"
    "  -q, --quiet         do not report lost events\n"
    "  -V, --version       print the version\n"
    "\n"
    "FILE: what trace-extract -c host,python_function,cpu_instant_event -a Bytes\n"
    "-a Addr -a 'Total Allocated' -a 'Device Type' -a 'Device Id' prints; standard\n"
    "input if none or '-'.\n"
    "Exit status: 0 success, 1 no event of memory, 2 error.\n";

int
main(int argc, char **argv)
{
	struct options o = {.keys = "cpu_op"};
	const struct opt table[] = {
	    {"counter", .on = &o.counter},
	    {"keys", 'k', .text = &o.keys},
	    {"list", 'l', .on = &o.list},
	    {"live", .on = &o.live},
	    {"quiet", 'q', .on = &o.quiet},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	if (o.list + o.counter + o.live > 1)
		opt_die("--counter, --list and --live are mutually exclusive");
	return xfilter(argc, argv, run, &o);
}
