/*
 * perfetto - the numbers of the fields in a Perfetto trace, as far as tracks
 * and their events need them.
 *
 * From the definitions of the project google/perfetto, in
 * protos/perfetto/trace: trace.proto, trace_packet.proto,
 * trace_packet_defaults.proto, clock_snapshot.proto,
 * interned_data/interned_data.proto, chrome/chrome_trace_event.proto, and in
 * track_event/ the descriptors of tracks, processes, threads and counters,
 * track_event.proto and debug_annotation.proto. Numbers never change there; new
 * ones are added.
 */
#pragma once

/* Trace: nothing but packets. */
enum { PERFETTO_TRACE_PACKET = 1 };

enum perfetto_packet {
	PERFETTO_PACKET_FTRACE = 1,
	PERFETTO_PACKET_CHROME = 5,
	PERFETTO_PACKET_CLOCK_SNAPSHOT = 6,
	PERFETTO_PACKET_TIMESTAMP = 8,
	PERFETTO_PACKET_SEQUENCE = 10,
	PERFETTO_PACKET_EVENT = 11,
	PERFETTO_PACKET_INTERNED = 12,
	PERFETTO_PACKET_FLAGS = 13,
	PERFETTO_PACKET_PROCESS = 43,  /* before there were tracks */
	PERFETTO_PACKET_THREAD = 44,   /* likewise: that of the sequence */
	PERFETTO_PACKET_CLEARED = 41,  /* as PERFETTO_FLAG_CLEARED */
	PERFETTO_PACKET_DROPPED = 42,  /* the packet before was lost */
	PERFETTO_PACKET_DEFLATED = 50, /* packets, as zlib writes them */
	PERFETTO_PACKET_CLOCK = 58,
	PERFETTO_PACKET_DEFAULTS = 59, /* has the clock under the same number */
	PERFETTO_PACKET_TRACK = 60
};

/* Flags of a packet: the sequence begins anew; the packet needs its state. */
enum { PERFETTO_FLAG_CLEARED = 1, PERFETTO_FLAG_NEEDS_STATE = 2 };

/* Of PERFETTO_PACKET_DEFAULTS: those of its events, with their track. */
enum { PERFETTO_DEFAULTS_EVENT = 11 };

/* Of PERFETTO_PACKET_CHROME: what stands beside the events. */
enum { PERFETTO_CHROME_METADATA = 2 };

enum perfetto_metadata {
	PERFETTO_METADATA_NAME = 1,
	PERFETTO_METADATA_TEXT = 2,
	PERFETTO_METADATA_BOOL = 3,
	PERFETTO_METADATA_INTEGER = 4,
	PERFETTO_METADATA_JSON = 5 /* text */
};

enum { PERFETTO_SNAPSHOT_CLOCK = 1, PERFETTO_SNAPSHOT_PRIMARY = 2 };

enum perfetto_clock {
	PERFETTO_CLOCK_ID = 1,
	PERFETTO_CLOCK_TIMESTAMP = 2,
	PERFETTO_CLOCK_INCREMENTAL = 3, /* times are differences */
	PERFETTO_CLOCK_UNIT = 4         /* nanoseconds that one is; 1 */
};

/* Clocks: the one of the trace; from 64 on they are the sequence's own. */
enum { PERFETTO_MONOTONIC = 3, PERFETTO_BOOTTIME = 6, PERFETTO_OWN_CLOCK = 64 };

/* Texts that events name by number: each an iid and the text. */
enum perfetto_interned {
	PERFETTO_INTERNED_CATEGORY = 1,
	PERFETTO_INTERNED_NAME = 2,
	PERFETTO_INTERNED_KEY = 3,   /* of an annotation */
	PERFETTO_INTERNED_VALUE = 29 /* of an annotation */
};
enum { PERFETTO_INTERNED_IID = 1, PERFETTO_INTERNED_TEXT = 2 };

enum perfetto_track {
	PERFETTO_TRACK_UUID = 1,
	PERFETTO_TRACK_NAME = 2,
	PERFETTO_TRACK_PROCESS = 3,
	PERFETTO_TRACK_THREAD = 4,
	PERFETTO_TRACK_PARENT = 5,
	PERFETTO_TRACK_COUNTER = 8,
	PERFETTO_TRACK_STATIC_NAME = 10,
	PERFETTO_TRACK_ATRACE_NAME = 13
};

enum perfetto_counter {
	PERFETTO_COUNTER_MULTIPLIER = 4,
	PERFETTO_COUNTER_INCREMENTAL = 5 /* values are differences */
};

