# Edits with a known truth: each kind of change, at every block of a step, with several
# seeds. What was changed must be found, and nothing else.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR"
}

# judge TABLE BLOCKS SEEDS: the percentages of rows that are right, and of comparisons whose
# first finding is: it names a kernel of the edit, or has its time. A partner of the same
# name a few kernels away is right, too.
judge() {
	local number
	rm -rf edited
	mkdir edited
	awk -v BLOCKS="$2" -v SEEDS="$3" -v FOLDER=edited -f "$TOP/tests/edits.awk" "$1" >truth
	for number in $(cut -f 1 truth | uniq); do
		trace-align -q --least 0% --summary page edited/whole.tsv "edited/$number.tsv" >rows
		awk -F '\t' -v OFS='\t' -v n="$number" '
			FNR == 1 { file++; for (i = 1; i <= NF; i++) c[file, $i] = i; next }
			file == 1 { print "row", n, $c[1, "a_position"], $c[1, "b_position"], $c[1, "a_name"], $c[1, "b_name"]; next }
			$c[2, "section"] == "time" { all = $c[2, "delta_us"] }
			$c[2, "section"] == "change" { print "first", n, $c[2, "delta_us"], $c[2, "name"], all; exit }' rows page
	done >found
	awk -F '\t' '
		function near(x, y) { return (x - y) * (x - y) <= y * y / 2500 }
		NR == FNR { truth[$1, $3] = $4; kind[$1] = $2; about[$1] = $5; own[$1] = $6; next }
		$1 == "first" {
			firsts++
			good = $3 == 0 || index(about[$2], "|" $4 "|") > 0 || near($3, $5) || near($3, own[$2])
			right_firsts += good
			wrong[kind[$2] " first"] += !good
			next
		}
		$3 != "" {
			rows++
			split(truth[$2, $3], may, " ")
			got = $4 + 0
			good = got == may[1] || got == may[2] && may[2] != "" ||
				got && $5 == $6 && (got - may[1] <= 16 && may[1] - got <= 16)
			right += good
			wrong[kind[$2] " rows"] += !good
		}
		END {
			for (k in wrong)
				if (wrong[k])
					printf "# %s: %d wrong\n", k, wrong[k] >"/dev/stderr"
			printf "%.2f %.2f of %d\n", 100 * right / rows, 100 * right_firsts / firsts, firsts
		}' truth found
}

# enough TABLE BLOCKS SEEDS
enough() {
	judge "$@" >shares 2>wrong
	awk '{ exit !($1 >= 98 && $2 >= 95) }' shares || fail "$1: $(cat shares wrong)"
}

# A step of 24 layers of 14 kernels, whose times differ.
made_step() {
	awk -v OFS='\t' 'BEGIN {
		n = split("rms_norm gemm_qkv rope reshape_and_cache attention_fwd gemm_o add rms_norm gemm_gate silu mul gemm_down copy add", layer, " ")
		print "cycle", "reps", "position", "name", "count", "sum_us"
		print 1, 10, ++p, "embedding", 10, "30.000"
		for (i = 1; i <= 24; i++)
			for (k = 1; k <= n; k++)
				printf "1\t10\t%d\t%s\t10\t%.3f\n", ++p, layer[k], (layer[k] ~ /gemm|attention/ ? 200 : 20) + k
		print 1, 10, ++p, "argmax", 10, "50.000"
	}'
}

@test "one edit in a step of 24 layers: the rows and the first finding are right" {
	made_step >made.tsv
	enough made.tsv 4 1
}

@test "real traces: one edit at every block of three steps" {
	need_traces
	blocks=4 seeds=1
	[ -z "${TRACE_UTILS_LONG:-}" ] || blocks=16 seeds=10
	for step in qwen05b-h100:1 nanogpt-h100-current:1 vllm-llama70b-tp4-mi300:3; do
		trace-extract -q "$TRACES/${step%:*}.json.gz" | trace-cycles -q |
			awk -F '\t' -v cycle="${step#*:}" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; print; next }
				$c["cycle"] == cycle' >"${step%:*}"
		enough "${step%:*}" $blocks $seeds
	done
}
