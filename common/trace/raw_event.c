#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/json/fields.h"
#include "common/json/jsontext.h"
#include "common/meaning/event_category.h"
#include "common/trace/raw_event.h"

enum top { NAME, CAT, PH, ID, PID, TID, TS, DUR, TOPS };

enum arg {
	DEVICE,
	STREAM,
	CORRELATION,
	CORRELATION_ID,
	EXTERNAL_ID,
	EXTERNAL_ID_2021,
	RANK,
	LABEL,
	BEGIN_NS, /* from here on: those of rocprofv3 */
	END_NS,
	DELTA_NS,
	CORR_ID,
	AGENT,
	QUEUE,
	STREAM_ID,
	THREAD,
	ARGS
};

/* As the enum has them. */
static const struct span top_keys[TOPS] = {TEXT("name"), TEXT("cat"),
    TEXT("ph"), TEXT("id"), TEXT("pid"), TEXT("tid"), TEXT("ts"), TEXT("dur")};

static const struct span arg_keys[ARGS] = {
    [DEVICE] = {"device", 6},
    [STREAM] = {"stream", 6},
    [CORRELATION] = {"correlation", 11},
    [CORRELATION_ID] = {"correlation id", 14},
    [EXTERNAL_ID] = {"External id", 11},
    [EXTERNAL_ID_2021] = {"external id", 11},
    [RANK] = {"rank", 4},
    [LABEL] = {"name", 4},
    [BEGIN_NS] = {"begin_ns", 8},
    [END_NS] = {"end_ns", 6},
    [DELTA_NS] = {"delta_ns", 8},
    [CORR_ID] = {"corr_id", 7},
    [AGENT] = {"agent", 5},
    [QUEUE] = {"queue", 5},
    [STREAM_ID] = {"stream_ID", 9},
    [THREAD] = {"tid", 3},
};

struct raw_reader {
	struct json json;
	struct json_keys keys;
	struct fields_habit habit;
	struct span *args; /* ARGS of ours, then those asked for */
	struct span *text; /* of all keys */
	size_t *first;     /* place in args of each key's first mention */
	bool again;        /* is any key there twice? */
	struct buf scratch;
};

void
raw_reader_free(struct raw_reader *r)
{
	if (!r)
		return;
	json_free(&r->json);
	free(r->args);
	free(r->text);
	free(r->first);
	buf_free(&r->scratch);
	free(r);
}

static void
copy_first(struct raw_reader *r)
{
	struct span *arg = r->text + TOPS;

	for (size_t i = ARGS; r->again && i < r->keys.args.n; i++)
		arg[i] = arg[r->first[i]];
}

struct raw_reader *
raw_reader_new(const struct span *args, size_t n)
{
	struct raw_reader *r = xcalloc(1, sizeof *r);

	r->args = xcalloc(ARGS + n, sizeof *r->args);
	r->text = xcalloc(TOPS + ARGS + n, sizeof *r->text);
	r->first = xcalloc(ARGS + n, sizeof *r->first);
	memcpy(r->args, arg_keys, sizeof arg_keys);
	if (n)
		memcpy(r->args + ARGS, args, n * sizeof *args);
	r->keys.top = json_names(top_keys, TOPS);
	r->keys.args = json_names(r->args, ARGS + n);
	/* An argument may be asked for that is read anyway, or twice: text is
	 * for the first mention only. */
	for (size_t i = 0; i < ARGS + n; i++) {
		size_t k = 0;

		while (!span_equal(r->args[k], r->args[i]))
			k++;
		r->first[i] = k;
		r->again |= k < i;
	}
	return r;
}

/* Is it a string, an array, an object, or what else may be a value? */
static bool
is_readable(struct span value)
{
	return value.n == 0 || strchr("\"[{", *value.p) || json_literal(value);
}

/* Turns the values found into texts. */
static void
read_texts(struct raw_reader *r)
{
	size_t n = r->keys.top.n + r->keys.args.n, bytes = 0;

	for (size_t i = 0; i < n; i++)
		bytes += r->text[i].n;
	r->scratch.n = 0;
	buf_reserve(&r->scratch, bytes);
	for (size_t i = 0; i < n; i++)
		r->text[i] = is_readable(r->text[i])
		    ? json_text(r->text[i], &r->scratch)
		    : (struct span){0};
}

static int
read_time(struct span text, bool *has, int64_t *ns, struct span *usual)
{
	*has = text.n > 0;
	*ns = 0;
	if (fixed_parse_usual(text, ns)) {
		*usual = text;
		return 0;
	}
	if (*has &&
	    (fixed_parse_us(text, ns) || *ns > RAW_EVENT_TIME_MAX ||
		*ns < -RAW_EVENT_TIME_MAX))
		return JSON_UNREADABLE;
	return 0;
}

static struct span
first_of(struct span a, struct span b)
{
	return a.n ? a : b;
}

/*
 * The args of rocprofv3, in a Perfetto trace that traceconv made JSON of: they
 * say what pftrace/track_event.h has columns for.
 */
static void
take_rocprof(const struct span *arg, struct raw_event *e)
{
	e->device = first_of(e->device, arg[AGENT]);
	e->stream = first_of(e->stream, first_of(arg[STREAM_ID], arg[QUEUE]));
	e->correlation = first_of(e->correlation, arg[CORR_ID]);
	e->tid = first_of(arg[THREAD], e->tid);
}

