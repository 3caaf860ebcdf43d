/*
 * template - JSON objects that are alike but for their numbers and strings.
 *
 * A profiler writes millions of records with the same keys in the same order
 * with the same blanks. Of an object that was read with care, a template keeps
 * the bytes around its values. Another object fits if the same bytes stand
 * there, and between them whole numbers, or strings without escapes, as in the
 * first. Then it is as sound as the first, and has each member where that has
 * it: comparing takes a fifteenth of the time of reading it anew.
 */
#pragma once

#include "common/bytes/buf.h"

enum { TEMPLATE_PAD = 16, TEMPLATE_PARTS = 64 };

/* Zeroed, no object fits. */
struct template
{
	struct buf text; /* of the object */
	struct template_part {
		size_t at, n; /* bytes of it that stay the same */
		char behind;  /* what follows them: '0', '"', or 0: nothing */
	} part[TEMPLATE_PARTS];
	size_t parts;
	struct template_value {
		size_t first, start, last, end; /* a part, a place in it */
	} * value;
	size_t values, cap;
};

void template_free(struct template *);

/*
 * Learns from an object, which scan.h accepts, and where in it these values
 * are; one that is empty stays so. When the object is too large, or a value
 * lies elsewhere, none fits from then on.
 */
void template_learn(
    struct template *, struct span object, const struct span *value, size_t n);

/*
 * If the bytes begin with an object that fits, finds its values, as many as
 * were learnt, and returns its length; else 0, and the values are any. After
 * the bytes TEMPLATE_PAD more can be read.
 */
size_t template_match(
    const struct template *, struct span bytes, struct span *value);
