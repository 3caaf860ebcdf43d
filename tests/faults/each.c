/*
 * each - lets one call after another of a command fail, and judges the result.
 *
 *	each [-cw] [-d FOLDER] [-f FILE] [-n LEAST] [-s N] CALL WORD <COMMANDS
 *
 * Each line of standard input is a command, words between blanks. It runs once
 * as it is; then with FAULT=CALL:1, CALL:2 and so on (see faults.c, which
 * $FAULTS names) until no call fails any more. Then all must be as the first
 * time. When a call failed, either all is as well, or the status is 2, standard
 * error is "COMMAND: " and then WORD, and standard output no more than the
 * beginning of what it should be. The first case that is otherwise is printed
 * and ends the program with status 1.
 *
 * -c         a library may abort or leave things out: a signal is no fault
 * -d FOLDER  nothing may be left in this folder
 * -f FILE    the command makes this file in it. Afterwards the file is whole;
 *            if the command failed, it is as before, or still missing
 * -n LEAST   calls that must have failed, a command counting for 100 at most;
 *            if it is not 0, at least one in each command
 * -w         the file may be whole although the command failed
 * -s N       after the nth place, take the one 1 + n / N behind it
 *
 * A shell would start five programs for each case and take ten times as long.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORDS = 64, MOST_CALLS = 1000000, COUNTED = 100 };

struct text {
	char *p; /* NULL for a file that is not there */
	size_t n;
};

struct plan {
	const char *call, *word;
	const char *folder, *file; /* NULL: none */
	bool may_abort, may_be_whole;
	long least, sparser;
	struct text old; /* what the file was before */
	int out, err;    /* files without a name */
};

struct outcome {
	int status;  /* as in a shell */
	bool failed; /* one call did */
	struct text out, err, file;
};

static void
give_up(const char *what)
{
	perror(what);
	exit(2);
}

static struct text
read_all(int fd)
{
	struct stat st;
	struct text t;

	if (fstat(fd, &st))
		give_up("fstat");
	t.n = (size_t)st.st_size;
	t.p = malloc(t.n + 1);
	if (!t.p || pread(fd, t.p, t.n, 0) != (ssize_t)t.n)
		give_up("reading what was printed");
	t.p[t.n] = '\0';
	return t;
}

static struct text
read_file(const char *path)
{
	struct text t = {NULL, 0};
	int fd = path ? open(path, O_RDONLY) : -1;

	if (fd >= 0) {
		t = read_all(fd);
		close(fd);
	}
	return t;
}

static void
write_file(const char *path, struct text t)
{
	int fd;

	if (!path)
		return;
	unlink(path);
	if (!t.p)
		return;
	fd = open(path, O_WRONLY | O_CREAT, 0666);
	if (fd < 0 || write(fd, t.p, t.n) != (ssize_t)t.n || close(fd))
		give_up(path);
}

static bool
same(struct text a, struct text b)
{
	return !a.p == !b.p && a.n == b.n && (!a.p || !memcmp(a.p, b.p, a.n));
}

static void
forget(struct outcome *o)
{
	free(o->out.p);
	free(o->err.p);
	free(o->file.p);
}

/* The environment, with the fault in it if n is not 0; the caller frees the
 * array only. */
static char **
environment(const struct plan *plan, long n)
{
	static char fault[64], preload[PATH_MAX + 16],
	    mark[] = "FAULT_MARK=mark";
	const char *library = getenv("FAULTS");
	size_t k = 0;
	char **env;

	while (environ[k])
		k++;
	env = calloc(k + 4, sizeof(*env));
	if (!env)
		give_up("calloc");
	memcpy(env, environ, k * sizeof(*env));
	if (n == 0)
		return env;
	snprintf(fault, sizeof(fault), "FAULT=%s:%ld", plan->call, n);
	env[k++] = fault;
	env[k++] = mark;
	if (library && *library) {
		snprintf(preload, sizeof(preload), "LD_PRELOAD=%s", library);
		env[k++] = preload;
	}
	return env;
}

