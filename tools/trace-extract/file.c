/*
 * Records go out as they are made. Only when the rank or the number of ranks is
 * asked for and stands after the events do a file's records wait in a temporary
 * file.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/trace/file_facts.h"
#include "tools/trace-extract/begins.h"
#include "tools/trace-extract/file.h"

/* Records that wait in a temporary file for what their last fields are. */

struct spool {
	FILE *file;
	struct tsvw rows;
	char *line;
	size_t cap;
};

void
spool_free(struct spool *s)
{
	if (!s)
		return;
	fclose(s->file);
	free(s->line);
	free(s);
}

/*
 * The rank by the option, else by what stood beside the events so far; and how
 * many ranks there are and on which GPU, if that is asked for. False if more
 * may come.
 */
static bool
find_origin(const struct options *o, struct file *f)
{
	const struct members *m = &f->source.reader->members;
	struct span rank = rank_by_rule(&o->rank, f->path);

	f->world.n = f->gpu.n = 0;
	BUF_JOIN(&f->rank, rank);
	if (!rank.n && !o->rank.by_name)
		metadata_job(m, "rank", &f->rank);
	if (o->columns.job) {
		metadata_job(m, "world_size", &f->world);
		metadata_gpu(m, &f->gpu);
	}
	f->record.origin = (struct origin){buf_span(&f->rank),
	    buf_span(&f->world), buf_span(&f->gpu), span_of(f->path)};
	return (f->record.ranks != RANKS_BY_FILE || f->rank.n ||
		   o->rank.by_name) &&
	    (f->world.n || !o->columns.job);
}

static enum ranks_by
ranks_by(
    const struct rank_rule *rule, struct file *f, const struct raw_event *e)
{
	const struct members *m = &f->source.reader->members;

	if (rule->by_pid)
		return RANKS_BY_PID;
	if (rule->by_name || rule->fixed)
		return RANKS_BY_FILE;
	f->record.pids = metadata_pids(m);
	if (f->record.pids)
		return RANKS_IN_PID;
	return e && e->rank.n ? RANKS_BY_EVENT : RANKS_BY_FILE;
}

void
file_find_ranks(
    struct extract *x, struct file *f, const struct raw_event *first)
{
	f->record.ranks = ranks_by(&x->o->rank, f, first);
	if (f->record.ranks > RANKS_BY_PID && !x->header)
		x->o->columns.rank = true;
}

void
file_start(struct extract *x, struct file *f)
{
	f->rows = x->out;
	f->record.origin.file = span_of(f->path);
	if (!x->o->columns.rank || find_origin(x->o, f))
		return;
	f->record.open = true;
	f->spool = xcalloc(1, sizeof *f->spool);
	f->spool->file = tmpfile();
	if (!f->spool->file)
		die("cannot make a temporary file: %s", strerror(errno));
	f->rows = &f->spool->rows;
	tsvw_init(f->rows, fileno(f->spool->file));
}

void
file_copy_spool(struct extract *x, struct file *f)
{
	struct spool *s = f->spool;
	ssize_t n;

	if (tsvw_flush(&s->rows))
		errno = s->rows.error;
	if (s->rows.error || fseek(s->file, 0, SEEK_SET))
		die("cannot write a temporary file: %s", strerror(errno));
	find_origin(x->o, f);
	while ((n = getline(&s->line, &s->cap, s->file)) > 0) {
		tsvw_field(x->out, (struct span){s->line, (size_t)n - 1});
		if (f->record.ranks == RANKS_BY_FILE)
			rows_rank(
			    x->out, &x->o->columns, f->record.origin.rank);
		rows_origin(x->out, &x->o->columns, &f->record.origin);
		xtsvw_end(x->out);
	}
	if (!feof(s->file)) /* getline fails without memory, too */
		die("cannot read a temporary file: %s", strerror(errno));
}

void
file_count(const struct extract *x, struct facts *facts,
    const struct raw_event *e, const char *path)
{
	if (!x->info)
		facts_count(facts, e);
	else if (facts_add(facts, e))
		die("%s: %s", path, FACTS_OVERFLOW);
}

static void
print_event(struct extract *x, struct file *f, const struct raw_event *e,
    int64_t number)
{
	int wrote;

	if (x->o->relative && !f->based && raw_event_complete(e)) {
		f->based = true;
		f->record.base = e->ts;
	}
	wrote = record_write(&f->record, f->rows, e, number);
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
print_pair(
    struct extract *x, struct file *f, struct raw_event e, int64_t number)
{
	switch (begins_take(f->pairs, &e, &number)) {
	case BEGINS_EVENT:
		print_event(x, f, &e, number);
		return;
	case BEGINS_OPENED:
		return;
	case BEGINS_BACKWARD:
		f->backward++;
		/* fall through */
	case BEGINS_LOST:
		f->lost++;
		return;
	}
}

void
file_take(struct extract *x, struct file *f, const struct raw_event *e)
{
	int64_t number = f->source.reader->events - 1;

	if (x->info || f->words.count)
		file_count(x, f->facts, e, f->path);
	if (f->pairs)
		print_pair(x, f, *e, number);
	else
		print_event(x, f, e, number);
}

void
file_end(struct extract *x, struct file *f)
{
	struct raw_event e;
	int64_t number;

	while (f->pairs && begins_left(f->pairs, &e, &number))
		print_event(x, f, &e, number);
}
