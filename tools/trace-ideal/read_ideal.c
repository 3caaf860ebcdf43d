#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "common/bytes/fixed.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/cli/xkey.h"
#include "common/input/lines.h"
#include "common/json/jsonin.h"
#include "common/json/jsontext.h"
#include "common/json/repair.h"
#include "tools/trace-ideal/read_ideal.h"

/* Bytes, far beyond those of any entry of a list. */
enum { LONGEST_ENTRY = 1 << 16 };

struct reading {
	struct ideal *ideal;
	const char *path;
	int64_t rank;
	bool quiet;
};

static void
report_log(const struct reading *r, const struct log *l)
{
	if (r->quiet)
		return;
	if (l->cut)
		warn("%s: %lld tables have no end", r->path, (long long)l->cut);
	if (l->wrong)
		warn("%s: the Total of %lld tables is not the sum of their "
		     "kernels",
		    r->path, (long long)l->wrong);
	if (l->refused)
		warn("%s: %lld rows with more cycles than a kernel can have",
		    r->path, (long long)l->refused);
	if (l->scaled)
		warn("%s: clock scaling has no effect; --freq sets the rates",
		    r->path);
	if (l->autopilot)
		warn("%s: kernels are fused (autopilot): only the utilization "
		     "of whole jobs is known",
		    r->path);
}

static int64_t
read_log(const struct reading *r, struct lines *in)
{
	struct log l = {.ideal = r->ideal, .rank = r->rank};
	struct span line;
	int got;

	while ((got = lines_next(in, &line)) == 1)
		log_line(&l, line);
	if (got < 0)
		die("%s: %s", r->path, in->error);
	log_end(&l);
	report_log(r, &l);
	return l.cut + l.refused;
}

struct columns {
	struct key key; /* of a table */
	int kernel, cycles, us, category, phase, rank, autopilot;
};

static void
find_columns(struct columns *c, const struct tsv *in)
{
	xkey_open(&c->key, in, NULL);
	xkey_add_present(&c->key, in, "table,rank,phase");
	c->kernel = xtsv_optional(in, "kernel");
	if (c->kernel == TSV_MISSING)
		c->kernel = xtsv_optional(in, "name");
	if (c->kernel == TSV_MISSING)
		die("%s: a table of ideal times needs a column kernel or name",
		    tsv_file(in));
	c->cycles = xtsv_optional(in, "ideal_cycles");
	c->us = xtsv_optional(in, "ideal_us");
	c->category = xtsv_optional(in, "category");
	c->phase = xtsv_optional(in, "phase");
	c->rank = xtsv_optional(in, "rank");
	c->autopilot = xtsv_optional(in, "autopilot");
}

static struct ideal_time
time_of(const struct columns *c, struct tsv *in)
{
	bool in_cycles = c->us == TSV_MISSING ||
	    (c->cycles != TSV_MISSING && tsv_field(in, c->cycles).n);
	int column = in_cycles ? c->cycles : c->us;
	int64_t v = in_cycles ? xtsv_int(in, column) : xtsv_us(in, column);

	if (v < 0 || v > LOG_CYCLES_MOST)
		xtsv_fail(in, "no time of a kernel", tsv_field(in, column));
	if (in_cycles)
		return (struct ideal_time){.cycles = v};
	return (struct ideal_time){.cycles = -1, .ns = v};
}

static void
start_table(
    const struct reading *r, const struct columns *c, const struct tsv *in)
{
	int64_t rank;

	if (fixed_parse_int(tsv_field_or_none(in, c->rank), &rank))
		rank = r->rank;
	ideal_start(r->ideal, rank, tsv_field_or_none(in, c->phase),
	    span_is(tsv_field_or_none(in, c->autopilot), "1"));
}

/* A table for each value of the columns, whose rows follow each other. */
static void
read_table(const struct reading *r, struct tsv *in)
{
	struct pool *keys = pool_new();
	uint32_t last = POOL_NONE;
	struct columns c;

	if (tsv_header(in))
		die("%s", tsv_error(in));
	find_columns(&c, in);
	while (xtsv_next(in)) {
		struct span category = tsv_field_or_none(in, c.category);
		uint32_t known = pool_count(keys);
		uint32_t key = pool_add(keys, xkey_of(&c.key, in));

		if (key != last && key < known)
			xtsv_fail(in, "the rows of a table are not together",
			    tsv_field(in, c.kernel));
		if (key != last)
			start_table(r, &c, in);
		last = key;
		ideal_add(r->ideal, tsv_field(in, c.kernel),
		    category.n ? category : span_of("NotAvailable"),
		    time_of(&c, in));
	}
	key_free(&c.key);
	pool_free(keys);
}

