/*
 * Any bytes as a database: the library reads a file with a
 * name of its own, so it is written into memory that has one.
 */
#include <fcntl.h>

#include "common/trace/formats.h"
#include "tests/fuzz/trace.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct span asked[] = {TEXT("gridX"), TEXT("bytes"),
	    TEXT("blocks_x"), TEXT("truncated_kernel_name")};
	static const struct trace_format format = {
	    .sniff = sqlite_sniff, .open = sqlite_open};
	char path[60];
	int fd;

	snprintf(path, sizeof path, "/dev/shm/fuzz-sqlite-%ld", (long)getpid());
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	close(fd);
	trace_read_all(path, &format, asked, 4);
	unlink(path);
	return 0;
}
