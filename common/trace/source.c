#include "common/json/scan.h"
#include "common/trace/source.h"
#include "common/bytes/utf8.h"

/* What is left behind blanks and a byte order mark. */
static struct span
behind_blanks(struct span s)
{
	size_t i = span_starts(s, UTF8_MARK) ? strlen(UTF8_MARK) : 0;

	while (i < s.n && scan_blank(s.p[i]))
		i++;
	return span_cut(s, i, s.n);
}

/* An object whose first key is the one that rocprofv3 writes. */
static bool
is_rocprof_json(struct span head)
{
	return span_starts(head, "{") &&
	    span_starts(behind_blanks(span_cut(head, 1, head.n)),
		"\"rocprofiler-sdk-tool\"");
}

/* A table whose header has one of the names that only rocprofv3 writes. */
static bool
is_rocprof_csv(struct span head)
{
	const char *end = memchr(head.p, '\n', head.n);

	if (end)
		head.n = (size_t)(end - head.p);
	return span_has(head, "Start_Timestamp") ||
	    span_has(head, "End_Timestamp") || span_has(head, "Kernel_Name");
}

/* What else people have at hand, by its first bytes, and what to do with it. */
static const struct {
	const char *magic, *hint;
} others[] = {
    {"SQLite format 3",
	"an SQLite database; if rocprofv3 wrote it: "
	"rocpd convert -i FILE -f csv"},
    {"\xFD"
     "7zXZ",
	"compressed by xz: xz -dc FILE writes it to a pipe"},
    {"\x28\xB5\x2F\xFD",
	"compressed by zstd: zstd -dc FILE writes it to a pipe"},
    {"BZh", "compressed by bzip2: bzip2 -dc FILE writes it to a pipe"},
    {"\x1F\x8B", "compressed twice: gzip -dc FILE writes it to a pipe"},
};

enum { TAR_MAGIC = 257, TAR_HEAD = 512 }; /* of an archive's first block */

/* What the input is, if it is no trace; NULL: unknown. */
static const char *
hint_of(struct input *in)
{
	struct span head = input_peek(in, TAR_HEAD);
	struct span text = behind_blanks(head);
	const char *end = text.n ? memchr(text.p, '\n', text.n) : NULL;
	size_t line = end ? (size_t)(end - text.p) : text.n;

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (span_starts(head, others[i].magic))
			return others[i].hint;
	if (head.n == TAR_HEAD &&
	    span_starts(span_cut(head, TAR_MAGIC, head.n), "ustar"))
		return "a tar archive: tar -xOf FILE writes what is in it to a "
		       "pipe";
	if (line && *text.p != '{' && *text.p != '[' &&
	    memchr(text.p, '\t', line))
		return "a table, not a trace: trace-cycles and others read it";
	return NULL;
}

int
source_open(
    struct source *s, const char *path, const struct span *args, size_t n)
{
	*s = (struct source){.in = input_open(path), .args = args, .nargs = n};
	return s->in ? 0 : -1;
}

void
source_close(struct source *s)
{
	kineto_close(s->kineto);
	kreader_free(s->reader);
	if (s->rocprof)
		s->rocprof->close(s->rocprof);
	input_close(s->in);
}

void
source_threads(struct source *s, int most)
{
	input_threads(s->in, most);
}

void
source_pass(struct source *s, const struct skim_words *words)
{
	if (s->kineto)
		kineto_pass(s->kineto, words);
}

/* Reads the fields of an event: 1, 0 when it is lost, -1 failed. */
static int
read_fields(struct source *s, struct span *object, struct kevent *e)
{
	int rc = kreader_quick(s->reader, *object, e);

	if (rc && !kineto_candidate(s->kineto))
		return 0;
	if (rc == KREADER_ODD) {
		int sound = kineto_check(s->kineto, object);

		if (sound <= 0)
			return sound;
		rc = kreader_read(s->reader, *object, e);
	}
	if (rc == JSON_UNREADABLE)
		kineto_lose(s->kineto);
	if (rc == JSON_NO_MEMORY)
		s->error = "out of memory";
	return rc == 0 ? 1 : rc == JSON_UNREADABLE ? 0 : -1;
}

static int
next_kineto(struct source *s, struct kevent *e)
{
	struct span object;

	for (;;) {
		int got = kineto_next(s->kineto, &object);

		if (got <= 0)
			return got;
		got = read_fields(s, &object, e);
		if (got != 0)
			return got;
	}
}

/* A few bytes tell JSON from a table; of that the whole header is wanted. */
static void
find_format(struct source *s)
{
	struct span head = behind_blanks(input_peek(s->in, 64));

	if (head.n && *head.p != '{' && *head.p != '[' &&
	    is_rocprof_csv(input_peek(s->in, INPUT_PEEK))) {
		s->rocprof = rocprof_csv(s->in, s->args, s->nargs);
	} else if (is_rocprof_json(head)) {
		s->rocprof = rocprof_json(s->in, s->args, s->nargs);
	} else {
		s->hint = hint_of(s->in);
		s->kineto = kineto_open(s->in);
		s->reader = kreader_new(s->args, s->nargs);
	}
}

/* Says why reading failed, if it did. */
static int
result(struct source *s, int got)
{
	const char *error =
	    s->kineto ? kineto_error(s->kineto) : s->rocprof->error;

	if (got < 0 && !s->error)
		s->error = s->hint ? s->hint : error;
	return got;
}

/* Makes the reader for what the input holds, once. */
static int
open_reader(struct source *s)
{
	if (!s->kineto && !s->rocprof && !s->error)
		find_format(s);
	if (!s->rocprof && !(s->kineto && s->reader))
		s->error = "out of memory";
	return s->error ? -1 : 0;
}

int
source_start(struct source *s)
{
	struct span object;
	int got;

	if (open_reader(s))
		return -1;
	if (!s->kineto)
		return result(s, s->rocprof->start(s->rocprof));
	kineto_limit(s->kineto, 0);
	got = result(s, kineto_next(s->kineto, &object));
	kineto_limit(s->kineto, INT64_MAX);
	return got;
}

int
source_next(struct source *s, struct kevent *e)
{
	if (!s->kineto && !s->rocprof && open_reader(s))
		return -1;
	return result(
	    s, s->kineto ? next_kineto(s, e) : s->rocprof->next(s->rocprof, e));
}

void
source_limit(struct source *s, int64_t place)
{
	if (s->kineto)
		kineto_limit(s->kineto, place);
}

int64_t
source_at(const struct source *s)
{
	return s->kineto ? kineto_at(s->kineto) : -1;
}

int
source_seek(struct source *s, int64_t place)
{
	return s->kineto ? kineto_seek(s->kineto, place) : -1;
}

int
source_guess(struct source *s)
{
	return s->kineto ? kineto_guess(s->kineto) : 0;
}

void
source_confine(struct source *s)
{
	if (s->kineto)
		kineto_confine(s->kineto);
}

int64_t
source_number(const struct source *s)
{
	return s->kineto ? kineto_number(s->kineto) : s->rocprof->number - 1;
}

int64_t
source_lost(const struct source *s)
{
	return s->kineto ? kineto_lost(s->kineto) : s->rocprof->lost;
}

const char *
source_damage(const struct source *s)
{
	return s->kineto ? kineto_damage(s->kineto) : s->rocprof->damage;
}

const struct members *
source_members(const struct source *s)
{
	return s->kineto ? kineto_members(s->kineto) : &s->rocprof->members;
}

int64_t
source_consumed(const struct source *s)
{
	return input_consumed(s->in);
}

const char *
source_name(const struct source *s)
{
	return input_name(s->in);
}
