#include "tools/trace-extract/stream_rows.h"
#include "common/meaning/column.h"
#include "common/trace/file_facts.h"

static const char *const usual[] = {"ts_us", "dur_us", "name", "cat", "ph",
    "id", "pid", "tid", "device", "stream", "correlation", "external_id"};

/* Columns that options add; nothing asked for may be called like them. */
static const char *const added[] = {
    "event", "args", "rest", "rank", "world_size", "gpu", "file"};

static bool
is_taken(const struct columns *c, struct span name)
{
	for (size_t i = 0; i < COUNT(usual); i++)
		if (span_is(name, usual[i]))
			return true;
	for (size_t i = 0; i < COUNT(added); i++)
		if (span_is(name, added[i]))
			return true;
	for (size_t i = 0; i < c->asked; i++)
		if (span_equal(name, c->name[i]))
			return true;
	return false;
}

static struct span
name_column(struct columns *c, struct span key)
{
	size_t start = c->names.n;

	column_add_name(&c->names, key);
	return span_cut(buf_span(&c->names), start, c->names.n);
}

const char *
columns_add(struct columns *c, const char *spec)
{
	const char *equals = strrchr(spec, '=');
	struct span key = {
	    spec, equals ? (size_t)(equals - spec) : strlen(spec)};
	struct span name;

	/* spans point into names: it is given its room once */
	if (c->names.cap == 0)
		buf_reserve(&c->names, 1 << 16);
	if (c->asked == ROWS_ASKED || key.n > c->names.cap - c->names.n)
		return "there are too many";
	name = equals ? span_of(equals + 1) : name_column(c, key);
	if (key.n == 0 || name.n == 0)
		return "a name is empty";
	if (is_taken(c, name))
		return "there is a column of that name; rename it: KEY=COLUMN";
	c->key[c->asked] = key;
	c->name[c->asked++] = name;
	return NULL;
}

void
rows_header(struct tsvw *w, const struct columns *c)
{
	for (size_t i = 0; i < COUNT(usual); i++)
		tsvw_text(w, span_of(usual[i]));
	for (size_t i = 0; i < c->asked; i++)
		tsvw_text(w, c->name[i]);
	if (c->number)
		tsvw_text(w, span_of("event"));
	if (c->whole)
		tsvw_titles(w, "args rest");
	rows_rank(w, c, span_of("rank"));
	rows_origin(w, c,
	    &(struct origin){.world = span_of("world_size"),
		.gpu = span_of("gpu"),
		.file = span_of("file")});
}

/* `text` is what would be printed, if it is known. */
static void
put_time(struct tsvw *w, bool has, int64_t ns, struct span text)
{
	if (text.n || !has)
		tsvw_field(w, text);
	else
		tsvw_us(w, ns);
}

/* An event's record, up to and without the rank; ts counts from `base` ns. */
static void
rows_event(struct tsvw *w, const struct columns *c, const struct raw_event *e,
    int64_t number, int64_t ts)
{
	static const struct span none;

	put_time(w, e->has_ts, ts, ts == e->ts ? e->ts_text : none);
	put_time(w, e->has_dur, e->dur, e->dur_text);
	tsvw_text(w, e->name);
	tsvw_text(w, e->cat);
	tsvw_text(w, e->ph);
	tsvw_text(w, e->id);
	tsvw_text(w, e->pid);
	tsvw_text(w, e->tid);
	tsvw_text(w, e->device);
	tsvw_text(w, e->stream);
	tsvw_text(w, e->correlation);
	tsvw_text(w, e->external_id);
	for (size_t i = 0; i < c->asked; i++)
		tsvw_text(w, e->asked[i]);
	if (c->number)
		tsvw_int(w, number);
	if (c->whole) {
		tsvw_text(w, e->args);
		tsvw_text(w, e->rest);
	}
}

void
rows_rank(struct tsvw *w, const struct columns *c, struct span rank)
{
	if (c->rank)
		tsvw_text(w, rank);
}

void
rows_origin(struct tsvw *w, const struct columns *c, const struct origin *o)
{
	if (c->rank && c->job) {
		tsvw_text(w, o->world);
		tsvw_text(w, o->gpu);
	}
	if (c->file)
		tsvw_text(w, o->file);
}

/* An event as it was before its pid told the rank, and with that rank. */
static const struct raw_event *
split_pid(struct raw_event *own, const struct raw_event *e,
    struct rank_pid *parts, int64_t pids)
{
	*own = *e;
	metadata_split_pid(parts, e->pid, pids);
	own->rank = parts->rank;
	own->pid = parts->pid;
	if (e->device.p == e->pid.p)
		own->device = parts->pid;
	return own;
}

int
record_write(const struct record *r, struct tsvw *w, const struct raw_event *e,
    int64_t number)
{
	struct span rank = r->origin.rank;
	struct rank_pid parts;
	struct raw_event own;
	int64_t ts;

	if (!select_has(r->selection, e, r->found))
		return 0;
	if (!(r->selection->all || raw_event_usable(e)) ||
	    __builtin_sub_overflow(e->ts, r->base, &ts))
		return -1;
	if (r->ranks == RANKS_IN_PID)
		e = split_pid(&own, e, &parts, r->pids);
	if (r->ranks != RANKS_BY_FILE) {
		rank = r->ranks == RANKS_BY_PID ? e->pid : e->rank;
		if (rank.n == 0 && !span_is(e->ph, "M"))
			atomic_fetch_add(r->unranked, 1);
	}
	rows_event(w, r->columns, e, number, ts);
	if (!r->open || r->ranks != RANKS_BY_FILE)
		rows_rank(w, r->columns, rank);
	if (!r->open)
		rows_origin(w, r->columns, &r->origin);
	(void)!tsvw_end(w); /* the writer keeps the error */
	return 1;
}
