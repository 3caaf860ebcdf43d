/*
 * Records go out as they are made. Only when the rank is asked for and stands
 * behind the events do a file's records wait in a temporary file.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "common/die.h"
#include "common/facts.h"
#include "common/metadata.h"
#include "common/source.h"
#include "common/x.h"
#include "tools/trace-extract/chunks.h"
#include "tools/trace-extract/extract.h"
#include "tools/trace-extract/progress.h"
#include "tools/trace-extract/record.h"

/* One file while it is read. */
struct file {
	const char *path;
	struct source source;
	struct facts *facts;
	struct skim_words words; /* of the events to print */
	bool chosen;             /* the source knows them */
	bool regular;            /* the file can be read again */
	int64_t size;
	bool split;           /* reading in chunks was tried */
	atomic_llong chunked; /* bytes of the file in chunks that are done */
	struct record record; /* how an event becomes a line */
	struct buf rank;
	FILE *spool;       /* where records wait for the rank, or NULL */
	struct tsvw *rows; /* where records go: the run's out, or the spool */
	bool based;        /* the base is known */
	int64_t printed;
	int64_t lost; /* chosen, but of no use */
};

static void
print_header(struct extract *x)
{
	if (x->header)
		return;
	x->header = true;
	rows_header(x->out, &x->o->columns);
	xtsvw_end(x->out);
	xtsvw_flush(x->out);
}

/* The rank by the option, else by what stood beside the events so far. */
static void
find_rank(const struct options *o, struct file *f)
{
	struct span rank = rank_by_rule(&o->rank, f->path);

	xbuf_add(&f->rank, rank.p, rank.n);
	if (!rank.n && !o->rank.by_name &&
	    metadata_rank(source_members(&f->source), &f->rank))
		die_memory();
}

/* Before a file's first record: to stdout, or wait for the rank? */
static void
start_rows(struct extract *x, struct file *f)
{
	f->rows = x->out;
	f->record.file = span_of(f->path);
	if (!x->o->columns.rank)
		return;
	find_rank(x->o, f);
	f->record.rank = buf_span(&f->rank);
	if (f->rank.n || x->o->rank.by_name)
		return;
	f->record.open = true;
	f->spool = tmpfile();
	f->rows = xcalloc(1, sizeof *f->rows);
	if (!f->spool)
		die("cannot make a temporary file: %s", strerror(errno));
	tsvw_init(f->rows, fileno(f->spool));
}

/* The records that waited, with the rank that is known now. */
static void
copy_spool(struct extract *x, struct file *f)
{
	char *line = NULL;
	size_t cap = 0;
	ssize_t n;

	if (tsvw_flush(f->rows) || fseek(f->spool, 0, SEEK_SET) != 0)
		die("cannot write a temporary file: %s", strerror(errno));
	find_rank(x->o, f);
	while ((n = getline(&line, &cap, f->spool)) > 0) {
		tsvw_field(x->out, (struct span){line, (size_t)n - 1});
		rows_source(x->out, &x->o->columns, buf_span(&f->rank),
		    span_of(f->path));
		xtsvw_end(x->out);
	}
	if (!feof(f->spool)) /* getline fails without memory, too */
		die("cannot read a temporary file: %s", strerror(errno));
	free(line);
	fclose(f->spool);
	free(f->rows);
}

static void
count(const struct extract *x, struct facts *facts, const struct kevent *e,
    const char *path)
{
	if (x->info ? facts_add(facts, e) : facts_count(facts, e))
		die("%s: out of memory, or times add up to over 292 years",
		    path);
}

static void
take_event(struct extract *x, struct file *f, const struct kevent *e)
{
	int wrote;

	if (x->info || f->words.count)
		count(x, f->facts, e, f->path);
	if (x->o->relative && !f->based && kevent_complete(e)) {
		f->based = true;
		f->record.base = e->ts;
	}
	wrote = record_write(&f->record, f->rows, e, source_number(&f->source));
	if (wrote < 0)
		f->lost++;
	else
		f->printed += wrote;
	if (f->rows->error)
		die("cannot write %s: %s",
		    f->spool ? "a temporary file" : "standard output",
		    strerror(f->rows->error));
}

static void
look_at(struct file *f)
{
	struct stat st;

	f->regular = stat(f->path, &st) == 0 && S_ISREG(st.st_mode);
	f->size = f->regular ? st.st_size : 0;
}

/*
 * Which events to show from here on: those asked for. For --info, all; while
 * the base is not known, and on a pipe while nothing is printed, the others to
 * count them: if there should be none to print, their categories are told, and
 * a pipe cannot be read again.
 */
static void
choose_events(const struct extract *x, struct file *f)
{
	bool count =
	    (x->o->relative && !f->based) || (!f->printed && !f->regular);

	if (f->words.count == count && f->chosen)
		return;
	f->chosen = true;
	f->words.count = count;
	f->words.all = f->words.all || x->info;
	source_pass(&f->source, &f->words);
}

static void
open_source(struct source *s, const char *path, const struct options *o)
{
	if (source_open(s, path, o->columns.key, o->columns.asked))
		die_memory();
	source_threads(s, o->threads);
}

/* Counts what was passed over, by reading the file again. */
static void
count_again(const struct extract *x, struct file *f)
{
	struct source s;
	struct kevent e;

	open_source(&s, f->path, x->o);
	while (source_next(&s, &e) > 0)
		count(x, f->facts, &e, f->path);
	source_close(&s);
}

