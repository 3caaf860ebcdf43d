#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/json/json.h"
#include "common/json/jsontext.h"
#include "common/json/repair.h"
#include "common/json/template.h"
#include "common/trace/rocprof/process.h"

/* Members of a record, then of its dispatch_info. */
enum top {
	KIND,
	OPERATION,
	THREAD,
	CORRELATION,
	START,
	STOP,
	STREAM,
	SOURCE,
	DESTINATION,
	DISPATCH,
	TOPS
};

enum inner { AGENT, QUEUE, KERNEL, NUMBER, GRID, WORKGROUP, INNERS };

static const struct span top_keys[TOPS] = {
    [KIND] = {"kind", 4},
    [OPERATION] = {"operation", 9},
    [THREAD] = {"thread_id", 9},
    [CORRELATION] = {"correlation_id", 14},
    [START] = {"start_timestamp", 15},
    [STOP] = {"end_timestamp", 13},
    [STREAM] = {"stream_id", 9},
    [SOURCE] = {"src_agent_id", 12},
    [DESTINATION] = {"dst_agent_id", 12},
    [DISPATCH] = {"dispatch_info", 13},
};

static const struct span inner_keys[INNERS] = {
    [AGENT] = {"agent_id", 8},
    [QUEUE] = {"queue_id", 8},
    [KERNEL] = {"kernel_id", 9},
    [NUMBER] = {"dispatch_id", 11},
    [GRID] = {"grid_size", 9},
    [WORKGROUP] = {"workgroup_size", 14},
};

#define NO_NUMBER ((struct span){0})

void
rocprof_record_open(
    struct rocprof_record *r, struct rocprof *of, struct rocprof_names *names)
{
	r->of = of;
	r->names = names;
	r->keys = xcalloc(TOPS + of->r.nargs, sizeof *r->keys);
	r->values = xcalloc(TOPS + INNERS + 2 * of->r.nargs, sizeof *r->values);
}

void
rocprof_record_free(struct rocprof_record *r)
{
	json_free(&r->json);
	free(r->keys);
	free(r->values);
	for (size_t i = 0; i < ROCPROF_TEMPLATES; i++)
		template_free(&r->template[i]);
	buf_free(&r->text);
}

/*
 * Finds these keys and, after them, those asked for. Returns 0 or
 * JSON_UNREADABLE.
 */
static int
find(struct rocprof_record *r, struct span object, const struct span *key,
    size_t n, struct span *value)
{
	struct json_keys keys;

	memcpy(r->keys, key, n * sizeof *key);
	if (r->of->r.nargs)
		memcpy(
		    r->keys + n, r->of->r.args, r->of->r.nargs * sizeof *key);
	keys =
	    (struct json_keys){.top = json_names(r->keys, n + r->of->r.nargs)};
	return json_members(&r->json, object, &keys, value);
}

/* Replaces an object by its member "handle" or "internal". */
static void
unwrap(struct span *value, const char *name)
{
	if (value->n && *value->p == '{')
		*value = json_member(*value, name);
}

/*
 * A size of a dispatch by its name: grid_x in work items, block_x, and
 * blocks_x, how many blocks make up the grid. Empty when it is none, or not
 * known.
 */
static struct span
read_size(struct rocprof_record *r, struct span name, const struct span *in)
{
	char axis[] = {name.n ? name.p[name.n - 1] : 0, 0};
	struct span grid, block;
	int64_t items, width;

	if (*axis < 'x' || *axis > 'z' || /* for speed */
	    !span_is_among(name,
		"grid_x grid_y grid_z block_x block_y block_z blocks_x "
		"blocks_y blocks_z"))
		return NO_NUMBER;
	grid = json_member(in[GRID], axis);
	block = json_member(in[WORKGROUP], axis);
	if (!span_starts(name, "blocks_"))
		return span_starts(name, "grid_") ? grid : block;
	if (fixed_parse_int(grid, &items) || fixed_parse_int(block, &width))
		return NO_NUMBER;
	return rocprof_blocks(items, width, r->size[*axis - 'x']);
}

/* A value asked for that is no member, but made out of others. */
static struct span
make_asked(struct rocprof_record *r, struct span name, const struct span *in)
{
	if (span_is(name, "truncated_kernel_name"))
		return rocprof_names_find(
		    r->names, ROCPROF_NAMES_SHORT, in[KERNEL], NO_NUMBER);
	return read_size(r, name, in);
}

/*
 * Texts of the values asked for; those of the record itself come first.
 */
static void
read_asked(struct rocprof_record *r)
{
	const struct span *outer = r->values + TOPS,
			  *in = outer + r->of->r.nargs;
	const struct span *inner = in + INNERS;
	size_t bytes = 0;

	for (size_t i = 0; i < r->of->r.nargs; i++)
		bytes += outer[i].n + inner[i].n;
	r->text.n = 0;
	buf_reserve(&r->text, bytes + 1);
	for (size_t i = 0; i < r->of->r.nargs; i++) {
		struct span v = outer[i].n ? outer[i] : inner[i];

		r->of->r.asked[i] = json_text(v, &r->text);
		if (!v.n)
			r->of->r.asked[i] = make_asked(r, r->of->r.args[i], in);
	}
}

