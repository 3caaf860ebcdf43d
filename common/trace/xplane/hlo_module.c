#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/bytes/protobuf.h"
#include "common/trace/xplane/hlo.h"

/* Field numbers of HloProto, HloModuleProto and HloComputationProto. */
enum {
	PROTO_MODULE = 1,
	MODULE_NAME = 1,
	MODULE_COMPUTATION = 3,
	COMPUTATION_INSTRUCTION = 2,
	COMPUTATION_ID = 5
};

struct span
hlo_bytes(struct span message, uint32_t number)
{
	struct span found = {0};
	struct protobuf_field f;

	while (protobuf_next(&message, &f))
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
	free(m->computation);
	free(m->by_id);
	*m = (struct hlo_module){0};
}

/* Adds an instruction to the last computation. */
static void
add_instruction(struct hlo_module *m, struct span message)
{
	struct hlo_computation *c = &m->computation[m->computations - 1];
	struct hlo_instruction one = {
	    .computation = c->number, .message = message};
	struct protobuf_field f;
	bool dot = false;

	while (protobuf_next(&message, &f)) {
		if (f.number == INSTRUCTION_NAME)
			one.name = f.bytes;
		if (f.number == INSTRUCTION_OPCODE)
			dot = span_is(f.bytes, "dot");
		if (f.number == INSTRUCTION_ID)
			one.id = f.value;
		if (f.number == INSTRUCTION_CALLED)
			while (protobuf_packed(&f, &one.called))
				;
	}
	if (dot) {
		c->dots++;
		c->dot = one.id;
	}
	ARRAY_PUSH(m->at, m->n, &m->cap, one);
}

ORDER_POINTERS_BY(by_computation, struct hlo_computation, UP(id))

static const struct hlo_computation *
computation_of(const struct hlo_module *m, uint64_t id)
{
	struct hlo_computation key = {.id = id}, *pointer = &key, **found;

	if (m->computations == 0 || id == 0)
		return NULL;
	found = bsearch(&pointer, m->by_id, m->computations,
	    sizeof(struct hlo_computation *), by_computation);
	return found ? *found : NULL;
}

/* Of which computations others call a product. */
static void
index_computations(struct hlo_module *m)
{
	if (m->computations == 0)
		return;
	m->by_id = xmalloc(m->computations * sizeof(struct hlo_computation *));
	for (size_t i = 0; i < m->computations; i++)
		m->by_id[i] = &m->computation[i];
	qsort(m->by_id, m->computations, sizeof(struct hlo_computation *),
	    by_computation);
	for (size_t i = 0; i < m->n; i++) {
		const struct hlo_computation *called =
		    computation_of(m, m->at[i].called);

		if (called && called->dots)
			m->computation[m->at[i].computation - 1].inner = true;
	}
}

ORDER_BY(by_id, struct hlo_instruction, UP(computation), UP(id))

ORDER_POINTERS_BY(
    by_name, struct hlo_instruction, span_compare(x->name, y->name))

static void
index_instructions(struct hlo_module *m)
{
	if (m->n == 0)
		return;
	m->by_name = xmalloc(m->n * sizeof(struct hlo_instruction *));
	qsort(m->at, m->n, sizeof *m->at, by_id);
	for (size_t i = 0; i < m->n; i++)
		m->by_name[i] = &m->at[i];
	qsort(m->by_name, m->n, sizeof(struct hlo_instruction *), by_name);
}

static void
read_computation(struct hlo_module *m, struct span message)
{
	struct hlo_computation one = {.number = m->computations + 1};
	struct protobuf_field f;

	ARRAY_PUSH(m->computation, m->computations, &m->computations_cap, one);
	while (protobuf_next(&message, &f)) {
		if (f.number == COMPUTATION_INSTRUCTION)
			add_instruction(m, f.bytes);
		if (f.number == COMPUTATION_ID)
			m->computation[m->computations - 1].id = f.value;
	}
	m->damaged |= message.n > 0;
}

/* Reads a module as far as it is whole. */
static void
read_module(struct hlo_module *m)
{
	struct span rest = m->bytes;
	struct protobuf_field f;

	m->read = true;
	while (protobuf_next(&rest, &f))
		if (f.number == MODULE_COMPUTATION)
			read_computation(m, f.bytes);
	m->damaged |= rest.n > 0;
	index_computations(m);
	index_instructions(m);
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

struct hlo_instruction *
hlo_module_find(struct hlo_module *m, struct span name)
{
	struct hlo_instruction *found;

	if (!m->read)
		read_module(m);
	found = named(m, name);
	return found || name.n == 0 ? found : named_start(m, name);
}

static const struct hlo_instruction *
numbered(const struct hlo_module *m, uint64_t computation, uint64_t id)
{
	struct hlo_instruction key = {.computation = computation, .id = id};

	return bsearch(&key, m->at, m->n, sizeof *m->at, by_id);
}

/*
 * An operand of an instruction. Some versions count it within its computation,
 * in the lower half of the number; the upper half is then the taker's.
 */
const struct hlo_instruction *
hlo_module_operand(
    const struct hlo_module *m, const struct hlo_instruction *by, uint64_t id)
{
	const struct hlo_instruction *found = numbered(m, by->computation, id);

	if (found || id > UINT32_MAX)
		return found;
	return numbered(m, by->computation, by->id >> 32 << 32 | id);
}

const struct hlo_instruction *
hlo_module_called_dot(
    const struct hlo_module *m, const struct hlo_instruction *i)
{
	const struct hlo_computation *c = computation_of(m, i->called);

	return c && c->dots == 1 && !c->inner ? numbered(m, c->number, c->dot)
					      : NULL;
}
