#include <math.h>

#include "common/meaning/column.h"
#include "common/meaning/palette.h"
#include "tests/unit/test.h"

extern const char *const rules_ours[];

enum { PRIORITY, PATTERN, CATEGORY, FAMILY, VENDOR, RULE_FIELDS, SIGHTS = 4 };

struct lab {
	double of[3];
};

/* Linear light of a colour, from 0 to 1 (IEC 61966-2-1). */
static void
linear(uint32_t rgb, double out[3])
{
	for (int i = 0; i < 3; i++) {
		double v = (rgb >> (16 - 8 * i) & 255) / 255.0;

		out[i] =
		    v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
	}
}

static double
lab_part(double t)
{
	return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116;
}

static struct lab
lab_of(const double rgb[3])
{
	static const double xyz[3][3] = {{0.4124564, 0.3575761, 0.1804375},
	    {0.2126729, 0.7151522, 0.0721750},
	    {0.0193339, 0.1191920, 0.9503041}};
	static const double white[3] = {0.95047, 1, 1.08883};
	double f[3];

	for (int i = 0; i < 3; i++)
		f[i] = lab_part((xyz[i][0] * rgb[0] + xyz[i][1] * rgb[1] +
				    xyz[i][2] * rgb[2]) /
		    white[i]);
	return (struct lab){
	    {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}};
}

/*
 * How a colour looks: to most people, and without the first, second or third
 * kind of cones (Machado, Oliveira and Fernandes, "A Physiologically-based
 * Model for Simulation of Color Vision Deficiency", 2009, severity 1).
 */
static struct lab
seen(uint32_t rgb, int sight)
{
	static const double cones[SIGHTS][3][3] = {
	    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216},
		{-0.003882, -0.048116, 1.051998}},
	    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413},
		{-0.011820, 0.042940, 0.968881}},
	    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602},
		{0.004733, 0.691367, 0.303900}}};
	double in[3], out[3];

	linear(rgb, in);
	for (int i = 0; i < 3; i++) {
		const double *row = cones[sight][i];

		out[i] = row[0] * in[0] + row[1] * in[1] + row[2] * in[2];
		out[i] = out[i] < 0 ? 0 : out[i] > 1 ? 1 : out[i];
	}
	return lab_of(out);
}

static double
distance(uint32_t a, uint32_t b, int sight)
{
	struct lab x = seen(a, sight), y = seen(b, sight);

	return sqrt(pow(x.of[0] - y.of[0], 2) + pow(x.of[1] - y.of[1], 2) +
	    pow(x.of[2] - y.of[2], 2));
}

/* About 2.3 is the least difference that people notice. */
static void
test_distances(void)
{
	double least = 1000;

	for (size_t a = 0; a < palette_groups(); a++)
		for (size_t b = 0; b < a; b++)
			for (int sight = 0; sight < SIGHTS; sight++)
				least = fmin(least,
				    distance(
					palette_rgb(a), palette_rgb(b), sight));
	CHECK(least > 15);
	CHECK(distance(0xFF0000, 0x00FF00, 0) > 150);
	CHECK(distance(0x009E73, 0xA06A73, 2) < 15); /* they look alike */
	CHECK(fabs(seen(0xFFFFFF, 0).of[0] - 100) < 0.01);
}

/* Every label of the rules has a colour. */
static void
test_rules(void)
{
	size_t other = palette_groups() - 1;

	for (const char *const *r = rules_ours; *r; r += RULE_FIELDS) {
		if (r[CATEGORY][0] && strcmp(r[CATEGORY], "other") != 0)
			CHECK(palette_of(span_of(r[CATEGORY])) < other);
		if (r[FAMILY][0] && strcmp(r[FAMILY], "other") != 0)
			CHECK(palette_of(span_of(r[FAMILY])) < other);
	}
}

static void
test_groups(void)
{
	size_t gemm = palette_of(span_of("gemm"));

	CHECK(palette_groups() > 10);
	CHECK(TONE_WORK + palette_groups() <= TONES);
	CHECK(palette_of(span_of("gemm_reduce")) == gemm);
	CHECK(span_is(palette_name(gemm), "gemm"));
	CHECK(span_is(
	    palette_name(palette_of(span_of("pooling"))), "softmax, reduce"));
	CHECK(palette_rgb(gemm) == 0x0072B2);
	CHECK(palette_of(span_of("")) == palette_groups() - 1);
	CHECK(palette_of(span_of("no such label")) == palette_groups() - 1);
	CHECK(span_is(palette_name(palette_groups() - 1), "other"));
}

static void
test_text(void)
{
	CHECK(palette_is_light(0xFFFFFF));
	CHECK(palette_is_light(0xF0E442));
	CHECK(!palette_is_light(0x0072B2));
	CHECK(!palette_is_light(0));
	CHECK(palette_terminal(0) == 16);
	CHECK(palette_terminal(0xFFFFFF) == 231);
	CHECK(palette_terminal(0xFF0000) == 196);
	CHECK(palette_terminal(0x0072B2) == 16 + 6 * 1 + 3);
}

int
main(void)
{
	test_distances();
	test_rules();
	test_groups();
	test_text();
	return test_done();
}
