/*
 * Ranks that file names tell; and which rank lacks which collective, of entries
 * by hand.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/test.h"
#include "tools/trace-collectives/desync.h"
#include "tools/trace-collectives/dump.h"

static void
test_ranks(void)
{
	CHECK_INT(desync_rank_of_file("nccl_trace_rank_12"), 12);
	CHECK_INT(desync_rank_of_file("/tmp/2/nccl_trace_rank_3.json.gz"), 3);
	CHECK_INT(desync_rank_of_file("host7_rank0_h100.json"), 0);
	CHECK_INT(desync_rank_of_file("rank-4"), 4);
	CHECK_INT(desync_rank_of_file("job12.7.json"), 7);
	CHECK_INT(desync_rank_of_file("ranks.5"), 5);
	CHECK_INT(desync_rank_of_file("12/dump.json"), DUMP_NONE);
	CHECK_INT(desync_rank_of_file("rank"), DUMP_NONE);
	CHECK_INT(desync_rank_of_file(""), DUMP_NONE);
	CHECK_INT(desync_rank_of_file("rank99999999999999999999"), DUMP_NONE);
}

static void
read_text(struct dumps *d, const char *text, int64_t rank)
{
	FILE *f = tmpfile();
	char path[40];
	struct input *in;

	if (!f || fputs(text, f) < 0 || fflush(f))
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(f));
	in = input_open(path);
	CHECK(dump_read(d, in, "dump", rank) == NULL);
	input_close(in);
	fclose(f);
}

#define CONFIG \
	"\"pg_config\":{\"0\":{\"desc\":\"all\",\"ranks\":\"[0, 1, 2]\"}}"
#define ENTRY(id, name, state)                                               \
	"{\"record_id\":" #id ",\"collective_seq_id\":" #id                  \
	",\"process_group\":[\"0\",\"all\"],\"profiling_name\":\"nccl:" name \
	"\",\"state\":\"" state "\"}"

/* Rank 0 has reached 0 to 2, rank 1 the first two, rank 2 only that. */
static void
test_desync(void)
{
	struct dumps d;
	struct desync found[PROBLEMS];
	const struct process_group *g;

	dumps_open(&d);
	read_text(&d,
	    "{" CONFIG ",\"entries\":[" ENTRY(
		0, "barrier", "completed") "," ENTRY(1, "all_reduce",
		"started") "," ENTRY(2, "all_reduce", "scheduled") "]}",
	    0);
	read_text(&d,
	    "{\"entries\":[" ENTRY(0, "barrier", "completed") "," ENTRY(
		1, "all_reduce", "started") "]," CONFIG "}",
	    1);
	read_text(&d,
	    "{\"entries\":[" ENTRY(0, "barrier", "completed") "]," CONFIG "}",
	    2);
	dump_groups(&d);
	CHECK_INT((long long)d.groups, 1);
	g = &d.group[0];
	CHECK_INT((long long)g->members, 3);
	CHECK_INT(dump_member(g, 1)->enqueued, 1);
	CHECK_INT(dump_member(g, 1)->completed, 0);
	CHECK_INT((long long)desync_collectives(&d, g, found), 2);
	CHECK_INT(found[0].sequence, 1);
	CHECK(found[0].problem == PROBLEM_MISSING);
	CHECK_INT(found[1].sequence, 2);
	CHECK(found[1].problem == PROBLEM_UNSTARTED);
	CHECK(desync_record(&d, g, dump_member(g, 2), 1) == NULL);
	CHECK(desync_standing(&d, dump_member(g, 2), 1) == STANDING_MISSING);
	CHECK(desync_usual(&d, g, 1)->rank == 0);
	CHECK(desync_usual(&d, g, 7) == NULL);
	dumps_free(&d);
}

int
main(void)
{
	test_ranks();
	test_desync();
	return test_done();
}
