#include "tools/trace-treediff/compared_name.h"
#include "common/bytes/ascii.h"

static bool
is_hex(char c)
{
	c = ascii_lower(c);
	return ascii_is_digit(c) || (c >= 'a' && c <= 'f');
}

/* The place behind "(123)" if it begins here, else here. */
static size_t
behind_number(struct span s, size_t at)
{
	size_t i = at + 1;

	if (at >= s.n || s.p[at] != '(')
		return at;
	while (i < s.n && ascii_is_digit(s.p[i]))
		i++;
	return i > at + 1 && i < s.n && s.p[i] == ')' ? i + 1 : at;
}

static bool
begins(struct span s, size_t at, const char *word)
{
	return at <= s.n && span_starts(span_cut(s, at, s.n), word);
}

/* Appends one character, or what stands for a whole address or line. */
static void
add_next(struct buf *b, struct span name, size_t *at)
{
	size_t i = *at, line;

	if (begins(name, i, "0x") && i + 2 < name.n && is_hex(name.p[i + 2])) {
		for (i += 2; i < name.n && is_hex(name.p[i]);)
			i++;
		*at = i;
		buf_add(b, "0xXXXX", 6);
		return;
	}
	if (begins(name, i, ".py")) {
		line = behind_number(name, i + 3);
		*at = line > i + 3 && begins(name, line, ":") ? line : i + 3;
		buf_add(b, ".py", 3);
		return;
	}
	*at = i + 1;
	buf_add(b, &name.p[i], 1);
}

/* The last part of the path of a Python file, up to the end of ".py". */
static struct span
loose_part(struct span name)
{
	size_t start = 0;

	for (size_t i = 0; i + 3 <= name.n; i++) {
		if (name.p[i] == '/')
			start = i + 1;
		if (begins(name, i, ".py:"))
			return span_cut(name, start, i + 3);
	}
	return name;
}

static struct span
call_name(struct span name)
{
	static const char *const vendor[] = {"hip", "cuda", "cu", NULL};
	static const char *const kind[] = {
	    "LaunchKernel", "Memcpy", "Memset", NULL};

	for (size_t i = 0; vendor[i]; i++) {
		if (!span_starts(name, vendor[i]))
			continue;
		for (size_t k = 0; kind[k]; k++)
			if (span_has(name, kind[k]))
				return span_of(kind[k]);
		return span_cut(name, strlen(vendor[i]), name.n);
	}
	return name;
}

void
compared_name(
    struct buf *b, struct span name, bool call, enum compared_form form)
{
	size_t from = b->n;
	struct span loose;

	if (form == COMPARED_REFERENCE && span_is(name, "cuLaunchKernel"))
		name = span_of("hipModuleLaunchKernel");
	else if (form != COMPARED_REFERENCE && call)
		name = call_name(name);
	for (size_t i = 0; i < name.n;)
		add_next(b, name, &i);
	if (form != COMPARED_LOOSE || b->n == from) /* b->p may be NULL */
		return;
	loose = loose_part((struct span){b->p + from, b->n - from});
	if (loose.n)
		memmove(b->p + from, loose.p, loose.n);
	b->n = from + loose.n;
}

void
compared_without_lines(struct buf *b, struct span name)
{
	for (size_t i = 0; i < name.n;) {
		size_t behind = behind_number(name, i);

		if (behind > i)
			i = behind;
		else
			buf_add(b, &name.p[i++], 1);
	}
}
