/*
 * input_columns - which columns are the key, which are added up, and which
 * values are compared: a column, or the quotient of two, as
 * mean_us=sum_us/count.
 */
#pragma once

#include "common/bytes/buf.h"
#include "common/meaning/column.h"

enum { PLAN_NONE = -1, PLAN_TWICE = -2 };

/* Those of the columns of a table. */
struct names {
	const struct span *p;
	size_t n;
};

/* The place of a name; PLAN_NONE, or PLAN_TWICE if two are called so. */
int plan_find(const struct names *, struct span name);

struct value {
	struct span name;    /* of its columns */
	struct column about; /* by the name */
	int top, bottom;     /* places among the plan's columns; bottom may be
				PLAN_NONE */
	size_t stem;         /* the length of the name without its unit */
};

struct plan {
	struct span *key, *column; /* to be found by name in each table */
	size_t keys, columns;
	struct value *value;
	size_t values;
	bool spread; /* all tables have that of the first value */
	char error[256];
	size_t key_cap, column_cap, value_cap;
};

/*
 * Makes a plan of the lists of --keys and --value (NULL: the first column that
 * is a time whose sum means something, else the first that is a number), for
 * tables with these columns. Texts are borrowed. Returns 0, or -1: see error.
 */
MUST_USE int plan_make(
    struct plan *, const char *keys, const char *values, const struct names *);
void plan_free(struct plan *);

/* The place of a name that must be there once, or -1: see error. */
int plan_column(struct plan *, const struct names *, struct span name);
