#!/usr/bin/env bats
load helper

# Two small reports, the second without one sheet of the first.
setup() {
	cd "$BATS_TEST_TMPDIR" || return
	mkdir base other
	printf '%s\r\n' 'type,time ms,percent' 'busy_time,2.0,40' 'total_time,5.0,100' \
		'total_comm_time,0.0,0.0' >base/gpu_timeline.csv
	printf '%s\n' 'type,time ms,percent' 'total_time,4.5,100' 'busy_time,3.25,72' >other/gpu_timeline.csv
	cat >base/kernel_summary.csv <<-'END'
	Parent op category,Parent cpu_op,Kernel name,Kernel stream,Kernel duration (µs)_sum,Kernel duration (µs)_count,Kernel duration (µs)_mean,Kernel duration (µs)_min,Kernel duration (µs)_max,Percent of kernels time (%)
	GEMM,aten::mm,gemm,7,10.1,2,5.05,5,5.1,50
	GEMM,aten::bmm,gemm,7,20.2,3,6.733,5,5.1,25.5
	other,aten::add,add,9.0,0.3,1,0.3,0.3,0.3,1
	END
	sed -e '/bmm/d; s/10.1,2,5.05/30.3,4,7.575/; s/,9.0,/,7,/; s/add,add/mul,mul/' base/kernel_summary.csv >other/kernel_summary.csv
	printf 'name,x\n' >base/ops_summary.csv
	printf '%s\n' 'name,param: N,param: K,param: s,Kernel Time (µs)_sum,Kernel Time (µs)_mean,name_count,TFLOPS/s_mean,TB/s_mean,GFLOPS_first,Input Dims_first' \
		'mm,8,4.0,x,4,2,2,1.5,0.5,9,"(8, 4)"' 'mm,9,4,x,5,5,1,1.25,0.5,9,"(9, 4)"' >base/GEMM.csv
	printf '%s\n' 'name,param: K,param: N,Kernel Time (µs)_sum,Kernel Time (µs)_mean,name_count,TFLOPS/s_mean,TB/s_mean,GFLOPS_first,Input Dims_first' \
		'mm,4,8.0,3,3,1,2.0,0.5,9,"(8, 4)"' 'mm,4,7,5,5,1,1.25,0.5,9,"(7, 4)"' >other/GEMM.csv
	printf '\n' >base/CONV_fwd.csv
	cp base/CONV_fwd.csv other
}

@test "manners: command line" {
	manners_command_line TraceLens_compare_perf_reports_pytorch
	manners_command_line compare_perf_reports_pytorch # the same under its older name
}

@test "manners: the page and --help agree" {
	manners_page TraceLens_compare_perf_reports_pytorch
}

@test "the examples of the page" {
	sh "$TOP/scripts/make-samples" .
	manners_examples TraceLens_compare_perf_reports_pytorch
}

@test "a timeline, in the order of its kinds" {
	compare_perf_reports_pytorch base other -d out --sheets gpu_timeline
	diff -u - out/gpu_timeline.csv <<-'END'
	type,time ms__other_diff,time ms__other_pct,base::time ms,base::percent,other::time ms,other::percent
	busy_time,1.25,62.5,2,40,3.25,72
	total_comm_time,,,0,0.0,,
	total_time,-0.5,-10,5,100,4.5,100
	END
	[ "$(ls out)" = gpu_timeline.csv ]
}

@test "reports may begin with a dash, and have blanks and patterns in their names" {
	compare_perf_reports_pytorch base other -d plain -o plain.xlsx --names one two
	mv base './-my base'
	mv other 'o * [r]'
	compare_perf_reports_pytorch -d out -o out.xlsx --names one two -- '-my base' 'o * [r]'
	diff -r plain out
	cmp plain.xlsx out.xlsx
	compare_perf_reports_pytorch -d named -- '-my base' 'o * [r]'
	[ -s 'named/ops_all_only_variant_o * [r].csv' ] || [ -s 'named/GEMM_only_variant_o * [r].csv' ]
}

@test "rows of the same kernel are added up, not multiplied" {
	compare_perf_reports_pytorch -d out --sheets=kernel_summary --names old new -- base other
	diff -u - out/kernel_summary.csv <<-'END'
	Kernel name,Kernel duration (µs)_sum__new_diff,Kernel duration (µs)_sum__new_pct,Kernel duration (µs)_mean__new_diff,Kernel duration (µs)_mean__new_pct,Kernel duration (µs)_count__new_diff,Kernel duration (µs)_count__new_pct,old::Parent cpu_op,old::Kernel stream,old::Kernel duration (µs)_sum,old::Kernel duration (µs)_count,old::Kernel duration (µs)_mean,old::Percent of kernels time (%),new::Parent cpu_op,new::Kernel stream,new::Kernel duration (µs)_sum,new::Kernel duration (µs)_count,new::Kernel duration (µs)_mean,new::Percent of kernels time (%)
	gemm,0.0,0,1.515,25,-1,-20,aten::mm; aten::bmm,7,30.3,5,6.060,75.5,aten::mm,7,30.3,4,7.575,50
	add,,,,,,,aten::add,9.0,0.3,1,0.300,1,,,,,,
	mul,,,,,,,,,,,,,aten::mul,7,0.3,1,0.300,1
	END
}

