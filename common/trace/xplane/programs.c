#include "common/trace/xplane/programs.h"
#include "common/trace/xplane/plane.h"

/* The modules of the plane are names of events: their stat has the bytes. */
static void
add_modules(struct hlo *modules, struct span plane)
{
	struct xplane_plane p = {0};
	struct protobuf_field f, g;

	xplane_plane_read(&p, plane);
	for (size_t i = 0; i < p.events.n; i++) {
		struct span message = p.events.at[i].message;

		while (protobuf_next(&message, &f) == 1) {
			if (f.number != XNAME_STAT || f.type != PROTOBUF_BYTES)
				continue;
			while (protobuf_next(&f.bytes, &g) == 1)
				if (g.number == XSTAT_BYTES)
					hlo_add(modules, p.events.at[i].id,
					    g.bytes);
		}
	}
	xplane_plane_free(&p);
}

static bool
is_wanted(const struct span *args, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (hlo_text_named(args[i]) >= 0)
			return true;
	return false;
}

static bool
has_modules(struct span plane)
{
	struct protobuf_field f;

	while (protobuf_next(&plane, &f) == 1)
		if (f.number == XPLANE_NAME)
			return span_starts(f.bytes, "/host:metadata");
	return false;
}

void
xplane_hlo_read(
    struct xplane_hlo *h, struct span file, const struct span *args, size_t n)
{
	struct protobuf_field f;

	if (!is_wanted(args, n))
		return;
	h->modules = hlo_new();
	while (protobuf_next(&file, &f) == 1)
		if (f.number == XSPACE_PLANE && has_modules(f.bytes))
			add_modules(h->modules, f.bytes);
}

void
xplane_hlo_free(struct xplane_hlo *h)
{
	hlo_free(h->modules);
}

bool
xplane_hlo_damaged(const struct xplane_hlo *h)
{
	return h->modules && hlo_damaged(h->modules);
}

void
xplane_hlo_begin(struct xplane_hlo *h)
{
	h->op = h->module = h->program = (struct span){0};
}

void
xplane_hlo_note(struct xplane_hlo *h, struct span name, struct span text)
{
	if (span_is(name, "hlo_op"))
		h->op = text;
	else if (span_is(name, "hlo_module"))
		h->module = text;
	else if (span_is(name, "program_id"))
		h->program = text;
}

void
xplane_hlo_fill(
    struct xplane_hlo *h, const struct span *args, size_t n, struct span *asked)
{
	struct span text[HLO_TEXTS];
	int which;

	if (!h->modules || h->op.n == 0 ||
	    !hlo_texts(h->modules, h->program, h->module, h->op, text))
		return;
	for (size_t i = 0; i < n; i++) {
		which = hlo_text_named(args[i]);
		if (which >= 0 && asked[i].n == 0)
			asked[i] = text[which];
	}
}
