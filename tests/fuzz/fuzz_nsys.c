/*
 * Any bytes as an export of Nsight Systems: the library reads a file with a
 * name of its own, so it is written into memory that has one.
 */
#include <fcntl.h>

#include "common/trace/nsys/nsys.h"
#include "tests/fuzz/trace.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct span asked[] = {{"gridX", 5}, {"bytes", 5}};
	static const struct trace_format format = {
	    .sniff = nsys_sniff, .open = nsys_open};
	char path[60];
	int fd;

	snprintf(path, sizeof path, "/dev/shm/fuzz-nsys-%ld", (long)getpid());
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	close(fd);
	trace_read_all(path, &format, asked, 2);
	unlink(path);
	return 0;
}
