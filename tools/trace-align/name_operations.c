#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "tools/trace-align/name_operations.h"

/* --- words --- */

/*
 * Writes the words in small letters, with a blank after each. A word is a run
 * of letters, cut before a capital that follows a small letter.
 */
static void
write_words(struct span s, struct buf *out)
{
	out->n = 0;
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i], small = ascii_lower(c);
		bool letter = ascii_is_letter(c);
		bool cut =
		    i > 0 && ascii_is_upper(c) && ascii_is_lower(s.p[i - 1]);

		if ((cut || !letter) && out->n && out->p[out->n - 1] != ' ')
			buf_add(out, " ", 1);
		if (letter)
			buf_add(out, &small, 1);
	}
	buf_add(out, " ", 1);
}

/* Takes the next word off what write_words has written; false at the end. */
static bool
next_word(struct span *words, struct span *word)
{
	if (words->n == 0)
		return false;
	*word = span_take(words, ' ');
	return true;
}

/*
 * Does a function's name say that its kernel does several things? Template
 * arguments also name what is left out.
 */
static bool
says_several(struct words *w, struct span normal)
{
	struct span words, word;

	write_words(span_take(&normal, '<'), &w->text);
	words = buf_span(&w->text);
	while (next_word(&words, &word))
		if (span_is_among(word, "add and fused quant"))
			return true;
	return false;
}

/* Takes the next operator off the words, by its name; false at the end. */
static bool
next_operator(struct span *words, struct span *name)
{
	/* Operations of several words: each word alone means another one. */
	static const struct {
		const char *words, *name;
	} spelled[] = {{"avg pool ", "avg_pool"}, {"batch norm ", "batch_norm"},
	    {"bitwise and ", "bitwise"}, {"clamp max ", "clamp"},
	    {"clamp min ", "clamp_min"}, {"group norm ", "group_norm"},
	    {"index add ", "index"}, {"layer norm ", "layer_norm"},
	    {"log softmax ", "softmax"}, {"logical and ", "bitwise"},
	    {"masked fill ", "masked_fill"}, {"max pool ", "max_pool"},
	    {"mul mat ", "mm"}, {"nll loss ", "nll_loss"},
	    {"norm ", "layer_norm"}, {"rms norm ", "rms_norm"},
	    {"scatter add ", "scatter"}, {"vector norm ", "linalg_norm"}};

	for (size_t i = 0; i < COUNT(spelled); i++)
		if (span_starts(*words, spelled[i].words)) {
			*words = span_cut(
			    *words, strlen(spelled[i].words), words->n);
			*name = span_of(spelled[i].name);
			return true;
		}
	return next_word(words, name);
}

/* --- operations --- */

void
words_open(struct words *w, const struct rules *rules)
{
	*w = (struct words){
	    .rules = rules, .families = pool_new(), .operators = pool_new()};
}

void
words_close(struct words *w)
{
	pool_free(w->families);
	pool_free(w->operators);
	free(w->operation);
	buf_free(&w->text);
	buf_free(&w->name);
}

static void
add_bit(struct ops *ops, uint32_t id)
{
	if (id < OPS_MOST)
		ops->bits[id / 64] |= (uint64_t)1 << id % 64;
}

static void
add_operation(struct words *w, struct span family, struct ops *ops)
{
	if (family.n > 0)
		add_bit(ops, pool_add(w->families, family));
}

struct ops
words_of_family(const struct words *w, const char *family)
{
	struct ops ops = {0};

	add_bit(&ops, pool_find(w->families, span_of(family)));
	return ops;
}

/* The family of an operator; empty when it does not count. */
static struct span
find_family(struct words *w, struct span op)
{
	/*
	 * They only change the shape or type of data, which takes next to no
	 * time, or an earlier kernel has done them. Where a kernel does such
	 * work itself, its family says so.
	 */
	if (op.n < 2 ||
	    span_is_among(op,
		"addmm baddbmm bmm clone contiguous convolution copy mm "
		"permute transpose"))
		return (struct span){0};
	return rules_family(
	    w->rules, BUF_JOIN(&w->name, span_of("aten::"), op));
}

/* Adds the operation of an operator; asks the rules once. */
static void
add_operator(struct words *w, struct span op, struct ops *ops)
{
	uint32_t known = pool_count(w->operators);
	uint32_t id = pool_add(w->operators, op);

	if (id == known) {
		ARRAY_RESERVE(w->operation, &w->room, (size_t)id + 1);
		w->operation[id] = find_family(w, op);
	}
	add_operation(w, w->operation[id], ops);
}

/* The family, and the one that it completes: attention_reduce, gemm_reduce. */
static void
add_family(struct words *w, struct span family, struct ops *ops)
{
	static const char completes[] = "_reduce";

	if (span_ends(family, completes))
		add_operation(
		    w, span_cut(family, 0, family.n - strlen(completes)), ops);
	add_operation(w, family, ops);
}

struct ops
words_read(struct words *w, struct span normal, struct span family)
{
	struct ops ops = {0};
	struct span words, op;

	add_family(w, family, &ops);
	if (!says_several(w, normal))
		return ops;
	write_words(normal, &w->text);
	words = buf_span(&w->text);
	while (next_operator(&words, &op))
		add_operator(w, op, &ops);
	return ops;
}

/* --- sets of operations --- */

static int
count_bits(uint64_t bits)
{
	int n = 0;

	for (; bits; bits &= bits - 1)
		n++;
	return n;
}

int
ops_common(const struct ops *a, const struct ops *b)
{
	int n = 0;

	for (size_t i = 0; i < OPS_MOST / 64; i++)
		n += count_bits(a->bits[i] & b->bits[i]);
	return n;
}

void
ops_join(struct ops *to, const struct ops *from)
{
	for (size_t i = 0; i < OPS_MOST / 64; i++)
		to->bits[i] |= from->bits[i];
}

int
ops_share(const struct ops *a, const struct ops *b, int whole)
{
	int both = ops_common(a, b);

	/* Most sets have nothing in common. */
	return both ? whole * both / (ops_count(a) + ops_count(b) - both) : 0;
}
