#include "tools/trace-replay/bounds.h"
#include "common/bytes/fixed.h"
#include "common/meaning/listing.h"

/*
 * The bound is the size of a tensor in one dimension: a fixed one, or that
 * which another argument tells; or it is a number among the arguments.
 */
static const struct bound {
	const char *name, *index;
	const char *tensor;       /* NULL: a number, `dimension_of` */
	const char *dimension_of; /* NULL: `dimension` */
	int dimension;            /* from the end where negative */
} bounds[] = {
    {"aten::embedding", "indices", "weight", NULL, 0},
    {"aten::embedding_renorm_", "indices", "self", NULL, 0},
    {"aten::_embedding_bag", "indices", "weight", NULL, 0},
    {"aten::_embedding_bag_forward_only", "indices", "weight", NULL, 0},
    {"aten::embedding_dense_backward", "indices", NULL, "num_weights", 0},
    {"aten::index_select", "index", "self", "dim", 0},
    {"aten::index_add", "index", "self", "dim", 0},
    {"aten::index_add_", "index", "self", "dim", 0},
    {"aten::index_copy", "index", "self", "dim", 0},
    {"aten::index_copy_", "index", "self", "dim", 0},
    {"aten::index_fill", "index", "self", "dim", 0},
    {"aten::index_fill_", "index", "self", "dim", 0},
    {"aten::gather", "index", "self", "dim", 0},
    {"aten::scatter", "index", "self", "dim", 0},
    {"aten::scatter_", "index", "self", "dim", 0},
    {"aten::scatter_add", "index", "self", "dim", 0},
    {"aten::scatter_add_", "index", "self", "dim", 0},
    {"aten::nll_loss", "target", "self", NULL, -1},
    {"aten::nll_loss_forward", "target", "self", NULL, -1},
    {"aten::nll_loss_backward", "target", "self", NULL, -1},
};

static struct argument *
find(struct call *call, const char *name)
{
	for (int i = 0; i < call->n; i++)
		if (span_is(call->argument[i].name, name))
			return &call->argument[i];
	return NULL;
}

/* The size of a tensor at a place, from the end where it is negative; 0: none.
 */
static int64_t
size_at(struct span sizes, int64_t place)
{
	struct span list = sizes, item;
	int64_t n = 0, size = 0;

	if (!listing_open(&list))
		return 0;
	for (struct span left = list; listing_next(&left, &item);)
		n++;
	if (place < 0)
		place += n;
	for (int64_t i = 0; i <= place && i < n; i++)
		if (!listing_next(&list, &item))
			return 0;
	if (place < 0 || place >= n || fixed_parse_int(item, &size))
		return 0;
	return size;
}

static int64_t
bound_of(struct call *call, const struct bound *b)
{
	const struct argument *of = b->tensor ? find(call, b->tensor) : NULL;
	const struct argument *number =
	    b->dimension_of ? find(call, b->dimension_of) : NULL;
	int64_t place = b->dimension;

	if (b->dimension_of &&
	    (!number || fixed_parse_int(number->value.text, &place)))
		return 0;
	if (!b->tensor)
		return place;
	return of ? size_at(of->value.sizes, place) : 0;
}

void
bounds_set(struct call *call, struct span name)
{
	for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
		struct argument *index;
		int64_t bound;

		if (!span_is(name, bounds[i].name))
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
