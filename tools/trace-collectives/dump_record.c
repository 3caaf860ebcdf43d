#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/order.h"
#include "common/json/jsontext.h"
#include "tools/trace-collectives/dump.h"

ORDER_BY(compare_launches, struct record, UP(name), UP(transfer), UP(sequence),
    UP(id))

/* The texts of all records in one of their fields, as one. */
static uint32_t
join(struct dumps *d, const struct record *r, size_t n, size_t field)
{
	struct buf all = {0};
	uint32_t id;

	for (size_t i = 0; i < n; i++) {
		struct span text;

		memcpy(&id, (const char *)&r[i] + field, sizeof id);
		text = dump_text(d, id);
		BUF_ADD_ALL(&all, span_of(all.n && text.n ? "+" : ""), text);
	}
	id = pool_add(d->texts, buf_span(&all));
	buf_free(&all);
	return id;
}

static struct record
join_collectives(struct dumps *d, const struct record *r, size_t n)
{
	struct record all = r[0];

	all.kind = join(d, r, n, offsetof(struct record, kind));
	all.in_sizes = join(d, r, n, offsetof(struct record, in_sizes));
	all.in_dtypes = join(d, r, n, offsetof(struct record, in_dtypes));
	all.out_sizes = join(d, r, n, offsetof(struct record, out_sizes));
	all.out_dtypes = join(d, r, n, offsetof(struct record, out_dtypes));
	for (size_t i = 1; i < n; i++)
		if (r[i].elements < 0 ||
		    __builtin_add_overflow(
			all.elements, r[i].elements, &all.elements))
			all.elements = DUMP_NONE;
	all.state = r[n - 1].state;
	for (size_t i = 1; i < n; i++)
		all.torn |= r[i].torn;
	return all;
}

/* Those of one launch, of which it returns how many are left. */
static size_t
join_launch(struct dumps *d, struct record *r, size_t n)
{
	bool closed = span_is(dump_text(d, r[n - 1].kind), "coalesced");

	if (!r->transfer) {
		r[0] = join_collectives(d, r, n);
		return 1;
	}
	if (!closed || n == 1)
		return n;
	for (size_t i = 0; i + 1 < n; i++)
		r[i].state = r[n - 1].state;
	return n - 1;
}

void
record_join(struct dumps *d, size_t first)
{
	struct record *r;
	size_t n = d->records - first, left = 0, end;
	bool whole;

	if (n == 0)
		return;
	r = d->record + first;
	whole = d->dump[r->dump].whole;
	qsort(r, n, sizeof *r, compare_launches);
	for (size_t i = 0; i < n; i = end) {
		size_t kept;

		for (end = i + 1; end < n && r[end].name == r[i].name &&
		     r[end].transfer == r[i].transfer &&
		     r[end].sequence == r[i].sequence;
		     end++)
			;
		/* the ring may have overwritten parts of each group's oldest */
		r[i].torn |= !whole && !r[i].transfer &&
		    (left == 0 || r[left - 1].name != r[i].name);
		kept = join_launch(d, r + i, end - i);
		memmove(r + left, r + i, kept * sizeof *r);
		left += kept;
	}
	d->records = first + left;
}

enum field {
	FIELD_ID,
	FIELD_PG_ID,
	FIELD_GROUP,
	FIELD_COLLECTIVE,
	FIELD_TRANSFER,
	FIELD_NAME,
	FIELD_IN_SIZES,
	FIELD_IN_DTYPES,
	FIELD_OUT_SIZES,
	FIELD_OUT_DTYPES,
	FIELD_STATE,
	FIELD_IS_TRANSFER,
	FIELD_STARTED,
	FIELD_FRAMES,
	FIELDS
};

static const struct span keys[FIELDS] = {
    [FIELD_ID] = TEXT("record_id"),
    [FIELD_PG_ID] = TEXT("pg_id"),
    [FIELD_GROUP] = TEXT("process_group"),
    [FIELD_COLLECTIVE] = TEXT("collective_seq_id"),
    [FIELD_TRANSFER] = TEXT("p2p_seq_id"),
    [FIELD_NAME] = TEXT("profiling_name"),
    [FIELD_IN_SIZES] = TEXT("input_sizes"),
    [FIELD_IN_DTYPES] = TEXT("input_dtypes"),
    [FIELD_OUT_SIZES] = TEXT("output_sizes"),
    [FIELD_OUT_DTYPES] = TEXT("output_dtypes"),
    [FIELD_STATE] = TEXT("state"),
    [FIELD_IS_TRANSFER] = TEXT("is_p2p"),
    [FIELD_STARTED] = TEXT("time_discovered_started_ns"),
    [FIELD_FRAMES] = TEXT("frames"),
};

int64_t
record_number(struct span value)
{
	int64_t v;

	if (value.n >= 2 && *value.p == '"')
		value = span_cut(value, 1, value.n - 1);
	return fixed_parse_int(value, &v) == 0 && v >= 0 ? v : DUMP_NONE;
}

uint32_t
record_text(struct dumps *d, struct span value)
{
	struct buf scratch = {0};
	uint32_t id;

	id = pool_add(d->texts, json_text(value, &scratch));
	buf_free(&scratch);
	return id;
}

