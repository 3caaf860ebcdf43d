/*
 * kineto_reader - the reader of Chrome traces in JSON for formats.h: events
 * (kineto.h) with their fields (kevent.h).
 */
#ifndef COMMON_TRACE_CHROME_KINETO_READER_H
#define COMMON_TRACE_CHROME_KINETO_READER_H

#include "common/trace/reader.h"

bool kineto_reader_sniff(struct input *);
struct trace_reader *kineto_reader_open(
    struct input *, const struct span *args, size_t n);

#endif
