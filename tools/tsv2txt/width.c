#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "common/bytes/fixed.h"
#include "tools/tsv2txt/width.h"

enum {
	USUAL_WIDTH = 80, /* of a terminal that does not tell */
	FILE_WIDTH = 120  /* of a file or pipe */
};

size_t
width_default(void)
{
	const char *columns = getenv("COLUMNS");
	bool terminal = isatty(STDOUT_FILENO);
	struct winsize size;
	int64_t n;

	if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
	    size.ws_col)
		return size.ws_col;
	if (columns && !fixed_parse_int(span_of(columns), &n) && n > 0 &&
	    n <= WIDTH_MOST)
		return (size_t)n;
	return terminal ? USUAL_WIDTH : FILE_WIDTH;
}
