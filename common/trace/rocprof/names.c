#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "common/json/jsontext.h"
#include "common/trace/rocprof/process.h"

enum { NUMBER = 24, KEY = 2 * NUMBER + 2 };

/*
 * One dictionary for all: a key is a letter for what it is about, and one or
 * two numbers with ':' between.
 */
struct rocprof_names {
	struct json *json;
	struct pool *keys, *texts;
	uint32_t *text_of; /* by the number of the key */
	size_t cap;
	struct buf text, gpus;
};

struct rocprof_names *
rocprof_names_new(void)
{
	struct rocprof_names *r = xcalloc(1, sizeof *r);

	r->json = json_new();
	r->keys = pool_new();
	r->texts = pool_new();
	return r;
}

void
rocprof_names_free(struct rocprof_names *r)
{
	if (!r)
		return;
	json_free(r->json);
	pool_free(r->keys);
	pool_free(r->texts);
	free(r->text_of);
	buf_free(&r->text);
	buf_free(&r->gpus);
	free(r);
}

void
rocprof_names_forget(struct rocprof_names *r)
{
	struct pool *keys = pool_new(), *texts = pool_new();

	pool_free(r->keys);
	pool_free(r->texts);
	r->keys = keys;
	r->texts = texts;
	r->gpus.n = 0;
}

/* The key of one or two numbers; empty when they are too long for any. */
static struct span
spell(char about, struct span a, struct span b, char *out)
{
	size_t n = 0;

	if (a.n > NUMBER || b.n > NUMBER)
		return (struct span){0};
	out[n++] = about;
	for (size_t i = 0; i < a.n; i++)
		out[n++] = a.p[i];
	out[n++] = ':';
	for (size_t i = 0; i < b.n; i++)
		out[n++] = b.p[i];
	return (struct span){out, n};
}

static struct span
find(struct rocprof_names *r, char about, struct span a, struct span b)
{
	char key[KEY];
	uint32_t i = pool_find(r->keys, spell(about, a, b, key));

	return i == POOL_NONE ? span_of("") : pool_get(r->texts, r->text_of[i]);
}

static void
keep(struct rocprof_names *r, char about, struct span a, struct span b,
    struct span text)
{
	char spelled[KEY];
	uint32_t key = pool_add(r->keys, spell(about, a, b, spelled));
	uint32_t value = pool_add(r->texts, text);

	ARRAY_RESERVE(r->text_of, &r->cap, key + (size_t)1);
	r->text_of[key] = value;
}

/* What a JSON value says, in r->text's memory if need be. */
static void
read_text(struct rocprof_names *r, struct span value, struct span *text)
{
	r->text.n = 0;
	buf_reserve(&r->text, value.n + 1);
	*text = json_text(value, &r->text);
}

static void
keep_value(struct rocprof_names *r, char about, struct span a, struct span b,
    struct span value)
{
	struct span text;

	read_text(r, value, &text);
	keep(r, about, a, b, text);
}

/* `[{"name":"..."},{"name":"..."}]`, the bracket always in its place. */
static void
add_gpu(struct rocprof_names *r, struct span name)
{
	static const char before[] = "{\"name\":", behind[] = "}]";

	if (r->gpus.n)
		r->gpus.p[r->gpus.n - 1] = ',';
	else
		buf_add(&r->gpus, "[", 1);
	buf_add_text(&r->gpus, before);
	buf_add(&r->gpus, name.p, name.n);
	buf_add_text(&r->gpus, behind);
}

/* The name that rocprofv3 gives an agent in tables: "Agent 2". */
static int
learn_agent(struct rocprof_names *r, struct span object)
{
	enum { ID, TYPE, NODE, PRODUCT, KEYS };
	static const struct span key[] = {{"id", 2}, {"type", 4},
	    {"logical_node_id", 15}, {"product_name", 12}};
	struct json_keys keys = {.top = json_names(key, KEYS)};
	struct span value[KEYS], handle;
	char name[40];
	int rc = json_members(r->json, object, &keys, value), n;

	if (rc)
		return rc;
	json_member(r->json, value[ID], "handle", &handle);
	n = snprintf(name, sizeof name, "Agent %.*s",
	    value[NODE].n > 20 ? 20 : (int)value[NODE].n, value[NODE].p);
	if (span_is(value[TYPE], "2") && value[PRODUCT].n)
		add_gpu(r, value[PRODUCT]);
	keep(r, 'a', handle, (struct span){0}, (struct span){name, (size_t)n});
	return 0;
}

