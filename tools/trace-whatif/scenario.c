#include <math.h>
#include <regex.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/times/interval.h"
#include "common/times/stats.h"
#include "tools/trace-whatif/requests.h"

void
scenario_free(struct scenario *s)
{
	buf_free(&s->name);
	free(s->pattern);
	free(s->matches);
	free(s->own);
}

enum { MATCH_UNKNOWN, MATCH_NO, MATCH_YES };

/* Matches those texts that are not known yet. */
static void
match_texts(struct scenario *s, const struct schedule *t,
    const regex_t *pattern, const uint32_t *text, size_t n)
{
	struct buf room = {0};

	for (size_t i = 0; i < n; i++) {
		if (s->matches[text[i]] != MATCH_UNKNOWN)
			continue;
		BUF_JOIN(&room, pool_get(t->texts, text[i]), BUF_NUL);
		s->matches[text[i]] =
		    regexec(pattern, room.p, 0, NULL, 0) ? MATCH_NO : MATCH_YES;
	}
	buf_free(&room);
}

int
scenario_match(struct scenario *s, const struct schedule *t, char message[256])
{
	regex_t pattern;
	int status = regcomp(&pattern, s->pattern, REG_EXTENDED | REG_NOSUB);

	if (status) {
		regerror(status, &pattern, message, 256);
		return -1;
	}
	s->matches = xcalloc((size_t)pool_count(t->texts) + 1, 1);
	match_texts(s, t, &pattern, t->kept[s->column].text, t->n);
	if (s->column == t->kind)
		match_texts(
		    s, t, &pattern, t->edge_kind, t->graph.edges - t->n);
	regfree(&pattern);
	return 0;
}

bool
scenario_matches(const struct scenario *s, uint32_t text)
{
	return s->pattern ? s->matches[text] == MATCH_YES : s->value == text;
}

/* An operation among those of its group that take the same statistic. */
struct member {
	uint32_t group, operation;
	unsigned char wanted;
};

ORDER_BY(by_group, struct member, UP(group), UP(wanted), UP(operation))

/* Gives the n operations of a group their time. 0, or 1: it does not fit. */
static int
set_group(const struct schedule *t, const struct member *m, size_t n,
    int64_t *value, int64_t *time)
{
	struct stats stats;

	if (m->wanted == STATISTIC_NONE)
		return 0;
	for (size_t i = 0; i < n; i++)
		value[i] = t->op[m[i].operation].dur;
	if (stats_of(value, n, &stats))
		return 1;
	for (size_t i = 0; i < n; i++)
		time[m[i].operation] =
		    m->wanted == STATISTIC_MEAN ? stats.mean : stats.median;
	return 0;
}

int
scenario_ideal(const struct schedule *t, uint32_t by,
    const unsigned char *of_kind, int64_t *time)
{
	const uint32_t *kind = t->kept[t->kind].text;
	struct member *m = xcalloc((size_t)t->n + 1, sizeof *m);
	int64_t *value = xcalloc((size_t)t->n + 1, sizeof *value);
	int status = 0;

	for (uint32_t i = 0; i < t->n; i++) {
		m[i] =
		    (struct member){t->kept[by].text[i], i, of_kind[kind[i]]};
		time[i] = t->op[i].dur;
	}
	ARRAY_SORT(m, t->n, by_group);
	for (size_t i = 0, n = 0; status == 0 && i < t->n; i += n) {
		for (n = 1; i + n < t->n && m[i + n].group == m[i].group &&
		     m[i + n].wanted == m[i].wanted;)
			n++;
		status = set_group(t, m + i, n, value, time);
	}
	free(m);
	free(value);
	return status;
}

/* A time as the change makes it; INT64_MAX: it does not fit. */
static int64_t
change(
    const struct scenario *s, enum change how, int64_t ns, uint32_t operation)
{
	double scaled;

	switch (how) {
	case CHANGE_NOTHING:
		return ns;
	case CHANGE_LIMIT:
		return ns < s->limit ? ns : s->limit;
	case CHANGE_SCALE:
		scaled = (double)ns * s->factor;
		return fabs(scaled) < (double)INTERVAL_MOST ? llround(scaled)
							    : INT64_MAX;
	default:
		return operation == SCHEDULE_NONE ? ns : s->time[operation];
	}
}

int
scenario_lags(const struct scenario *s, const struct schedule *t, int64_t *lag,
    uint32_t *changed)
{
	const uint32_t *column =
	    s->column == SCHEDULE_NONE ? NULL : t->kept[s->column].text;
	bool edges = s->column == t->kind;
	int64_t sum = 0;

	*changed = 0;
	for (uint32_t e = 0; e < t->graph.edges; e++) {
		bool own = e < t->n, inside = !column;

		lag[e] = t->lag[e];
		if (own || edges) {
			if (column)
				inside = scenario_matches(s,
				    own ? column[e] : t->edge_kind[e - t->n]);
			else if (s->inside == CHANGE_SET)
				inside = s->time[e] >= 0;
			*changed += inside;
			lag[e] = change(s, inside ? s->inside : s->outside,
			    lag[e], own ? e : SCHEDULE_NONE);
		}
		if (lag[e] == INT64_MAX || fixed_add(&sum, llabs(lag[e])))
			return -1;
	}
	return 0;
}
