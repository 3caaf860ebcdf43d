/*
 * fact - rows of file, key and value.
 */
#ifndef COMMON_TRACE_FACT_H
#define COMMON_TRACE_FACT_H

#include "common/table/tsv.h"

/* Where rows go, and the file they are about. */
struct fact {
	struct tsvw *w; /* keeps the error, if there is one */
	struct span file;
};

void fact_put(const struct fact *, const char *key, struct span value);
void fact_int(const struct fact *, const char *key, int64_t);

/* A time; no value when it is not known. */
void fact_us(const struct fact *, const char *key, bool known, int64_t ns);

#endif
