#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "common/json/json.h"
#include "tools/trace-perf/arch.h"

/* From archs.tsv: name, key, value, NULL behind the last. */
extern const char *const archs_ours[];
enum { OURS_FIELDS = 3 };

static const char *const units[ARCH_UNITS] = {"matrix", "vector"};
static const char *const precisions[ARCH_PRECISIONS] = {
    "fp4", "fp8", "fp16", "bf16", "tf32", "fp32", "fp64", "int8"};

struct arch
arch_new(void)
{
	struct arch a = {.gbps = NAN};

	for (int u = 0; u < ARCH_UNITS; u++)
		for (int p = 0; p < ARCH_PRECISIONS; p++)
			a.tflops[u][p] = NAN;
	return a;
}

/* Where the rate of a specification such as matrix_bf16 stands; NULL. */
static double *
place_of(struct arch *a, struct span spec)
{
	char name[32];

	for (int u = 0; u < ARCH_UNITS; u++)
		for (int p = 0; p < ARCH_PRECISIONS; p++) {
			snprintf(name, sizeof name, "%s_%s", units[u],
			    precisions[p]);
			if (span_is(spec, name))
				return &a->tflops[u][p];
		}
	return NULL;
}

/* A number above 0; NAN where the text is none. */
static double
positive(struct span text)
{
	char copy[64], *end;
	double value;

	if (text.n == 0 || text.n >= sizeof copy)
		return NAN;
	memcpy(copy, text.p, text.n);
	copy[text.n] = '\0';
	value = strtod(copy, &end);
	return *end == '\0' && value > 0 && isfinite(value) ? value : NAN;
}

/* Other keys, such as the source, say nothing about rates. */
static void
set(struct arch *a, struct span key, struct span value)
{
	double *rate = place_of(a, key);

	if (span_is(key, "mem_bw_gbps"))
		a->gbps = positive(value);
	else if (rate)
		*rate = positive(value);
}

static bool
same_name(struct span a, const char *b)
{
	return a.n == strlen(b) && strncasecmp(a.p, b, a.n) == 0;
}

int
arch_ours(struct arch *a, struct span name)
{
	bool found = false;

	*a = arch_new();
	for (const char *const *p = archs_ours; *p; p += OURS_FIELDS) {
		if (!same_name(name, p[0]))
			continue;
		set(a, span_of(p[1]), span_of(p[2]));
		found = true;
	}
	return found ? 0 : -1;
}

const char *
arch_name(size_t i)
{
	const char *last = "";

	for (const char *const *p = archs_ours; *p; p += OURS_FIELDS) {
		if (strcmp(p[0], last) == 0)
			continue;
		last = p[0];
		if (i-- == 0)
			return last;
	}
	return NULL;
}

/* Each rate that the member of the object may have. */
static int
read_rates(struct arch *a, struct json *json, struct span rates)
{
	char name[32];
	struct span value;

	for (int u = 0; u < ARCH_UNITS; u++)
		for (int p = 0; p < ARCH_PRECISIONS; p++) {
			snprintf(name, sizeof name, "%s_%s", units[u],
			    precisions[p]);
			if (json_member(json, rates, name, &value))
				return -1;
			a->tflops[u][p] = positive(value);
		}
	return 0;
}

static int
read_json(struct arch *a, struct span text)
{
	struct json *json = json_new();
	struct span value;
	int status = -1;

	if (!json)
		return -1;
	if (json_member(json, text, "mem_bw_gbps", &value) == 0) {
		a->gbps = positive(value);
		if (json_member(json, text, "max_achievable_tflops", &value) ==
		    0)
			status = read_rates(a, json, value);
	}
	json_free(json);
	return status;
}

/* Takes the bytes up to a character off the text. */
static struct span
take(struct span *text, char until)
{
	struct span s = *text;
	const char *end = s.n ? memchr(s.p, until, s.n) : NULL;
	size_t n = end ? (size_t)(end - s.p) : s.n;

	*text = end ? span_cut(s, n + 1, s.n) : (struct span){s.p + n, 0};
	s.n = n;
	return s;
}

static void
read_table(struct arch *a, struct span text)
{
	while (text.n) {
		struct span line = take(&text, '\n');
		struct span key = take(&line, '\t');

		set(a, key, line);
	}
}

static bool
says_enough(const struct arch *a)
{
	bool rate = false;

	for (int u = 0; u < ARCH_UNITS; u++)
		for (int p = 0; p < ARCH_PRECISIONS; p++)
			rate |= !isnan(a->tflops[u][p]);
	return rate && !isnan(a->gbps);
}

int
arch_read(struct arch *a, struct span text)
{
	*a = arch_new();
	while (text.n && strchr(" \t\r\n", text.p[0]))
		text = span_cut(text, 1, text.n);
	if (text.n && text.p[0] == '{') {
		while (strchr(" \t\r\n", text.p[text.n - 1]))
			text.n--;
		if (read_json(a, text))
			return -1;
	} else {
		read_table(a, text);
	}
	return says_enough(a) ? 0 : 1;
}

double
arch_peak(const struct arch *a, struct span spec)
{
	struct arch copy = *a;
	double *rate = place_of(&copy, spec);

	return rate ? *rate : NAN;
}

struct roofline
arch_roofline(
    const struct arch *a, struct span spec, double flops, double bytes)
{
	struct roofline r = {NAN, NAN};
	double peak = arch_peak(a, spec);

	if (!(flops > 0) || isnan(bytes) || isnan(peak) || isnan(a->gbps))
		return r;
	r.compute_us = flops / (peak * 1e6);
	r.memory_us = bytes / (a->gbps * 1e3);
	return r;
}
