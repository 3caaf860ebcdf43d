/*
 * trace-extract - print the events of GPU traces, one line each
 *
 * The events of each file are taken one by one as kineto.h finds them, and
 * printed in file order. Only when the rank is asked for and stands behind the
 * events, a file's records wait in a temporary file.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/die.h"
#include "common/facts.h"
#include "common/opt.h"
#include "common/outfile.h"
#include "common/tool.h"
#include "common/x.h"
#include "tools/trace-extract/rank.h"
#include "tools/trace-extract/rows.h"
#include "tools/trace-extract/select.h"

struct options {
	struct selection selection;
	struct columns columns;
	struct rank_rule rank;
	bool chosen; /* a selection was given */
	bool relative;
	int64_t base; /* ns, subtracted from each time */
	const char *info;
	bool quiet;
	bool exit_zero;
};

struct run {
	const struct options *o;
	struct tsvw *out, *info;
	struct kreader *reader;
	bool header; /* it has been printed */
	int64_t printed;
	bool failed, damaged; /* a file could not be read; was read in part */
};

/* One file while it is read. */
struct file {
	const char *path;
	struct kineto *kineto;
	struct facts *facts;
	FILE *spool;       /* where records wait for the rank, or NULL */
	struct tsvw *rows; /* where records go: the run's out, or the spool */
	struct buf rank;
	bool based; /* base is known */
	int64_t base, printed;
};

static void
print_header(struct run *r)
{
	if (r->header)
		return;
	r->header = true;
	rows_header(r->out, &r->o->columns);
	xtsvw_end(r->out);
	xtsvw_flush(r->out);
}

/* The rank by the option, else by what stood beside the events so far. */
static void
find_rank(const struct options *o, struct file *f)
{
	struct span by_rule = rank_by_rule(&o->rank, f->path);
	struct json *json;

	if (by_rule.n || o->rank.by_name) {
		xbuf_add(&f->rank, by_rule.p, by_rule.n);
		return;
	}
	json = json_new();
	if (!json)
		die_memory();
	by_rule = facts_rank(kineto_members(f->kineto), json);
	xbuf_add(&f->rank, by_rule.p, by_rule.n);
	json_free(json);
}

/* Before a file's first record: to stdout, or wait for the rank? */
static void
choose_rows(struct run *r, struct file *f)
{
	f->rows = r->out;
	if (!r->o->columns.rank)
		return;
	find_rank(r->o, f);
	if (f->rank.n || r->o->rank.by_name)
		return;
	f->spool = tmpfile();
	f->rows = xcalloc(1, sizeof *f->rows);
	if (!f->spool)
		die("cannot make a temporary file: %s", strerror(errno));
	tsvw_init(f->rows, fileno(f->spool));
}

static void
end_row(struct file *f)
{
	if (!f->spool)
		xtsvw_end(f->rows);
	else if (tsvw_end(f->rows))
		die("cannot write a temporary file: %s",
		    strerror(f->rows->error));
}

static void
print_event(struct run *r, struct file *f, const struct kevent *e)
{
	int64_t ts = e->ts;

	if (f->printed++ == 0)
		choose_rows(r, f);
	if (__builtin_sub_overflow(ts, f->base, &ts))
		die("%s: a time less its base is too large", f->path);
	rows_event(f->rows, &r->o->columns, e, kineto_number(f->kineto), ts);
	if (!f->spool)
		rows_source(f->rows, &r->o->columns, buf_span(&f->rank),
		    span_of(f->path));
	end_row(f);
}

/* The spooled records, with the rank that is known now. */
static void
copy_spool(struct run *r, struct file *f)
{
	char *line = NULL;
	size_t cap = 0;
	ssize_t n;

	if (tsvw_flush(f->rows) || fseek(f->spool, 0, SEEK_SET) != 0)
		die("cannot write a temporary file: %s", strerror(errno));
	find_rank(r->o, f);
	while ((n = getline(&line, &cap, f->spool)) > 0) {
		tsvw_field(r->out, (struct span){line, (size_t)n - 1});
		rows_source(r->out, &r->o->columns, buf_span(&f->rank),
		    span_of(f->path));
		xtsvw_end(r->out);
	}
	if (ferror(f->spool))
		die("cannot read a temporary file: %s", strerror(errno));
	free(line);
}

/* A GPU's work counts when it is complete; of other kinds all is wanted. */
static bool
is_wanted(const struct selection *s, struct file *f, const struct kevent *e)
{
	if (!select_has(s, e))
		return false;
	if (s->all || kevent_complete(e) ||
	    category_group(e->cat, e->ph) != GROUP_GPU)
		return true;
	kineto_lose(f->kineto);
	return false;
}

