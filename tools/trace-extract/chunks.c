/*
 * The events of a plain file, read by several threads.
 *
 * Each chunk of the file is read by some thread from where an event seems to
 * start to the first event after its end, into memory. The chunks are handed
 * out in file order; who takes them compares: a chunk is right exactly if it
 * begins where the one before it ended, because between two events nothing
 * else matters to what follows. One that is not, or in which anything was out
 * of the ordinary, is worth nothing and has to be read again by somebody who
 * knows where it begins: here, where a chunk does not fit, as around damage. No
 * more chunks than two a thread are in memory.
 */
#include <pthread.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/temporary.h"
#include "common/trace/chrome/kineto.h"
#include "tools/trace-extract/file.h"

#ifndef CHUNK_SIZE /* tests make it small */
#define CHUNK_SIZE (1 << 20)
#endif

struct chunk {
	bool sound;         /* else the rest says nothing */
	int64_t start, end; /* where its first event and the one behind begin */
	int64_t records;
	struct buf rows;
	bool ready; /* it has been read */
};

/*
 * Chunk i waits in slot i mod SLOTS of a ring. Threads take the next chunk as
 * soon as its slot is free, so that no more than the ring is ever in memory.
 * The thread that asks for chunks reads some of them, too, while the one it
 * asks for is not ready.
 */

/* State of one thread. */
struct worker {
	struct source source;
	struct kineto *parts; /* of that */
	struct tsvw rows;
};

struct chunks {
	const struct options *o;
	struct file *f;
	int64_t from;       /* byte of it at which the first chunk begins */
	struct worker *own; /* of the thread that asks */
	int64_t count;
	pthread_mutex_t lock;
	pthread_cond_t ready, room;
	int64_t taken; /* chunks that threads have taken */
	int64_t out;   /* chunks handed out, the current one among them */
	bool stop;
	int threads, slots;
	pthread_t thread[CHUNKS_THREADS];
	struct chunk *slot;
};

static int64_t
chunk_start(const struct chunks *c, int64_t i)
{
	return c->from + i * CHUNK_SIZE;
}

static int64_t
chunk_end(const struct chunks *c, int64_t i)
{
	int64_t end = chunk_start(c, i + 1);

	return end < c->f->size ? end : c->f->size;
}

/* Reads chunk i; false when it is not sound. */
static bool
read_chunk(
    const struct chunks *all, struct worker *w, int64_t i, struct chunk *c)
{
	struct kineto *k = w->parts;
	int64_t faults = kineto_faults(k);
	struct raw_event e;
	int got = 0, wrote = 0;

	c->rows.n = 0;
	c->records = 0;
	kineto_limit(k, chunk_end(all, i));
	if (kineto_seek(k, chunk_start(all, i)) || (i && kineto_guess(k) != 1))
		return false; /* it begins nowhere */
	c->start = kineto_at(k);
	tsvw_init_memory(&w->rows, &c->rows);
	while (wrote >= 0 && (got = source_next(&w->source, &e)) > 0) {
		wrote = record_write(&all->f->record, &w->rows, &e, 0);
		c->records += wrote;
	}
	c->end = kineto_at(k);
	return tsvw_flush(&w->rows) == 0 && wrote >= 0 && got == 0 &&
	    kineto_faults(k) == faults && c->end >= chunk_end(all, i);
}

static void
close_worker(struct worker *w)
{
	if (w)
		source_close(&w->source);
	free(w);
}

/* NULL when it cannot be opened: its chunks are not sound. */
static struct worker *
open_worker(const struct chunks *c)
{
	struct worker *w = xmalloc(sizeof *w);

	extract_open(&w->source, c->f->path, c->o);
	w->parts =
	    source_start(&w->source) ? NULL : kineto_of(w->source.reader);
	if (!w->parts) {
		close_worker(w);
		return NULL;
	}
	source_pass(&w->source, &c->f->words);
	w->parts->confined = true;
	return w;
}

/* Under the lock: takes a chunk whose slot is free; -1 when there is none. */
static int64_t
take(struct chunks *c)
{
	bool room = c->taken < c->count && c->taken < c->out - 1 + c->slots;

	return room && !c->stop ? c->taken++ : -1;
}

/* Reads chunk i outside of the lock, which is held before and behind. */
static void
read_taken(struct chunks *c, struct worker *w, int64_t i)
{
	struct chunk *chunk = &c->slot[i % c->slots];

	pthread_mutex_unlock(&c->lock);
	chunk->sound = w && read_chunk(c, w, i, chunk);
	pthread_mutex_lock(&c->lock);
	chunk->ready = true;
	pthread_cond_broadcast(&c->ready);
}

static void *
run_thread(void *context)
{
	struct chunks *c = context;
	struct worker *w = open_worker(c);
	int64_t i;

	pthread_mutex_lock(&c->lock);
	while (!c->stop && c->taken < c->count) {
		i = take(c);
		if (i >= 0)
			read_taken(c, w, i);
		else
			pthread_cond_wait(&c->room, &c->lock);
	}
	pthread_mutex_unlock(&c->lock);
	close_worker(w);
	return NULL;
}

