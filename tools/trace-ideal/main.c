/*
 * trace-ideal - compare the times of kernels with ideal ones
 *
 * Which table of ideal times a kernel is compared with is known when all
 * kernels of its job have been seen, so the events are read twice: the second
 * time from a temporary file. ideal.h says how a table is chosen.
 */
#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/spill.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/trace-ideal/read_ideal.h"
#include "tools/trace-ideal/show.h"

/* Several paths are those of ranks 0, 1, ...; returns how many are broken. */
static int64_t
read_tables(struct ideal *d, const struct options *o)
{
	int64_t broken = 0;

	for (size_t i = 0; i < o->n_ideal; i++)
		broken += read_ideal(
		    d, o->ideal[i], o->n_ideal > 1 ? (int64_t)i : -1, o->quiet);
	if (d->different && !o->quiet)
		warn("%lld kernels have two different times in the "
		     "tables; the first counts",
		    (long long)d->different);
	return broken;
}

/* Times in cycles are of no use without a rate. */
static void
check_rates(const struct ideal *d, const struct options *o)
{
	for (size_t i = 0; i < d->n; i++)
		if (!(o->core > 0) &&
		    (d->table[i].total > 0 ||
			ideal_sum(&d->table[i]).cycles > 0))
			die("ideal times are in core cycles; --freq SOC:CORE "
			    "gives the core rate");
}

static void
add_kernel(struct work *w, const struct tsv *in, const struct kernel *k)
{
	uint32_t number = pool_add(w->job_keys, xkey_of(&w->rows.job, in));
	struct job *j;

	if (number == w->n)
		ARRAY_PUSH(
		    w->job, w->n, &w->cap, (struct job){.rank = k->rank});
	j = &w->job[number];
	if (j->rank != k->rank)
		j->rank = -1;
	if (j->n < CHOOSE_FIRST)
		j->first[j->n] = pool_add(w->ideal.texts, k->name);
	j->n++;
	j->us += k->us;
}

/* Reads all events into a file, and finds the jobs among them. */
static void
read_jobs(struct work *w, struct spill *copy, struct tsv *in)
{
	struct kernel kernel;

	while (xtsv_next(in)) {
		if (copy)
			spill_line(copy, tsv_line(in));
		if (kernel_rows_read(&w->rows, in, &kernel))
			add_kernel(w, in, &kernel);
	}
	w->choice = xcalloc(w->n + 1, sizeof *w->choice);
	for (size_t i = 0; i < w->n; i++)
		w->choice[i] = choose_table(&w->job[i], &w->ideal, w->o->core);
}

/* Why jobs may fit none: they ran more kernels than a table lists. */
static void
report_long(const struct work *w)
{
	size_t most = 0, longer = 0;

	for (size_t i = 0; i < w->ideal.n; i++)
		if (w->ideal.table[i].n > most)
			most = w->ideal.table[i].n;
	for (size_t i = 0; i < w->n; i++)
		longer += (size_t)w->job[i].n > most;
	if (longer)
		warn("%zu of %zu jobs ran more kernels than the largest table "
		     "has, %zu: a table lists each run of a kernel; --job "
		     "divides the events into jobs",
		    longer, w->n, most);
}

/* Warnings; the status is STATUS_NO if no job fits a table. */
static int
report(const struct work *w, const char *file)
{
	size_t without = 0, uncertain = 0;

	for (size_t i = 0; i < w->n; i++) {
		without += !w->choice[i].table;
		uncertain += w->choice[i].uncertain;
	}
	if (!w->o->quiet && w->n == 0)
		warn("%s: no kernels in the input", file);
	if (!w->o->quiet && without)
		warn("%zu of %zu jobs fit no table of ideal times", without,
		    w->n);
	if (!w->o->quiet && without)
		report_long(w);
	if (!w->o->quiet && uncertain)
		warn("%zu of %zu jobs have an uncertain table; --jobs shows "
		     "which",
		    uncertain, w->n);
	if (!w->o->quiet && w->found.beyond)
		warn("%lld of %lld kernels took less than their ideal time: "
		     "a wrong table, or a wrong --freq",
		    (long long)w->found.beyond, (long long)w->found.kernels);
	if (!w->o->quiet && w->found.unknown)
		warn("%lld of %lld kernels are not in the table of their job",
		    (long long)w->found.unknown, (long long)w->found.kernels);
	return without == w->n ? STATUS_NO : STATUS_OK;
}

static void
work_free(struct work *w)
{
	key_free(&w->rows.job);
	key_free(&w->rows.key);
	ideal_free(&w->ideal);
	pool_free(w->ideal.texts);
	pool_free(w->job_keys);
	pool_free(w->keys);
	free(w->job);
	free(w->choice);
}

