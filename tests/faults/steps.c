/*
 * steps - counts how far a program goes, for one whose code is compiled with
 * -fsanitize-coverage=trace-pc: the compiler calls this at every basic block.
 *
 * STEPS_MOST=N      more than about N blocks end the program with status 99
 * STEPS_FILE=FILE   how many there were is written there at the end
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { TOO_MANY = 99, AT_ONCE = 1024 };

static long long most;
static atomic_llong steps; /* AT_ONCE, from each thread */

void __sanitizer_cov_trace_pc(void);

__attribute__((constructor)) static void
start(void)
{
	const char *text = getenv("STEPS_MOST");

	most = text ? strtoll(text, NULL, 10) : 0;
}

void
__sanitizer_cov_trace_pc(void)
{
	static _Thread_local int own;

	if (++own < AT_ONCE)
		return;
	own = 0;
	if (atomic_fetch_add(&steps, AT_ONCE) > most && most)
		_exit(TOO_MANY);
}

__attribute__((destructor)) static void
end(void)
{
	const char *path = getenv("STEPS_FILE");
	FILE *f = path ? fopen(path, "w") : NULL;

	if (f) {
		fprintf(f, "%lld\n", steps);
		fclose(f);
	}
}
