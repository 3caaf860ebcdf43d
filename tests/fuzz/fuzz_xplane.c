/*
 * Any bytes as a trace of XLA.
 */
#include "common/trace/formats.h"
#include "tests/fuzz/trace.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct span asked[] = {{"hlo_op", 6}, {"group_id", 8},
	    {"Input Dims", 10}, {"dim_labels", 10}, {"hlo_shape", 9}};
	static const struct trace_format format = {
	    .sniff = xplane_sniff, .open = xplane_open};

	trace_read_bytes(data, size, &format, asked, 5);
	return 0;
}
