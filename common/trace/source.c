#include "common/trace/source.h"

void
source_open(
    struct source *s, const char *path, const struct span *args, size_t n)
{
	*s = (struct source){.in = input_open(path), .args = args, .nargs = n};
}

void
source_close(struct source *s)
{
	if (s->reader)
		s->reader->ops->close(s->reader);
	input_close(s->in);
	whole_free(&s->whole);
}

/* Makes the reader for what the input holds. Returns 0, or -1: no trace. */
static int
open_reader(struct source *s)
{
	if (!s->error && !s->format) {
		s->format = trace_format_of(s->in);
		if (!s->format->sniff(s->in))
			s->error = s->hint = trace_format_hint(s->in);
	}
	if (s->error)
		return -1;
	s->reader = s->format->open(s->in, s->args, s->nargs);
	if (s->keep_whole)
		s->reader->whole = &s->whole;
	return 0;
}

/* Says why reading failed, if it did. */
static int
result(struct source *s, int got)
{
	if (got < 0 && !s->error)
		s->error = s->reader->error;
	return got;
}

int
source_start(struct source *s)
{
	if (s->reader)
		return s->error ? -1 : 0;
	if (open_reader(s))
		return -1;
	return s->reader->ops->start
	    ? result(s, s->reader->ops->start(s->reader))
	    : 0;
}

int
source_next(struct source *s, struct raw_event *e)
{
	int got;

	if ((!s->reader || s->error) && source_start(s))
		return -1;
	got = result(s, s->reader->ops->next(s->reader, e));
	if (got > 0 && s->keep_whole) {
		e->args = buf_span(&s->whole.args);
		e->rest = buf_span(&s->whole.rest);
	}
	if (got > 0 && s->map)
		category_map_event(s->map, e);
	/* in the arguments it says nothing beside that of the job */
	if (got > 0 && e->rank.n && !raw_event_pid_ranks(e) &&
	    members_find(&s->reader->members, "distributedInfo").n)
		e->rank = (struct span){0};
	return got;
}

void
source_pass(struct source *s, const struct skim_words *words)
{
	if (s->reader && s->reader->ops->pass)
		s->reader->ops->pass(s->reader, words);
}

int64_t
source_lost(const struct source *s)
{
	const struct trace_reader *r = s->reader;

	if (!r)
		return 0;
	return (r->ops->lost ? r->ops->lost(r) : r->lost) +
	    reader_estimate(input_missing(s->in, r->complete),
		input_delivered(s->in), r->events);
}