/* Starts the command and waits for it; its status as in a shell. */
static int
start(const struct plan *plan, long n, char **command)
{
	char **env = environment(plan, n);
	posix_spawn_file_actions_t actions;
	int status = 0;
	pid_t pid;

	if (ftruncate(plan->out, 0) || ftruncate(plan->err, 0))
		give_up("ftruncate");
	lseek(plan->out, 0, SEEK_SET);
	lseek(plan->err, 0, SEEK_SET);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, plan->out, 1);
	posix_spawn_file_actions_adddup2(&actions, plan->err, 2);
	if (posix_spawnp(&pid, command[0], &actions, NULL, command, env) ||
	    waitpid(pid, &status, 0) != pid)
		give_up(command[0]);
	posix_spawn_file_actions_destroy(&actions);
	free(env);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Lets the nth call fail, or none if n is 0. */
static struct outcome
attempt(const struct plan *plan, long n, char **command)
{
	char nothing[] = "";
	struct text empty = {nothing, 0};
	struct outcome o;

	write_file(plan->file, plan->old);
	write_file("mark", empty);
	o.status = start(plan, n, command);
	o.failed = access("mark", F_OK) != 0;
	o.out = read_all(plan->out);
	o.err = read_all(plan->err);
	o.file = read_file(plan->file);
	return o;
}

/*
 * Who fails before the rank, which stands behind the events here, prints them
 * without it: the good output without the 3 of lines that end so.
 */
static bool
begins_as_good(struct text out, struct text good)
{
	static const char end[] = "\t3\ttrace.json\n";
	const size_t length = sizeof(end) - 1;
	size_t at = 0;

	if (out.n <= good.n && memcmp(out.p, good.p, out.n) == 0)
		return true;
	for (size_t i = 0; i < good.n && at < out.n; i++) {
		bool rank = i > 0 && good.n - (i - 1) >= length &&
		    memcmp(good.p + i - 1, end, length) == 0;

		if (!rank && out.p[at++] != good.p[i])
			return false;
	}
	return at == out.n;
}

/* A library that may abort may print lines before it. */
static bool
has_message(const struct plan *plan, struct text err, const char *tool)
{
	size_t n = strlen(tool);

	for (const char *line = err.p; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, tool, n) == 0 &&
		    strncmp(line + n, ": ", 2) == 0 &&
		    strstr(line + n + 2, plan->word))
			return true;
		if (!plan->may_abort)
			return false;
	}
	return false;
}

/* A file in the folder that ought not to be there, or NULL. */
static const char *
left_behind(const struct plan *plan)
{
	static char name[NAME_MAX + 1];
	const char *ours = plan->file ? strrchr(plan->file, '/') : NULL;
	DIR *folder = plan->folder ? opendir(plan->folder) : NULL;
	struct dirent *e;

	*name = '\0';
	while (folder && (e = readdir(folder)))
		if (strcmp(e->d_name, ".") != 0 &&
		    strcmp(e->d_name, "..") != 0 &&
		    (!ours || strcmp(e->d_name, ours + 1) != 0))
			snprintf(name, sizeof(name), "%s", e->d_name);
	if (folder)
		closedir(folder);
	return *name ? name : NULL;
}

/* The fault of an outcome, or NULL. */
static const char *
judge(const struct plan *plan, const struct outcome *o,
    const struct outcome *good, const char *tool)
{
	if (left_behind(plan))
		return "something is left";
	if (o->status == good->status) {
		if (plan->may_abort && plan->file)
			return NULL;
		if (!same(o->out, good->out))
			return "another output";
		return same(o->file, good->file) ? NULL : "another file";
	}
	if (!begins_as_good(o->out, good->out))
		return "an output that begins otherwise";
	if (!same(o->file, plan->old) &&
	    !(plan->may_be_whole && same(o->file, good->file)))
		return "the file is not as it was";
	if (plan->may_abort && o->status >= 128)
		return NULL;
	if (o->status != 2)
		return "another status";
	return has_message(plan, o->err, tool) ? NULL : "not the message";
}

