/*
 * fit_arguments - the arguments of a call, by what was recorded and what the
 * operator declares.
 */
#pragma once

#include "tools/trace-replay/schema.h"

enum value_kind {
	VALUE_NONE,
	VALUE_BOOL,   /* text: True or False */
	VALUE_NUMBER, /* text: any number, also inf and nan */
	VALUE_REAL,   /* the same, and never written as a whole number */
	VALUE_TEXT,   /* text: a string's characters */
	VALUE_WORD,   /* word: a name of the module torch */
	VALUE_DEVICE, /* the device on which all is replayed */
	VALUE_LIST,   /* text: a list; of items as `item` says */
	VALUE_TENSOR,
	VALUE_TENSORS /* a list of them; sizes and strides are lists of lists */
};

/* A tensor's contents before the call. */
enum value_start {
	START_NORMAL, /* standard normal numbers */
	START_ZEROS,  /* of whole numbers: valid as an index of anything */
	START_BELOW,  /* whole numbers from 0 and below `bound` */
	START_NOTHING /* it is overwritten */
};

struct value {
	enum value_kind kind;
	enum value_kind item; /* of a list */
	struct span text;
	const char *word;

	/* Of a tensor; type as recorded, word as torch has it. */
	struct span sizes, strides, type; /* strides may be missing */
	enum value_start start;
	int64_t bound;
};

struct argument {
	struct span name, type; /* as declared; empty: nothing is */
	bool keyword;
	const char
	    *assumed; /* a message: the value was not recorded; or NULL */
	struct value value;
};

struct call {
	struct argument argument[SCHEMA_MOST];
	int n;
};

/* The four columns of trace-link --operators. */
struct recorded {
	struct span sizes, types, strides, values;
};

/* How to decide where the reference does it in another way. */
struct fit_options {
	bool reference;    /* fit only what the reference fits */
	int64_t index_max; /* bound of whole numbers of unknown use; 0: none */
	struct span list_type; /* of tensors in lists; empty: not known */
};

enum fit_result {
	FIT_YES,
	FIT_COUNT,    /* it has another number of arguments */
	FIT_LIST,     /* tensors in a list, whose types are not recorded */
	FIT_TEXT,     /* a string that is not recorded, and no default */
	FIT_ARGUMENT, /* an argument is of another kind */
	FIT_MISSING   /* the arguments are not recorded */
};

/* How many whole numbers a list has, none of which may be below 0; or -1. */
int fit_count_sizes(struct span list);

/* Fits what was recorded to a declaration; to NULL, all by its place. */
enum fit_result fit_call(struct call *, const struct schema *,
    const struct recorded *, const struct fit_options *);
