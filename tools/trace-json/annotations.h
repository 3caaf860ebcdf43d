/*
 * annotations - arguments of an event, as a Perfetto trace has them.
 *
 * Whole numbers that fit 64 bits and truth values keep their type, and other
 * numbers become doubles. Texts, and arrays and objects as the text of their
 * JSON, are written once, with a number. What is null has no value.
 */
#ifndef TRACE_JSON_ANNOTATIONS_H
#define TRACE_JSON_ANNOTATIONS_H

#include "tools/trace-json/packets.h"

/*
 * Adds each member of an object of JSON to the packet; the scratch is for the
 * texts that they say.
 */
void annotations_put(
    struct packets *, struct packet *, struct span object, struct buf *scratch);

/* Adds one member, whose key and value are JSON. */
void annotations_put_member(struct packets *, struct packet *, struct span key,
    struct span value, struct buf *scratch);

/* Adds one under a name, of a value of JSON. */
void annotations_put_one(struct packets *, struct packet *, struct span key,
    struct span value, struct buf *scratch);

/* Whether a value of JSON is a number: if so, *whole or *real is that. */
enum annotation_number {
	ANNOTATION_NONE,
	ANNOTATION_WHOLE,
	ANNOTATION_UNSIGNED, /* beyond INT64_MAX; in *whole, too */
	ANNOTATION_REAL
};
enum annotation_number annotation_number(
    struct span value, uint64_t *whole, double *real);

#endif
