/*
 * Any bytes as lists of columns, budgets, numbers and rows: what is read is
 * printed and read back, differences add up to that of the totals, and swapped
 * sides mirror them.
 */
#include "tests/fuzz/bytes.h"
#include "tools/trace-compare/options.h"

enum { MOST = 64, COLUMNS = 2, TABLES = 3 };

static void
check_decimal(struct span s)
{
	char text[DECIMAL_MAX];
	decimal v, again;
	int places;

	if (decimal_parse(s, &v, &places))
		return;
	s = (struct span){
	    text, decimal_print(text, v, DECIMAL_PLACES, places % 2)};
	require(decimal_parse(s, &again, &places) == 0 && again == v);
}

/* The bytes up to each zero are texts. */
static void
check_texts(const char *text)
{
	static const struct span list[] = {
	    {"name", 4}, {"sum_us", 6}, {"n", 1}, {"a/b", 3}, {"n", 1}};
	const struct names names = {list, 5};
	struct budget b;
	struct plan p;

	if (plan_make(&p, "name", text, &names) == 0) {
		require(p.values > 0 && p.columns > 0);
		for (int i = 0; budget_parse(&b, text) == 0 && i < b.terms; i++)
			(void)table_gate_check(&b.term[i], &p.value[0]);
	}
	plan_free(&p);
	(void)!plan_make(&p, text, NULL, &names);
	plan_free(&p);
}

static void
fill(struct bytes *b, struct join *j)
{
	for (int i = 0; b->n && i < MOST; i++) {
		char key = (char)(take_byte(b) % 8);
		size_t table = take_byte(b) % TABLES;
		uint32_t row = join_row(j, table, (struct span){&key, 1});

		require(row != POOL_NONE);
		require(join_add(j, row, table, take_byte(b) % COLUMNS,
			    take_number(b), 3) == 0);
	}
}

static void
check_sums(const struct join *j, const struct join *total)
{
	struct value v = {.name = {"n", 1}, .bottom = PLAN_NONE};
	struct margin t = {3, 2000, false};

	for (size_t other = 0; other < TABLES; other++) {
		struct comparison all = {j, total, &v, other, NULL, NULL};
		decimal sum = 0;

		comparison_judge(&all, &t);
		for (uint32_t r = 0; r < pool_count(j->keys); r++) {
			struct change c = change_of(j, &v, r, other);
			enum outcome o = all.outcomes[r];

			sum += c.delta.there ? c.delta.v : 0;
			require(o != OUTCOME_MORE || c.delta.v > 0);
			if (c.a.there && c.b.there)
				require((compare_judge(&t, c.a.v, c.b.v) ==
					    OUTCOME_MORE) ==
				    (compare_judge(&t, c.b.v, c.a.v) ==
					OUTCOME_LESS));
		}
		free(all.outcomes);
		free(all.estimates);
		if (pool_count(j->keys))
			require(sum == change_of(total, &v, 0, other).delta.v);
	}
}

static void
check_join(struct bytes *b)
{
	struct join j, total;
	struct value v = {.name = {"n", 1}, .top = 0, .bottom = 1};
	uint32_t *row;

	join_open(&j, TABLES, COLUMNS);
	fill(b, &j);
	require(total_of(&total, &j, NULL) == 0);
	check_sums(&j, &total);
	row = rows_in_order(&j, &v, take_byte(b) % 4);
	require(row != NULL);
	free(row);
	join_free(&total);
	join_free(&j);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	char *text = calloc(size + 1, 1);

	if (!text)
		return 0;
	if (size)
		memcpy(text, data, size);
	check_decimal((struct span){text, size});
	check_texts(text);
	free(text);
	check_join(&b);
	return 0;
}
