#include <ctype.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/x.h"
#include "tools/trace-whatif/requests.h"

static const char *const option[] = {
    "--each", "--ideal", "--limit", "--scale", "--set"};

void
requests_add(void *requests, const char *name, const char *text)
{
	struct requests *r = requests;
	enum request_kind kind = REQUEST_EACH;

	while (strcmp(option[kind], name) != 0)
		kind++;
	if (kind == REQUEST_IDEAL)
		r->ideal = text;
	ARRAY_PUSH(r->request, r->n, &r->cap,
	    (struct request){kind, text, SCHEDULE_NONE});
}

/* The last colon of COLUMN=PATTERN:NUMBER. */
static const char *
find_colon(const struct request *r, const char **equals)
{
	const char *colon = strrchr(r->text, ':');

	*equals = strchr(r->text, '=');
	if (!*equals || *equals == r->text || !colon || colon < *equals)
		opt_die("%s takes COLUMN=PATTERN:NUMBER, not '%s'",
		    option[r->kind], r->text);
	return colon;
}

static uint32_t
keep(struct schedule *s, struct tsv *in, const char *name)
{
	uint32_t column;

	if (schedule_keep(s, in, name, &column))
		die_error(tsv_error(in));
	return column;
}

static uint32_t
keep_needed(struct schedule *s, struct tsv *in, const char *name)
{
	uint32_t column =
	    strcmp(name, "kind") == 0 ? s->kind : keep(s, in, name);

	if (column == SCHEDULE_NONE)
		die("%s: no column '%s'", tsv_file(in), name);
	return column;
}

/* The column of COLUMN=PATTERN. */
static uint32_t
keep_before(
    struct schedule *s, struct tsv *in, const char *text, const char *equals)
{
	char *name = xstrndup(text, (size_t)(equals - text));
	uint32_t column;

	column = keep_needed(s, in, name);
	free(name);
	return column;
}

void
requests_open(struct requests *r, struct schedule *s, struct tsv *in)
{
	const char *equals = r->end_at ? strchr(r->end_at, '=') : NULL;

	if (r->end_at && !equals)
		opt_die("--end-at takes COLUMN=PATTERN, not '%s'", r->end_at);
	if (equals)
		r->end_column = keep_before(s, in, r->end_at, equals);
	if (r->by && !r->ideal)
		opt_die("--by needs --ideal");
	r->by_column = SCHEDULE_NONE;
	if (r->ideal)
		r->by_column = keep_needed(s, in, r->by ? r->by : "name");
	for (size_t i = 0; i < r->n; i++) {
		struct request *q = &r->request[i];

		if (q->kind == REQUEST_EACH && !r->ideal)
			opt_die("--each needs --ideal");
		if (q->kind == REQUEST_EACH)
			q->column = keep_needed(s, in, q->text);
		if (q->kind == REQUEST_SET)
			q->column = keep_needed(s, in, "name");
		if (q->kind != REQUEST_SCALE && q->kind != REQUEST_LIMIT)
			continue;
		find_colon(q, &equals);
		q->column = keep_before(s, in, q->text, equals);
	}
}

static struct scenario *
add_scenario(struct requests *r, const char *what, const char *text)
{
	struct scenario s = {.column = SCHEDULE_NONE};

	BUF_ADD_ALL(&s.name, span_of(what), span_of(text));
	ARRAY_PUSH(r->scenario, r->scenarios, &r->scenario_cap, s);
	return &r->scenario[r->scenarios - 1];
}

static double
factor_of(const char *text, const struct request *r)
{
	char *end;
	double v = strtod(text, &end);

	if (!isdigit((unsigned char)*text) || *end || v > 1e15)
		opt_die(
		    "%s takes a factor of at least 0 after the last colon, not '%s'",
		    option[r->kind], r->text);
	return v;
}

static void
match(struct scenario *s, const struct schedule *t, struct span pattern,
    const char *name)
{
	char message[256];

	s->pattern = xstrndup(pattern.p, pattern.n);
	if (scenario_match(s, t, message))
		opt_die("%s: '%s': %s", name, s->pattern, message);
}

/* --scale and --limit. */
static void
resolve_change(
    struct requests *r, const struct request *q, const struct schedule *t)
{
	bool scale = q->kind == REQUEST_SCALE;
	struct scenario *s =
	    add_scenario(r, scale ? "scale " : "limit ", q->text);
	const char *equals, *colon = find_colon(q, &equals);

	s->column = q->column;
	s->inside = scale ? CHANGE_SCALE : CHANGE_LIMIT;
	if (scale)
		s->factor = factor_of(colon + 1, q);
	else
		s->limit = opt_decimal(
		    "--limit", colon + 1, "microseconds", 0, INT64_MAX);
	match(s, t, (struct span){equals + 1, (size_t)(colon - equals - 1)},
	    option[q->kind]);
}

/* Times by name out of a table; -1 for an operation whose name is not in it. */
static void
resolve_set(
    struct requests *r, const struct request *q, const struct schedule *t)
{
	struct scenario *s = add_scenario(r, "set ", q->text);
	struct tsv *in = xtsv_open_file(q->text);
	int name = xtsv_column(in, "name", "trace-stats -k name");
	int dur = xtsv_optional(in, "dur_us");
	int64_t *of_name = xcalloc(pool_count(t->texts), sizeof *of_name);
	int64_t *time = xcalloc(t->n, sizeof *time);
	uint32_t text;

