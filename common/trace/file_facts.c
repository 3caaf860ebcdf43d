#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/bytes/pool.h"
#include "common/meaning/engine.h"
#include "common/meaning/spelling.h"
#include "common/trace/aiu_stamps.h"
#include "common/trace/device_names.h"
#include "common/trace/file_facts.h"
#include "common/trace/linkage.h"

ORDER_BY(by_time, struct track_event, UP(stream), UP(start), UP(end))

int
tracks_overlaps(struct tracks *t, struct overlaps *o)
{
	int64_t end = 0; /* of the stream so far */

	*o = (struct overlaps){0};
	ARRAY_SORT(t->p, t->n, by_time);
	for (size_t i = 0; i < t->n; i++) {
		const struct track_event *p = &t->p[i];

		if (i == 0 || p->stream != p[-1].stream || p->start >= end) {
			end = p->end;
			continue;
		}
		o->pieces++;
		if (fixed_add(&o->ns, (p->end < end ? p->end : end) - p->start))
			return -1;
		/* no more than ns, which fits */
		o->inside_ns += p->end <= end ? p->end - p->start : 0;
		end = p->end > end ? p->end : end;
	}
	return 0;
}

/* First and last moment of some events. */
struct extent {
	bool any;
	int64_t first, end;
};

/* A day, in ns: a clock that begins with the recording does not reach it. */
#define DAY INT64_C(86400000000000)

/* The numbers of kernels, which count without a gap in each process. */
struct dispatches {
	int64_t first, last, n;
	struct buf process; /* of the first one */
	bool several;       /* processes */
};

/* Events of one category. */
struct category {
	int64_t events;
	bool on_stream; /* has one of no group a stream? */
};

struct facts {
	int64_t events, complete, kernels, kernel_ns;
	int64_t unusable;                  /* no events: see raw_event_usable */
	int64_t zero_events, zero_kernels; /* complete, of no duration */
	int64_t at_zero; /* of the GPU's, those that start at 0, too */
	int64_t stamped; /* named as stages of IBM's AIU are */
	struct extent all, gpu;
	struct pool *cats, *names, *devices;
	struct pool *streams;      /* of one process each */
	struct pool *tracks;       /* streams, of whatever processes */
	struct pool *ranks;        /* of events that say theirs */
	struct category *category; /* by the number in cats */
	struct device_names *device_names;
	size_t cap;
	struct buf key;
	struct engine engine;
	struct linkage *linkage;
	struct tracks work;
	struct dispatches dispatches;
};

struct facts *
facts_new(void)
{
	struct facts *f = xcalloc(1, sizeof *f);

	f->cats = pool_new();
	f->names = pool_new();
	f->devices = pool_new();
	f->streams = pool_new();
	f->tracks = pool_new();
	f->ranks = pool_new();
	f->linkage = linkage_new();
	f->device_names = device_names_new();
	return f;
}

void
facts_free(struct facts *f)
{
	pool_free(f->cats);
	pool_free(f->names);
	pool_free(f->devices);
	pool_free(f->streams);
	pool_free(f->tracks);
	pool_free(f->ranks);
	free(f->category);
	buf_free(&f->key);
	engine_free(&f->engine);
	linkage_free(f->linkage);
	device_names_free(f->device_names);
	free(f->work.p);
	buf_free(&f->dispatches.process);
	free(f);
}

/*
 * Work of a device that no table knows, as gpu_op of Intel's unitrace, or cuda
 * of nsys2json, whose thread is "Stream 7"; waiting, as in cuda_sync, and the
 * allocations of scratch_memory are none.
 */
static bool
is_like_kernel(const struct raw_event *e)
{
	return e->group == GROUP_OTHER && raw_event_complete(e) &&
	    (e->stream.n || span_starts(e->cat, "gpu") ||
		span_starts(e->tid, "Stream ")) &&
	    !span_ends(e->cat, "_sync") && !span_is(e->cat, "scratch_memory");
}