static void
report_none(const struct extract *x, struct file *f)
{
	char has[400];

	if (!x->info && !f->words.count)
		count_again(x, f);
	facts_categories(f->facts, has, sizeof has);
	warn("%s: no %s; it has: %s (-c chooses)", source_name(&f->source),
	    x->o->chosen ? "event of the categories chosen" : "GPU kernels",
	    has);
}

/* What a whole file was like, in messages. */
static void
report(struct extract *x, struct file *f)
{
	const char *damage = source_damage(&f->source);
	const char *name = source_name(&f->source);
	int64_t lost = source_lost(&f->source) + f->lost;

	if (lost || damage) {
		x->damaged = true;
		warn("%s: damaged: %lld event%s lost%s%s", name,
		    (long long)lost, lost == 1 ? "" : "s", damage ? "; " : "",
		    damage ? damage : "");
	}
	if (f->printed == 0 && !x->o->quiet)
		report_none(x, f);
	if (f->printed && x->o->columns.rank && !f->rank.n && !x->o->quiet)
		warn("%s: its rank is unknown; --rank can tell it", name);
}

static int
write_record(const void *record, struct tsvw *w, const struct kevent *e)
{
	return record_write(record, w, e, 0);
}

/* Reads events one by one, up to the limit. Returns 0, or -1. */
static int
read_on(struct extract *x, struct file *f, int64_t limit)
{
	struct kevent e;
	int got;

	source_limit(&f->source, limit);
	while ((got = source_next(&f->source, &e)) > 0)
		take_event(x, f, &e);
	return got;
}

/*
 * Hands on what threads have read; what is not sound is read here. Returns -1
 * when the file cannot be read. The source then stands where they came to.
 */
static int
take_chunks(struct extract *x, struct file *f, struct chunks *chunks)
{
	struct source *s = &f->source;
	int64_t at = source_at(s), limit;
	const struct chunk *c;

	while ((c = chunks_next(chunks, &limit)) && at >= 0) {
		if (c->sound && c->start == at) {
			tsvw_lines(x->out, buf_span(&c->rows));
			f->printed += c->records;
			at = c->end;
			atomic_store(&f->chunked, at);
		} else if (source_seek(s, at) || read_on(x, f, limit)) {
			return -1;
		} else {
			at = source_at(s);
		}
	}
	return at >= 0 ? source_seek(s, at) : 0;
}

/*
 * Reads by several threads once nothing depends on what was read before but
 * where the next event begins. Returns -1 when the file cannot be read.
 */
static int
try_chunks(struct extract *x, struct file *f)
{
	const struct columns *columns = &x->o->columns;
	int64_t at = source_at(&f->source);
	struct chunks_job job = {f->path, at, f->size, columns->key,
	    columns->asked, &f->words, write_record, &f->record};
	struct chunks *chunks;
	int rc = 0;

	if (f->split || x->o->threads < 2 || x->info || f->words.count ||
	    f->spool || columns->number || at < 0)
		return 0;
	f->split = true;
	if (f->size - at < INT64_C(2) * CHUNK_SIZE ||
	    source_seek(&f->source, at))
		return 0;
	chunks = chunks_start(&job, x->o->threads);
	if (chunks)
		rc = take_chunks(x, f, chunks);
	chunks_stop(chunks);
	source_limit(&f->source, INT64_MAX);
	return rc;
}

/* How far the file is read, for a thread that looks on. */
static int64_t
place(const void *file)
{
	const struct file *f = file;
	int64_t chunked = atomic_load(&f->chunked);
	int64_t consumed = source_consumed(&f->source);

	return consumed > chunked ? consumed : chunked;
}

/* Reads all events; false when the file cannot be read or is no trace. */
static bool
read_events(struct extract *x, struct file *f)
{
	struct kevent e;
	int got;

	if (source_start(&f->source))
		return false;
	print_header(x);
	start_rows(x, f);
	for (;;) {
		choose_events(x, f);
		if (try_chunks(x, f))
			return false;
		got = source_next(&f->source, &e);
		if (got <= 0)
			return got == 0;
		take_event(x, f, &e);
	}
}

void
extract_file(struct extract *x, const char *path)
{
	struct file f = {.path = path,
	    .record = {.selection = &x->o->selection,
		.columns = &x->o->columns,
		.base = x->o->base}};
	struct progress *progress;
	bool read;

	open_source(&f.source, path, x->o);
	f.facts = facts_new();
	if (!f.facts)
		die_memory();
	look_at(&f);
	select_words(&x->o->selection, &f.words);
	progress = x->o->quiet
	    ? NULL
	    : progress_start(source_name(&f.source), f.size, place, &f);
	read = read_events(x, &f);
	progress_stop(progress);
	if (f.spool)
		copy_spool(x, &f);
	if (read) {
		report(x, &f);
	} else {
		warn("%s: %s", source_name(&f.source), f.source.error);
		x->failed = true;
	}
	if (read && x->info && facts_write(f.facts, &f.source, path, x->info))
		die("cannot write %s: %s", x->o->info,
		    strerror(x->info->error ? x->info->error : ENOMEM));
	x->printed += f.printed;
	buf_free(&f.rank);
	facts_free(f.facts);
	source_close(&f.source);
}
