#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/meaning/dtype.h"
#include "tools/trace-collectives/job.h"

static const struct {
	const char *name;
	enum kind kind;
} names[] = {
    {"allreduce", KIND_ALLREDUCE},
    {"allreduce_coalesced", KIND_ALLREDUCE},
    {"reducescatter", KIND_REDUCESCATTER},
    {"_reduce_scatter_base", KIND_REDUCESCATTER},
    {"reduce_scatter_tensor_coalesced", KIND_REDUCESCATTER},
    {"allgather", KIND_ALLGATHER},
    {"all_gather", KIND_ALLGATHER},
    {"_allgather_base", KIND_ALLGATHER},
    {"all_gather_into_tensor_coalesced", KIND_ALLGATHER},
    {"allgather_into_tensor_coalesced", KIND_ALLGATHER},
    {"all_to_all", KIND_ALLTOALL},
    {"all_to_allv", KIND_ALLTOALLV},
    {"send", KIND_TRANSFER},
    {"recv", KIND_TRANSFER},
};

static const char *const words[] = {
    [KIND_UNKNOWN] = "",
    [KIND_ALLREDUCE] = "allreduce",
    [KIND_REDUCESCATTER] = "reducescatter",
    [KIND_ALLGATHER] = "allgather",
    [KIND_ALLTOALL] = "alltoall",
    [KIND_ALLTOALLV] = "alltoallv",
    [KIND_TRANSFER] = "transfer",
    [KIND_OTHER] = "other",
};

enum kind
kind_of(struct span name)
{
	for (size_t i = 0; i < COUNT(names); i++)
		if (span_is(name, names[i].name))
			return names[i].kind;
	return name.n ? KIND_OTHER : KIND_UNKNOWN;
}

const char *
kind_word(enum kind kind)
{
	return words[kind];
}

bool
kind_waits(enum kind kind)
{
	return kind == KIND_ALLREDUCE || kind == KIND_REDUCESCATTER ||
	    kind == KIND_ALLGATHER || kind == KIND_ALLTOALL;
}

double
kind_bus_factor(enum kind kind, int64_t ranks)
{
	double n = (double)ranks;

	if (ranks < 1 || !kind_waits(kind))
		return 0;
	return (kind == KIND_ALLREDUCE ? 2 : 1) * (n - 1) / n;
}

int64_t
dtype_bytes(struct span dtype)
{
	const struct dtype *d = dtype_of_scalar(dtype);

	return d ? (int64_t)d->bytes : 0;
}

void
job_init(struct job *j)
{
	*j = (struct job){.texts = pool_new(),
	    .ranks = pool_new(),
	    .shapes = pool_new(),
	    .signs = pool_new()};
	/* number 0 is the empty text: what is not known */
	pool_add(j->texts, span_of(""));
}

void
job_free(struct job *j)
{
	for (size_t i = 0; i < j->groups; i++)
		rank_list_free(&j->group[i].members);
	pool_free(j->texts);
	pool_free(j->ranks);
	pool_free(j->shapes);
	pool_free(j->signs);
	free(j->shape);
	free(j->event);
	free(j->origin);
	free(j->order);
	free(j->rank_number);
	free(j->group);
	free(j->collective);
	*j = (struct job){0};
}

/* A natural number; -1, unknown, for any other text. */
static int64_t
number_of(struct span text)
{
	int64_t v;

	return fixed_parse_int(text, &v) == 0 && v >= 0 ? v : -1;
}

static int64_t
bytes_of(int64_t nelems, int64_t element)
{
	int64_t bytes;

	if (nelems < 0 || element == 0 ||
	    __builtin_mul_overflow(nelems, element, &bytes))
		return -1;
	return bytes;
}

/*
 * Where all ranks pass messages of one size, the size tells one collective from
 * another; ranks that send and receive are at the two ends of one transfer.
 */
static void
set_sign(struct job *j, struct shape *s)
{
	char text[64];
	int n;

	if (s->kind == KIND_UNKNOWN) {
		s->sign = pool_add(j->signs, shape_text(j, s, SHAPE_KERNEL));
		return;
	}
	if (s->kind == KIND_TRANSFER)
		n = snprintf(text, sizeof text, " transfer");
	else
		n = snprintf(text, sizeof text, " %u %u %lld",
		    (unsigned)s->text[SHAPE_NAME],
		    (unsigned)s->text[SHAPE_DTYPE],
		    kind_waits(s->kind) ? (long long)s->in_nelems : -1);
	s->sign = pool_add(j->signs, (struct span){text, (size_t)n});
}

static void
add_shape(struct job *j, uint32_t id, const uint32_t text[SHAPE_FIELDS])
{
	struct shape s = {0};
	int64_t element;

	memcpy(s.text, text, sizeof s.text);
	element = dtype_bytes(shape_text(j, &s, SHAPE_DTYPE));
	s.kind = kind_of(shape_text(j, &s, SHAPE_NAME));
	s.in_nelems = number_of(shape_text(j, &s, SHAPE_IN_NELEMS));
	s.out_nelems = number_of(shape_text(j, &s, SHAPE_OUT_NELEMS));
	s.group_size = number_of(shape_text(j, &s, SHAPE_GROUP_SIZE));
	s.in_bytes = bytes_of(s.in_nelems, element);
	s.out_bytes = bytes_of(s.out_nelems, element);
	set_sign(j, &s);
	ARRAY_RESERVE(j->shape, &j->shape_cap, id + 1u);
	j->shape[id] = s;
}

uint32_t
job_shape(struct job *j, const uint32_t text[SHAPE_FIELDS])
{
	struct span key = {(const char *)text, SHAPE_FIELDS * sizeof *text};
	uint32_t known = pool_count(j->shapes), id = pool_add(j->shapes, key);

	if (id == known)
		add_shape(j, id, text);
	return id;
}

bool
job_tell_world(struct job *j, struct span text)
{
	int64_t world = number_of(text);

	if (world > j->told_world)
		j->told_world = world;
	return world > 0;
}
