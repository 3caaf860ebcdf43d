#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "tools/trace-cut/steps.h"

struct step {
	uint32_t stream; /* whose cycle it is; STEPS_NONE until that is known */
};

struct stream {
	uint32_t key, gpu;
	size_t rows; /* in cycles of its own */
};

struct steps {
	struct pool *elements;
	struct step *step; /* by the element's number */
	size_t step_cap;
	struct stream *stream;
	size_t streams, stream_cap;
};

struct steps *
steps_new(void)
{
	struct steps *s = xcalloc(1, sizeof *s);

	if (s)
		s->elements = pool_new();
	if (s && !s->elements) {
		free(s);
		return NULL;
	}
	return s;
}

void
steps_free(struct steps *s)
{
	if (!s)
		return;
	pool_free(s->elements);
	free(s->step);
	free(s->stream);
	free(s);
}

/* The stream's place, STEPS_NONE without memory; there are few. */
static uint32_t
place_of(struct steps *s, uint32_t key, uint32_t gpu)
{
	for (size_t i = 0; i < s->streams; i++)
		if (s->stream[i].key == key)
			return (uint32_t)i;
	ARRAY_PUSH(s->stream, s->streams, &s->stream_cap,
	    (struct stream){key, gpu, 0});
	return (uint32_t)s->streams - 1;
}

static int
count_row(struct steps *s, uint32_t step, uint32_t gpu, uint32_t key)
{
	uint32_t place = place_of(s, key, gpu);

	if (place == STEPS_NONE)
		return -1;
	s->stream[place].rows++;
	s->step[step].stream = place;
	return 0;
}

int
steps_add(struct steps *s, uint32_t gpu, uint32_t stream, struct span element,
    bool own, uint32_t *step)
{
	uint32_t known = pool_count(s->elements);

	*step = pool_add(s->elements, element);
	if (*step == POOL_NONE)
		return -1;
	if (*step == known) {
		ARRAY_RESERVE(s->step, &s->step_cap, known + 1u);
		s->step[known].stream = STEPS_NONE;
	}
	return own ? count_row(s, *step, gpu, stream) : 0;
}

/* Whether no other stream of its GPU has more rows, nor as many before it. */
static bool
is_main(const struct steps *s, uint32_t place)
{
	const struct stream *own = &s->stream[place];

	for (uint32_t i = 0; i < s->streams; i++) {
		const struct stream *other = &s->stream[i];

		if (other->gpu == own->gpu &&
		    (other->rows > own->rows ||
			(other->rows == own->rows && i < place)))
			return false;
	}
	return true;
}

bool
steps_on_main(const struct steps *s, uint32_t step)
{
	return step != STEPS_NONE && s->step[step].stream != STEPS_NONE &&
	    is_main(s, s->step[step].stream);
}

bool *
steps_nth(const struct steps *s, int64_t n)
{
	uint32_t steps = pool_count(s->elements);
	bool *chosen = xcalloc(steps + 1u, sizeof *chosen);
	int64_t *met = xcalloc(s->streams + 1, sizeof *met);

	for (uint32_t i = 0; i < steps; i++) {
		uint32_t place = s->step[i].stream;

		chosen[i] = steps_on_main(s, i) && ++met[place] == n;
	}
	free(met);
	return chosen;
}

int64_t
steps_most(const struct steps *s)
{
	uint32_t steps = pool_count(s->elements);
	int64_t *met = xcalloc(s->streams + 1, sizeof *met), most = 0;

	for (uint32_t i = 0; i < steps; i++) {
		uint32_t place = s->step[i].stream;

		if (steps_on_main(s, i) && ++met[place] > most)
			most = met[place];
	}
	free(met);
	return most;
}