@test "single operators: in three parts, by the parameters that all have" {
	compare_perf_reports_pytorch -d out --sheets roofline -- base other
	[ "$(ls out | xargs)" = 'GEMM_intersect_other.csv GEMM_only_baseline_other.csv GEMM_only_variant_other.csv' ]
	cut -d , -f 1-7 out/GEMM_intersect_other.csv | diff -u - <(cat <<-'END'
	name,param: K,param: N,Kernel Time (µs)_sum__other_diff,Kernel Time (µs)_sum__other_pct,Kernel Time (µs)_mean__other_diff,Kernel Time (µs)_mean__other_pct
	mm,4,8,-1,-25,1.000,50
	END
	)
	[[ $(head -n 1 out/GEMM_intersect_other.csv) != *other::GFLOPS_first* ]]
	tail -n 1 out/GEMM_only_baseline_other.csv | cut -d , -f 1-4 | grep -qx 'mm,4,9,x'
	tail -n 1 out/GEMM_only_variant_other.csv | cut -d , -f 1-4 | grep -qx 'mm,4,7,5'
	compare_perf_reports_pytorch -d keyed --keys 'GEMM=name' --sheets roofline -- base other
	sed -n 2p keyed/GEMM_intersect_other.csv | grep -q '^mm,-1,-11.11'
}

@test "three reports, and a workbook" {
	cp -r other third
	compare_perf_reports_pytorch base other third -o book.xlsx -d out
	head -n 1 out/gpu_timeline.csv | grep -q 'time ms__other_pct,time ms__third_diff'
	[ -f out/GEMM_intersect_third.csv ]
	[ -s book.xlsx ]
	compare_perf_reports_pytorch base other
	[ -s comparison.xlsx ]
}

@test "what cannot be compared" {
	run -2 compare_perf_reports_pytorch base
	assert_output --partial "at least two reports"
	run -2 compare_perf_reports_pytorch base base
	assert_output --partial "two reports are called 'base'; --names renames them"
	run -2 compare_perf_reports_pytorch base other --names one
	assert_output --partial "--names needs as many names"
	run -2 compare_perf_reports_pytorch base other --sheets none
	assert_output --partial "there is no sheet 'none'"
	run -1 compare_perf_reports_pytorch base other --sheets ops_summary
	assert_output --partial "ops_summary: not every report has it"
	mkdir rocprof
	printf 'name,Mean Kernel Time (µs),Total Kernel Time (ms),Count\ngemm,2,4,2\n' >rocprof/kernel_summary.csv
	run -2 compare_perf_reports_pytorch rocprof base --sheets kernel_summary
	assert_output "compare_perf_reports_pytorch: kernel_summary of base: no column 'name'"
	mkdir empty
	run -2 compare_perf_reports_pytorch base empty
	assert_output --partial "empty: no sheets in it"
	run -2 compare_perf_reports_pytorch base /no/such/report
	echo 'a,"b' >other/gpu_timeline.csv
	run -2 compare_perf_reports_pytorch base other
	assert_output --partial gpu_timeline.csv
}

# compare THEIRS OURS: every cell of the reference, as a number or as a text, but
# those of kernels that a report has in several rows.
compare() {
	python3 - "$@" <<'END'
import csv, os, sys
csv.field_size_limit(10 ** 9)
def table(path):
    rows = [r for r in csv.reader(open(path, encoding="utf8")) if r]
    return rows[:1], rows[1:]
def number(t):
    try:
        return float(t)
    except ValueError:
        return None
def same(a, b):
    x, y = number(a), number(b)
    if x is None or y is None:
        return a == b
    return abs(x - y) <= 1e-9 * max(abs(x), abs(y), 1e-3)
def key(row, places):
    return tuple(row[i] if number(row[i]) is None else number(row[i]) for i in places)
cells = 0
for name in sorted(os.listdir(sys.argv[1])):
    (head, theirs), (ours_head, ours) = table(sys.argv[1] + "/" + name), table(sys.argv[2] + "/" + name)
    if not head:
        assert not ours, name
        continue
    head, ours_head = head[0], ours_head[0]
    n = next(i for i, c in enumerate(head) if "__" in c or "::" in c)
    index = {key(r, [ours_head.index(c) for c in head[:n]]): r for r in ours}
    keys = [key(r, range(n)) for r in theirs]
    assert name == "kernel_summary.csv" or keys == [k for k in index], name
    for k, row in zip(keys, theirs):
        if keys.count(k) > 1:
            continue
        for c, t in zip(head, row):
            assert same(t, index[k][ours_head.index(c)]), (name, k, c, t, index[k][ours_head.index(c)])
            cells += 1
print(cells)
END
}