static void
take_event(struct run *r, struct file *f, struct span object)
{
	struct kevent e;
	int rc = kreader_read(r->reader, object, &e);

	if (rc == JSON_NO_MEMORY)
		die_memory();
	if (rc == JSON_UNREADABLE) {
		kineto_lose(f->kineto);
		return;
	}
	if (r->info ? facts_add(f->facts, &e) : facts_count(f->facts, &e))
		die("%s: out of memory, or times add up to over 292 years",
		    f->path);
	if (r->o->relative && !f->based && kevent_complete(&e)) {
		f->based = true;
		f->base = e.ts;
	}
	if (is_wanted(&r->o->selection, f, &e))
		print_event(r, f, &e);
}

/* What a whole file was like, in messages. */
static void
report(struct run *r, struct file *f)
{
	const char *damage = kineto_damage(f->kineto);
	int64_t lost = kineto_lost(f->kineto);
	const char *name = kineto_name(f->kineto);

	if (lost || damage) {
		r->damaged = true;
		warn("%s: damaged: %lld event%s lost%s%s", name,
		    (long long)lost, lost == 1 ? "" : "s", damage ? "; " : "",
		    damage ? damage : "");
	}
	if (f->printed == 0 && !r->o->quiet) {
		char has[400];

		facts_categories(f->facts, has, sizeof has);
		warn("%s: no %s; it has: %s (-c chooses)", name,
		    r->o->chosen ? "event of the categories chosen"
				 : "GPU kernels",
		    has);
	}
	if (f->printed && r->o->columns.rank && !f->rank.n && !r->o->quiet)
		warn("%s: its rank is unknown; --rank can tell it", name);
}

static void
run_file(struct run *r, const char *path)
{
	struct file f = {.path = path, .base = r->o->base};
	struct span object;
	int got;

	f.kineto = kineto_open(path);
	f.facts = facts_new();
	if (!f.kineto || !f.facts)
		die_memory();
	while ((got = kineto_next(f.kineto, &object)) > 0) {
		print_header(r);
		take_event(r, &f, object);
	}
	if (got < 0) {
		warn("%s: %s", kineto_name(f.kineto), kineto_error(f.kineto));
		r->failed = true;
	} else {
		print_header(r);
		report(r, &f);
	}
	if (f.spool) {
		copy_spool(r, &f);
		fclose(f.spool);
		free(f.rows);
	}
	if (got == 0 && r->info &&
	    facts_write(f.facts, f.kineto, path, r->info))
		die("cannot write %s", r->o->info);
	r->printed += f.printed;
	buf_free(&f.rank);
	facts_free(f.facts);
	kineto_close(f.kineto);
}

static const char usage[] =
    "usage: trace-extract [-hHqV] [-a KEY[=COLUMN]]... [-c CATEGORIES]...\n"
    "                     [OPTION]... [FILE...]\n"
    "Print the events of GPU traces (Kineto or Chrome JSON, also gzipped) as "
    "TSV.\n"
    "\n"
    "  -a, --args KEY[=COLUMN]     a column for the argument KEY, as 'Input "
    "Dims'\n"
    "  -c, --categories LIST       events of these categories, with commas; "
    "also gpu\n"
    "                              (kernels, copies, memsets), host, all; "
    "default\n"
    "                              kernel\n"
    "  -h, --help                  print this help\n"
    "  -H, --with-file             columns rank and file, as with several "
    "files\n"
    "  -q, --quiet                 do not say what is missing\n"
    "  -V, --version               print the version\n"
    "      --base US               subtract US from each time\n"
    "      --exit-zero             exit with 0 also for statuses 1 and 3\n"
    "      --info FILE             write what trace-info prints to FILE\n"
    "      --number                a column event: the place in traceEvents\n"
    "      --rank N|PATTERN        the rank, or where it is in the file's "
    "name\n"
    "      --relative              times count from the first complete event\n"
    "\n"
    "FILE: a trace; standard input if none or '-'. Exit status: 0 done, 1 no "
    "such\n"
    "event, 2 could not, 3 the trace is damaged and what could be read is "
    "printed.\n";

enum { OPT_BASE = OPT_OWN, OPT_INFO, OPT_NUMBER, OPT_RANK, OPT_RELATIVE };

