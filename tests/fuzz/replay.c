/*
 * replay - runs a fuzz target over seeds under any compiler: each file of the
 * folders given, and a few inputs that every target must survive. Prints TAP.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static int points;

static void
try_bytes(const char *what, const void *p, size_t n)
{
	LLVMFuzzerTestOneInput(p, n);
	printf("ok %d - %s\n", ++points, what);
	fflush(stdout);
}

static void
try_file(const char *path)
{
	static unsigned char bytes[1 << 20];
	FILE *f = fopen(path, "rb");

	if (!f)
		return;
	try_bytes(path, bytes, fread(bytes, 1, sizeof bytes, f));
	fclose(f);
}

static void
try_folder(const char *folder)
{
	struct dirent **entry;
	int n = scandir(folder, &entry, NULL, alphasort);

	for (int i = 0; i < n; i++) {
		char path[4096];

		snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
		if (entry[i]->d_name[0] != '.')
			try_file(path);
		free(entry[i]);
	}
	if (n >= 0)
		free(entry);
}

int
main(int argc, char **argv)
{
	try_bytes("nothing", "", 0);
	try_bytes("a zero byte", "\0", 1);
	try_bytes("a line end", "\n", 1);
	for (int i = 1; i < argc; i++)
		try_folder(argv[i]);
	printf("1..%d\n", points);
	return 0;
}
