/*
 * Any bytes as a trace in Perfetto's format: reading ends, and no event is out
 * of range.
 */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "common/trace/pftrace.h"
#include "tests/fuzz/trace.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct span asked[] = {{"name", 4}, {"agent", 5}};
	static const struct trace_format format = {
	    .sniff = pftrace_sniff, .open = pftrace_open};
	char path[40];
	int fd = memfd_create("trace", 0);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	trace_read_all(path, &format, asked, 2);
	close(fd);
	return 0;
}
