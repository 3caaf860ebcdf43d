/*
 * input_loop FILE THREADS - reads all of a file through common/input and does
 * nothing with it: what the reading of a trace costs before its first event.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/input/input.h"

static char bytes[256 * 1024];

int
main(int argc, char **argv)
{
	struct input *in = argc == 3 ? input_open(argv[1]) : NULL;
	long long total = 0;
	ssize_t got;

	if (!in)
		return 2;
	input_threads(in, atoi(argv[2]));
	while ((got = input_read(in, bytes, sizeof bytes)) > 0)
		total += got;
	if (got < 0 || input_damage(in))
		return 2;
	input_close(in);
	printf("%lld\n", total);
	return 0;
}
