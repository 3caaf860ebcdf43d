#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "common/trace/device_names.h"

struct process {
	uint32_t name; /* in names, or POOL_NONE */
	bool works;
};

struct device_names {
	struct pool *pids, *names;
	struct process *process; /* by the number in pids */
	size_t cap;
};

struct device_names *
device_names_new(void)
{
	struct device_names *d = xcalloc(1, sizeof *d);

	d->pids = pool_new();
	d->names = pool_new();
	return d;
}

void
device_names_free(struct device_names *d)
{
	pool_free(d->pids);
	pool_free(d->names);
	free(d->process);
	free(d);
}

/* "gpu_worker" is one word, and a host's. */
static bool
in_word(char c)
{
	return ascii_is_letter(c) || c == '_';
}

/* Is the word, in lower case, in the text, and not part of another word? */
static bool
has_word(struct span text, const char *word)
{
	size_t n = strlen(word), at, k;

	for (at = 0; at + n <= text.n; at++) {
		for (k = 0; k < n; k++)
			if (ascii_lower(text.p[at + k]) != word[k])
				break;
		if (k == n && !(at && in_word(text.p[at - 1])) &&
		    !(at + n < text.n && in_word(text.p[at + n])))
			return true;
	}
	return false;
}

/* "CPU HIP API" and "CUDA API" are of the host. */
static bool
is_device(struct span name)
{
	return (has_word(name, "gpu") || has_word(name, "npu") ||
		   has_word(name, "cuda") ||
		   has_word(name, "ascend hardware")) &&
	    !has_word(name, "cpu") && !has_word(name, "host") &&
	    !has_word(name, "api");
}

void
device_names_look(struct device_names *d, const struct raw_event *e)
{
	bool names = span_is(e->ph, "M") && span_is(e->name, "process_name");
	uint32_t known = pool_count(d->pids), id;

	if (e->cat.n || !(names || raw_event_complete(e)))
		return;
	id = pool_add(d->pids, e->pid);
	if (id == known)
		ARRAY_PUSH(d->process, known, &d->cap,
		    (struct process){POOL_NONE, false});
	if (names)
		d->process[id].name = pool_add(d->names, e->label);
	else
		d->process[id].works = true;
}

struct device_process *
device_names_list(const struct device_names *d, size_t *n)
{
	uint32_t all = pool_count(d->pids);
	struct device_process *list = xcalloc(all + 1, sizeof *list);
	struct span *pids = pool_sorted(d->pids, NULL);

	*n = 0;
	for (uint32_t i = 0; i < all; i++) {
		struct process p = d->process[pool_find(d->pids, pids[i])];
		struct span name =
		    p.name == POOL_NONE ? pids[i] : pool_get(d->names, p.name);

		if (p.works && is_device(name))
			list[(*n)++] = (struct device_process){pids[i], name};
	}
	free(pids);
	return list;
}
