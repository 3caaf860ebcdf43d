/*
 * trace-cut - keep the rows of a table that are wanted
 *
 * By time, number and patterns rows are judged one at a time, in constant
 * memory. By structure (structure.h) all are read first, because the call that
 * launched a kernel may stand anywhere.
 */
#include <inttypes.h>
#include <regex.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/cli/xkey.h"
#include "tools/trace-cut/structure.h"

/* Distinct values remembered: ids and times would fill the memory. */
enum { REMEMBERED = 65536 };

/*
 * Which values a column of a row must, or must not, have: POSIX extended
 * regular expressions, found anywhere in the field as it stands. The answer is
 * remembered for each distinct value, up to a limit, because names and streams
 * repeat and matching is slow.
 */
struct pattern {
	struct pattern *next;
	char *name; /* of the column */
	int column;
	bool drop;
	regex_t ere;
	struct pool *seen;
	bool matched[REMEMBERED]; /* by the value's number */
	struct buf text;          /* a value that ends with a NUL */
};

/* And those after it. */
static void
pattern_free(struct pattern *p)
{
	while (p) {
		struct pattern *next = p->next;

		regfree(&p->ere);
		pool_free(p->seen);
		buf_free(&p->text);
		free(p->name);
		free(p);
		p = next;
	}
}

static bool
match(struct pattern *p, struct span value)
{
	const char *text = BUF_JOIN(&p->text, value, BUF_NUL).p;
	int error = regexec(&p->ere, text, 0, NULL, 0);

	if (error && error != REG_NOMATCH)
		memory_out();
	return error == 0;
}

static bool
match_once(struct pattern *p, struct span value)
{
	uint32_t known = pool_count(p->seen), id;

	if (known == REMEMBERED) {
		id = pool_find(p->seen, value);
		return id == POOL_NONE ? match(p, value) : p->matched[id];
	}
	id = pool_add(p->seen, value);
	if (id == known)
		p->matched[id] = match(p, value);
	return p->matched[id];
}

/* Do all patterns want the current record? */
static bool
patterns_want(struct pattern *p, const struct tsv *in)
{
	for (; p; p = p->next)
		if (match_once(p, tsv_field(in, p->column)) == p->drop)
			return false;
	return true;
}

/* A time, absolute or from the first row on. */
struct moment {
	int64_t ns;
	bool given, relative;
};

struct options {
	struct moment begin, end;
	int64_t skip, count; /* rows; count < 0: all */
	struct pattern *patterns;
	struct structure structure;
	bool by_structure;
	bool quiet;
};

struct window {
	int ts, dur, ph;
	bool asked, started;
	int64_t begin, end; /* ns */
};

static void
find_window(struct window *w, const struct options *o, const struct tsv *in)
{
	w->asked = o->begin.given || o->end.given;
	w->ph = xtsv_optional(in, "ph");
	w->dur = xtsv_optional(in, "dur_us");
	w->ts =
	    w->asked ? xtsv_column(in, "ts_us", "trace-extract") : TSV_MISSING;
}

static int64_t
at(const struct moment *m, int64_t first, int64_t otherwise)
{
	int64_t ns = m->ns;

	if (!m->given)
		return otherwise;
	if (m->relative && __builtin_add_overflow(m->ns, first, &ns))
		die("+%lld us: time too large", (long long)(m->ns / 1000));
	return ns;
}

/* Whether the row touches the window; a row without a time does not. */
static bool
in_window(struct window *w, const struct options *o, struct tsv *in)
{
	int64_t start, dur, end;

	if (!w->asked)
		return true;
	if (tsv_field(in, w->ts).n == 0)
		return false;
	start = xtsv_us(in, w->ts);
	dur = xtsv_us_or(in, w->dur, 0);
	if (!w->started) {
		w->started = true;
		w->begin = at(&o->begin, start, INT64_MIN);
		w->end = at(&o->end, start, INT64_MAX);
	}
	if (__builtin_add_overflow(start, dur, &end))
		end = INT64_MAX;
	return end >= w->begin && start <= w->end;
}

static void
write_line(struct tsvw *out, struct span line)
{
	tsvw_field(out, line);
	xtsvw_end(out);
}

/* Returns how many rows were kept. */
static int64_t
cut_rows(const struct options *o, struct tsv *in, struct tsvw *out)
{
	struct window w = {0};
	int64_t passed = 0, kept = 0;

	find_window(&w, o, in);
	while (xtsv_next(in)) {
		/* names of processes and threads, which are no events */
		if (span_is(tsv_field_or_none(in, w.ph), "M")) {
			write_line(out, tsv_line(in));
			continue;
		}
		if (!in_window(&w, o, in) || !patterns_want(o->patterns, in) ||
		    passed++ < o->skip)
			continue;
		if (o->count >= 0 && kept >= o->count)
			continue;
		kept++;
		write_line(out, tsv_line(in));
	}
	return kept;
}

static struct structure_rows *
read_structure(const struct options *o, struct tsv *in)
{
	const char *missing;
	struct structure_rows *rows =
	    structure_open(in, o->structure, &missing);

	if (missing)
		die("%s: no column %s; trace-cycles --events makes it",
		    tsv_file(in), missing);
	while (xtsv_next(in))
		if (structure_add(rows, in))
			die_error(tsv_error(in));
	return rows;
}

