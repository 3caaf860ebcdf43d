#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "common/json/jsontext.h"
#include "common/json/repair.h"
#include "common/trace/rocprof/process.h"

enum { NUMBER = 24, KEY = 2 * NUMBER + 2 };

void
rocprof_names_free(struct rocprof_names *r)
{
	json_free(&r->json);
	pool_free(r->keys);
	pool_free(r->texts);
	free(r->text_of);
	buf_free(&r->text);
	buf_free(&r->gpus);
}

void
rocprof_names_forget(struct rocprof_names *r)
{
	pool_free(r->keys);
	pool_free(r->texts);
	r->keys = pool_new();
	r->texts = pool_new();
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

enum { VALUES = 4 };

/* The members of the items of each table that are read below. */
static const struct span members[][VALUES] = {
    [ROCPROF_PLACE_AGENTS] = {TEXT("id"), TEXT("type"), TEXT("logical_node_id"),
	TEXT("product_name")},
    [ROCPROF_PLACE_KERNELS] = {TEXT("kernel_id"), TEXT("formatted_kernel_name"),
	TEXT("truncated_kernel_name"), TEXT("kernel_name")},
    [ROCPROF_PLACE_KINDS] = {TEXT("kind"), TEXT("operations")},
    [ROCPROF_PLACE_MESSAGES] = {TEXT("key"), TEXT("value")},
};

static const struct span none;

/* The name that rocprofv3 gives an agent in tables: "Agent 2". */
static void
learn_agent(struct rocprof_names *r, const struct span *v)
{
	char name[40];
	int n = snprintf(name, sizeof name, "Agent %.*s", SPAN_MOST(v[2], 20));

	if (span_is(v[1], "2") && v[3].n)
		add_gpu(r, v[3]);
	keep(r, ROCPROF_NAMES_DEVICE, json_member(v[0], "handle"), none,
	    (struct span){name, (size_t)n});
}

/*
 * The names of kernels as tables have them: written out, without ".kd". The
 * full name and the short one; where one is missing, another stands in.
 */
static void
learn_kernel(struct rocprof_names *r, const struct span *v)
{
	struct span full = v[1].n ? v[1] : v[3];

	keep_value(r, ROCPROF_NAMES_KERNEL, v[0], none, full);
	keep_value(r, ROCPROF_NAMES_SHORT, v[0], none, v[2].n ? v[2] : full);
}

/* The n-th kind and its operations. */
static void
learn_kind(struct rocprof_names *r, int n, const struct span *v)
{
	char kind_text[FIXED_MAX], text[FIXED_MAX];
	struct span kind = fixed_text(kind_text, n);
	struct span operations = v[1], operation;

	keep_value(r, ROCPROF_NAMES_KIND, kind, none, v[0]);
	for (int i = 0; json_item(&operations, &operation); i++)
		keep_value(r, ROCPROF_NAMES_OPERATION, kind,
		    fixed_text(text, i), operation);
}

int
rocprof_names_learn(struct rocprof_names *r, enum rocprof_place table, int n,
    struct span object)
{
	size_t used = members[table][2].n ? VALUES : 2;
	struct json_keys keys = {.top = json_names(members[table], used)};
	struct span v[VALUES];

	if (json_members(&r->json, object, &keys, v))
		return JSON_UNREADABLE;
	if (table == ROCPROF_PLACE_AGENTS)
		learn_agent(r, v);
	else if (table == ROCPROF_PLACE_KERNELS)
		learn_kernel(r, v);
	else if (table == ROCPROF_PLACE_KINDS)
		learn_kind(r, n, v);
	else
		keep_value(r, ROCPROF_NAMES_MESSAGE, v[0], none, v[1]);
	return 0;
}