static struct span
name_of(struct rocprof_record *r, const struct raw_event *e,
    const struct span *v, struct span kernel)
{
	struct span name = {0};

	if (span_is(e->cat, "kernel"))
		return rocprof_names_find(
		    r->names, ROCPROF_NAMES_KERNEL, kernel, NO_NUMBER);
	if (span_is(e->cat, "user_annotation"))
		name = rocprof_names_find(
		    r->names, ROCPROF_NAMES_MESSAGE, e->correlation, NO_NUMBER);
	if (name.n || !v[OPERATION].n)
		return name;
	return rocprof_names_find(
	    r->names, ROCPROF_NAMES_OPERATION, v[KIND], v[OPERATION]);
}

/* The device of a copy is the agent it goes to, or comes from to the host. */
static struct span
device_of(struct rocprof_record *r, const struct raw_event *e,
    const struct span *v, struct span agent)
{
	if (span_is(e->cat, "gpu_memcpy"))
		agent = span_ends(e->name, "DEVICE_TO_HOST") ? v[SOURCE]
							     : v[DESTINATION];
	return rocprof_names_find(
	    r->names, ROCPROF_NAMES_DEVICE, agent, NO_NUMBER);
}

/* Takes the numbers out of what holds them. */
static void
unwrap_all(struct rocprof_record *r, struct span *v, struct span *in)
{
	struct span *outer = v + TOPS, *inner = in + INNERS;

	for (size_t i = 0; i < r->of->r.nargs; i++) {
		if (span_starts(outer[i], "{\"handle\""))
			unwrap(&outer[i], "handle");
		if (span_starts(inner[i], "{\"handle\""))
			unwrap(&inner[i], "handle");
	}
	unwrap(&v[CORRELATION], "internal");
	unwrap(&v[STREAM], "handle");
	unwrap(&v[SOURCE], "handle");
	unwrap(&v[DESTINATION], "handle");
	unwrap(&in[AGENT], "handle");
	unwrap(&in[QUEUE], "handle");
}

/*
 * Finds the values of a record, and learns where they are. One with two starts
 * has swallowed parts of others.
 */
static int
read_values(struct rocprof_record *r, struct span object)
{
	struct span *v = r->values, *in = v + TOPS + r->of->r.nargs;
	int rc = find(r, object, top_keys, TOPS, v);

	if (rc == 0 && r->json.repeated & 1U << START)
		return JSON_UNREADABLE;
	for (size_t i = 0; i < INNERS + r->of->r.nargs; i++)
		in[i] = (struct span){0};
	if (rc == 0 && v[DISPATCH].n)
		rc = find(r, v[DISPATCH], inner_keys, INNERS, in);
	if (rc)
		return rc;
	unwrap_all(r, v, in);
	r->alike = r->next;
	r->next = (r->next + 1) % ROCPROF_TEMPLATES;
	template_learn(&r->template[r->alike], object, v,
	    TOPS + INNERS + 2 * r->of->r.nargs);
	return 0;
}

/* By the table of kinds; a dispatch is known without it. */
static struct span
kind_of(struct rocprof_record *r, struct span number, struct span kernel)
{
	struct span kind =
	    rocprof_names_find(r->names, ROCPROF_NAMES_KIND, number, NO_NUMBER);

	return kind.n || !kernel.n ? kind : span_of("KERNEL_DISPATCH");
}

/* The event of the record whose values are known. */
static int
read_event(struct rocprof_record *r, struct raw_event *e)
{
	const struct span *v = r->values, *in = v + TOPS + r->of->r.nargs;

	read_asked(r);
	*e = (struct raw_event){.tid = v[THREAD],
	    .stream = v[STREAM].n ? v[STREAM] : in[QUEUE],
	    .correlation = v[CORRELATION],
	    .dispatch = in[NUMBER],
	    .asked = r->of->r.asked};
	rocprof_kind(e, kind_of(r, v[KIND], in[KERNEL]), r->of->cat);
	e->name = name_of(r, e, v, in[KERNEL]);
	e->device = device_of(r, e, v, in[AGENT]);
	if (!e->cat.n || rocprof_times(e, v[START], v[STOP]))
		return JSON_UNREADABLE;
	return e->name.n || (r->of->torn && in[KERNEL].n) ? 0 : JSON_UNREADABLE;
}

int
rocprof_record_read(
    struct rocprof_record *r, struct span object, struct raw_event *e)
{
	int rc = read_values(r, object);

	return rc ? rc : read_event(r, e);
}

size_t
rocprof_record_alike(
    struct rocprof_record *r, struct span bytes, struct raw_event *e)
{
	for (size_t i = 0; i < ROCPROF_TEMPLATES; i++) {
		size_t which = (r->alike + i) % ROCPROF_TEMPLATES;
		size_t n =
		    template_match(&r->template[which], bytes, r -> values);

		if (n) {
			r->alike = which;
			return read_event(r, e) ? 0 : n;
		}
	}
	return 0;
}
