/*
 * What threads have read is handed on where it fits; what does not, as the
 * events around a damaged one, is read here, where reading knows all before it.
 */
#include "tools/trace-extract/split.h"
#include "tools/trace-extract/chunks.h"

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
		file_take(x, f, &e);
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

/* Does a record depend on nothing but its event, from here on? */
static bool
may_split(const struct extract *x, const struct file *f)
{
	return x->o->threads > 1 && !f->split && !x->info && !f->words.count &&
	    !f->spool && !x->o->columns.number && !f->pairs;
}

int
split_read(struct extract *x, struct file *f)
{
	const struct columns *columns = &x->o->columns;
	int64_t at = may_split(x, f) ? source_at(&f->source) : -1;
	struct chunks_job job = {f->path, at, f->size, columns->key,
	    columns->asked, columns->whole, x->o->format, &x->o->map.map,
	    &f->words, write_record, &f->record};
	struct chunks *chunks;
	int rc = 0;

	if (at < 0)
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
