#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "common/json/jsontext.h"
#include "common/json/sound.h"
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
spell(enum rocprof_names_of about, struct span a, struct span b, char *out)
{
	size_t n = 0;

	if (a.n > NUMBER || b.n > NUMBER)
		return (struct span){0};
	out[n++] = (char)('a' + about);
	for (size_t i = 0; i < a.n; i++)
		out[n++] = a.p[i];
	out[n++] = ':';
	for (size_t i = 0; i < b.n; i++)
		out[n++] = b.p[i];
	return (struct span){out, n};
}

struct span
rocprof_names_find(struct rocprof_names *r, enum rocprof_names_of about,
    struct span a, struct span b)
{
	char key[KEY];
	uint32_t i = pool_find(r->keys, spell(about, a, b, key));

	return i == POOL_NONE ? span_of("") : pool_get(r->texts, r->text_of[i]);
}

static void
keep(struct rocprof_names *r, enum rocprof_names_of about, struct span a,
    struct span b, struct span text)
{
	char spelled[KEY];
	uint32_t key = pool_add(r->keys, spell(about, a, b, spelled));
	uint32_t value = pool_add(r->texts, text);

	ARRAY_RESERVE(r->text_of, &r->cap, key + (size_t)1);
	r->text_of[key] = value;
}

static void
keep_value(struct rocprof_names *r, enum rocprof_names_of about, struct span a,
    struct span b, struct span value)
{
	r->text.n = 0;
	keep(r, about, a, b, json_text(value, &r->text));
}

/* `[{"name":"..."},{"name":"..."}]`, the bracket always in its place. */
static void
add_gpu(struct rocprof_names *r, struct span name)
{
	if (r->gpus.n)
		r->gpus.p[r->gpus.n - 1] = ',';
	else
		buf_add(&r->gpus, "[", 1);
	BUF_ADD_ALL(&r->gpus, span_of("{\"name\":"), name, span_of("}]"));
}

/* The name that rocprofv3 gives an agent in tables: "Agent 2". */
static int
learn_agent(struct rocprof_names *r, struct span object)
{
	enum { ID, TYPE, NODE, PRODUCT, KEYS };
	static const struct span key[] = {{"id", 2}, {"type", 4},
	    {"logical_node_id", 15}, {"product_name", 12}};
	struct json_keys keys = {.top = json_names(key, KEYS)};
	struct span value[KEYS];
	char name[40];
	int rc = json_members(r->json, object, &keys, value), n;

	if (rc)
		return rc;
	n = snprintf(
	    name, sizeof name, "Agent %.*s", SPAN_MOST(value[NODE], 20));
	if (span_is(value[TYPE], "2") && value[PRODUCT].n)
		add_gpu(r, value[PRODUCT]);
	keep(r, ROCPROF_NAMES_DEVICE, json_member(value[ID], "handle"),
	    (struct span){0}, (struct span){name, (size_t)n});
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
	keep_value(r, ROCPROF_NAMES_KERNEL, v[0], none, v[1].n ? v[1] : v[3]);
	keep_value(r, ROCPROF_NAMES_SHORT, v[0], none,
	    v[2].n       ? v[2]
		: v[1].n ? v[1]
			 : v[3]);
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
		keep_value(
		    r, ROCPROF_NAMES_KIND, kind, (struct span){0}, value[0]);
	for (int i = 0; rc == 0 && json_item(&value[1], &operation); i++) {
		number = (struct span){
		    text, (size_t)snprintf(text, sizeof text, "%d", i)};
		keep_value(r, ROCPROF_NAMES_OPERATION, kind, number, operation);
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
		keep_value(r, ROCPROF_NAMES_MESSAGE, value[0], (struct span){0},
		    value[1]);
	return rc;
}

int
rocprof_names_learn(struct rocprof_names *r, enum rocprof_place table, int n,
    struct span object)
{
	switch (table) {
	case ROCPROF_PLACE_AGENTS:
		return learn_agent(r, object);
	case ROCPROF_PLACE_KERNELS:
		return learn_kernel(r, object);
	case ROCPROF_PLACE_KINDS:
		return learn_kind(r, n, object);
	default:
		return learn_message(r, object);
	}
}

struct span
rocprof_names_gpus(const struct rocprof_names *r)
{
	return buf_span(&r->gpus);
}