/*
 * The rank in a pid as SGLang's merger writes it: of "[TP01] 83" the number,
 * "1"; of "[TP01-DP00] 83" all labels, as several processes have the first.
 */
static struct span
rank_label(struct span pid)
{
	struct span rest, label;

	if (!span_starts(pid, "[TP") || !(rest = span_after(pid, "] ")).p)
		return (struct span){0};
	label = span_cut(pid, 1, pid.n - rest.n - strlen("] "));
	if (span_holds(label, '-'))
		return label;
	label = span_cut(label, strlen("TP"), label.n);
	while (label.n > 1 && *label.p == '0')
		label = span_cut(label, 1, label.n);
	return label;
}

bool
raw_event_pid_ranks(const struct raw_event *e)
{
	return rank_label(e->pid).n > 0;
}

bool
raw_event_set_times(struct raw_event *e, int64_t start, const int64_t *end)
{
	e->ts = start;
	if (start < 0 || start > RAW_EVENT_TIME_MAX ||
	    (end && (*end < start || *end > RAW_EVENT_TIME_MAX)))
		return false;
	e->has_ts = true;
	e->has_dur = end != NULL;
	e->dur = end ? *end - start : 0;
	return true;
}

void
raw_event_set_exact(struct raw_event *e, const int64_t *begin,
    const int64_t *duration, const int64_t *end)
{
	int64_t sum;

	if (!begin || *begin < 0)
		return;
	if (duration && *duration <= RAW_EVENT_TIME_MAX - *begin) {
		sum = *begin + *duration;
		end = &sum;
	}
	if (!end || *end < *begin || *end > RAW_EVENT_TIME_MAX)
		return;
	e->ts = *begin;
	e->dur = *end - *begin;
	e->ts_text = e->dur_text = (struct span){0};
}

/*
 * Paddle writes behind each name how long the event took, as in "add[9.250 us]"
 * or "add[1.250 ms]", so that no two runs of a kernel would have one name.
 */
static struct span
without_duration(struct span name, int64_t dur)
{
	size_t n = name.n;
	int64_t told;

	if (!span_ends(name, " us]") && !span_ends(name, " ms]"))
		return name;
	if (name.p[n - 3] == 'm')
		dur /= 1000;
	while (n > 0 && name.p[n - 1] != '[')
		n--;
	if (n < 2 || fixed_parse_us(span_cut(name, n, name.n - 4), &told) ||
	    told < dur - 1 || told > dur + 1)
		return name;
	return span_cut(name, 0, n - 1);
}

static const int64_t *
parse(struct span text, int64_t *number)
{
	return fixed_parse_int(text, number) ? NULL : number;
}

/*
 * The event whose members' texts are in r->text. All is set one by one:
 * clearing the struct first took 5 % of the cycles where most events are
 * kernels.
 */
static int
read_event(struct raw_reader *r, struct raw_event *e)
{
	const struct span *top = r->text, *arg = r->text + TOPS;
	int64_t begin, duration, end;

	copy_first(r);
	e->name = top[NAME];
	e->cat = event_category_today(top[CAT]);
	e->ph = top[PH];
	e->id = top[ID];
	e->pid = top[PID];
	e->tid = top[TID];
	e->correlation = first_of(arg[CORRELATION], arg[CORRELATION_ID]);
	e->external_id = first_of(arg[EXTERNAL_ID], arg[EXTERNAL_ID_2021]);
	e->asked = arg + ARGS;
	raw_event_clear_rare(e);
	e->rank = arg[RANK].n ? arg[RANK] : rank_label(e->pid);
	e->label = arg[LABEL];
	e->group = event_category_group(e->cat, e->ph);
	e->device = arg[DEVICE];
	e->stream = arg[STREAM];
	if (arg[BEGIN_NS].n)
		take_rocprof(arg, e);
	raw_event_set_track(e);
	if (read_time(top[TS], &e->has_ts, &e->ts, &e->ts_text) ||
	    read_time(top[DUR], &e->has_dur, &e->dur, &e->dur_text))
		return JSON_UNREADABLE;
	if (e->dur < 0)
		return RAW_READER_BACKWARD;
	if (raw_event_complete(e) && !(e->has_ts && e->has_dur))
		return JSON_UNREADABLE;
	if (e->has_dur)
		e->name = without_duration(e->name, e->dur);
	if (arg[BEGIN_NS].n && raw_event_complete(e))
		raw_event_set_exact(e, parse(arg[BEGIN_NS], &begin),
		    parse(arg[DELTA_NS], &duration), parse(arg[END_NS], &end));
	return 0;
}

int
raw_reader_quick(struct raw_reader *r, struct span object, struct raw_event *e)
{
	return fields_read(&r->habit, object, &r->keys, r->text, &r->scratch)
	    ? read_event(r, e)
	    : RAW_READER_ODD;
}

int
raw_reader_read(struct raw_reader *r, struct span object, struct raw_event *e,
    int64_t *unreadable)
{
	const uint64_t once = 1 << PH | 1 << TS;
	int rc = json_members(&r->json, object, &r->keys, r->text);

	if (!rc)
		read_texts(r);
	if (!rc && r->json.repeated & once)
		rc = JSON_UNREADABLE;
	if (!rc)
		rc = read_event(r, e);
	if (!rc)
		*unreadable += r->json.unreadable;
	return rc;
}
