#include <stdio.h>
#include <stdlib.h>

#include "common/category.h"
#include "common/facts.h"
#include "common/fixed.h"
#include "common/pool.h"

/* First and last moment of some events. */
struct extent {
	bool any;
	int64_t first, end;
};

struct facts {
	int64_t events, complete, kernels, kernel_ns;
	struct extent all, gpu;
	struct pool *cats, *names, *devices, *streams;
	int64_t *per_cat; /* by the number in cats */
	size_t cap;
	struct buf key;
};

struct facts *
facts_new(void)
{
	struct facts *f = calloc(1, sizeof *f);

	if (!f)
		return NULL;
	f->cats = pool_new();
	f->names = pool_new();
	f->devices = pool_new();
	f->streams = pool_new();
	if (f->cats && f->names && f->devices && f->streams)
		return f;
	facts_free(f);
	return NULL;
}

void
facts_free(struct facts *f)
{
	if (!f)
		return;
	pool_free(f->cats);
	pool_free(f->names);
	pool_free(f->devices);
	pool_free(f->streams);
	free(f->per_cat);
	buf_free(&f->key);
	free(f);
}

int
facts_count(struct facts *f, const struct kevent *e)
{
	struct span cat = e->cat.n ? e->cat : span_of("none");
	uint32_t id = pool_add(f->cats, cat), n = pool_count(f->cats);
	size_t cap = f->cap;
	int64_t *grown;

	if (id == POOL_NONE)
		return -1;
	grown = array_grow(f->per_cat, &f->cap, n, sizeof *grown);
	if (!grown)
		return -1;
	for (; cap < f->cap; cap++)
		grown[cap] = 0;
	f->per_cat = grown;
	f->per_cat[id]++;
	f->events++;
	return 0;
}

static int
stretch(struct extent *x, const struct kevent *e)
{
	int64_t end = e->ts;

	if (fixed_add(&end, e->dur))
		return -1;
	if (!x->any || e->ts < x->first)
		x->first = e->ts;
	if (!x->any || end > x->end)
		x->end = end;
	x->any = true;
	return 0;
}

static int
add_gpu(struct facts *f, const struct kevent *e)
{
	f->key.n = 0;
	if (stretch(&f->gpu, e) ||
	    pool_add(f->devices, e->device) == POOL_NONE ||
	    buf_add(&f->key, e->device.p, e->device.n) ||
	    buf_add(&f->key, "/", 1) ||
	    buf_add(&f->key, e->stream.p, e->stream.n) ||
	    pool_add(f->streams, buf_span(&f->key)) == POOL_NONE)
		return -1;
	if (!span_is(e->cat, "kernel"))
		return 0;
	f->kernels++;
	return pool_add(f->names, e->name) == POOL_NONE ||
		fixed_add(&f->kernel_ns, e->dur)
	    ? -1
	    : 0;
}

int
facts_add(struct facts *f, const struct kevent *e)
{
	if (facts_count(f, e))
		return -1;
	if (!kevent_complete(e))
		return 0;
	f->complete++;
	if (stretch(&f->all, e))
		return -1;
	if (e->group == GROUP_GPU)
		return add_gpu(f, e);
	return 0;
}

static int
by_bytes(const void *a, const void *b)
{
	return span_compare(*(const struct span *)a, *(const struct span *)b);
}

/* A pool's strings in byte order; NULL when there is no memory. Owned. */
static struct span *
sorted(const struct pool *p)
{
	uint32_t n = pool_count(p);
	struct span *s = calloc(n + 1, sizeof *s);

	if (!s)
		return NULL;
	for (uint32_t i = 0; i < n; i++)
		s[i] = pool_get(p, i);
	qsort(s, n, sizeof *s, by_bytes);
	return s;
}

void
facts_categories(const struct facts *f, char *out, size_t size)
{
	struct span *cat = sorted(f->cats);
	size_t n = 0;

	snprintf(out, size, "nothing");
	for (uint32_t i = 0; cat && i < pool_count(f->cats) && n < size; i++)
		n += (size_t)snprintf(out + n, size - n, "%s%.*s %lld",
		    i ? ", " : "", cat[i].n > 40 ? 40 : (int)cat[i].n, cat[i].p,
		    (long long)f->per_cat[pool_find(f->cats, cat[i])]);
	free(cat);
}

/* Where rows go, and the file they are about. */
struct rows {
	struct tsvw *w;
	struct span file;
};

static void
put(const struct rows *r, const char *key, struct span value)
{
	tsvw_text(r->w, r->file);
	tsvw_text(r->w, span_of(key));
	tsvw_text(r->w, value);
	(void)!tsvw_end(r->w);
}

static void
put_int(const struct rows *r, const char *key, int64_t v)
{
	char text[FIXED_MAX];

	put(r, key, (struct span){text, fixed_print_int(text, v)});
}

static void
put_us(const struct rows *r, const char *key, bool known, int64_t ns)
{
	char text[FIXED_MAX];

	put(r, key, (struct span){text, known ? fixed_print_us(text, ns) : 0});
}

