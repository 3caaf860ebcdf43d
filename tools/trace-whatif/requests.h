/*
 * requests - the scenarios that a command line asks for. What is wrong with one
 * ends the program with a message.
 */
#ifndef TRACE_WHATIF_REQUESTS_H
#define TRACE_WHATIF_REQUESTS_H

#include "tools/trace-whatif/scenario.h"

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
	const char *by;     /* the column of the groups of ideal times */
	const char *ideal;  /* the value of --ideal, or NULL */
	const char *end_at; /* that of --end-at, or NULL */

	/* after requests_open and requests_resolve */
	uint32_t by_column, end_column;
	int64_t *ideal_time; /* ns, by operation; NULL: no --ideal */
	int64_t **set_time;  /* so many arrays of --set */
	size_t sets, set_cap;
	struct scenario *scenario;
	size_t scenarios, scenario_cap;
};

void requests_add(struct requests *, enum request_kind, const char *text);

/* Keeps the columns they need, before operations are read. */
void requests_open(struct requests *, struct schedule *, struct tsv *);

/* Makes the scenarios and sets where graphs end, after all is read. */
void requests_resolve(struct requests *, struct schedule *);
void requests_free(struct requests *);

#endif