/* The names of kernels as tables have them: written out, without ".kd". */
/* The full name and the short one; where one is missing, another stands in. */
static int
learn_kernel(struct rocprof_names *r, struct span object)
{
	static const struct span key[] = {{"kernel_id", 9},
	    {"formatted_kernel_name", 21}, {"truncated_kernel_name", 21},
	    {"kernel_name", 11}};
	struct json_keys keys = {.top = json_names(key, 4)};
	struct span v[4], none = {0};
	int rc = json_members(r->json, object, &keys, v);

	if (rc)
		return rc;
	keep_value(r, 'k', v[0], none, v[1].n ? v[1] : v[3]);
	keep_value(r, 's', v[0], none, v[2].n ? v[2] : v[1].n ? v[1] : v[3]);
	return 0;
}

static int
learn_kind(struct rocprof_names *r, int n, struct span object)
{
	static const struct span key[] = {{"kind", 4}, {"operations", 10}};
	struct json_keys keys = {.top = json_names(key, 2)};
	struct span value[2], operation, kind, number;
	char kind_text[20], text[20];
	int rc = json_members(r->json, object, &keys, value);

	kind = (struct span){
	    kind_text, (size_t)snprintf(kind_text, sizeof kind_text, "%d", n)};
	if (rc == 0)
		keep_value(r, 't', kind, (struct span){0}, value[0]);
	for (int i = 0; rc == 0 && json_item(&value[1], &operation); i++) {
		number = (struct span){
		    text, (size_t)snprintf(text, sizeof text, "%d", i)};
		keep_value(r, 'o', kind, number, operation);
	}
	return rc;
}

static int
learn_message(struct rocprof_names *r, struct span object)
{
	static const struct span key[] = {{"key", 3}, {"value", 5}};
	struct json_keys keys = {.top = json_names(key, 2)};
	struct span value[2];
	int rc = json_members(r->json, object, &keys, value);

	if (rc == 0)
		keep_value(r, 'm', value[0], (struct span){0}, value[1]);
	return rc;
}

int
rocprof_names_learn(struct rocprof_names *r, enum rocprof_names_table table,
    int n, struct span object)
{
	switch (table) {
	case ROCPROF_NAMES_AGENTS:
		return learn_agent(r, object);
	case ROCPROF_NAMES_KERNELS:
		return learn_kernel(r, object);
	case ROCPROF_NAMES_KINDS:
		return learn_kind(r, n, object);
	default:
		return learn_message(r, object);
	}
}

struct span
rocprof_names_device(struct rocprof_names *r, struct span handle)
{
	return find(r, 'a', handle, (struct span){0});
}

struct span
rocprof_names_kernel(struct rocprof_names *r, struct span id)
{
	return find(r, 'k', id, (struct span){0});
}

struct span
rocprof_names_kernel_short(struct rocprof_names *r, struct span id)
{
	return find(r, 's', id, (struct span){0});
}

struct span
rocprof_names_kind(struct rocprof_names *r, struct span kind)
{
	return find(r, 't', kind, (struct span){0});
}

struct span
rocprof_names_operation(
    struct rocprof_names *r, struct span kind, struct span operation)
{
	return operation.n ? find(r, 'o', kind, operation) : operation;
}

struct span
rocprof_names_message(struct rocprof_names *r, struct span correlation)
{
	return find(r, 'm', correlation, (struct span){0});
}

struct span
rocprof_names_gpus(const struct rocprof_names *r)
{
	return buf_span(&r->gpus);
}
