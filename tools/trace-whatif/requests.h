/*
 * requests - the scenarios that a command line asks for. What is wrong with one
 * ends the program with a message.
 */
#pragma once

#include "tools/trace-whatif/schedule.h"

/*
 * Scenarios in which some operations take another time: other lags of a
 * schedule.
 */

enum change {
	CHANGE_NOTHING,
	CHANGE_IDEAL, /* to the time of its group, see scenario_ideal */
	CHANGE_SCALE,
	CHANGE_LIMIT,
	CHANGE_SET /* to a time of its own; nothing where that is -1 */
};

/* Some operations change in one way, the others in another. */
struct scenario {
	struct buf name;
	uint32_t column; /* that tells which; SCHEDULE_NONE: all do */
	char *pattern;   /* of texts in the column, or NULL: */
	uint32_t value;  /* the only text */
	char *matches;   /* by text; for scenario.c only */
	enum change inside, outside;
	double factor;       /* of CHANGE_SCALE */
	int64_t limit;       /* ns, of CHANGE_LIMIT */
	const int64_t *time; /* ns, by operation, of IDEAL and SET */
	int64_t *own;        /* the same of SET alone, to be freed */
};

void scenario_free(struct scenario *);

/*
 * Finds the texts of the column that the pattern, a POSIX extended regular
 * expression, is found in. Returns 0, or -1: no such expression, and then the
 * message says why.
 */
MUST_USE int scenario_match(
    struct scenario *, const struct schedule *, char message[256]);

/* Whether a text of the column is inside. */
bool scenario_matches(const struct scenario *, uint32_t text);

enum statistic { STATISTIC_NONE, STATISTIC_MEAN, STATISTIC_MEDIAN };

/*
 * The ideal time of each operation: the statistic of those that have its text
 * in the column `by`; its own time where the statistic of its kind is none.
 * `of_kind` is by text. Returns 0, or 1: a sum does not fit.
 */
MUST_USE int scenario_ideal(const struct schedule *, uint32_t by,
    const unsigned char *of_kind, int64_t *time);

/*
 * The lags of all edges of the graph. Edges change with operations where the
 * column is kind; an ideal or a set time is for operations only. Sets how many
 * changed. Returns 0, or -1: their sum does not fit.
 */
MUST_USE int scenario_lags(const struct scenario *, const struct schedule *,
    int64_t *lag, uint32_t *changed);

enum request_kind {
	REQUEST_EACH,
	REQUEST_IDEAL,
	REQUEST_LIMIT,
	REQUEST_SCALE,
	REQUEST_SET
};

struct request {
	enum request_kind kind;
	const char *text; /* the option's value */
	uint32_t column;  /* kept, after requests_open */
};

struct requests {
	struct request *request;
	size_t n, cap;
	const char *by;    /* column of the groups of ideal times; NULL: name */
	const char *ideal; /* the value of --ideal, or NULL */
	const char *end_at; /* that of --end-at, or NULL */

	/* after requests_open and requests_resolve */
	uint32_t by_column, end_column;
	int64_t *ideal_time; /* ns, by operation; NULL: no --ideal */
	struct scenario *scenario;
	size_t scenarios, scenario_cap;
	size_t whole; /* the scenario in which all is ideal, or 0 */
};

/* Of the option of this name, for opt_parse. */
void requests_add(void *requests, const char *name, const char *text);

/* Keeps the columns they need, before operations are read. */
void requests_open(struct requests *, struct schedule *, struct tsv *);

/* Makes the scenarios and sets where graphs end, after all is read. */
void requests_resolve(struct requests *, struct schedule *);
void requests_free(struct requests *);
