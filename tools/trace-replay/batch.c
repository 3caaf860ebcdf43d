#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/bytes/pool.h"
#include "common/meaning/bracket_list.h"
#include "tools/trace-replay/batch.h"

/*
 * How large the numbers of an argument may be that are places in another one.
 *
 * With zeros in place of real indices, a lookup would read one row again and
 * again from the cache. So where the operator's meaning says what an index
 * must be below, it becomes any number below that.
 */

/*
 * The bound is the size of a tensor in one dimension: a fixed one, or that
 * which another argument tells; or it is a number among the arguments.
 */
static const struct bound {
	const char *names, *index;
	const char *tensor;       /* NULL: a number, `dimension_of` */
	const char *dimension_of; /* NULL: `dimension` */
	int dimension;            /* from the end where negative */
} bounds[] = {
    {"aten::embedding aten::_embedding_bag aten::_embedding_bag_forward_only",
	"indices", "weight", NULL, 0},
    {"aten::embedding_renorm_", "indices", "self", NULL, 0},
    {"aten::embedding_dense_backward", "indices", NULL, "num_weights", 0},
    {"aten::index_select aten::index_add aten::index_add_ aten::index_copy "
     "aten::index_copy_ aten::index_fill aten::index_fill_ aten::gather "
     "aten::scatter aten::scatter_ aten::scatter_add aten::scatter_add_",
	"index", "self", "dim", 0},
    {"aten::nll_loss aten::nll_loss_forward aten::nll_loss_backward", "target",
	"self", NULL, -1},
};

/* The argument of that name, or NULL; there is none without a name. */
static struct argument *
find(struct call *call, const char *name)
{
	for (int i = 0; name && i < call->n; i++)
		if (span_is(call->argument[i].name, name))
			return &call->argument[i];
	return NULL;
}

/* The size of a tensor at a place, from the end where it is negative; 0: none.
 */
static int64_t
size_at(struct span sizes, int64_t place)
{
	int n = fit_count_sizes(sizes);
	int64_t size;

	if (place < 0)
		place += n;
	if (place < 0 || place >= n || !bracket_list_open(&sizes) ||
	    fixed_parse_int(
		span_trim(span_part(sizes, ',', (size_t)place)), &size))
		return 0;
	return size;
}

static int64_t
bound_of(struct call *call, const struct bound *b)
{
	const struct argument *of = find(call, b->tensor);
	const struct argument *number = find(call, b->dimension_of);
	int64_t place = b->dimension;

	if (b->dimension_of &&
	    (!number || fixed_parse_int(number->value.text, &place)))
		return 0;
	if (!b->tensor)
		return place;
	return of ? size_at(of->value.sizes, place) : 0;
}

/* Sets the start and bound of the indices of a call of that operator. */
static void
bounds_set(struct call *call, struct span name)
{
	for (size_t i = 0; i < COUNT(bounds); i++) {
		struct argument *index;
		int64_t bound;

		if (!span_is_among(name, bounds[i].names))
			continue;
		index = find(call, bounds[i].index);
		bound = bound_of(call, &bounds[i]);
		if (!index || index->value.kind != VALUE_TENSOR ||
		    index->value.start == START_NORMAL || bound <= 0)
			continue;
		index->value.start = START_BELOW;
		index->value.bound = bound;
	}
}

struct batch {
	const struct schemas *schemas;
	const struct fit_options *options;
	struct pool *calls; /* the record of each, five fields */
	struct pool *texts; /* JSON and Python */
	struct pool *keys;  /* of equal calls, see key_of */
	struct batch_group *call;
	size_t calls_cap, n_calls;
	struct operator_row *row;
	size_t n, cap;
	struct batch_group *group;
	size_t n_groups, groups_cap;
	struct buf text;
	struct call scratch;
};

struct batch *
batch_new(const struct schemas *schemas, const struct fit_options *options)
{
	struct batch *p = xcalloc(1, sizeof *p);

	p->schemas = schemas;
	p->options = options;
	p->calls = pool_new();
	p->texts = pool_new();
	p->keys = pool_new();
	return p;
}

void
batch_free(struct batch *p)
{
	pool_free(p->calls);
	pool_free(p->texts);
	pool_free(p->keys);
	free(p->call);
	free(p->row);
	free(p->group);
	buf_free(&p->text);
	free(p);
}

static const char *const reasons[] = {
    [FIT_COUNT] = "a different number of arguments than declared",
    [FIT_LIST] = "the types of tensors in a list are not recorded",
    [FIT_TEXT] = "a string is not recorded",
    [FIT_ARGUMENT] = "an argument of a different kind than declared",
    [FIT_MISSING] = "the arguments are not recorded"};

/* Whether torch.ops can have it: aten::mm, not ConvolutionBackward0. */
static bool
is_operator(struct span name)
{
	size_t colon = 0;

	for (size_t i = 0; i < name.n; i++) {
		if (name.p[i] == ':' && colon == 0 && i && i + 2 < name.n &&
		    name.p[i + 1] == ':')
			colon = i++;
		else if (!ascii_is_word(name.p[i]))
			return false;
	}
	return colon > 0 && !ascii_is_digit(name.p[0]) &&
	    !ascii_is_digit(name.p[colon + 2]);
}