/* Is the first line of a file the header of a table of ideal times? */
static bool
is_header(struct span line)
{
	bool several = span_holds(line, '\t');

	while (line.n)
		if (span_is_among(
			span_take(&line, '\t'), "ideal_cycles ideal_us"))
			return several;
	return false;
}

static int64_t
read_file(const struct reading *r)
{
	struct lines *lines = lines_open(r->path);
	struct span line;
	int64_t broken = 0;
	int got;

	got = lines_peek(lines, &line);
	if (got < 0)
		die("%s: %s", r->path, lines->error);
	if (got == 1 && is_header(line)) {
		struct tsv *in = tsv_open_lines(lines);

		read_table(r, in);
		tsv_close(in);
	} else {
		broken = read_log(r, lines);
		lines_close(lines);
	}
	return broken;
}

/* Adds the kernel of the first entry: {"ideal_cycles": 1, "op_category": "x"}.
 */
static bool
add_entry(const struct reading *r, struct span entry, const char *kernel)
{
	struct span category;
	struct buf scratch = {0};
	int64_t cycles;

	if (fixed_parse_int(json_member(entry, "ideal_cycles"), &cycles) ||
	    cycles < 0 || cycles > LOG_CYCLES_MOST)
		return false;
	category = json_text(json_member(entry, "op_category"), &scratch);
	ideal_add(r->ideal, span_of(kernel),
	    category.n ? category : span_of("NotAvailable"),
	    (struct ideal_time){.cycles = cycles});
	buf_free(&scratch);
	return true;
}

/* Reads the list of one kernel; of several entries the first counts. */
static bool
read_list(const struct reading *r, const char *path, const char *kernel)
{
	struct input *in = input_open(path);
	struct jsonin values;
	struct span entry;
	bool sound = false;
	char c = 0;

	jsonin_open(&values, in, LONGEST_ENTRY);
	if (jsonin_peek(&values, &c) == 1 && c == '[') {
		jsonin_skip(&values, 1);
		sound = jsonin_peek(&values, &c) == 1 && c == '{' &&
		    jsonin_value(&values, &entry) == JSONIN_WHOLE &&
		    add_entry(r, entry, kernel);
	}
	if (values.error)
		die("%s: %s", path, values.error);
	if (!sound && !r->quiet)
		warn("%s: no list of ideal_cycles", path);
	jsonin_close(&values);
	input_close(in);
	return sound;
}

static int
is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Returns how many lists could not be read; a kernel without one is left out.
 */
static int64_t
read_folder(const struct reading *r, const char *folder)
{
	struct dirent **entry;
	int64_t broken = 0;
	int n = scandir(folder, &entry, is_visible, alphasort);
	struct buf path = {0};
	struct stat s;

	if (n < 0)
		die("%s: %s", folder, strerror(errno));
	ideal_start(r->ideal, r->rank, span_of(""), false);
	for (int i = 0; i < n; i++) {
		(void)BUF_PRINT(&path, "%s/%s/perf/ideal_cycles.json", folder,
		    entry[i]->d_name);
		if (stat(path.p, &s) == 0)
			broken += !read_list(r, path.p, entry[i]->d_name);
		free(entry[i]);
	}
	free(entry);
	buf_free(&path);
	return broken;
}

static bool
is_folder(const char *path)
{
	struct stat s;

	return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static bool
has_kernels(const struct ideal *d, size_t from)
{
	for (size_t i = from; i < d->n; i++)
		if (d->table[i].n)
			return true;
	return false;
}

int64_t
read_ideal(struct ideal *d, const char *path, int64_t rank, bool quiet)
{
	struct reading r = {d, path, rank, quiet};
	struct buf inside = {0};
	size_t before = d->n;
	int64_t broken;

	buf_add_format(&inside, "%s/inductor-spyre", path);
	broken = !is_folder(path)
	    ? read_file(&r)
	    : read_folder(&r, is_folder(inside.p) ? inside.p : path);
	buf_free(&inside);
	if (!has_kernels(d, before))
		die("%s: no ideal times: neither a compiler's log with a table "
		    "of ideal cycles, nor a table with a column ideal_cycles "
		    "or ideal_us, nor a folder with KERNEL/perf/"
		    "ideal_cycles.json",
		    path);
	return broken;
}
