/*
 * inflate_loop FILE - inflates a gzip file with zlib alone, as little as it
 * takes: the yardstick for what reads such files.
 */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include <zlib.h>

enum { CHUNK = 256 * 1024, GZIP_WINDOW = 15 + 16 };

static unsigned char in[CHUNK], out[CHUNK];

int
main(int argc, char **argv)
{
	int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1;
	unsigned long long total = 0;
	z_stream z = {0};
	ssize_t got;
	int rc = Z_OK;

	if (fd < 0 || inflateInit2(&z, GZIP_WINDOW) != Z_OK)
		return 2;
	while (rc == Z_OK && (got = read(fd, in, CHUNK)) > 0) {
		z.next_in = in;
		z.avail_in = (uInt)got;
		while (rc == Z_OK && z.avail_in) {
			z.next_out = out;
			z.avail_out = CHUNK;
			rc = inflate(&z, Z_NO_FLUSH);
			total += CHUNK - z.avail_out;
		}
	}
	inflateEnd(&z);
	printf("%llu\n", total);
	return rc == Z_STREAM_END ? 0 : 2;
}
