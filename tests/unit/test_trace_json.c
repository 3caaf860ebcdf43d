/* trace-json: ids of several ranks, arrows, what is compressed. */
#include <stdlib.h>
#include <unistd.h>

#include "tests/unit/test.h"
#include "tools/trace-json/args.h"
#include "tools/trace-json/flows.h"
#include "tools/trace-json/rank_ids.h"

typedef void map(struct ids *, struct buf *, struct span, struct span);

/* The new id for an id of a rank. */
static const char *
mapped(map *f, struct ids *s, const char *rank, const char *id)
{
	static char text[4][100];
	static int next;
	struct buf out = {0};
	char *to = text[next++ % 4];

	f(s, &out, span_of(rank), span_of(id));
	snprintf(to, sizeof text[0], "%.*s", (int)out.n, out.p);
	buf_free(&out);
	return to;
}

#define LINK(rank, id) mapped(ids_link, s, rank, id)
#define PROCESS(rank, id) mapped(ids_process, s, rank, id)

static void
test_ids(void)
{
	struct ids *s = ids_new();

	CHECK(strcmp(LINK("0", "7"), "7") == 0);
	CHECK(strcmp(LINK("1", "7"), "1099511627783") == 0);
	CHECK(strcmp(LINK("8189", "1099511627775"), "9005000231485439") == 0);
	CHECK(strcmp(LINK("0", "1099511627776"), "9005000231485440") == 0);
	CHECK(strcmp(LINK("1", "1099511627776"), "9005000231485441") == 0);
	CHECK(strcmp(LINK("0", "1099511627776"), "9005000231485440") == 0);
	CHECK(strcmp(LINK("0", "07"), LINK("0", "7")) != 0);
	CHECK(strcmp(LINK("8190", "7"), LINK("8191", "7")) != 0);
	CHECK(strcmp(LINK("", "0x7"), LINK("", "7")) != 0);
	CHECK(atoll(LINK("z", "last")) < IDS_ARROWS);
	CHECK(strcmp(PROCESS("0", "9"), "9") == 0);
	CHECK(strcmp(PROCESS("3", "12345"), "3012345") == 0);
	CHECK(strcmp(PROCESS("0", "1000000"), "4000000000") == 0);
	CHECK(strcmp(PROCESS("1", "1000000"), "4000000001") == 0);
	CHECK(strcmp(PROCESS("4000", "0"), "4000000002") == 0);
	CHECK(strcmp(PROCESS("2", "Spans"), "rank 2: Spans") == 0);
	CHECK(strcmp(PROCESS("2", "-1"), "rank 2: -1") == 0);
	ids_free(s);
	ids_free(NULL);
}

static void
test_flows(void)
{
	struct flows f = {0};
	const struct flow flow[] = {
	    {.row = {5, 1}}, {.row = {1, 9}}, {.row = {1, 1}}};
	struct flow_end *end;
	size_t n, reversed;

	for (size_t i = 0; i < 3; i++)
		flows_add(&f, &flow[i]);
	flows_sort(&f);
	end = flows_at(&f, 1, &n);
	CHECK_INT(n, 4);
	CHECK(end && end[0].flow == 0 && end[0].side == 1);
	CHECK(end && end[1].flow == 1 && end[1].side == 0);
	CHECK(!flows_at(&f, 4, &n) && n == 0);
	CHECK(!flows_at(&f, -1, &n) && n == 0);
	CHECK_INT(flows_unmet(&f, &reversed), 3);
	f.flow[0].met[0] = f.flow[0].met[1] = true;
	f.flow[0].ts[0] = 1;
	CHECK_INT(flows_unmet(&f, &reversed), 2);
	CHECK_INT(reversed, 1);
	flows_free(&f);
}

static void
test_json(void)
{
	CHECK(args_is_json(span_of("{\"a\":[1,{}]}")));
	CHECK(args_is_json(span_of("null")));
	CHECK(args_is_json(span_of("-1.5e3")));
	CHECK(!args_is_json(span_of("")));
	CHECK(!args_is_json(span_of("{")));
	CHECK(!args_is_json(span_of("{}x")));
	CHECK(!args_is_json(span_of("1 2")));
}

int
main(void)
{
	test_ids();
	test_flows();
	test_json();
	return test_done();
}
