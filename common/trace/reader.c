#include <stdlib.h>

#include "common/trace/reader.h"

void
members_free(struct members *m)
{
	free(m->at);
	buf_free(&m->text);
	*m = (struct members){0};
}

void
members_add(struct members *m, struct span key, struct span value)
{
	struct member one = {m->text.n, m->text.n + key.n, 0};

	one.end = one.value + value.n;
	if (value.n > MEMBER_MAX || one.end > MEMBERS_MAX)
		return;
	ARRAY_RESERVE(m->at, &m->cap, m->n + 1);
	buf_reserve(&m->text, key.n + value.n);
	buf_add(&m->text, key.p, key.n);
	buf_add(&m->text, value.p, value.n);
	m->at[m->n++] = one;
}

bool
members_get(
    const struct members *m, size_t i, struct span *key, struct span *value)
{
	const struct member *one;

	if (i >= m->n)
		return false;
	one = &m->at[i];
	*key = (struct span){m->text.p + one->key, one->value - one->key};
	*value = (struct span){m->text.p + one->value, one->end - one->value};
	return true;
}

struct span
members_find(const struct members *m, const char *wanted)
{
	struct span key, value, found = {0};

	for (size_t i = 0; members_get(m, i, &key, &value); i++)
		if (span_is(key, wanted))
			found = value;
	return found;
}
