/*
 * fields - the members of one JSON object, read in one pass.
 *
 * The fast half of json.h: it finds what json_members finds, or declines. It
 * declines what is unusual (an escape in a key, an unknown escape in a string,
 * bytes that jsmn does not take) and all that scan.h calls broken; then scan.h
 * and json_members decide.
 */
#ifndef COMMON_FIELDS_H
#define COMMON_FIELDS_H

#include "common/json.h"

/*
 * Returns whether the object was read; values are then as json_members would
 * give them, and the object is sound.
 */
bool fields_read(
    struct span object, const struct json_keys *, struct span *values);

#endif
