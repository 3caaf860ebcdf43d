#include <stdlib.h>

#include "common/meaning/dtype.h"
#include "tests/unit/test.h"
#include "tools/trace-replay/batch.h"
#include "tools/trace-replay/schema.h"

static void
test_schema(void)
{
	struct schema s;
	const struct schema_argument *a = s.argument;

	CHECK(!schema_read(&s,
	    span_of(
		"aten::x.out(Tensor(a!) self, int[2]? dim=[1, 2], "
		"Tensor?[] t, *, str s=\"a, b\", Tensor(b -> *)[] o) -> ()")));
	CHECK(span_is(s.name, "aten::x") && span_is(s.overload, "out"));
	CHECK_INT(s.n, 5);
	CHECK(a[0].kind == SCHEMA_TENSOR && !a[0].list && !a[0].optional);
	CHECK(span_is(a[0].type, "Tensor(a!)") && span_is(a[0].name, "self"));
	CHECK(a[1].kind == SCHEMA_INT && a[1].list && a[1].sized);
	CHECK(a[1].optional && span_is(a[1].otherwise, "[1, 2]"));
	CHECK(a[2].kind == SCHEMA_TENSOR && a[2].list && !a[2].optional);
	CHECK(!a[2].keyword && a[3].keyword && a[3].kind == SCHEMA_STR);
	CHECK(span_is(a[3].otherwise, "\"a, b\""));
	CHECK(a[4].list && !a[4].sized && span_is(a[4].name, "o"));
	CHECK(!schema_read(&s, span_of("a::b() -> ()")) && s.n == 0);
	CHECK(schema_read(&s, span_of("")));
	CHECK(schema_read(&s, span_of("aten::x")));
	CHECK(schema_read(&s, span_of("aten::x(Tensor self")));
	CHECK(schema_read(&s, span_of("aten::x(Tensor)")));
	CHECK(schema_read(&s, span_of("x(Tensor self)")));
}

static bool
is_type(const char *number, const char *name)
{
	return strcmp(torch_setting(SCHEMA_DTYPE, span_of(number)), name) == 0;
}

static void
test_words(void)
{
	CHECK(
	    strcmp(dtype_of_tensor(span_of("long int"))->torch, "int64") == 0);
	CHECK(!dtype_of_tensor(span_of("Scalar")));
	CHECK(dtype_of_tensor(span_of("c10::BFloat16"))->real);
	CHECK(!dtype_of_tensor(span_of("bool"))->real);
	CHECK(is_type("15", "bfloat16"));
	CHECK(is_type("24", "float8_e4m3fn"));
	CHECK(!torch_setting(SCHEMA_DTYPE, span_of("99")));
	CHECK(!torch_setting(SCHEMA_LAYOUT, span_of("8")));
	CHECK(!torch_setting(SCHEMA_MEMORY_FORMAT, span_of("-1")));
}

/* Every declaration of ours can be read, and is of an operator once. */
static void
test_ours(void)
{
	struct schemas *s = schemas_new();
	struct schema schema;
	size_t at = 0;
	int n = 0;

	CHECK(!schemas_add_ours(s));
	while (schemas_next(s, span_of("aten::add"), &at, &schema))
		n++;
	CHECK(n >= 2);
	at = 0;
	CHECK(!schemas_next(s, span_of("aten::nothing"), &at, &schema));
	schemas_free(s);
}

/* 1 holds 2 and 3; 3 holds 4; the call of 3 is known. */
static void
test_selection(void)
{
	struct operator_row row[] = {
	    {.id = 4, .parent = 3, .ns = 30, .events = 1},
	    {.id = 3, .parent = 1, .ns = 50, .events = 2, .known = true},
	    {.id = 2, .parent = 1, .ns = 7, .events = 1},
	    {.id = 1, .parent = 9, .ns = 60, .events = 4},
	};
	size_t where;

	CHECK(selection_run(row, 4, &where) == SELECTION_DONE);
	CHECK(row[0].own_ns == 0 && row[0].own_events == 0);
	CHECK(row[1].own_ns == 50 && row[1].own_events == 2);
	CHECK(row[2].own_ns == 7 && row[2].own_events == 1);
	CHECK(row[3].own_ns == 3 && row[3].own_events == 1);
	CHECK(selection_run(row, 0, &where) == SELECTION_DONE);
	row[3].parent = 4;
	CHECK(selection_run(row, 4, &where) == SELECTION_CIRCLE);
	row[3].id = 4;
	CHECK(selection_run(row, 4, &where) == SELECTION_TWICE);
}

static void
test_batch(void)
{
	struct schemas *s = schemas_new();
	struct fit_options o = {0};
	struct batch *p = batch_new(s, &o);
	struct operator_row row = {.id = 1, .parent = -1, .ns = 5, .events = 1};
	struct recorded r = {span_of("[[],[]]"),
	    span_of("[\"Scalar\",\"ScalarList\"]"), span_of("[]"),
	    span_of("[\"1.e+10\",\"[-inf, 2]\"]")};
	const struct batch_group *g;
	int64_t id;

	CHECK(!schemas_add(s, span_of("a::b(float x, float[] y) -> ()")));
	CHECK_INT(schemas_add(s, span_of("a::b(float")), 1);
	batch_add(p, row, span_of("a::b"), &r);
	row.id = 2;
	batch_add(p, row, span_of("a::b"), &r);
	CHECK(batch_run(p, &id) == SELECTION_DONE);
	CHECK_INT(batch_groups(p, &g), 1);
	CHECK(g->count == 2 && g->ns == 10 && g->how == BATCH_SCHEMA);
	CHECK(span_is(g->text[PYTHON], "[1.0e+10, [-inf, 2.0]], {}"));
	CHECK(span_has(g->text[JSON], "\"value\": [\"-inf\", 2.0]"));
	batch_free(p);
	schemas_free(s);
}

int
main(void)
{
	test_schema();
	test_words();
	test_ours();
	test_selection();
	test_batch();
	return test_done();
}
