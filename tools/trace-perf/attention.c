/*
 * Attention over whole sequences: scores Q K^T and their product with V.
 */
#include <string.h>

#include "common/bytes/number.h"
#include "tools/trace-perf/models.h"
#include "tools/trace-perf/work.h"

/* How the sizes of Q, K and V stand. */
enum layout {
	HEADS_FIRST,     /* batch, heads, tokens, width */
	TOKENS_FIRST,    /* batch, tokens, heads, width */
	SEQUENCES_JOINED /* tokens of all sequences, heads, width */
};

/* One kind of attention operator: where its arguments stand. */
struct attention_form {
	const char *model;
	enum layout layout;
	int q;      /* the argument of Q; K and V follow */
	int causal; /* the value that says whether it is causal; -1: never */
	bool causal_default;
	bool flash;    /* computes the scores anew on the way back */
	bool backward; /* the operator is itself the backward pass */
	bool top_left; /* the mask of unequal lengths begins at the first key */
	bool no_spec;  /* TraceLens gives it no peak rate */
};

static const struct attention_form forms[] = {
    {"sdpa_flash", HEADS_FIRST, 0, 4, false, true, false, true, false},
    {"sdpa_efficient", HEADS_FIRST, 0, 6, false, false, false, true, false},
    {"flash", TOKENS_FIRST, 0, 5, false, true, false, false, false},
    {"flash_aiter", TOKENS_FIRST, 0, 5, false, true, false, false, true},
    {"flash_wrapped", TOKENS_FIRST, 1, 6, false, true, false, false, true},
    {"flash_3", TOKENS_FIRST, 0, 24, false, true, false, false, true},
    {"flash_backward", TOKENS_FIRST, 1, 10, true, true, true, false, false},
    {"flash_aiter_backward", TOKENS_FIRST, 1, 12, false, true, true, false,
	true},
    {"flash_wrapped_backward", TOKENS_FIRST, 1, 9, false, true, true, false,
	true},
    {"mha_backward", TOKENS_FIRST, 1, 8, false, true, true, false, true},
    {"flash_varlen", SEQUENCES_JOINED, 0, 9, false, true, false, false, false},
    {"flash_varlen_backward", SEQUENCES_JOINED, 1, 15, false, true, true, false,
	false},
};

struct attention {
	double batch, heads, kv_heads, d, v;
	double tokens, kv_tokens; /* of all sequences, for one of the batch */
	double pairs;             /* of a query and a key that it sees */
	double pairs_back;        /* the same for the backward pass */
	double kv_counted; /* tokens of the sequences whose lengths are known */
	bool flash, halved;
	double element;
};

static void
read_sizes(
    struct attention *a, const struct operation *op, enum layout layout, int q)
{
	int heads = layout == HEADS_FIRST ? -3 : -2;
	int tokens = layout == HEADS_FIRST ? -2 : -3;
	int rank = layout == SEQUENCES_JOINED ? 3 : 4;

	if (shape_of(op, q).n != rank || shape_of(op, q + 1).n != rank)
		a->d = NAN;
	else
		a->d = size_at(op, q, -1);
	a->batch = layout == SEQUENCES_JOINED ? 1 : size_at(op, q, 0);
	a->heads = size_at(op, q, heads);
	a->tokens = size_at(op, q, tokens);
	a->kv_heads = size_at(op, q + 1, heads);
	a->kv_tokens = size_at(op, q + 1, tokens);
	a->v = size_at(op, q + 2, -1);
}

/* How many pairs a causal mask leaves of unequal lengths: each query sees one
 * key more than the one before it, the last one all keys, or the first one one
 * key (`top_left`). */
static double
causal_pairs(double queries, double keys, bool top_left)
{
	double least = queries < keys ? queries : keys;
	double triangle = least * (least + 1) / 2;

	if (top_left)
		return triangle + (queries - least) * keys;
	return triangle + (keys - least) * queries;
}

static void
set_pairs(struct attention *a, bool top_left, bool causal, bool reference)
{
	a->pairs = a->tokens * a->kv_tokens;
	a->halved = causal && a->tokens == a->kv_tokens;
	if (causal && !a->halved)
		a->pairs = reference
		    ? NAN
		    : causal_pairs(a->tokens, a->kv_tokens, top_left);
	a->pairs_back = a->pairs;
	a->kv_counted = a->kv_tokens;
}

