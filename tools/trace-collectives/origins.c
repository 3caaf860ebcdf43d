#include "common/bytes/fixed.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-collectives/read_events.h"

/*
 * The clocks of two hosts that are set over the network differ by milliseconds.
 * Ranks whose events are further apart did not communicate with each other.
 */
enum { CLOCKS_APART_NS = 1000000000 };

void
origins_open(struct origins *o, struct job *j, struct tsv *in)
{
	*o = (struct origins){.job = j,
	    .in = in,
	    .rank = xtsv_optional(in, "rank"),
	    .world = xtsv_optional(in, "world_size"),
	    .gpu = xtsv_optional(in, "gpu"),
	    .file = xtsv_optional(in, "file")};
}

/* "rank 3 (FILE)"; without a file, if none is told. */
static void
add_rank(const struct job *j, uint32_t rank, struct buf *text)
{
	struct span r = pool_get(j->ranks, rank);
	struct span file = pool_get(j->texts, j->origin[rank].file);

	BUF_ADD_ALL(text, span_of("rank "), r);
	if (file.n == 0)
		return;
	BUF_ADD_ALL(text, span_of(" ("), file, span_of(")"));
}

/* `how`: in which way two ranks differ, with what each of them says. */
static void
refuse(const struct job *j, uint32_t a, uint32_t b, const char *how,
    struct span x, struct span y)
{
	struct buf text = {0};

	add_rank(j, a, &text);
	buf_add(&text, " and ", 5);
	add_rank(j, b, &text);
	die("%.*s are not from one job: %s %.*s and %.*s", (int)text.n, text.p,
	    how, (int)x.n, x.p, (int)y.n, y.p);
}

/* Each rank has one file: two would be one rank that does everything twice. */
static void
check_file(const struct origins *o, uint32_t rank, uint32_t file)
{
	const struct job *j = o->job;
	struct span a = pool_get(j->texts, j->origin[rank].file);
	struct span b = pool_get(j->texts, file);
	struct span r = pool_get(j->ranks, rank);

	if (j->origin[rank].file != file)
		die("%s: two files of rank %.*s: %.*s and %.*s; trace-extract "
		    "--rank tells ranks apart",
		    tsv_file(o->in), SPAN_MOST(r, 20), (int)a.n, a.p, (int)b.n,
		    b.p);
}

static uint32_t
text_in(const struct origins *o, int column)
{
	return pool_add(o->job->texts, tsv_field_or_none(o->in, column));
}

/* The place of a file among the files, where no trace tells its rank. */
static uint32_t
place_of_file(struct origins *o, uint32_t file)
{
	struct job *j = o->job;
	uint32_t place = 0, ranks = pool_count(j->ranks);
	char text[FIXED_MAX];
	size_t n;

	while (place < ranks && j->origin[place].file != file)
		place++;
	o->placed = true;
	n = fixed_print_int(text, place);
	return pool_add(j->ranks, (struct span){text, n});
}

static uint32_t
new_rank(struct origins *o)
{
	struct job *j = o->job;
	struct span rank = tsv_field_or_none(o->in, o->rank);
	uint32_t known = pool_count(j->ranks), file = text_in(o, o->file), id;

	if (rank.n == 0) {
		id = place_of_file(o, file);
	} else {
		id = pool_add(j->ranks, rank);
		o->known = true;
	}
	if (o->placed && o->known)
		die("%s: the rank of some files is known, and that of others "
		    "is not; trace-extract --rank finds it in their names",
		    tsv_file(o->in));
	if (id == known)
		ARRAY_PUSH(j->origin, known, &j->origin_cap,
		    (struct origin){.file = file});
	check_file(o, id, file);
	if (job_tell_world(j, tsv_field_or_none(o->in, o->world)))
		j->origin[id].world = text_in(o, o->world);
	j->origin[id].gpu = text_in(o, o->gpu);
	return id;
}

uint32_t
origins_rank(struct origins *o)
{
	struct span rank = tsv_field_or_none(o->in, o->rank);
	struct span file = tsv_field_or_none(o->in, o->file);
	struct span last = buf_span(&o->last);

	if (last.n == rank.n + file.n + 1 &&
	    span_equal(span_cut(last, 0, rank.n), rank) &&
	    span_equal(span_cut(last, rank.n + 1, last.n), file))
		return o->last_rank;
	o->last_rank = new_rank(o);
	BUF_JOIN(&o->last, rank, span_of("\t"), file);
	return o->last_rank;
}

/* Ranks that tell the job's number of ranks, or their GPU, must agree. */
static void
check_facts(const struct job *j)
{
	uint32_t world = 0, gpu = 0; /* the last ranks that told these */

	for (uint32_t i = 0; i < pool_count(j->ranks); i++) {
		const struct origin *a = &j->origin[world], *b = &j->origin[i];

		if (b->world && a->world && a->world != b->world)
			refuse(j, world, i, "their numbers of ranks are",
			    pool_get(j->texts, a->world),
			    pool_get(j->texts, b->world));
		world = b->world ? i : world;
		a = &j->origin[gpu];
		if (b->gpu && a->gpu && a->gpu != b->gpu)
			refuse(j, gpu, i, "they ran on",
			    pool_get(j->texts, a->gpu),
			    pool_get(j->texts, b->gpu));
		gpu = b->gpu ? i : gpu;
	}
}

/* When each rank's events happen. */
static void
find_windows(struct job *j)
{
	for (size_t i = 0; i < j->events; i++) {
		const struct event *e = &j->event[i];
		struct origin *o = &j->origin[e->rank];
		int64_t end = e->start + e->duration;

		o->start = o->any && o->start < e->start ? o->start : e->start;
		o->end = o->any && o->end > end ? o->end : end;
		o->any = true;
	}
}

/* Does the last rank start long after the first has ended? */
static void
check_times(struct job *j)
{
	uint32_t first = j->events ? j->event[0].rank : 0, last = first;
	char end[FIXED_MAX], start[FIXED_MAX];
	int64_t gap;

	find_windows(j);
	for (uint32_t i = 0; i < pool_count(j->ranks); i++) {
		const struct origin *o = &j->origin[i];

		if (o->any && o->end < j->origin[first].end)
			first = i;
		if (o->any && o->start > j->origin[last].start)
			last = i;
	}
	if (!j->events ||
	    (!__builtin_sub_overflow(
		 j->origin[last].start, j->origin[first].end, &gap) &&
		gap <= CLOCKS_APART_NS))
		return;
	refuse(j, first, last,
	    "by their clocks (see trace-clock), the first ends and the second "
	    "starts at",
	    (struct span){end, fixed_print_us(end, j->origin[first].end)},
	    (struct span){start, fixed_print_us(start, j->origin[last].start)});
}

void
origins_check(const struct origins *o)
{
	check_facts(o->job);
	check_times(o->job);
}
