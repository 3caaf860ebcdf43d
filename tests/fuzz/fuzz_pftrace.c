/*
 * Any bytes as a trace in Perfetto's format: reading ends, and no event is out
 * of range.
 */
#include "common/trace/formats.h"
#include "tests/fuzz/trace.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct span asked[] = {{"name", 4}, {"agent", 5}};
	static const struct trace_format format = {
	    .sniff = pftrace_sniff, .open = pftrace_open};

	trace_read_bytes(data, size, &format, asked, 2);
	return 0;
}