/* Stops the threads, wherever they are; accepts NULL. */
static void
chunks_stop(struct chunks *c)
{
	if (!c)
		return;
	pthread_mutex_lock(&c->lock);
	c->stop = true;
	pthread_cond_broadcast(&c->room);
	pthread_mutex_unlock(&c->lock);
	for (int i = 0; i < c->threads; i++)
		pthread_join(c->thread[i], NULL);
	for (int i = 0; c->slot && i < c->slots; i++)
		buf_free(&c->slot[i].rows);
	free(c->slot);
	close_worker(c->own);
	pthread_mutex_destroy(&c->lock);
	pthread_cond_destroy(&c->ready);
	pthread_cond_destroy(&c->room);
	free(c);
}

/*
 * Starts all threads but one, which is the caller: it reads chunks in
 * chunks_next. NULL when that is not possible.
 */
static struct chunks *
chunks_start(const struct options *o, struct file *f, int64_t from)
{
	struct chunks *c = xcalloc(1, sizeof *c);
	int threads = (int)o->threads;

	c->o = o;
	c->f = f;
	c->from = from;
	c->count = (f->size - from + CHUNK_SIZE - 1) / CHUNK_SIZE;
	c->slots = 2 * threads;
	c->slot = xcalloc((size_t)c->slots, sizeof *c->slot);
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->ready, NULL);
	pthread_cond_init(&c->room, NULL);
	while (c->threads < threads - 1 &&
	    temporary_start_thread(&c->thread[c->threads], run_thread, c) == 0)
		c->threads++;
	if (c->threads) {
		c->own = open_worker(c); /* while the others begin */
		return c;
	}
	chunks_stop(c);
	return NULL;
}

/*
 * The next chunk, valid until the next call; NULL after the last one. *limit
 * is where the chunk ends in any case: no event that begins there is in it.
 */
static const struct chunk *
chunks_next(struct chunks *c, int64_t *limit)
{
	struct chunk *chunk;

	if (c->out == c->count)
		return NULL;
	chunk = &c->slot[c->out % c->slots];
	*limit = chunk_end(c, c->out);
	pthread_mutex_lock(&c->lock);
	if (c->out > 0)
		c->slot[(c->out - 1) % c->slots].ready = false;
	c->out++;
	pthread_cond_broadcast(&c->room);
	while (!chunk->ready) {
		int64_t i = take(c);

		if (i >= 0)
			read_taken(c, c->own, i);
		else
			pthread_cond_wait(&c->ready, &c->lock);
	}
	pthread_mutex_unlock(&c->lock);
	return chunk;
}

/* Reads events one by one, up to the limit. Returns 0, or -1. */
static int
read_on(struct extract *x, struct file *f, struct kineto *k, int64_t limit)
{
	struct raw_event e;
	int got;

	kineto_limit(k, limit);
	while ((got = source_next(&f->source, &e)) > 0)
		file_take(x, f, &e);
	return got;
}

/*
 * Hands on what threads have read; what is not sound is read here. Returns -1
 * when the file cannot be read. The source then stands where they came to.
 */
static int
take_chunks(
    struct extract *x, struct file *f, struct kineto *k, struct chunks *chunks)
{
	int64_t at = kineto_at(k), limit;
	const struct chunk *c;

	while ((c = chunks_next(chunks, &limit)) && at >= 0) {
		if (c->sound && c->start == at) {
			tsvw_lines(x->out, buf_span(&c->rows));
			f->printed += c->records;
			at = c->end;
			atomic_store(&f->chunked, at);
		} else if (kineto_seek(k, at) || read_on(x, f, k, limit)) {
			return -1;
		} else {
			at = kineto_at(k);
		}
	}
	return at >= 0 ? kineto_seek(k, at) : 0;
}

/* Does a record depend on nothing but its event, from here on? */
static bool
may_split(const struct extract *x, const struct file *f)
{
	return x->o->threads > 1 && !f->split && !x->info && !f->words.count &&
	    !f->spool && !x->o->columns.number && !f->pairs;
}

int
chunks_read(struct extract *x, struct file *f)
{
	struct kineto *k = kineto_of(f->source.reader);
	int64_t at = may_split(x, f) && k ? kineto_at(k) : -1;
	struct chunks *chunks;
	int rc = 0;

	if (at < 0)
		return 0;
	f->split = true;
	if (f->size - at < INT64_C(2) * CHUNK_SIZE || kineto_seek(k, at))
		return 0;
	chunks = chunks_start(x->o, f, at);
	if (chunks)
		rc = take_chunks(x, f, k, chunks);
	chunks_stop(chunks);
	kineto_limit(k, INT64_MAX);
	return rc;
}