enum perfetto_process {
	PERFETTO_PROCESS_PID = 1,
	PERFETTO_PROCESS_SORT = 3,
	PERFETTO_PROCESS_NAME = 6,
	PERFETTO_PROCESS_LABEL = 8
};

enum perfetto_thread {
	PERFETTO_THREAD_PID = 1,
	PERFETTO_THREAD_TID = 2,
	PERFETTO_THREAD_SORT = 3,
	PERFETTO_THREAD_NAME = 5,
	PERFETTO_THREAD_TIME = 6 /* us, where PERFETTO_EVENT_DELTA begins */
};

enum perfetto_event {
	PERFETTO_EVENT_DELTA = 1,    /* us since the event before */
	PERFETTO_EVENT_CATEGORY = 3, /* iid */
	PERFETTO_EVENT_ANNOTATION = 4,
	PERFETTO_EVENT_LEGACY = 6,
	PERFETTO_EVENT_TYPE = 9,
	PERFETTO_EVENT_NAME = 10, /* iid */
	PERFETTO_EVENT_TRACK = 11,
	PERFETTO_EVENT_EXTRA_COUNT = 12,   /* integers, and doubles: */
	PERFETTO_EVENT_EXTRA_MEASURE = 46, /* of further counters */
	PERFETTO_EVENT_ABSOLUTE = 16,      /* us */
	PERFETTO_EVENT_CATEGORY_TEXT = 22,
	PERFETTO_EVENT_NAME_TEXT = 23,
	PERFETTO_EVENT_COUNT = 30,         /* integer */
	PERFETTO_EVENT_COUNT_TRACK = 31,   /* of each EXTRA_COUNT */
	PERFETTO_EVENT_OLD_FLOW = 36,      /* varint */
	PERFETTO_EVENT_OLD_FLOW_END = 42,  /* varint */
	PERFETTO_EVENT_MEASURE = 44,       /* double */
	PERFETTO_EVENT_MEASURE_TRACK = 45, /* of each EXTRA_MEASURE */
	PERFETTO_EVENT_FLOW = 47,          /* fixed64 */
	PERFETTO_EVENT_FLOW_END = 48,      /* fixed64 */
	PERFETTO_EVENT_CORRELATION = 52,
	PERFETTO_EVENT_CORRELATION_TEXT = 53
};

enum perfetto_legacy {
	PERFETTO_LEGACY_NAME = 1, /* iid */
	PERFETTO_LEGACY_PHASE = 2,
	PERFETTO_LEGACY_DURATION = 3, /* us */
	PERFETTO_LEGACY_ID = 6,
	PERFETTO_LEGACY_LOCAL_ID = 10,
	PERFETTO_LEGACY_GLOBAL_ID = 11,
	PERFETTO_LEGACY_PID = 18, /* instead of those of the thread */
	PERFETTO_LEGACY_TID = 19
};

enum perfetto_type {
	PERFETTO_BEGIN = 1,
	PERFETTO_END = 2,
	PERFETTO_INSTANT = 3,
	PERFETTO_COUNTER = 4,
	PERFETTO_COMPLETE = 1000, /* of ours: a legacy event with a duration; */
	PERFETTO_PHASE = 1001     /* of another phase of Chrome's JSON */
};

enum perfetto_annotation {
	PERFETTO_ANNOTATION_KEY = 1, /* iid */
	PERFETTO_ANNOTATION_BOOL = 2,
	PERFETTO_ANNOTATION_UNSIGNED = 3,
	PERFETTO_ANNOTATION_INTEGER = 4,
	PERFETTO_ANNOTATION_DOUBLE = 5,
	PERFETTO_ANNOTATION_TEXT = 6,
	PERFETTO_ANNOTATION_POINTER = 7,
	PERFETTO_ANNOTATION_NESTED = 8, /* what came before DICT and ARRAY */
	PERFETTO_ANNOTATION_JSON = 9,   /* text */
	PERFETTO_ANNOTATION_KEY_TEXT = 10,
	PERFETTO_ANNOTATION_DICT = 11,  /* its entries are annotations */
	PERFETTO_ANNOTATION_ARRAY = 12, /* likewise, without names */
	PERFETTO_ANNOTATION_VALUE = 17  /* iid of a text */
};

enum perfetto_nested {
	PERFETTO_NESTED_KEY = 2, /* of each entry of a dictionary, in order */
	PERFETTO_NESTED_ENTRY = 3,
	PERFETTO_NESTED_ELEMENT = 4,
	PERFETTO_NESTED_INTEGER = 5,
	PERFETTO_NESTED_DOUBLE = 6,
	PERFETTO_NESTED_BOOL = 7,
	PERFETTO_NESTED_TEXT = 8
};