/* One sequence of the greatest lengths, the others alike: their lengths are not
 * recorded. */
static void
set_joined_pairs(struct attention *a, const struct operation *op, int lengths,
    int greatest, bool causal)
{
	double others = fmax(size_at(op, lengths, 0) - 2, 0);
	double most = number_of(op, greatest, NAN);
	double kv_most = number_of(op, greatest + 1, NAN);
	double rest = others ? floor((a->tokens - most) / others) : 0;
	double kv_rest = others ? floor((a->kv_tokens - kv_most) / others) : 0;

	if (!op->reference && (most > a->tokens || kv_most > a->kv_tokens))
		most = kv_most =
		    NAN; /* room for more than came, as in graphs */
	a->halved = causal && most == kv_most && rest == kv_rest;
	a->pairs = most * kv_most + others * rest * kv_rest;
	if (causal && !a->halved)
		a->pairs = op->reference ? NAN
					 : causal_pairs(most, kv_most, false) +
			others * causal_pairs(rest, kv_rest, false);
	a->pairs_back = op->reference ? a->tokens * a->kv_tokens : a->pairs;
	a->kv_counted =
	    op->reference ? kv_most + others * kv_rest : a->kv_tokens;
}

static double
flops_forward(const struct attention *a)
{
	double flops = 2 * a->batch * a->heads * a->pairs * (a->d + a->v);

	return a->halved ? flops / 2 : flops;
}

/* The gradients of Q, K, V and of the scores. Heads that share keys add up the
 * gradients of the keys and values of `kv` tokens. */
static double
flops_backward(const struct attention *a, double pairs, double kv)
{
	double wide = (a->flash ? a->d : 0) + 2 * a->v + 2 * a->d;
	double shared = floor(a->heads / a->kv_heads) - 1;
	double flops = 2 * a->batch * a->heads * pairs * wide +
	    a->batch * kv * shared * (a->d + a->v);

	return a->halved ? flops / 2 : flops;
}

static void
set_attention(struct work *w, const struct attention *a)
{
	double q = a->batch * a->tokens * a->heads;
	double kv = a->batch * a->kv_tokens * a->kv_heads;

	work_parameter(w, "B", a->batch);
	work_parameter(w, "N_Q", a->tokens);
	work_parameter(w, "H_Q", a->heads);
	work_parameter(w, "N_KV", a->kv_tokens);
	work_parameter(w, "H_KV", a->kv_heads);
	work_parameter(w, "d_h_qk", a->d);
	work_parameter(w, "d_h_v", a->v);
	work_set(w, flops_forward(a),
	    a->element * (q * (a->d + a->v) + kv * (a->d + a->v)));
	w->flops_back = flops_backward(a, a->pairs_back, a->kv_tokens);
	w->bytes_back =
	    a->element * (q * (2 * a->d + a->v) + 2 * kv * (a->d + a->v));
}

/* That of a model that registry.c hands to model_attention. */
static const struct attention_form *
find_form(const char *model)
{
	const struct attention_form *f = forms;

	while (strcmp(f->model, model) != 0)
		f++;
	return f;
}

static bool
is_causal(const struct operation *op, const struct attention_form *f)
{
	struct span value = value_of(op, f->causal);

	return value.n ? span_is(value, "True") : f->causal_default;
}

/* TraceLens takes two bytes for all types but in one operator. */
static double
element_of(const struct operation *op, const struct attention_form *f, int q)
{
	if (op->reference && strcmp(f->model, "flash_backward") != 0)
		return 2;
	return element(op, op->reference ? 0 : q);
}

/* Its probability stands before the flag of causality: by one place in aten's
 * operators, by two in others. */
static double
dropout(const struct operation *op, const struct attention_form *f)
{
	int i = f->causal - (f->layout == HEADS_FIRST ? 1 : 2);
	double p = number_read(value_of(op, i));

	return isfinite(p) ? p : 0;
}

/* How many sequences are joined, and how long they are at most. */
static void
set_lengths(
    const struct operation *op, struct work *w, int lengths, int greatest)
{
	work_parameter(w, "num_seqs_q", size_at(op, lengths, 0) - 1);
	work_parameter(w, "num_seqs_kv", size_at(op, lengths + 1, 0) - 1);
	parameter_real(w, "max_seqlen_q", number_of(op, greatest, NAN));
	parameter_real(w, "max_seqlen_kv", number_of(op, greatest + 1, NAN));
}