static int64_t
cut_structure(const struct options *o, struct tsv *in, struct tsvw *out)
{
	struct structure_rows *rows = read_structure(o, in);
	int64_t found = (int64_t)structure_choose(rows);
	struct span line;

	if (found == 0 && o->structure.step && !o->quiet)
		warn("there is no step %" PRId64 ": %s%" PRId64,
		    o->structure.step,
		    structure_steps(rows) ? "steps are 1 to "
					  : "the number of steps is ",
		    structure_steps(rows));
	while (found && structure_next(rows, &line))
		write_line(out, line);
	structure_free(rows);
	return found;
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;
	int64_t kept;

	for (struct pattern *p = o->patterns; p; p = p->next)
		p->column = xkey_column(in, p->name);
	tsvw_names(out, in);
	xtsvw_end_header(out);
	kept =
	    o->by_structure ? cut_structure(o, in, out) : cut_rows(o, in, out);
	xtsvw_flush(out);
	if (kept == 0 && !o->quiet && !o->structure.step)
		warn("no rows left");
	return kept ? STATUS_OK : STATUS_NO;
}

static const char usage[] =
    "usage: trace-cut [-hqV] [-s COLUMN=PATTERN]... [OPTION...] [FILE...]\n"
    "Keep rows of a table by time, pattern or structure.\n"
    "\n"
    "  -h, --help                   print this help\n"
    "  -q, --quiet                  do not report that no rows are left\n"
    "  -s, --select COLUMN=PATTERN  rows in which the column matches\n"
    "  -V, --version                print the version\n"
    "      --begin US               rows that end at that time or later\n"
    "      --count N                no more than N rows\n"
    "      --cycle N                rows in repeats of cycle N\n"
    "      --drop COLUMN=PATTERN    rows in which the column does not match\n"
    "      --end US                 rows that start at that time or before\n"
    "      --exit-zero              exit with 0 even if no rows are left\n"
    "      --repeat N               with --cycle: in its N-th repeat\n"
    "      --skip N                 leave out the first N rows\n"
    "      --step N                 rows in the N-th step of each GPU\n"
    "\n"
    "US: a time as in ts_us, or +US after the first row. PATTERN: an extended\n"
    "regular expression. --cycle and --step read the events that trace-cycles\n"
    "prints, and also keep the host rows that belong to those kernels.\n"
    "FILE: any table, also gzipped; standard input if none or '-'.\n"
    "Exit status: 0 success, 1 no row is left, 2 error.\n";

static void
set_moment(void *p, const char *name, const char *text)
{
	struct options *o = p;
	bool relative = text[0] == '+';
	struct moment m = {opt_decimal(name, text + relative, "microseconds",
			       INT64_MIN, INT64_MAX),
	    true, relative};

	*(strcmp(name, "--begin") == 0 ? &o->begin : &o->end) = m;
}

static void
add_pattern(void *options, const char *name, const char *text)
{
	struct options *o = options;
	bool drop = strcmp(name, "--drop") == 0;
	const char *equals = strchr(text, '=');
	struct pattern *p = xcalloc(1, sizeof *p);
	char message[256] = "takes COLUMN=PATTERN";
	int error = REG_BADPAT;

	if (equals && equals > text) {
		error = regcomp(&p->ere, equals + 1, REG_EXTENDED | REG_NOSUB);
		regerror(error, &p->ere, message, sizeof message);
	}
	if (error)
		opt_die("%s %s: %s", drop ? name : "-s", text, message);
	p->drop = drop;
	p->name = xstrndup(text, (size_t)(equals - text));
	p->seen = pool_new();
	p->next = o->patterns;
	o->patterns = p;
}

static void
check_options(const struct options *o)
{
	bool cycle = o->structure.repeat.cycle;

	if (o->structure.repeat.number && !cycle)
		opt_die("--repeat needs --cycle");
	if (o->structure.step && cycle)
		opt_die("--step and --cycle are mutually exclusive");
	if (o->by_structure &&
	    (o->patterns || o->begin.given || o->end.given || o->skip ||
		o->count >= 0))
		opt_die(
		    "--cycle and --step exclude other selections; call trace-cut twice");
}

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {.count = -1};
	struct structure *s = &o.structure;
	const struct opt table[] = {
	    {"begin", .call_named = set_moment},
	    {"count", .number = &o.count, .high = INT64_MAX},
	    {"cycle", .number = &s->repeat.cycle, .low = 1, .high = INT32_MAX},
	    {"drop", .call_named = add_pattern, .times = OPT_LIST},
	    {"end", .call_named = set_moment},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"quiet", 'q', .on = &o.quiet},
	    {"repeat", .number = &s->repeat.number, .low = 1,
		.high = INT32_MAX},
	    {"select", 's', .call_named = add_pattern, .times = OPT_LIST},
	    {"skip", .number = &o.skip, .high = INT64_MAX},
	    {"step", .number = &s->step, .low = 1, .high = INT32_MAX},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	o.by_structure = s->step || s->repeat.cycle || s->repeat.number;
	check_options(&o);
	return o;
}

int
main(int argc, char **argv)
{
	struct options o = parse_options(argc, argv);
	int status = xfilter(argc, argv, run, &o);

	pattern_free(o.patterns);
	return status;
}
