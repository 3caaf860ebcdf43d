/*
 * plane - one plane of an XSpace: its names, which events point to by
 * numbers, and its lines.
 */
#pragma once

#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/bytes/protobuf.h"
#include "common/json/skim.h"
#include "common/trace/raw_event.h"

/* Field numbers of xplane.proto (OpenXLA, "tsl/profiler/protobuf"). */
enum {
	XSPACE_PLANE = 1,
	XSPACE_HOST = 4,
	XPLANE_ID = 1,
	XPLANE_NAME = 2,
	XPLANE_LINE = 3,
	XPLANE_EVENT_NAMES = 4,
	XPLANE_STAT_NAMES = 5,
	XPLANE_STAT = 6,
	XLINE_ID = 1,
	XLINE_NAME = 2,
	XLINE_TIME = 3,
	XLINE_EVENT = 4,
	XEVENT_KIND = 1,
	XEVENT_OFFSET = 2,
	XEVENT_DURATION = 3,
	XEVENT_STAT = 4,
	XEVENT_OCCURRENCES = 5,
	XSTAT_KIND = 1,
	XSTAT_DOUBLE = 2,
	XSTAT_UNSIGNED = 3,
	XSTAT_SIGNED = 4,
	XSTAT_TEXT = 5,
	XSTAT_BYTES = 6,
	XSTAT_REFERENCE = 7,
	XMAP_KEY = 1,
	XMAP_VALUE = 2,
	XNAME_NAME = 2,
	XNAME_DISPLAY = 4,
	XNAME_STAT = 5
};

/* A name by its number; its message has what all events of it have. */
struct xplane_name {
	uint64_t id;
	struct span name, message;
};

struct xplane_names {
	struct xplane_name *at;
	size_t n, cap;
};

/* Zeroed, it is empty. All texts lie in the message that was read. */
struct xplane_plane {
	struct span name, message;
	struct xplane_names events, stats;
	bool damaged; /* what is after some place is no message */
};

/* Whether a space, plane or line can have a field: see protobuf_resync. */
bool xplane_space_sound(const struct protobuf_field *, enum protobuf_place);
bool xplane_plane_sound(const struct protobuf_field *, enum protobuf_place);
bool xplane_line_sound(const struct protobuf_field *, enum protobuf_place);

/* Reads the names of a plane, wherever in it they stand. */
void xplane_plane_read(struct xplane_plane *, struct span message);
void xplane_plane_free(struct xplane_plane *);

/* Whether a plane of that name holds what a device did. */
bool xplane_plane_of_device(struct span name);

/* Whether planes have such names. */
bool xplane_plane_known(struct span name);

/* The number at the end of its name: of /device:GPU:3 it is 3. */
uint64_t xplane_plane_number(struct span name);

/* The name of that number, or NULL. */
const struct xplane_name *xplane_name_of(
    const struct xplane_names *, uint64_t id);

/*
 * The name and the text of a stat; numbers are written into `scratch`, which
 * has room for XPLANE_NUMBER bytes. Returns 1, 0 if it has none, or bytes, -1
 * if it is damaged or its name is lost.
 */
enum { XPLANE_NUMBER = 32 };
int xplane_stat(const struct xplane_plane *, struct span stat,
    struct span *name, struct span *text, char *scratch);

/* When an event of XLA was, and of which category it is. */

/*
 * Sets when it was, on a line that begins at `line_ns`, and the number of its
 * name. Returns 1, 0 if it is a count of many, -1 if it cannot be read.
 */
int xplane_times(
    struct span message, int64_t line_ns, uint64_t *kind, struct raw_event *);

/* The category of a device's event: xla on lines that the profiler derives. */
struct span xplane_device_category(
    bool gpu, struct span line_name, struct span name);

/*
 * Whether an event of such a line can be of a category that is asked for; words
 * may be NULL: all are.
 */
bool xplane_wanted(
    const struct skim_words *, bool host, bool gpu, struct span line_name);

/* The category of a host's event; one with a correlation launches work. */
struct span xplane_host_category(const struct raw_event *);
