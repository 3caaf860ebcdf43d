#include "common/trace/pftrace_event.h"
#include "common/bytes/fixed.h"

enum { PARENTS = 8 }; /* of a track, up to its process */

enum column {
	NAME,
	TID,
	DEVICE,
	STREAM,
	CORRELATION,
	EXTERNAL_ID,
	BEGIN,
	DURATION,
	END,
	COLUMNS
};

#define TEXT(literal)                          \
	{                                      \
		(literal), sizeof(literal) - 1 \
	}

/* Of several for one column, the first here counts. */
static const struct {
	struct span key;
	enum column column;
} keys[] = {
    {TEXT("kernel_name"), NAME},
    {TEXT("KernelName"), NAME},
    {TEXT("symbol"), NAME},
    {TEXT("symbol_name"), NAME},
    {TEXT("funcName"), NAME},
    {TEXT("tid"), TID},
    {TEXT("device_id"), DEVICE},
    {TEXT("deviceId"), DEVICE},
    {TEXT("dev_id"), DEVICE},
    {TEXT("DevId"), DEVICE},
    {TEXT("gpu_id"), DEVICE},
    {TEXT("gpuId"), DEVICE},
    {TEXT("device"), DEVICE},
    {TEXT("agent"), DEVICE},
    {TEXT("stream_ID"), STREAM},
    {TEXT("stream_id"), STREAM},
    {TEXT("stream"), STREAM},
    {TEXT("queue"), STREAM},
    {TEXT("corr_id"), CORRELATION},
    {TEXT("correlation_id"), CORRELATION},
    {TEXT("correlationId"), CORRELATION},
    {TEXT("correlation"), CORRELATION},
    {TEXT("CorrId"), CORRELATION},
    {TEXT("External id"), EXTERNAL_ID},
    {TEXT("external_id"), EXTERNAL_ID},
    {TEXT("begin_ns"), BEGIN},
    {TEXT("delta_ns"), DURATION},
    {TEXT("end_ns"), END},
};

enum { KEYS = sizeof keys / sizeof *keys };

/* Goes once through the annotations, of which some traces have a dozen. */
static void
find_columns(const struct pf_slice *s, struct span *value)
{
	size_t best[COLUMNS];

	for (size_t c = 0; c < COLUMNS; c++) {
		value[c] = (struct span){0};
		best[c] = KEYS;
	}
	for (size_t i = 0; i < s->nargs; i++) {
		struct span key = pf_text(s, s->args[i].key);
		size_t k = 0;

		while (k < KEYS && !span_equal(keys[k].key, key))
			k++;
		if (k == KEYS || s->args[i].value.n == 0 ||
		    k > best[keys[k].column])
			continue;
		best[keys[k].column] = k;
		value[keys[k].column] = pf_text(s, s->args[i].value);
	}
}

/* The number or text of a track or, without, of the ones around it. */
static struct span
of_track(const struct pf_state *s, const struct pf_track *t, bool thread)
{
	for (int i = 0; t && i < PARENTS; i++) {
		uint32_t text = thread ? t->tid : t->pid;

		if (text != POOL_NONE)
			return pool_get(s->texts, text);
		t = t->has_parent ? pf_track_known(s, t->parent) : NULL;
	}
	return (struct span){0};
}

/* The slice's, what an annotation says before it, or its track's. */
static struct span
name_of(const struct pf_state *state, const struct pf_slice *s,
    const struct pf_track *t, struct span said)
{
	if (said.n)
		return said;
	if (s->name.n || t->name == POOL_NONE)
		return pf_text(s, s->name);
	return pool_get(state->texts, t->name);
}

static struct span
first_category(const struct pf_slice *s)
{
	struct span all = pf_text(s, s->categories);
	const char *comma = all.n ? memchr(all.p, ',', all.n) : NULL;

	return category_today(
	    comma ? span_cut(all, 0, (size_t)(comma - all.p)) : all);
}

/* Times in annotations are exact; those of packets may be rounded. */
static void
set_exact_time(struct kevent *e, const struct span *said)
{
	int64_t begin, end;

	if (fixed_parse_int(said[BEGIN], &begin) || begin < 0)
		return;
	if (fixed_parse_int(said[DURATION], &end) == 0 &&
	    end <= KEVENT_TIME_MAX - begin)
		end += begin;
	else if (fixed_parse_int(said[END], &end))
		return;
	if (end < begin || end > KEVENT_TIME_MAX)
		return;
	e->ts = begin;
	e->dur = end - begin;
}

void
pf_event(const struct pf_state *state, const struct pf_slice *s,
    const struct pf_place *place, struct kevent *e)
{
	const struct pf_track *t = place->track;
	struct span said[COLUMNS];

	find_columns(s, said);
	*e = (struct kevent){.name = name_of(state, s, t, said[NAME]),
	    .cat = first_category(s),
	    .ph = span_of(place->ph),
	    .id = pf_text(s, s->flow),
	    .pid = of_track(state, t, false),
	    .tid = said[TID].n ? said[TID] : of_track(state, t, true),
	    .device = said[DEVICE],
	    .stream = said[STREAM],
	    .correlation = said[CORRELATION],
	    .external_id = said[EXTERNAL_ID],
	    .has_ts = s->ts != PF_NO_TIME,
	    .ts = s->ts};
	e->group = category_group(e->cat, e->ph);
	if (category_on_device(e->cat, e->group)) {
		e->device = e->device.n ? e->device : e->pid;
		e->stream = e->stream.n ? e->stream : e->tid;
	}
	if (place->end != PF_NO_TIME) {
		e->has_dur = true;
		e->dur = place->end - s->ts;
		set_exact_time(e, said);
	}
}

/* A column that no annotation has under its own name. */
static int
put_column(struct whole *w, const struct pf_slice *s, const char *key,
    struct span value)
{
	if (value.n == 0 || pf_arg(s, span_of(key)).n)
		return 0;
	return whole_put(w, span_of(key), value);
}

int
pf_whole(struct whole *w, const struct pf_slice *s, struct kevent *e)
{
	w->args.n = w->rest.n = 0;
	if (put_column(w, s, "device", e->device) ||
	    put_column(w, s, "stream", e->stream) ||
	    put_column(w, s, "correlation", e->correlation))
		return -1;
	for (size_t i = 0; i < s->nargs; i++)
		if (whole_put(w, pf_text(s, s->args[i].key),
			pf_text(s, s->args[i].value)))
			return -1;
	if (whole_end(w))
		return -1;
	e->args = buf_span(&w->args);
	return 0;
}
