#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "tools/trace-collectives/job.h"

enum { KEY_MAX = 12 * SHAPE_FIELDS }; /* bytes of so many numbers */

int
job_init(struct job *j)
{
	*j = (struct job){.texts = pool_new(),
	    .ranks = pool_new(),
	    .shapes = pool_new(),
	    .signs = pool_new()};
	if (j->texts && j->ranks && j->shapes && j->signs &&
	    pool_add(j->texts, span_of("")) == 0)
		return 0;
	job_free(j);
	return -1;
}

void
job_free(struct job *j)
{
	for (size_t i = 0; i < j->groups; i++)
		list_free(&j->group[i].members);
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
	free(j->labels);
	*j = (struct job){0};
}

uint32_t
job_text(struct job *j, struct span text)
{
	return pool_add(j->texts, text);
}

/* What is not a whole number is as unknown as what is not there. */
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

/* A kernel's name without its arguments. */
static struct span
bare(struct span kernel)
{
	size_t n = 0;

	while (n < kernel.n && kernel.p[n] != '(' && kernel.p[n] != '<')
		n++;
	return span_cut(kernel, 0, n);
}

/*
 * Where all ranks pass messages of one size, the size tells one collective from
 * another; ranks that send and receive are at the two ends of one transfer.
 */
static int
set_sign(struct job *j, struct shape *s)
{
	struct span kernel = bare(shape_text(j, s, SHAPE_KERNEL));
	char text[KEY_MAX];
	int n;

	if (s->kind == KIND_UNKNOWN) {
		s->sign = pool_add(j->signs, kernel);
		return s->sign == POOL_NONE ? -1 : 0;
	}
	if (s->kind == KIND_TRANSFER)
		n = snprintf(text, sizeof text, " transfer");
	else
		n = snprintf(text, sizeof text, " %u %u %lld",
		    (unsigned)s->text[SHAPE_NAME],
		    (unsigned)s->text[SHAPE_DTYPE],
		    kind_waits(s->kind) ? (long long)s->in_nelems : -1);
	s->sign = pool_add(j->signs, (struct span){text, (size_t)n});
	return s->sign == POOL_NONE ? -1 : 0;
}

static int
add_shape(struct job *j, uint32_t id, const uint32_t text[SHAPE_FIELDS])
{
	struct shape s = {0};
	int64_t element;

	for (int i = 0; i < SHAPE_FIELDS; i++)
		s.text[i] = text[i];
	element = dtype_bytes(shape_text(j, &s, SHAPE_DTYPE));
	s.kind = kind_of(shape_text(j, &s, SHAPE_NAME));
	s.in_nelems = number_of(shape_text(j, &s, SHAPE_IN_NELEMS));
	s.out_nelems = number_of(shape_text(j, &s, SHAPE_OUT_NELEMS));
	s.group_size = number_of(shape_text(j, &s, SHAPE_GROUP_SIZE));
	s.in_bytes = bytes_of(s.in_nelems, element);
	s.out_bytes = bytes_of(s.out_nelems, element);
	if (set_sign(j, &s))
		return -1;
	ARRAY_RESERVE(j->shape, &j->shape_cap, id + 1u);
	j->shape[id] = s;
	return 0;
}

uint32_t
job_shape(struct job *j, const uint32_t text[SHAPE_FIELDS])
{
	uint32_t known = pool_count(j->shapes), id;
	char key[KEY_MAX];
	size_t n = 0;

	for (int i = 0; i < SHAPE_FIELDS; i++)
		n += (size_t)snprintf(
		    key + n, sizeof key - n, "%u ", (unsigned)text[i]);
	id = pool_add(j->shapes, (struct span){key, n});
	if (id == known && id != POOL_NONE && add_shape(j, id, text))
		return POOL_NONE;
	return id;
}

void
job_add(struct job *j, const struct event *e)
{
	ARRAY_PUSH(j->event, j->events, &j->event_cap, *e);
}

bool
job_tell_world(struct job *j, struct span text)
{
	int64_t world = number_of(text);

	if (world > j->told_world)
		j->told_world = world;
	return world > 0;
}