static void
tell(const struct plan *plan, char **command, long n, const struct outcome *o,
    const char *what)
{
	const char *left = left_behind(plan);

	for (; *command; command++)
		printf("%s ", *command);
	printf(
	    "(%s %ld): %s%s%s: status %d, %zu bytes on standard output, on standard error:\n%s",
	    plan->call, n, what, left ? ": " : "", left ? left : "", o->status,
	    o->out.n, o->err.p);
}

/* One call after another; how many failed, or -1. */
static long
fail_each(const struct plan *plan, char **command, const struct outcome *good)
{
	long n, tried = 0;

	for (n = 1; n < MOST_CALLS; n += 1 + n / plan->sparser) {
		struct outcome o = attempt(plan, n, command);
		bool failed = o.failed;
		const char *wrong = judge(plan, &o, good, command[0]);

		if (!wrong && !failed && o.status != good->status)
			wrong = "another status although no call failed";
		if (wrong)
			tell(plan, command, n, &o, wrong);
		forget(&o);
		if (wrong)
			return -1;
		if (!failed)
			break;
		tried = n;
	}
	return tried;
}

/* A line of standard input; how many calls failed, or -1. */
static long
try_command(const struct plan *plan, char *line)
{
	char *command[MOST_WORDS + 1] = {NULL};
	struct outcome good;
	long tried = -1;
	size_t words = 0;

	for (char *w = strtok(line, " \n"); w && words < MOST_WORDS;
	     w = strtok(NULL, " \n"))
		command[words++] = w;
	if (words == 0)
		return 0;
	good = attempt(plan, 0, command);
	if (good.status > 1)
		tell(plan, command, 0, &good, "fails by itself");
	else
		tried = fail_each(plan, command, &good);
	if (tried == 0 && plan->least > 0) {
		tell(plan, command, 0, &good, "no call failed");
		tried = -1;
	}
	forget(&good);
	return tried;
}

static int
nameless(void)
{
	char name[] = "each-XXXXXX";
	int fd = mkstemp(name);

	if (fd < 0 || unlink(name) || fcntl(fd, F_SETFD, FD_CLOEXEC))
		give_up("mkstemp");
	return fd;
}

static void
read_options(struct plan *plan, int argc, char **argv)
{
	int c;

	while ((c = getopt(argc, argv, "cd:f:n:s:w")) != -1)
		switch (c) {
		case 'c':
			plan->may_abort = true;
			break;
		case 'd':
			plan->folder = optarg;
			break;
		case 'f':
			plan->file = optarg;
			break;
		case 'n':
			plan->least = atol(optarg);
			break;
		case 's':
			plan->sparser = atol(optarg);
			break;
		case 'w':
			plan->may_be_whole = true;
			break;
		default:
			exit(2);
		}
	if (argc - optind != 2 || plan->sparser < 1) {
		fprintf(stderr, "each: wrong arguments\n");
		exit(2);
	}
	plan->call = argv[optind];
	plan->word = argv[optind + 1];
}

int
main(int argc, char **argv)
{
	struct plan plan = {.least = 1, .sparser = 1};
	char *line = NULL;
	size_t size = 0;
	long all = 0;

	read_options(&plan, argc, argv);
	plan.old = read_file(plan.file);
	plan.out = nameless();
	plan.err = nameless();
	while (getline(&line, &size, stdin) > 0) {
		long tried = try_command(&plan, line);

		if (tried < 0)
			return 1;
		all += tried > COUNTED ? COUNTED : tried;
	}
	free(line);
	free(plan.old.p);
	if (all >= plan.least)
		return 0;
	printf("only %ld calls failed\n", all);
	return 1;
}