	if (dur == TSV_MISSING)
		dur = xtsv_column(in, "mean_us", "trace-stats -k name");
	for (uint32_t i = 0; i < pool_count(t->texts); i++)
		of_name[i] = -1;
	while (xtsv_next(in)) {
		int64_t ns = xtsv_us(in, dur);

		if (ns < 0)
			xtsv_fail(in, "a negative time", tsv_field(in, dur));
		text = pool_find(t->texts, tsv_field(in, name));
		if (text != POOL_NONE)
			of_name[text] = ns;
	}
	for (uint32_t i = 0; i < t->n; i++)
		time[i] = of_name[t->kept[q->column].text[i]];
	tsv_close(in);
	free(of_name);
	s->inside = CHANGE_SET;
	s->time = s->own = time;
}

/* Only this value as traced, all else ideal, or the other way round. */
static void
add_value(struct requests *r, const struct request *q, struct span text,
    uint32_t value, bool as_traced)
{
	struct scenario *s =
	    add_scenario(r, as_traced ? "traced " : "ideal ", q->text);

	BUF_ADD_ALL(&s->name, span_of("="), text);
	s->column = q->column;
	s->value = value;
	s->inside = as_traced ? CHANGE_NOTHING : CHANGE_IDEAL;
	s->outside = as_traced ? CHANGE_IDEAL : CHANGE_NOTHING;
	s->time = r->ideal_time;
}

/* The values in the order in which they come. */
static void
resolve_each(
    struct requests *r, const struct request *q, const struct schedule *t)
{
	const uint32_t *text = t->kept[q->column].text;
	bool *seen = xcalloc(pool_count(t->texts), sizeof *seen);

	for (uint32_t i = 0; i < t->n; i++) {
		struct span value = pool_get(t->texts, text[i]);

		if (seen[text[i]])
			continue;
		seen[text[i]] = true;
		add_value(r, q, value, text[i], true);
		add_value(r, q, value, text[i], false);
	}
	free(seen);
}

static enum statistic
statistic_of(struct span word, const char *whole)
{
	if (span_is(word, "mean"))
		return STATISTIC_MEAN;
	if (!span_is(word, "median"))
		opt_die("--ideal takes mean or median, or a list such as "
			"mean:compute,median:comm, not '%s'",
		    whole);
	return STATISTIC_MEDIAN;
}

/* One of the list: "mean:compute". */
static void
read_ideal(struct span item, const char *whole, const struct schedule *t,
    unsigned char *of_kind)
{
	struct span kind = span_after(item, ":");
	uint32_t text, i = 0;

	if (!kind.p)
		opt_die("--ideal: '%s' has a statistic without a kind", whole);
	text = pool_find(t->texts, kind);
	while (i < t->n && t->kept[t->kind].text[i] != text)
		i++;
	if (i == t->n)
		opt_die("--ideal: no operation is of the kind '%.*s'",
		    (int)kind.n, kind.p);
	of_kind[text] = (unsigned char)statistic_of(
	    span_cut(item, 0, item.n - kind.n - 1), whole);
}

static void
resolve_ideal(struct requests *r, const struct schedule *t)
{
	struct span rest = span_of(r->ideal);
	size_t kinds = pool_count(t->texts);
	unsigned char *of_kind = xcalloc(kinds + 1, 1);

	r->ideal_time = xcalloc((size_t)t->n + 1, sizeof *r->ideal_time);
	if (!span_holds(rest, ':')) {
		memset(of_kind, statistic_of(rest, r->ideal), kinds);
		rest.p = NULL;
	}
	while (rest.p)
		read_ideal(span_take(&rest, ','), r->ideal, t, of_kind);
	if (scenario_ideal(t, r->by_column, of_kind, r->ideal_time))
		die("--ideal: the times are too large");
	free(of_kind);
}

/* Each graph ends with the operations that --end-at names, if there are any. */
static void
resolve_ends(const struct requests *r, struct schedule *t)
{
	struct scenario s = {.column = r->end_column};
	bool *ends = xcalloc(t->graphs, sizeof *ends);

	match(&s, t, span_of(strchr(r->end_at, '=') + 1), "--end-at");
	for (uint32_t i = 0; i < t->n; i++) {
		struct operation *o = &t->op[i];

		o->ends = scenario_matches(&s, t->kept[s.column].text[i]);
		ends[o->graph] |= o->ends;
	}
	for (uint32_t g = 0; g < t->graphs; g++)
		if (!ends[g])
			die("--end-at %s: no operation of %s%.*s matches",
			    r->end_at, t->graphs > 1 ? "the graph " : "them",
			    (int)schedule_graph(t, g).n,
			    schedule_graph(t, g).p);
	scenario_free(&s);
	free(ends);
}

void
requests_resolve(struct requests *r, struct schedule *t)
{
	if (r->end_at)
		resolve_ends(r, t);
	add_scenario(r, "unchanged", "");
	if (r->ideal)
		resolve_ideal(r, t);
	for (size_t i = 0; i < r->n; i++) {
		const struct request *q = &r->request[i];

		if (q->kind == REQUEST_EACH)
			resolve_each(r, q, t);
		else if (q->kind == REQUEST_SET)
			resolve_set(r, q, t);
		else if (q->kind == REQUEST_IDEAL) {
			struct scenario *s = add_scenario(r, "ideal", "");

			s->inside = CHANGE_IDEAL;
			s->time = r->ideal_time;
			r->whole = r->scenarios - 1;
		} else
			resolve_change(r, q, t);
	}
}

void
requests_free(struct requests *r)
{
	for (size_t i = 0; i < r->scenarios; i++)
		scenario_free(&r->scenario[i]);
	free(r->scenario);
	free(r->ideal_time);
	free(r->request);
}
