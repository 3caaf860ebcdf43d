/*
 * Any lines as a compiler's log: each kernel is found, by its first row; and of
 * any job the score of a table is in its range, and the best one is chosen.
 */
#include "tests/fuzz/bytes.h"
#include "tools/trace-ideal/ideal.h"
#include "tools/trace-ideal/read_ideal.h"

static void
read_log(struct log *l, struct span text)
{
	while (text.n) {
		const char *end = memchr(text.p, '\n', text.n);
		size_t n = end ? (size_t)(end - text.p) : text.n;

		log_line(l, span_cut(text, 0, n));
		text = span_cut(text, end ? n + 1 : n, text.n);
	}
	log_end(l);
}

static void
check_table(const struct ideal_table *t)
{
	require(t->names.n <= t->n && t->categories.n <= t->n);
	for (size_t i = 0; i < t->n; i++) {
		const struct ideal_kernel *k = ideal_find(t, t->kernel[i].name);

		require(k && k <= &t->kernel[i]);
		require(k->name == t->kernel[i].name);
		require(idpool_find(&t->categories, t->kernel[i].category) <
		    t->categories.n);
		require(k->time.cycles >= 0);
	}
	require(!ideal_find(t, POOL_NONE));
	require(ideal_sum(t).cycles >= 0);
}

static void
check_choice(const struct ideal *d, const struct job *j)
{
	struct choice c = choose_table(j, d, 800);

	require(c.second <= c.score && c.score <= 1.5);
	for (size_t i = 0; i < d->n; i++)
		require(choose_score(j, &d->table[i], 800) <= c.score);
	require(!c.table == (c.score == 0));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	struct ideal d = {.texts = pool_new()};
	struct log l = {.ideal = &d, .rank = -1};
	struct job j = {.n = take_byte(&b) % 40, .us = take_byte(&b)};

	require(d.texts != NULL);
	for (int64_t i = 0; i < j.n && i < CHOOSE_FIRST; i++)
		j.first[i] = take_byte(&b) % 8;
	read_log(&l, (struct span){(const char *)b.p, b.n});
	for (size_t i = 0; i < d.n; i++)
		check_table(&d.table[i]);
	check_choice(&d, &j);
	ideal_free(&d);
	pool_free(d.texts);
	return 0;
}