/* Reads "1->0", and for a receive "0<-1". */
static void
read_places(struct span text, struct record *r)
{
	struct span right = span_after(text, r->receives ? "<-" : "->");
	int64_t a, b;

	if (!right.p)
		return;
	a = record_number(span_cut(text, 0, text.n - right.n - 2));
	b = record_number(right);
	if (a < 0 || b < 0)
		return;
	r->source = r->receives ? b : a;
	r->destination = r->receives ? a : b;
}

/* "nccl:all_reduce" or "nccl:send 1->0", whatever the backend is called. */
static void
read_name(struct dumps *d, struct span value, struct record *r)
{
	struct span name = dump_text(d, record_text(d, value));
	struct span kind;

	if (span_holds(name, ':'))
		span_take(&name, ':');
	kind = span_take(&name, ' ');
	r->kind = pool_add(d->texts, kind);
	r->receives = span_is(kind, "recv");
	if (r->transfer && name.p)
		read_places(name, r);
}

/* The elements of all tensors of "[[3, 4], [5]]"; DUMP_NONE if not told. */
static int64_t
count_elements(struct span sizes)
{
	struct span tensor, size;
	int64_t sum = 0;

	if (sizes.n < 2 || *sizes.p != '[')
		return DUMP_NONE;
	while (json_item(&sizes, &tensor)) {
		int64_t product = 1;

		if (*tensor.p != '[')
			return DUMP_NONE;
		while (json_item(&tensor, &size)) {
			int64_t v = record_number(size);

			if (v < 0 ||
			    __builtin_mul_overflow(product, v, &product))
				return DUMP_NONE;
		}
		if (__builtin_add_overflow(sum, product, &sum))
			return DUMP_NONE;
	}
	return sum;
}

/* "NAME (FILE:LINE)" of a frame; *own: it is not of PyTorch's own wrappers. */
static uint32_t
read_frame(struct dumps *d, struct json *j, struct span frame, bool *own)
{
	static const struct span names[] = {
	    TEXT("name"), TEXT("filename"), TEXT("line")};
	const struct json_keys wanted = {.top = json_names(names, 3)};
	struct span value[3], text;
	struct buf b = {0};
	uint32_t id;

	if (json_members(j, frame, &wanted, value))
		return 0;
	for (int i = 0; i < 3; i++) {
		text = dump_text(d, record_text(d, value[i]));
		if (i == 1)
			*own = !span_has(text, "torch/distributed/");
		BUF_ADD_ALL(&b,
		    span_of(i == 0   ? ""
			    : i == 1 ? " ("
				     : ":"),
		    text);
	}
	buf_add_text(&b, ")");
	id = pool_add(d->texts, buf_span(&b));
	buf_free(&b);
	return id;
}

/* The innermost frame outside torch/distributed, else the innermost. */
static uint32_t
read_frames(struct dumps *d, struct json *j, struct span frames)
{
	struct span frame;
	uint32_t first = 0;
	bool own = false;

	if (frames.n == 0 || *frames.p != '[')
		return 0;
	while (json_item(&frames, &frame)) {
		uint32_t id = read_frame(d, j, frame, &own);

		if (own && id)
			return id;
		first = first ? first : id;
	}
	return first;
}

static void
read_group(struct dumps *d, struct span value, struct record *r)
{
	struct span item;

	if (value.n == 0 || *value.p != '[')
		return;
	if (json_item(&value, &item))
		r->name = record_text(d, item);
	if (json_item(&value, &item))
		r->desc = record_text(d, item);
}

static bool
read_state(struct span value, enum record_state *state)
{
	static const char *const words[] = {
	    [RECORD_SCHEDULED] = "\"scheduled\"",
	    [RECORD_STARTED] = "\"started\"",
	    [RECORD_COMPLETED] = "\"completed\"",
	};

	for (int i = RECORD_SCHEDULED; i <= RECORD_COMPLETED; i++)
		if (span_is(value, words[i])) {
			*state = (enum record_state)i;
			return true;
		}
	return false;
}

bool
record_read(struct dumps *d, struct json *j, struct span entry,
    struct record *r, bool *timed)
{
	const struct json_keys wanted = {.top = json_names(keys, FIELDS)};
	struct span v[FIELDS];

	*r = (struct record){.source = DUMP_NONE, .destination = DUMP_NONE};
	if (json_members(j, entry, &wanted, v) ||
	    !read_state(v[FIELD_STATE], &r->state))
		return false;
	r->transfer = span_is(v[FIELD_IS_TRANSFER], "true");
	r->id = record_number(v[FIELD_ID]);
	r->sequence =
	    record_number(v[r->transfer ? FIELD_TRANSFER : FIELD_COLLECTIVE]);
	r->elements = count_elements(v[FIELD_IN_SIZES]);
	r->pg_id = record_text(d, v[FIELD_PG_ID]);
	r->in_sizes = record_text(d, v[FIELD_IN_SIZES]);
	r->in_dtypes = record_text(d, v[FIELD_IN_DTYPES]);
	r->out_sizes = record_text(d, v[FIELD_OUT_SIZES]);
	r->out_dtypes = record_text(d, v[FIELD_OUT_DTYPES]);
	read_group(d, v[FIELD_GROUP], r);
	read_name(d, v[FIELD_NAME], r);
	*timed |=
	    r->state == RECORD_STARTED || record_number(v[FIELD_STARTED]) > 0;
	r->frame = read_frames(d, j, v[FIELD_FRAMES]);
	return r->name && r->kind && r->sequence >= 0;
}
