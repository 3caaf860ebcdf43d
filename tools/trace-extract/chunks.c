/*
 * Chunk i waits in slot i mod SLOTS of a ring. Threads take the next chunk as
 * soon as its slot is free, so that no more than the ring is ever in memory.
 * The thread that asks for chunks reads some of them, too, while the one it
 * asks for is not ready.
 */
#include <pthread.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/trace/source.h"
#include "tools/trace-extract/chunks.h"

/* What a thread needs for itself. */
struct worker {
	struct source source;
	struct tsvw rows;
};

struct chunks {
	struct chunks_job job;
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
chunk_start(const struct chunks_job *job, int64_t i)
{
	return job->from + i * CHUNK_SIZE;
}

static int64_t
chunk_end(const struct chunks_job *job, int64_t i)
{
	int64_t end = chunk_start(job, i + 1);

	return end < job->to ? end : job->to;
}

/* Goes to where chunk i seems to begin; false when it does not. */
static bool
find_start(const struct chunks_job *job, struct source *s, int64_t i)
{
	source_limit(s, chunk_end(job, i));
	if (source_seek(s, chunk_start(job, i)))
		return false;
	return i == 0 || source_guess(s) == 1;
}

/* Reads chunk i; false when it is not sound. */
static bool
read_chunk(
    const struct chunks_job *job, struct worker *w, int64_t i, struct chunk *c)
{
	struct source *s = &w->source;
	int64_t faults = source_faults(s);
	struct kevent e;
	int got = 0, wrote = 0;

	c->rows.n = 0;
	c->records = 0;
	if (!find_start(job, s, i))
		return false;
	c->start = source_at(s);
	tsvw_init_memory(&w->rows, &c->rows);
	while (wrote >= 0 && (got = source_next(s, &e)) > 0) {
		wrote = job->write(job->context, &w->rows, &e);
		c->records += wrote;
	}
	c->end = source_at(s);
	return tsvw_flush(&w->rows) == 0 && wrote >= 0 && got == 0 &&
	    source_faults(s) == faults && c->end >= chunk_end(job, i);
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
open_worker(const struct chunks_job *job)
{
	struct worker *w = xmalloc(sizeof *w);

	if (source_open(&w->source, job->path, job->args, job->nargs)) {
		close_worker(w);
		return NULL;
	}
	w->source.format = job->format;
	w->source.map = job->map;
	if (job->whole)
		source_whole(&w->source);
	if (source_start(&w->source)) {
		close_worker(w);
		return NULL;
	}
	source_pass(&w->source, job->words);
	source_confine(&w->source);
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
	chunk->sound = w && read_chunk(&c->job, w, i, chunk);
	pthread_mutex_lock(&c->lock);
	chunk->ready = true;
	pthread_cond_broadcast(&c->ready);
}

static void *
run_thread(void *context)
{
	struct chunks *c = context;
	struct worker *w = open_worker(&c->job);
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

struct chunks *
chunks_start(const struct chunks_job *job, int threads)
{
	struct chunks *c = xcalloc(1, sizeof *c);

	c->job = *job;
	c->count = (job->to - job->from + CHUNK_SIZE - 1) / CHUNK_SIZE;
	c->slots = 2 * threads;
	c->slot = xcalloc((size_t)c->slots, sizeof *c->slot);
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->ready, NULL);
	pthread_cond_init(&c->room, NULL);
	while (c->slot && c->threads < threads - 1 &&
	    pthread_create(&c->thread[c->threads], NULL, run_thread, c) == 0)
		c->threads++;
	if (c->threads) {
		c->own = open_worker(job); /* while the others begin */
		return c;
	}
	chunks_stop(c);
	return NULL;
}

const struct chunk *
chunks_next(struct chunks *c, int64_t *limit)
{
	struct chunk *chunk;

	if (c->out == c->count)
		return NULL;
	chunk = &c->slot[c->out % c->slots];
	*limit = chunk_end(&c->job, c->out);
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

void
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