static void
add_column(struct columns *c, const char *spec)
{
	const char *wrong = columns_add(c, spec);

	if (wrong)
		opt_die("--args %s: %s", spec, wrong);
}

static void
set_rank(struct options *o, const char *text)
{
	const char *wrong = rank_rule_parse(&o->rank, text);

	if (wrong)
		opt_die("--rank %s: %s", text, wrong);
	o->columns.rank = true;
}

static void
set_option(struct options *o, int c)
{
	switch (c) {
	case 'a':
		add_column(&o->columns, optarg);
		break;
	case 'c':
		if (select_add(&o->selection, optarg))
			opt_die(
			    "--categories %s: an empty or a 65th name", optarg);
		o->chosen = true;
		break;
	case 'h':
		opt_help(usage);
	case 'H':
		o->columns.file = o->columns.rank = true;
		break;
	case 'q':
		o->quiet = true;
		break;
	case 'V':
		opt_version();
	case OPT_BASE:
		o->base = opt_us("--base", optarg);
		break;
	case OPT_EXIT_ZERO:
		o->exit_zero = true;
		break;
	case OPT_INFO:
		o->info = optarg;
		break;
	case OPT_NUMBER:
		o->columns.number = true;
		break;
	case OPT_RANK:
		set_rank(o, optarg);
		break;
	case OPT_RELATIVE:
		o->relative = true;
		break;
	default:
		opt_wrong();
	}
}

static void
parse_options(struct options *o, int argc, char **argv)
{
	static const struct option table[] = {
	    {"args", required_argument, NULL, 'a'},
	    {"base", required_argument, NULL, OPT_BASE},
	    {"categories", required_argument, NULL, 'c'},
	    {"exit-zero", no_argument, NULL, OPT_EXIT_ZERO},
	    {"help", no_argument, NULL, 'h'},
	    {"info", required_argument, NULL, OPT_INFO},
	    {"number", no_argument, NULL, OPT_NUMBER},
	    {"quiet", no_argument, NULL, 'q'},
	    {"rank", required_argument, NULL, OPT_RANK},
	    {"relative", no_argument, NULL, OPT_RELATIVE},
	    {"version", no_argument, NULL, 'V'},
	    {"with-file", no_argument, NULL, 'H'}, {NULL, 0, NULL, 0}};
	int c;

	while ((c = getopt_long(argc, argv, "a:c:hHqV", table, NULL)) != -1)
		set_option(o, c);
	if (o->relative && o->base)
		opt_die("--relative and --base exclude each other");
	if (!o->chosen)
		select_add(&o->selection, "kernel");
	if (argc - optind > 1)
		o->columns.file = o->columns.rank = true;
}

static int
run(struct run *r, char **paths, int n)
{
	static char name[] = "-", *standard_input[] = {name};

	if (n == 0) {
		paths = standard_input;
		n = 1;
	}
	for (int i = 0; i < n; i++)
		run_file(r, paths[i]);
	xtsvw_flush(r->out);
	return r->failed ? STATUS_FAILED
	    : r->damaged ? STATUS_DAMAGED
	    : r->printed ? STATUS_OK
			 : STATUS_NO;
}

/* Runs with the facts going to their own file. */
static int
run_with_info(struct run *r, char **paths, int n)
{
	static struct tsvw info;
	struct outfile *file = outfile_open(r->o->info);
	int status;

	if (!file)
		die("%s: %s", r->o->info, strerror(errno));
	tsvw_init(&info, outfile_fd(file));
	r->info = &info;
	if (facts_write_header(&info))
		die("%s: %s", r->o->info, strerror(info.error));
	status = run(r, paths, n);
	if (tsvw_flush(&info) || outfile_commit(file))
		die("%s: %s", r->o->info,
		    strerror(info.error ? info.error : errno));
	return status;
}

int
main(int argc, char **argv)
{
	struct options o = {0};
	static struct tsvw out;
	struct run r = {.o = &o, .out = &out};
	int status;

	tool_start(argv);
	parse_options(&o, argc, argv);
	r.reader = kreader_new(o.columns.key, o.columns.asked);
	if (!r.reader)
		die_memory();
	tsvw_init(&out, STDOUT_FILENO);
	argv += optind;
	argc -= optind;
	status = o.info ? run_with_info(&r, argv, argc) : run(&r, argv, argc);
	kreader_free(r.reader);
	buf_free(&o.columns.names);
	if (o.rank.by_name)
		regfree(&o.rank.pattern);
	return tool_finish(o.exit_zero ? tool_exit_zero(status) : status);
}
