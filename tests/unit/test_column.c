#include "common/meaning/column.h"
#include "tests/unit/test.h"

static const struct {
	const char *name;
	enum column_kind kind;
	bool change, sums;
} names[] = {
    {"name", COLUMN_TEXT, 0, 0},
    {"a_name", COLUMN_TEXT, 0, 0},
    {"eager_kernel", COLUMN_TEXT, 0, 0},
    {"Kernel_Name", COLUMN_TEXT, 0, 0},
    {"structure", COLUMN_TEXT, 0, 0},
    {"phase_reason", COLUMN_TEXT, 0, 0},
    {"pid", COLUMN_ID, 0, 0},
    {"stream", COLUMN_ID, 0, 0},
    {"Kernel stream", COLUMN_ID, 0, 0},
    {"external_id", COLUMN_ID, 0, 0},
    {"op_id", COLUMN_ID, 0, 0},
    {"rank", COLUMN_ID, 0, 0},
    {"match", COLUMN_MATCH, 0, 0},
    {"outcome", COLUMN_OUTCOME, 0, 0},
    {"match_type", COLUMN_MATCH, 0, 0},
    {"Match Type", COLUMN_MATCH, 0, 0},
    {"verdict", COLUMN_OUTCOME, 0, 0},
    {"count", COLUMN_WHOLE, 0, 1},
    {"Count", COLUMN_WHOLE, 0, 1},
    {"operation_count", COLUMN_WHOLE, 0, 1},
    {"a_position", COLUMN_WHOLE, 0, 0},
    {"reps", COLUMN_WHOLE, 0, 0},
    {"group", COLUMN_GROUP, 0, 0},
    {"moved", COLUMN_MOVED, 0, 0},
    {"parent", COLUMN_WHOLE, 0, 0},
    {"cycle", COLUMN_WHOLE, 0, 0},
    {"dur_ns", COLUMN_WHOLE, 0, 1},
    {"ts_us", COLUMN_TIME, 0, 0},
    {"dur_us", COLUMN_TIME, 0, 1},
    {"duration_us", COLUMN_TIME, 0, 1},
    {"Duration (\xC2\xB5s)", COLUMN_TIME, 0, 1},
    {"Duration (\xCE\xBCs)", COLUMN_TIME, 0, 1},
    {"avg_duration_us", COLUMN_TIME, 0, 0},
    {"mean_period_us", COLUMN_TIME, 0, 0},
    {"stddev_us", COLUMN_TIME, 0, 0},
    {"a_us", COLUMN_TIME, 0, 1},
    {"b_us", COLUMN_TIME, 0, 1},
    {"a_sum_us", COLUMN_TIME, 0, 1},
    {"a_mean_us", COLUMN_TIME, 0, 0},
    {"total_direct_kernel_time_ms", COLUMN_TIME, 0, 1},
    {"time ms", COLUMN_TIME, 0, 1},
    {"Kernel duration (\xC2\xB5s)_sum", COLUMN_TIME, 0, 1},
    {"Kernel duration (us)_mean", COLUMN_TIME, 0, 0},
    {"delta_us", COLUMN_TIME, 1, 1},
    {"delta_pct", COLUMN_PERCENT, 1, 0},
    {"delta_low_us", COLUMN_TIME, 0, 0},
    {"delta_high_total_us", COLUMN_TIME, 0, 0},
    {"low_pct", COLUMN_PERCENT, 0, 0},
    {"Change (%)", COLUMN_PERCENT, 1, 0},
    {"pct_of_cycle", COLUMN_PERCENT, 0, 0},
    {"coverage_pct", COLUMN_PERCENT, 0, 0},
    {"Percentage (%)", COLUMN_PERCENT, 0, 0},
    {"Percent of kernels time (%)", COLUMN_PERCENT, 0, 0},
    {"share", COLUMN_PERCENT, 0, 0},
    {"ratio", COLUMN_RATIO, 1, 0},
    {"Mean Kernel Time", COLUMN_OTHER, 0, 0},
    {"delta", COLUMN_OTHER, 0, 0},
    {"value", COLUMN_OTHER, 0, 0},
    {"input_dims", COLUMN_OTHER, 0, 0},
    {"us_per_token", COLUMN_OTHER, 0, 0},
    {"", COLUMN_OTHER, 0, 0},
    {"___", COLUMN_OTHER, 0, 0},
    {"a column with a very long name that ends like a time, but that is far "
     "too "
     "long to be one of ours us",
	COLUMN_OTHER, 0, 0},
};

int
main(void)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct column c = column_of(span_of(names[i].name));

		test_point(c.kind == names[i].kind &&
			c.change == names[i].change && c.sums == names[i].sums,
		    names[i].name, __FILE__, __LINE__);
	}
	CHECK_INT(column_tone(span_of("exact")), TONE_GOOD);
	CHECK_INT(column_tone(span_of("faster")), TONE_GOOD);
	CHECK_INT(column_tone(span_of("similar")), TONE_NEAR);
	CHECK_INT(column_tone(span_of("compiled_only")), TONE_NEW);
	CHECK_INT(column_tone(span_of("added")), TONE_NEW);
	CHECK_INT(column_tone(span_of("removed")), TONE_BAD);
	CHECK_INT(column_tone(span_of("slower")), TONE_BAD);
	CHECK_INT(column_tone(span_of("moved")), TONE_MOVED);
	CHECK_INT(column_tone(span_of("unclear")), TONE_NONE);
	CHECK_INT(column_tone(span_of("")), TONE_NONE);
	CHECK_INT(column_work_tone(span_of("no such kind")), TONE_NONE);
	CHECK_INT(column_work_tone(span_of("other")), TONE_NONE);
	CHECK_INT(tone_rgb(column_work_tone(span_of("gemm"))), 0x0072B2);
	CHECK_INT(column_group_tone(span_of("")), TONE_NONE);
	CHECK_INT(column_group_tone(span_of("11")), TONE_ODD);
	CHECK_INT(column_group_tone(span_of("12")), TONE_EVEN);
	CHECK_INT(tone_rgb(TONE_GOOD), 0xC6EFCE);
	CHECK_INT(tone_rgb(TONE_MOVED), 0xD9D9D9);
	return test_done();
}
