#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/protobuf.h"
#include "common/trace/hlo_module.h"

/* Field numbers of HloProto, HloModuleProto and HloComputationProto. */
enum {
	PROTO_MODULE = 1,
	MODULE_NAME = 1,
	MODULE_COMPUTATION = 3,
	COMPUTATION_INSTRUCTION = 2
};

struct span
hlo_bytes(struct span message, uint32_t number)
{
	struct span found = {0};
	struct protobuf_field f;

	while (protobuf_next(&message, &f) == 1)
		if (f.number == number && f.type == PROTOBUF_BYTES)
			found = f.bytes;
	return found;
}

struct hlo_module
hlo_module_of(uint64_t program, struct span proto)
{
	struct span bytes = hlo_bytes(proto, PROTO_MODULE);

	return (struct hlo_module){.program = program,
	    .name = hlo_bytes(bytes, MODULE_NAME),
	    .bytes = bytes};
}

void
hlo_module_free(struct hlo_module *m)
{
	for (size_t i = 0; i < m->n; i++) {
		free(m->at[i].text);
		free(m->at[i].end);
	}
	free(m->at);
	free(m->by_name);
	*m = (struct hlo_module){0};
}

static int
add_instruction(struct hlo_module *m, uint64_t computation, struct span message)
{
	struct hlo_instruction one = {
	    .computation = computation, .message = message};
	struct protobuf_field f;

	while (protobuf_next(&message, &f) == 1) {
		if (f.number == INSTRUCTION_NAME)
			one.name = f.bytes;
		if (f.number == INSTRUCTION_ID)
			one.id = f.value;
	}
	return ARRAY_PUSH(m->at, m->n, &m->cap, one);
}

static int
by_id(const void *a, const void *b)
{
	const struct hlo_instruction *x = a, *y = b;

	if (x->computation != y->computation)
		return x->computation < y->computation ? -1 : 1;
	return (x->id > y->id) - (x->id < y->id);
}

static int
by_name(const void *a, const void *b)
{
	const struct hlo_instruction *x = *(struct hlo_instruction *const *)a;
	const struct hlo_instruction *y = *(struct hlo_instruction *const *)b;

	return span_compare(x->name, y->name);
}

static int
index_instructions(struct hlo_module *m)
{
	if (m->n == 0)
		return 0;
	m->by_name = malloc(m->n * sizeof(struct hlo_instruction *));
	if (!m->by_name)
		return -1;
	qsort(m->at, m->n, sizeof *m->at, by_id);
	for (size_t i = 0; i < m->n; i++)
		m->by_name[i] = &m->at[i];
	qsort(m->by_name, m->n, sizeof(struct hlo_instruction *), by_name);
	return 0;
}

/* What is whole of it. */
static int
read_module(struct hlo_module *m)
{
	struct span rest = m->bytes;
	struct protobuf_field f, g;
	uint64_t computation = 0;
	int got, inner;

	m->read = true;
	while ((got = protobuf_next(&rest, &f)) == 1) {
		if (f.number != MODULE_COMPUTATION)
			continue;
		computation++;
		while ((inner = protobuf_next(&f.bytes, &g)) == 1)
			if (g.number == COMPUTATION_INSTRUCTION &&
			    add_instruction(m, computation, g.bytes))
				return -1;
		m->damaged |= inner < 0;
	}
	m->damaged |= got < 0;
	return index_instructions(m);
}

static struct hlo_instruction *
named(const struct hlo_module *m, struct span name)
{
	struct hlo_instruction key = {.name = name}, *pointer = &key, **found;

	if (m->n == 0)
		return NULL;
	found = bsearch(&pointer, m->by_name, m->n,
	    sizeof(struct hlo_instruction *), by_name);
	return found ? *found : NULL;
}

/* The events of all-gather-start.3 are called all-gather.3, too. */
static struct hlo_instruction *
named_start(const struct hlo_module *m, struct span name)
{
	static const char start[] = "-start";
	char text[256];
	size_t dot = 0;

	if (name.n + sizeof start > sizeof text)
		return NULL;
	while (dot < name.n && name.p[dot] != '.')
		dot++;
	memcpy(text, name.p, dot);
	memcpy(text + dot, start, sizeof start - 1);
	memcpy(text + dot + sizeof start - 1, name.p + dot, name.n - dot);
	return named(m, (struct span){text, name.n + sizeof start - 1});
}

int
hlo_module_find(
    struct hlo_module *m, struct span name, struct hlo_instruction **found)
{
	if (!m->read && read_module(m))
		return -1;
	*found = named(m, name);
	if (!*found && name.n)
		*found = named_start(m, name);
	return *found != NULL;
}

/* Some versions count what an instruction takes within its computation: the
 * lower half of the number. */
static const struct hlo_instruction *
numbered(const struct hlo_module *m, uint64_t computation, uint64_t id)
{
	struct hlo_instruction key = {.computation = computation, .id = id};
	const struct hlo_instruction *found =
	    bsearch(&key, m->at, m->n, sizeof *m->at, by_id);

	if (found || id > UINT32_MAX)
		return found;
	for (size_t i = 0; i < m->n; i++)
		if (m->at[i].computation == computation &&
		    (m->at[i].id & UINT32_MAX) == id)
			return &m->at[i];
	return NULL;
}

int
hlo_module_operand(const struct hlo_module *m, const struct hlo_instruction *i,
    struct span *rest, struct span *packed,
    const struct hlo_instruction **operand)
{
	struct protobuf_field f = {.type = PROTOBUF_BYTES};
	uint64_t id = 0;

	while (packed->n == 0) {
		if (protobuf_next(rest, &f) != 1)
			return 0;
		if (f.number != INSTRUCTION_OPERANDS)
			continue;
		id = f.value;
		if (f.type == PROTOBUF_VARINT)
			break;
		*packed = f.bytes;
	}
	if (packed->n && !protobuf_varint(packed, &id))
		return -1;
	*operand = numbered(m, i->computation, id);
	return *operand ? 1 : -1;
}