void
facts_count(struct facts *f, const struct raw_event *e)
{
	struct span cat = e->cat.n ? e->cat : span_of("none");
	uint32_t known = pool_count(f->cats), id = pool_add(f->cats, cat);
	struct stage stage;

	if (id == known)
		ARRAY_PUSH(f->category, known, &f->cap, (struct category){0});
	f->category[id].events++;
	f->category[id].on_stream |= is_like_kernel(e);
	device_names_look(f->device_names, e);
	f->stamped += e->cat.n == 0 && stamps_stage(e->name, &stage);
	f->events++;
}

static void
stretch(struct extent *x, const struct raw_event *e)
{
	int64_t end = e->ts + e->dur;

	if (!x->any || e->ts < x->first)
		x->first = e->ts;
	if (!x->any || end > x->end)
		x->end = end;
	x->any = true;
}

static void
add_dispatch(struct dispatches *d, const struct raw_event *e)
{
	int64_t number;

	if (fixed_parse_int(e->dispatch, &number))
		return;
	if (d->n == 0) {
		d->first = d->last = number;
		buf_add(&d->process, e->pid.p, e->pid.n);
	}
	d->n++;
	d->first = number < d->first ? number : d->first;
	d->last = number > d->last ? number : d->last;
	d->several |= !span_equal(buf_span(&d->process), e->pid);
}

/*
 * How many kernels between the first and the last number are not in the file;
 * -1 if unknown.
 */
static int64_t
dispatches_missing(const struct dispatches *d)
{
	uint64_t all = (uint64_t)d->last - (uint64_t)d->first;

	if (d->n == 0 || d->several || d->first < 0 || all < (uint64_t)d->n - 1)
		return -1;
	return (int64_t)(all - (uint64_t)d->n + 1);
}

static int
add_kernel(struct facts *f, const struct raw_event *e)
{
	uint32_t names = pool_count(f->names);

	if (e->dispatch.n)
		add_dispatch(&f->dispatches, e);
	f->kernels++;
	f->zero_kernels += e->dur == 0;
	pool_add(f->names, e->name);
	if (pool_count(f->names) > names)
		engine_look(&f->engine, e->cat, e->name);
	return fixed_add(&f->kernel_ns, e->dur);
}

static int
add_gpu(struct facts *f, const struct raw_event *e)
{
	uint32_t stream;

	if (e->rank.n)
		pool_add(f->ranks, e->rank);
	pool_add(
	    f->devices, BUF_JOIN(&f->key, e->rank, span_of("/"), e->device));
	BUF_ADD_ALL(&f->key, span_of("/"), e->stream);
	pool_add(f->tracks, buf_span(&f->key));
	BUF_ADD_ALL(&f->key, span_of("/"), e->pid);
	stream = pool_add(f->streams, buf_span(&f->key));
	ARRAY_PUSH(f->work.p, f->work.n, &f->work.cap,
	    (struct track_event){e->ts, e->ts + e->dur, stream});
	return span_is(e->cat, "kernel") ? add_kernel(f, e) : 0;
}

static void
add_times(struct facts *f, const struct raw_event *e)
{
	if (raw_event_at_zero(e)) {
		f->at_zero++;
		return;
	}
	stretch(&f->all, e);
	if (e->group == GROUP_GPU)
		stretch(&f->gpu, e);
}

int
facts_add(struct facts *f, const struct raw_event *e)
{
	if (!raw_event_usable(e)) {
		f->unusable++;
		return 0;
	}
	facts_count(f, e);
	if (!raw_event_complete(e))
		return 0;
	f->complete++;
	f->zero_events += e->dur == 0;
	add_times(f, e);
	linkage_add(f->linkage, e);
	if (e->group == GROUP_GPU)
		return add_gpu(f, e);
	if (!event_category_is_call(e->cat))
		engine_look(&f->engine, e->cat, e->name);
	return 0;
}

/* Where there are more, those of up to a percent of the events are counted. */
enum { CATEGORIES_TOLD = 24 };

