#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/trace/rocprof.h"

int
rocprof_init(struct rocprof *r, const struct span *args, size_t n)
{
	r->args = args;
	r->nargs = n;
	r->asked = calloc(n + 1, sizeof *r->asked);
	return r->asked ? 0 : -1;
}

void
rocprof_free(struct rocprof *r)
{
	members_free(&r->members);
	free(r->asked);
}

static const struct rocprof *
rocprof_of(const struct trace_reader *r)
{
	return (const struct rocprof *)r;
}

int64_t
rocprof_number(const struct trace_reader *r)
{
	return rocprof_of(r)->number - 1;
}

int64_t
rocprof_lost(const struct trace_reader *r)
{
	return rocprof_of(r)->lost;
}

const char *
rocprof_damage(const struct trace_reader *r)
{
	return rocprof_of(r)->damage;
}

const struct members *
rocprof_members(const struct trace_reader *r)
{
	return &rocprof_of(r)->members;
}

const char *
rocprof_error(const struct trace_reader *r)
{
	return rocprof_of(r)->error;
}

int
rocprof_whole(struct whole *w, const struct kevent *e)
{
	w->args.n = w->rest.n = 0;
	return whole_put(w, span_of("device"), e->device) ||
		whole_put(w, span_of("stream"), e->stream) ||
		whole_put(w, span_of("correlation"), e->correlation)
	    ? -1
	    : 0;
}

int
rocprof_fail(struct rocprof *r, const char *why)
{
	snprintf(r->error, sizeof r->error, "%s", why);
	return -1;
}

/* Kinds by what they begin with: newer ones have endings such as _EXT. */
static const struct {
	const char *kind, *cat;
} renamed[] = {
    {"KERNEL_DISPATCH", "kernel"},
    {"MEMORY_COPY", "gpu_memcpy"},
    {"HIP_RUNTIME_API", "hip_runtime"},
    {"HIP_COMPILER_API", "hip_runtime"},
    {"HSA_", "hsa_runtime"},
    {"MARKER_", "user_annotation"},
};

static struct span
category_of(struct rocprof *r, struct span kind)
{
	size_t n = kind.n < sizeof r->cat ? kind.n : sizeof r->cat;

	for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
		if (span_starts(kind, renamed[i].kind))
			return span_of(renamed[i].cat);
	for (size_t i = 0; i < n; i++)
		r->cat[i] = kind.p[i] >= 'A' && kind.p[i] <= 'Z'
		    ? (char)(kind.p[i] | 0x20)
		    : kind.p[i];
	return (struct span){r->cat, n};
}

void
rocprof_kind(struct rocprof *r, struct kevent *e, struct span kind)
{
	e->cat = category_of(r, kind);
	e->ph = span_of("X");
	e->group = category_group(e->cat, e->ph);
}

int
rocprof_times(struct kevent *e, struct span start, struct span end)
{
	int64_t until;

	if (fixed_parse_int(start, &e->ts) || fixed_parse_int(end, &until) ||
	    e->ts < 0 || until < e->ts || until > KEVENT_TIME_MAX)
		return -1;
	e->dur = until - e->ts;
	e->has_ts = e->has_dur = true;
	return 0;
}
