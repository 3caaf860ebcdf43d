/*
 * paired CASE LIMIT BYTES COMMAND NAME YARDSTICK - one row of the benchmark.
 *
 * Runs two shell commands in turn, five times each, and prints the median time
 * of both and the median of the five ratios: on a machine that others use, two
 * runs side by side can be compared where times alone cannot. BYTES is what the
 * command reads, uncompressed. A LIMIT of 0 is none.
 */
#define _DEFAULT_SOURCE /* wait4 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

enum { ROUNDS = 5, MIDDLE = ROUNDS / 2, FAILED = 2 };

extern char **environ;

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Seconds that the command took; *peak becomes its largest memory, in MB. */
static double
run(char *command, double *peak)
{
	char shell[] = "sh", option[] = "-c";
	char *argv[] = {shell, option, command, NULL};
	posix_spawn_file_actions_t actions;
	struct rusage usage;
	double start = now(), megabytes;
	int status;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
	if (posix_spawn(&pid, "/bin/sh", &actions, NULL, argv, environ) ||
	    wait4(pid, &status, 0, &usage) < 0 || !WIFEXITED(status) ||
	    WEXITSTATUS(status) >= FAILED) {
		fprintf(stderr, "paired: it failed: %s\n", command);
		exit(FAILED);
	}
	posix_spawn_file_actions_destroy(&actions);
	megabytes = (double)usage.ru_maxrss * 1024 / 1e6;
	if (megabytes > *peak)
		*peak = megabytes;
	return now() - start;
}

static int
by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
median(double *x)
{
	qsort(x, ROUNDS, sizeof *x, by_size);
	return x[MIDDLE];
}

int
main(int argc, char **argv)
{
	double command[ROUNDS], yardstick[ROUNDS], ratio[ROUNDS];
	double limit, bytes, seconds, peak = 0, other_peak = 0;

	if (argc != 7)
		return FAILED;
	limit = atof(argv[2]);
	bytes = atof(argv[3]);
	for (int i = 0; i < ROUNDS; i++) {
		yardstick[i] = run(argv[6], &other_peak);
		command[i] = run(argv[4], &peak);
		ratio[i] = command[i] / yardstick[i];
	}
	seconds = median(command);
	printf("%-34s %7.3f %6.2f %6.1f  %-17s %7.3f %7.2f", argv[1], seconds,
	    bytes / seconds / 1e9, peak, argv[5], median(yardstick),
	    median(ratio));
	if (limit > 0)
		printf(" %7.2f%s", limit, ratio[MIDDLE] > limit ? " over" : "");
	printf("\n");
	return 0;
}