static void
print_again(struct tsvw *out, struct work *w, struct spill *copy)
{
	struct tsv *in = xtsv_open_file(spill_end(copy));

	if (w->o->categories)
		show_totals(out, w, in);
	else if (w->o->counters)
		show_counters(out, w, in);
	else
		show_events(out, w, in);
	tsv_close(in);
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;
	struct work w = {.o = o, .ideal.texts = pool_new()};
	struct spill *copy;
	int64_t broken;
	int status;

	w.job_keys = pool_new();
	w.keys = pool_new();
	kernel_rows_open(&w.rows, o, in);
	broken = read_tables(&w.ideal, o);
	check_rates(&w.ideal, o);
	if (!o->categories && !o->counters && !o->jobs)
		show_header(out, in);
	copy = o->jobs ? NULL : spill_open(in);
	read_jobs(&w, copy, in);
	if (o->jobs)
		show_jobs(out, &w, in);
	else
		print_again(out, &w, copy);
	spill_close(copy);
	status = report(&w, tsv_file(in));
	work_free(&w);
	return broken ? STATUS_DAMAGED : status;
}

static int
run_list(const struct options *o)
{
	struct ideal d = {.texts = pool_new()};
	struct tsvw out;
	int64_t broken = read_tables(&d, o);

	tsvw_init(&out, STDOUT_FILENO);
	show_tables(&out, &d);
	ideal_free(&d);
	pool_free(d.texts);
	return broken ? STATUS_DAMAGED : STATUS_OK;
}

static const char usage[] =
    "usage: trace-ideal --ideal PATH [--freq SOC:CORE] [-hqV] [OPTION...] [FILE...]\n"
    "       trace-ideal --ideal PATH --list\n"
    "Print events with the ideal time of each kernel, as a share of the actual time.\n"
    "\n"
    "      --categories    print sums by table and category instead\n"
    "      --counters      print the share as a counter instead, in percent\n"
    "      --exit-zero     exit with 0 even if no job fits a table\n"
    "      --freq SOC:CORE the rates of the device's counters and cores, in MHz\n"
    "  -h, --help          print this help\n"
    "      --ideal PATH    ideal times: a compiler log, a folder with its results,\n"
    "                      or a table; repeat for the logs of ranks 1, 2, ...\n"
    "      --job COLUMNS   choose a table for each value of these columns\n"
    "      --jobs          print which job has which table instead, with its score\n"
    "  -k, --keys COLUMNS  sums or counters for each value of these columns\n"
    "      --list          print the tables of ideal times\n"
    "  -q, --quiet         do not report jobs that fit no table\n"
    "  -V, --version       print the version\n"
    "\n"
    "FILE: events with ts_us, dur_us and name, also gzipped; standard input if none\n"
    "or '-'. SOC may be left out.\n"
    "Exit status: 0 success, 1 no job fits a table, 2 error, 3 recovered: a table of\n"
    "ideal times is not whole.\n";

static void
add_ideal(void *p, const char *text)
{
	struct options *o = p;

	ARRAY_PUSH(o->ideal, o->n_ideal, &o->cap_ideal, text);
}

static double
rate(const char *text, char end_with, const char **behind)
{
	char *end = (char *)text;
	double mhz = isdigit((unsigned char)*text) ? strtod(text, &end) : 0;

	*behind = end;
	return mhz > 0 && mhz <= 1e6 && *end == end_with ? mhz : 0;
}

static void
set_freq(void *p, const char *text)
{
	struct options *o = p;
	const char *behind = text;

	if (*text != ':')
		o->soc = rate(text, ':', &behind);
	if (*behind == ':')
		o->core = rate(behind + 1, '\0', &behind);
	if (!(o->core > 0) || (*text != ':' && !(o->soc > 0)))
		opt_die("--freq takes SOC:CORE in MHz, not '%s'", text);
}

static void
check(const struct options *o, int operands)
{
	if (!o->n_ideal)
		opt_die("--ideal is needed");
	if (o->categories + o->counters + o->jobs + o->list > 1)
		opt_die("--categories, --counters, --jobs and --list are "
			"mutually exclusive");
	if (o->keys && !o->categories && !o->counters)
		opt_die("--keys needs --categories or --counters");
	if (o->list && operands)
		opt_die("--list reads no events");
}

int
main(int argc, char **argv)
{
	struct options o = {0};
	const struct opt table[] = {
	    {"categories", .on = &o.categories},
	    {"counters", .on = &o.counters},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"freq", .call = set_freq},
	    {"ideal", .call = add_ideal, .times = OPT_LIST},
	    {"job", .text = &o.job},
	    {"jobs", .on = &o.jobs},
	    {"keys", 'k', .text = &o.keys},
	    {"list", .on = &o.list},
	    {"quiet", 'q', .on = &o.quiet},
	    {0},
	};
	int status;

	opt_parse(argc, argv, usage, table, &o);
	check(&o, argc - optind);
	status =
	    o.list ? tool_finish(run_list(&o)) : xfilter(argc, argv, run, &o);
	free(o.ideal);
	return status;
}