void
facts_categories(const struct facts *f, char *out, size_t size)
{
	struct span *cat = pool_sorted(f->cats, NULL);
	uint32_t all = pool_count(f->cats), left = 0;
	size_t n = 0;

	snprintf(out, size, "nothing");
	for (uint32_t i = 0; i < all && n < size; i++) {
		int64_t events = f->category[pool_find(f->cats, cat[i])].events;

		if (all > CATEGORIES_TOLD && events <= f->events / 100)
			left++;
		else
			n += (size_t)snprintf(out + n, size - n, "%s%.*s %lld",
			    n ? ", " : "", SPAN_MOST(cat[i], 40),
			    (long long)events);
	}
	if (left && n < size)
		snprintf(out + n, size - n, "%s%u other categories",
		    n ? ", " : "", left);
	free(cat);
}

struct span
facts_near_category(const struct facts *f, struct span name)
{
	static const struct span group[] = {
	    TEXT("gpu"), TEXT("host"), TEXT("calls")};
	enum { GROUPS = COUNT(group) };
	struct span *cat = pool_sorted(f->cats, NULL), best = {"", 0};
	size_t n = pool_count(f->cats);

	for (size_t i = 0; i < n + GROUPS; i++) {
		struct span s = i < n ? cat[i] : group[i - n];

		if (spelling_is(name, s) &&
		    (best.n == 0 ||
			spelling_distance(name, s) <
			    spelling_distance(name, best)))
			best = s;
	}
	free(cat);
	return best;
}

/*
 * The n categories that look like kernels, in byte order; the caller's. Rather
 * than all events without one, those of `devices` processes are meant.
 */
static struct span *
like_kernels(const struct facts *f, size_t devices, size_t *n)
{
	struct span *cat = pool_sorted(f->cats, NULL);

	*n = 0;
	for (uint32_t i = 0; i < pool_count(f->cats); i++)
		if (f->category[pool_find(f->cats, cat[i])].on_stream &&
		    !(devices && span_is(cat[i], "none")))
			cat[(*n)++] = cat[i];
	return cat;
}

void
facts_hint(const struct facts *f, char *out, size_t size)
{
	size_t n, devices;
	struct device_process *device =
	    device_names_list(f->device_names, &devices);
	struct span *cat = like_kernels(f, devices, &n);

	if (n)
		snprintf(out, size, "--map %.*s=kernel makes kernels of those",
		    SPAN_MOST(cat[0], 80));
	else if (devices)
		snprintf(out, size,
		    "--map 'pid:%.*s=kernel' makes kernels of those of %.*s",
		    SPAN_MOST(device->pid, 40), SPAN_MOST(device->name, 60));
	else
		snprintf(out, size, "%s",
		    f->stamped ? "it is of an IBM AIU: acelyzer reads it" : "");
	free(cat);
	free(device);
}

static void
put_extent(const struct fact_writer *to, const char *of, const struct extent *x)
{
	char key[40];

	snprintf(key, sizeof key, "%sfirst_ts_us", of);
	fact_us(to, key, x->any, x->first);
	snprintf(key, sizeof key, "%slast_end_us", of);
	fact_us(to, key, x->any, x->end);
	snprintf(key, sizeof key, "%sspan_us", of);
	fact_us(
	    to, key, x->any, (int64_t)((uint64_t)x->end - (uint64_t)x->first));
}

/* Of these --map makes kernels: categories, and processes by their pids. */
static void
put_like_kernels(const struct facts *f, const struct fact_writer *to)
{
	size_t n, devices;
	struct device_process *device =
	    device_names_list(f->device_names, &devices);
	struct span *cat = like_kernels(f, devices, &n);
	char rule[100];

	for (size_t i = 0; i < n; i++)
		fact_put(to, "like_kernels", cat[i]);
	for (size_t i = 0; i < devices; i++) {
		snprintf(rule, sizeof rule, "pid:%.*s",
		    SPAN_MOST(device[i].pid, 80));
		fact_put(to, "like_kernels", span_of(rule));
	}
	free(cat);
	free(device);
}