@test "real reports: the reference, cell by cell" {
	need_traces
	command -v python3 >/dev/null || skip "no python3"
	reference=$TRACES/reference
	compare_perf_reports_pytorch "$reference/qwen05b-h100" "$reference/qwen05b-mi300" --names h100 mi300 -d out
	cells=$(compare "$reference/qwen05b-h100-vs-mi300" out)
	echo "# $cells cells compared" >&3
	[ "$cells" -gt 7000 ]
	# no time is multiplied
	for tag in h100 mi300; do
		csv2tsv out/kernel_summary.csv | awk -F '\t' -v column="$tag::Kernel duration (µs)_sum" '
			NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) c = i; next }
			{ t += $c } END { printf "%.3f\n", t }' >sum
		csv2tsv "$reference/qwen05b-$tag/kernel_summary.csv" | awk -F '\t' '
			NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /_sum$/) c = i; next }
			{ t += $c } END { printf "%.3f\n", t }' | diff sum -
	done
}

@test "real reports: two more of the reference, with its columns in their order" {
	need_traces
	command -v python3 >/dev/null || skip "no python3"
	theirs=$TRACES/../reference/tracelens
	[ -d "$theirs" ] || skip "no reference tables"
	compare_perf_reports_pytorch "$TRACES/reference/bert-small-mi300" "$TRACES/reference/bert-small-h100" \
		--names mi300 h100 -d bert
	[ "$(compare "$theirs/bert-small-mi300/compare-vs-h100" bert)" -gt 3000 ]
	compare_perf_reports_pytorch "$theirs/compare-rocprof-threads/256thread" \
		"$theirs/compare-rocprof-threads/512thread" -d rocprof
	[ "$(compare "$theirs/compare-rocprof-threads/expected" rocprof)" -gt 700 ]
	for file in "$theirs"/compare-rocprof-threads/expected/*; do
		diff <(head -n 1 "$file" | tr -d '\r') <(head -n 1 "rocprof/${file##*/}")
	done
}

# own THEIRS OURS: numbers of the reference's comparison in ours, which is of reports that
# we made. A sheet of kernels is left out: the reference multiplies rows there.
own() {
	python3 - "$@" <<'END'
import csv, os, sys
csv.field_size_limit(10 ** 9)
def table(path):
    rows = [r for r in csv.reader(open(path, encoding="utf8")) if r]
    return (rows[0], rows[1:]) if rows else (None, [])
def number(t):
    try:
        return float(t)
    except ValueError:
        return None
def key(row, places):
    return tuple(row[i] if number(row[i]) is None else number(row[i]) for i in places)
cells = 0
for name in sorted(os.listdir(sys.argv[1])):
    head, theirs = table(sys.argv[1] + "/" + name)
    ours_head, ours = table(sys.argv[2] + "/" + name)
    if not head or name == "kernel_summary.csv":
        assert head or not ours, name
        continue
    n = next(i for i, c in enumerate(head) if "__" in c or "::" in c)
    index = {key(r, [ours_head.index(c) for c in head[:n]]): r for r in ours}
    assert len(ours) == len(theirs), name
    for row in theirs:
        k = key(row, range(n))
        assert k in index, (name, k)
        for c, t in zip(head, row):
            # rows of equal time have no order
            if number(t) is None or "umulative" in c and name.startswith("ops_unique"):
                continue
            got = number(index[k][ours_head.index(c)])
            assert got is not None and abs(got - number(t)) <= max(1e-3 * abs(number(t)), 0.011), (name, k, c, t, got)
            cells += 1
print(cells)
END
}

@test "real reports: the reference's numbers out of reports of our own" {
	need_traces
	command -v python3 >/dev/null || skip "no python3"
	theirs=$TRACES/../reference/tracelens/bert-small-mi300/compare-vs-h100
	for trace in qwen05b-h100 qwen05b-mi300 bert-small-mi300 bert-small-h100; do
		trace-report --arch none -d $trace "$TRACES/$trace.json.gz" >/dev/null 2>&1
		# our own names of sheets, or the reference's, or one of each
		[ $trace != bert-small-h100 ] || mv $trace/ops_all.csv $trace/ops_unique_args.csv
		[[ $trace = bert-* ]] || mv $trace/ops_all.csv $trace/ops_unique_args.csv
	done
	compare_perf_reports_pytorch qwen05b-h100 qwen05b-mi300 --names h100 mi300 -d qwen
	cells=$(own "$TRACES/reference/qwen05b-h100-vs-mi300" qwen)
	echo "# $cells cells compared" >&3
	[ "$cells" -gt 4500 ]
	[ -d "$theirs" ] || skip "no reference tables"
	compare_perf_reports_pytorch bert-small-mi300 bert-small-h100 --names mi300 h100 -d bert
	cells=$(own "$theirs" bert)
	echo "# $cells cells compared" >&3
	[ "$cells" -gt 1800 ]
}