void
model_attention(const struct operation *op, struct work *w)
{
	const struct attention_form *f = find_form(op->model);
	bool joined = f->layout == SEQUENCES_JOINED;
	bool misread =
	    op->reference && strcmp(f->model, "flash_aiter_backward") == 0;
	int q = misread ? 0 : f->q;
	int lengths = f->backward ? 9 : 3, greatest = lengths + 2;
	bool after_gradient = f->backward && !f->no_spec;
	int typed = op->reference && after_gradient ? 0 : q;
	struct attention a = {.flash = f->flash};

	read_sizes(&a, op, f->layout, q);
	a.element = element_of(op, f, q);
	if (joined)
		set_joined_pairs(&a, op, lengths, greatest, is_causal(op, f));
	else
		set_pairs(&a, f->top_left, is_causal(op, f), op->reference);
	set_attention(w, &a);
	parameter_real(w, "dropout", dropout(op, f));
	parameter_flag(w, "causal", is_causal(op, f));
	parameter_flag(w, "flash_impl", f->flash);
	parameter_words(w, "dtype_A_B", 2,
	    (struct span[]){type_of(op, typed), type_of(op, typed + 1)});
	if (joined)
		set_lengths(op, w, lengths, greatest);
	if (f->backward)
		work_set(w, flops_backward(&a, a.pairs, a.kv_counted),
		    w->bytes_back);
	work_precision(w, op, q);
	w->no_rate = op->reference && f->no_spec;
}

/* [batch, sequences, tokens, heads, width], Q, K and V alike. */
void
model_evoformer(const struct operation *op, struct work *w)
{
	struct shape s = shape_of(op, 0);
	struct attention a = {.batch = shape_at(s, 0) * shape_at(s, 1),
	    .tokens = shape_at(s, 2),
	    .heads = shape_at(s, 3),
	    .d = shape_at(s, 4),
	    .element = op->reference ? 2 : element(op, 0)};

	a.kv_tokens = a.tokens;
	a.kv_heads = a.heads;
	a.v = a.d;
	a.pairs = a.pairs_back = a.tokens * a.tokens;
	set_attention(w, &a);
}

/* Transformer Engine's numbers of masks (NVTE_Mask_Type): these are causal, the
 * last two from the last key on. */
enum {
	MASK_CAUSAL = 2,
	MASK_PADDING_CAUSAL = 3,
	MASK_CAUSAL_BOTTOM_RIGHT = 4,
	MASK_PADDING_CAUSAL_BOTTOM_RIGHT = 5
};

/* [batch, tokens, heads, width], or Q, K and V in one: [.., 3, heads, width],
 * or K and V: [.., 2, heads, width]. */
static void
read_xla_sizes(struct attention *a, const struct operation *op)
{
	int packed = shape_of(op, 0).n == 5 ? 3
	    : shape_of(op, 1).n == 5        ? 2
					    : 0;
	int kv = packed == 3 ? 0 : 1;

	read_sizes(a, op, TOKENS_FIRST, 0);
	if (!packed)
		return;
	a->d = a->v = size_at(op, 0, -1);
	if (size_at(op, kv, 2) != packed)
		a->d = NAN;
	a->tokens = size_at(op, 0, 1);
	a->kv_tokens = size_at(op, kv, 1);
	a->kv_heads = size_at(op, kv, -2);
}

/* How long padded sequences really are is not recorded: they count in full. */
void
model_xla_attention(const struct operation *op, struct work *w)
{
	struct attention a = {
	    .d = NAN, .flash = true, .element = element(op, 0)};
	double mask = xla_setting(op->xla.config, "mask_type");
	bool bottom = mask == MASK_CAUSAL_BOTTOM_RIGHT ||
	    mask == MASK_PADDING_CAUSAL_BOTTOM_RIGHT;
	bool causal = !op->reference &&
	    (bottom || mask == MASK_CAUSAL || mask == MASK_PADDING_CAUSAL);

	read_xla_sizes(&a, op);
	set_pairs(&a, !bottom, causal, false);
	set_attention(w, &a);
	parameter_flag(w, "causal", causal);
	parameter_flag(w, "flash_impl", true);
}

void
model_xla_attention_backward(const struct operation *op, struct work *w)
{
	model_xla_attention(op, w);
	work_set(w, w->flops_back, w->bytes_back);
}