/* Fits a call to the overloads of its operator: the first that does it. */
static void
fit(struct batch *p, struct batch_group *g)
{
	struct schema s;
	size_t at = 0;
	enum fit_result result = FIT_COUNT, now;
	bool declared = false;

	g->how = BATCH_NOT;
	while (schemas_next(p->schemas, g->name, &at, &s)) {
		declared = true;
		now = fit_call(&p->scratch, &s, &g->recorded, p->options);
		if (now == FIT_YES) {
			g->how = BATCH_SCHEMA;
			g->overload = s.overload;
			g->why = "";
			return;
		}
		if (now != FIT_COUNT)
			result = now;
	}
	g->why = declared ? reasons[result] : "no schema";
	if (declared || p->options->reference)
		return;
	if (!is_operator(g->name)) {
		g->why = "not an operator of torch";
		return;
	}
	result = fit_call(&p->scratch, NULL, &g->recorded, p->options);
	if (result == FIT_YES)
		g->how = BATCH_PLACE;
	else
		g->why = reasons[result];
}

static void
write_texts(struct batch *p, struct batch_group *g)
{
	if (g->how == BATCH_NOT)
		return;
	bounds_set(&p->scratch, g->name);
	for (int i = 0; i < p->scratch.n; i++)
		if (p->scratch.argument[i].assumed)
			g->assumed = p->scratch.argument[i].assumed;
	for (int language = 0; language < LANGUAGES; language++) {
		p->text.n = 0;
		write_call(&p->text, &p->scratch, (enum language)language);
		g->text[language] = buf_span(&p->text);
		pool_keep(p->texts, &g->text[language]);
	}
}

/* A call that is seen for the first time. */
static void
add_call(struct batch *p, uint32_t number, size_t name)
{
	struct batch_group g = {0};
	struct span left = pool_get(p->calls, number);
	struct span *field[] = {&g.recorded.sizes, &g.recorded.types,
	    &g.recorded.strides, &g.recorded.values};

	g.name = span_cut(left, 0, name);
	left = span_cut(left, name + 1, left.n);
	for (int i = 0; i < 4; i++)
		*field[i] = span_take(&left, '\t');
	fit(p, &g);
	write_texts(p, &g);
	ARRAY_PUSH(p->call, p->n_calls, &p->calls_cap, g);
}

static void
add_record(struct batch *p, const struct recorded *r)
{
	struct span tab = TEXT("\t");

	BUF_ADD_ALL(&p->text, tab, r->sizes, tab, r->types, tab, r->strides,
	    tab, r->values);
}

void
batch_add(struct batch *p, struct operator_row row, struct span name,
    const struct recorded *r)
{
	BUF_JOIN(&p->text, name);
	add_record(p, r);
	row.call = pool_add(p->calls, buf_span(&p->text));
	if (row.call == p->n_calls)
		add_call(p, row.call, name.n);
	row.known = p->call[row.call].how == BATCH_SCHEMA;
	ARRAY_PUSH(p->row, p->n, &p->cap, row);
}

/* Calls are equal if they are written in the same way. */
static uint32_t
key_of(struct batch *p, const struct batch_group *g)
{
	struct span tab = TEXT("\t");

	BUF_JOIN(&p->text, g->name, tab, g->overload);
	if (g->how == BATCH_NOT)
		add_record(p, &g->recorded);
	else
		BUF_ADD_ALL(&p->text, tab, g->text[PYTHON]);
	return pool_add(p->keys, buf_span(&p->text));
}

static void
count(struct batch *p, size_t row)
{
	const struct operator_row *r = &p->row[row];
	struct batch_group g = p->call[r->call];
	uint32_t number = key_of(p, &g);

	if (number == p->n_groups) {
		g.first = r->id;
		ARRAY_PUSH(p->group, p->n_groups, &p->groups_cap, g);
	}
	if (r->id < p->group[number].first)
		p->group[number].first = r->id;
	p->group[number].count++;
	if (fixed_add(&p->group[number].ns, r->own_ns))
		p->group[number].ns = INT64_MAX; /* 292 years */
}

ORDER_BY(compare, struct batch_group, DOWN(ns), UP(first))

enum selection_status
batch_run(struct batch *p, int64_t *id)
{
	size_t where = 0;
	enum selection_status status = selection_run(p->row, p->n, &where);

	if (status != SELECTION_DONE) {
		*id = p->n ? p->row[where].id : 0;
		return status;
	}
	for (size_t i = 0; i < p->n; i++)
		if (p->row[i].own_events > 0)
			count(p, i);
	ARRAY_SORT(p->group, p->n_groups, compare);
	return SELECTION_DONE;
}

size_t
batch_groups(const struct batch *p, const struct batch_group **group)
{
	*group = p->group;
	return p->n_groups;
}
