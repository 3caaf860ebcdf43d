/*
 * fields - the members of one JSON object, read in one pass.
 *
 * The fast half of json.h: it finds what json_members finds, or declines. It
 * declines what is unusual (an escape in a key, an unknown escape in a string,
 * bytes that jsmn does not take) and all that scan.h calls broken; then scan.h
 * and json_members decide.
 */
#pragma once

#include "common/bytes/buf.h"
#include "common/json/json.h"

enum {
	FIELDS_PAD = 16,     /* bytes after an object that can be read */
	FIELDS_MEMBERS = 64, /* of an object; one with as many is declined */
	FIELDS_UNWANTED = -1,
	FIELDS_ARGS = -2
};

/*
 * The bytes before the values of earlier objects, and before their ends:
 * profilers write the same keys in the same order with the same blanks, so it
 * is worth a comparison whether the next object's member begins in the same
 * way. Two ways for each member, as events of two kinds often take turns, as
 * launches and flows. With them fields_read takes two fifths of the
 * instructions; they have no other effect. Zeroed at first, and of no use with
 * other keys.
 */
struct fields_lead {
	unsigned char n; /* 0: none is remembered */
	short meaning;   /* place among the texts, as above, or the end */
	char bytes[60];  /* so that leads are 64 bytes */
};
struct fields_leads {
	struct fields_lead lead[2];
	unsigned last; /* which was there last */
};
struct fields_habit {
	struct fields_leads top[FIELDS_MEMBERS], args[FIELDS_MEMBERS];
};

/*
 * Returns whether the object was read; it is sound then, if it holds no NUL,
 * which is not looked for. FIELDS_PAD bytes of
 * any kind have to follow it. texts has as many places as there are keys: each
 * becomes what json_text makes of the value that json_members finds, part of
 * the object or of scratch, which is overwritten.
 */
bool fields_read(struct fields_habit *, struct span object,
    const struct json_keys *, struct span *texts, struct buf *scratch);