static void
put_extent(const struct rows *r, const char *of, const struct extent *x)
{
	char key[40];

	snprintf(key, sizeof key, "%sfirst_ts_us", of);
	put_us(r, key, x->any, x->first);
	snprintf(key, sizeof key, "%slast_end_us", of);
	put_us(r, key, x->any, x->end);
	snprintf(key, sizeof key, "%sspan_us", of);
	put_us(
	    r, key, x->any, (int64_t)((uint64_t)x->end - (uint64_t)x->first));
}

static int
put_categories(const struct facts *f, const struct rows *r)
{
	struct span *cat = sorted(f->cats);
	char key[100];

	if (!cat)
		return -1;
	for (uint32_t i = 0; i < pool_count(f->cats); i++) {
		snprintf(key, sizeof key, "events.%.*s",
		    cat[i].n > 80 ? 80 : (int)cat[i].n, cat[i].p);
		put_int(r, key, f->per_cat[pool_find(f->cats, cat[i])]);
	}
	free(cat);
	return 0;
}

/* The member of that name, if there is one. Returns 0, or -1: no memory. */
static int
member_of(
    struct json *json, struct span object, const char *name, struct span *value)
{
	struct span key = span_of(name);
	struct json_keys keys = {.top = json_names(&key, 1)};

	*value = (struct span){0};
	if (!object.n)
		return 0;
	return json_members(json, object, &keys, value) == JSON_NO_MEMORY ? -1
									  : 0;
}

int
facts_rank(const struct members *m, struct buf *rank)
{
	struct json *json = json_new();
	struct span value, text;
	size_t before = rank->n;
	int rc = -1;

	if (json &&
	    member_of(json, members_find(m, "distributedInfo"), "rank",
		&value) == 0 &&
	    buf_reserve(rank, value.n) == 0) {
		text = json_text(value, rank);
		rc = rank->n == before ? buf_add(rank, text.p, text.n) : 0;
	}
	json_free(json);
	return rc;
}

/* What a JSON value says, in scratch's memory; scratch is emptied first. */
static int
put_value(const struct rows *r, const char *key, struct span value,
    struct buf *scratch)
{
	scratch->n = 0;
	if (buf_reserve(scratch, value.n))
		return -1;
	put(r, key, json_text(value, scratch));
	return 0;
}

static int
put_job(const struct rows *r, const struct members *m, struct json *json,
    struct buf *scratch)
{
	static const char *const keys[] = {"rank", "world_size", "backend"};
	struct span info = members_find(m, "distributedInfo");

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		struct span value;

		if (member_of(json, info, keys[i], &value) ||
		    put_value(r, keys[i], value, scratch))
			return -1;
	}
	return 0;
}

/* One row a device: deviceProperties is an array of objects. */
static int
put_gpus(const struct rows *r, const struct members *m, struct json *json,
    struct buf *scratch)
{
	struct span gpus = members_find(m, "deviceProperties"), gpu, name;
	char key[40];

	for (int i = 0; json_item(&gpus, &gpu); i++) {
		snprintf(key, sizeof key, "gpu.%d", i);
		if (member_of(json, gpu, "name", &name) ||
		    put_value(r, key, name, scratch))
			return -1;
	}
	return 0;
}

/* What else stands beside the events, as far as it is a single value. */
static int
put_scalars(const struct rows *r, const struct members *m, struct buf *scratch)
{
	struct span key, value;
	char name[100];

	for (size_t i = 0; members_get(m, i, &key, &value); i++) {
		if (value.p[0] == '{' || value.p[0] == '[')
			continue;
		snprintf(name, sizeof name, "meta.%.*s",
		    key.n > 80 ? 80 : (int)key.n, key.p);
		if (put_value(r, name, value, scratch))
			return -1;
	}
	return 0;
}

static int
put_members(const struct rows *r, const struct members *m)
{
	struct json *json = json_new();
	struct buf scratch = {0};
	int rc = -1;

	if (json)
		rc = put_job(r, m, json, &scratch) ||
			put_gpus(r, m, json, &scratch) ||
			put_scalars(r, m, &scratch)
		    ? -1
		    : 0;
	buf_free(&scratch);
	json_free(json);
	return rc;
}

int
facts_write_header(struct tsvw *w)
{
	tsvw_text(w, span_of("file"));
	tsvw_text(w, span_of("key"));
	tsvw_text(w, span_of("value"));
	return tsvw_end(w);
}

int
facts_write(const struct facts *f, const struct source *s, const char *file,
    struct tsvw *w)
{
	struct rows r = {w, span_of(file)};
	const char *damage = source_damage(s);

	put_int(&r, "events", f->events);
	put_int(&r, "events_lost", source_lost(s));
	put(&r, "damage", damage ? span_of(damage) : (struct span){0});
	put_int(&r, "complete_events", f->complete);
	if (put_categories(f, &r))
		return -1;
	put_int(&r, "kernels", f->kernels);
	put_int(&r, "kernel_names", pool_count(f->names));
	put_us(&r, "kernel_us", true, f->kernel_ns);
	put_int(&r, "devices", pool_count(f->devices));
	put_int(&r, "streams", pool_count(f->streams));
	put_extent(&r, "", &f->all);
	put_extent(&r, "gpu_", &f->gpu);
	return put_members(&r, source_members(s)) || w->error ? -1 : 0;
}