static void
put_categories(const struct facts *f, const struct fact_writer *to)
{
	struct span *cat = pool_sorted(f->cats, NULL);
	char key[100];

	for (uint32_t i = 0; i < pool_count(f->cats); i++) {
		snprintf(key, sizeof key, "events.%.*s", SPAN_MOST(cat[i], 80));
		fact_int(
		    to, key, f->category[pool_find(f->cats, cat[i])].events);
	}
	put_like_kernels(f, to);
	if (f->stamped)
		fact_int(to, "aiu_events", f->stamped);
	free(cat);
}

int
facts_write_header(struct tsvw *w)
{
	tsvw_titles(w, "file key value");
	return tsvw_end(w);
}

/* Writes oddities in the work of the GPU. Returns 0, or -1: as facts_add. */
static int
put_health(struct facts *f, const struct fact_writer *to)
{
	int64_t missing = dispatches_missing(&f->dispatches);
	struct unlinked unlinked = linkage_unlinked(f->linkage);
	struct early early = linkage_early(f->linkage);
	struct overlaps overlaps;

	if (tracks_overlaps(&f->work, &overlaps))
		return -1;
	if (missing >= 0)
		fact_int(to, "dispatches_missing", missing);
	fact_int(to, "kernels_without_launch", unlinked.kernels);
	fact_int(to, "launches_without_kernel", unlinked.launches);
	if (early.works) {
		fact_int(to, "before_launch", early.works);
		fact_us(to, "before_launch_us", true, early.most_ns);
	}
	fact_int(to, "overlaps", overlaps.pieces);
	fact_us(to, "overlap_us", true, overlaps.ns);
	if (overlaps.inside_ns)
		fact_us(to, "inside_us", true, overlaps.inside_ns);
	fact_int(to, "zero_duration_kernels", f->zero_kernels);
	fact_int(to, "zero_duration_events", f->zero_events);
	return 0;
}

/*
 * How many works of the GPU have no times: of some Kineto wrote zeros, see
 * https://github.com/pytorch/kineto/issues/109, on a clock that counts from
 * long before. On another clock 0 is a time.
 */
static int64_t
count_untimed(struct facts *f)
{
	static const struct raw_event zero = {.ts = 0};

	if (f->at_zero && f->all.any && f->all.first > DAY)
		return f->at_zero;
	if (f->at_zero) {
		stretch(&f->all, &zero);
		stretch(&f->gpu, &zero);
	}
	return 0;
}

int64_t
facts_lost(const struct facts *f, const struct source *s)
{
	return source_lost(s) + f->unusable;
}

int
facts_write(
    struct facts *f, const struct source *s, const char *file, struct tsvw *w)
{
	struct fact_writer to = {w, span_of(file)};
	const char *damage = reader_damage(s->reader), *engine = f->engine.name;
	int64_t untimed = count_untimed(f);

	fact_put(&to, "format", span_of(s->format->name));
	fact_int(&to, "events", f->events);
	fact_int(&to, "events_lost", facts_lost(f, s));
	if (s->reader->unreadable)
		fact_int(&to, "values_unreadable", s->reader->unreadable);
	fact_put(&to, "damage", damage ? span_of(damage) : (struct span){0});
	fact_int(&to, "complete_events", f->complete);
	put_categories(f, &to);
	fact_int(&to, "kernels", f->kernels);
	if (untimed)
		fact_int(&to, "untimed", untimed);
	fact_int(&to, "kernel_names", pool_count(f->names));
	fact_us(&to, "kernel_us", true, f->kernel_ns);
	fact_int(&to, "devices", pool_count(f->devices));
	fact_int(&to, "streams", pool_count(f->streams));
	if (pool_count(f->streams) > pool_count(f->tracks))
		fact_int(&to, "tracks", pool_count(f->tracks));
	put_extent(&to, "", &f->all);
	put_extent(&to, "gpu_", &f->gpu);
	if (put_health(f, &to))
		return -1;
	fact_put(&to, "engine", engine ? span_of(engine) : (struct span){0});
	fact_put(&to, "engine_evidence", buf_span(&f->engine.evidence));
	if (pool_count(f->ranks) > 1)
		fact_int(&to, "ranks", pool_count(f->ranks));
	metadata_write(&to, &s->reader->members, pool_count(f->ranks) > 1);
	return w->error ? -1 : 0;
}
