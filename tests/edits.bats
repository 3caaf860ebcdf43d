# Edits with a known truth: each kind of change, at every block of a step, with several
# seeds. What was changed must be found, and nothing else.

load helper

setup() {
	cd "$BATS_TEST_TMPDIR"
}

# judge TABLE BLOCKS SEEDS [NOISE [SPREAD]]: the percentages of rows that are right, and of comparisons whose
# first finding is: it names a kernel of the edit, or has its time. A partner of the same
# name a few kernels away is right, too.
judge() {
	local number
	rm -rf edited
	mkdir edited
	awk -v BLOCKS="$2" -v SEEDS="$3" -v NOISE="${4:-0}" -v SPREAD="${5:-}" -v FOLDER=edited -f "$TOP/tests/edits.awk" "$1" >truth
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

# enough LEAST TABLE BLOCKS SEEDS [NOISE [SPREAD]]
enough() {
	local least=$1
	shift
	judge "$@" >shares 2>wrong
	awk -v least="$least" '{ exit !($1 >= 98 && $2 >= least) }' shares || fail "$*: $(cat shares wrong)"
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
	enough 95 made.tsv 4 1
	# Also where the times of all other kernels differ by chance, and add up to more.
	enough 95 made.tsv 4 2 0.003
	enough 95 made.tsv 4 2 0.003 0.005
}

@test "one kernel of many with its normalised name is a change of its own" {
	awk -v OFS='\t' 'BEGIN {
		print "cycle", "reps", "position", "name", "count", "sum_us"
		for (i = 1; i <= 60; i++)
			print 1, 10, i, "gemm_" (i % 3 ? "256x128" : "64x64") "_tn", 10, (i % 3 ? 900 : 100) + i ".000"
	}' >a.tsv
	awk -F '\t' -v OFS='\t' '$3 == 30 { $6 = "195.000" } { print }' a.tsv >b.tsv
	trace-align -q --summary page a.tsv b.tsv >rows
	[ "$(tsv2csv page | grep -cE '^change,gemm: at 1 of 20,.*,20,gemm_64x64_tn$')" = 1 ] || fail "$(cat page)"
	trace-align -q --by-fusion a.tsv b.tsv | grep -q "gemm_64x64_tn$"
}

@test "what a kernel of few repeats differs by, below what matters, is no first finding" {
	awk -v OFS='\t' 'BEGIN {
		print "cycle", "reps", "position", "name", "count", "sum_us", "stddev_us"
		for (i = 1; i <= 30; i++)
			print 1, 10, i, "gemm_" substr("abc", i % 3 + 1, 1) "_tn", 10, 900 + i ".000", "1.000"
		print 1, 10, 31, "rare_kernel", 1, "2.300", ""
	}' >a.tsv
	awk -F '\t' -v OFS='\t' '$4 == "gemm_a_tn" { $6 = $6 * 1.004 } $3 == 31 { $6 = "2.200" } { print }' a.tsv >b.tsv
	trace-align -q --summary page a.tsv b.tsv >rows
	awk -F '\t' '$1 == "change" { print $NF }' page | head -n 1 | grep -qx gemm_a_tn || fail "$(cat page)"
}

@test "a matrix product is not fused into what multiplies none, and is gone" {
	awk -v OFS='\t' 'BEGIN {
		print "cycle", "reps", "position", "name", "count", "sum_us"
		for (i = 1; i <= 12; i++) {
			print 1, 10, ++p, "rms_norm", 10, 50 + i ".000"
			print 1, 10, ++p, "gemm_256x128_tn", 10, "900.000"
			print 1, 10, ++p, "triton_poi_fused_mul_0", 10, "40.000"
			print 1, 10, ++p, "attention_fwd", 10, "400.000"
		}
	}' >a.tsv
	awk -F '\t' -v OFS='\t' '$4 ~ /^gemm/ { next } $4 ~ /mul/ { $4 = "triton_poi_fused_add_1"; $6 = "50.000" }
		NR > 1 { $3 = ++n } { print }' a.tsv >b.tsv
	for sides in 'a.tsv b.tsv' 'b.tsv a.tsv'; do
		# shellcheck disable=SC2086 # two tables
		trace-align -q --least 0% $sides |
			awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
				{ name = $c["a_name"] $c["b_name"] }
				name ~ /^gemm/ { gone++; wrong += $c["group"] != "" }
				$c["group_rows"] != "" { wrong += $c["group_rows"] != "1:1" }
				END { exit wrong || gone != 12 }' || fail "$sides"
	done
	# A kernel that does not tell its work may multiply; attention does.
	for name in other_kernel flash_fwd_kernel; do
		sed "s/triton_poi_fused_add_1/$name/" b.tsv >c.tsv
		trace-align -q --least 0% a.tsv c.tsv | awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
			$c["group_rows"] == "2:1" { n++ }
			END { exit n != 12 }' || fail "$name"
	done
}

@test "real traces: one edit at every block of four steps" {
	need_traces
	blocks=4 seeds=1
	[ -z "${TRACE_UTILS_LONG:-}" ] || blocks=16 seeds=10
	for step in qwen05b-h100:1 nanogpt-h100-current:1 vllm-llama70b-tp4-mi300:3 flux-sage-mi300-replay:4; do
		trace-extract -q "$TRACES/${step%:*}.json.gz" | trace-cycles -q |
			awk -F '\t' -v cycle="${step#*:}" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; print; next }
				$c["cycle"] == cycle' >"${step%:*}"
		enough 95 "${step%:*}" $blocks $seeds
		enough 95 "${step%:*}" $blocks $seeds 0.003
		enough 95 "${step%:*}" $blocks $seeds 0.003 0.005
	done
}

# groups A B NAME: of each kernel of that name, the match and family of what shares its group.
groups() {
	trace-align -q "$1" "$2" | awk -F '\t' -v name="$3" '
		NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		{ group[NR] = $c["group"]; match_of[NR] = $c["match"]; kernel[NR] = $c["a_name"] == "" ? $c["b_name"] : $c["a_name"] }
		END { for (r = 2; r <= NR; r++) for (q = 2; q <= NR; q++)
			if (kernel[r] == name && q != r && group[r] != "" && group[q] == group[r]) print match_of[q], kernel[q] }'
}

@test "a matrix multiplication that was split is one change, whichever side is first" {
	local number splits=0
	made_step >made.tsv
	mkdir edited
	awk -v BLOCKS=4 -v SEEDS=2 -v FOLDER=edited -f "$TOP/tests/edits.awk" made.tsv >truth
	while IFS=$'\t' read -r number about; do
		gemm=${about#|} gemm=${gemm%%|*}
		[ "$(groups edited/whole.tsv "edited/$number.tsv" splitKreduce_kernel)" = "exact $gemm" ]
		[ "$(groups "edited/$number.tsv" edited/whole.tsv splitKreduce_kernel)" = "exact $gemm" ]
		splits=$((splits + 1))
	done < <(awk -F '\t' '$2 == "split" { print $1 "\t" $5 }' truth | sort -u)
	[ "$splits" -ge 4 ]
	# The time of its neighbour does not pay for it.
	awk -F '\t' -v OFS='\t' '{ print } $4 == "gemm_o" && !done++ { $4 = "splitKreduce_kernel"; print }' made.tsv |
		awk -F '\t' -v OFS='\t' 'NR > 1 { $3 = NR - 1 } { print }' >added.tsv
	[ -z "$(groups made.tsv added.tsv splitKreduce_kernel)" ]
	[ -z "$(groups added.tsv made.tsv splitKreduce_kernel)" ]
}

# A step of $1 layers of 14 kernels between its ends, from its kernel $2 on.
step_of_layers() {
	awk -v OFS='\t' -v layers="$1" -v first="$2" 'BEGIN {
		n = split("rms_norm gemm_qkv rope reshape_and_cache attention_fwd gemm_o add rms_norm gemm_gate silu mul gemm_down copy add", layer, " ")
		all = layers * n + 2
		print "cycle", "reps", "position", "name", "count", "sum_us"
		for (p = 1; p <= all; p++) {
			k = (p + first - 2) % all
			name = k == 0 ? "embedding" : k == all - 1 ? "argmax" : layer[(k - 1) % n + 1]
			print 1, 10, p, name, 10, (name ~ /gemm/ ? 200 : 20) ".000"
		}
	}'
}

@test "one layer fewer is one whole layer in one place, wherever the steps begin" {
	local from to
	for from in 1 7 300; do
		for to in 1 12; do
			step_of_layers 36 $from >a.tsv
			step_of_layers 35 $to >b.tsv
			trace-align -q a.tsv b.tsv >fewer
			trace-align -q b.tsv a.tsv >more
			for rows in fewer more; do
				awk -F '\t' '
					NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
					$c["match"] == "exact" { next }
					$c["match"] != "removed" && $c["match"] != "added" { exit wrong = 1 }
					{ place[++n] = $c["a_position"] $c["b_position"]; kinds[$c["a_name"] $c["b_name"]]++ }
					END {
						# the step is a ring
						for (i = 1; i <= n; i++) breaks += place[i % n + 1] != place[i] % (36 * 14 + 2) + 1
						for (k in kinds) different++
						exit wrong || n != 14 || breaks != 1 || different != 12 || kinds["add"] != 2
					}' $rows || fail "$from, $to: $rows"
			done
		done
	done
}

@test "layers under other names are in the place of those that they were" {
	local at layers
	step_of_layers 24 1 >a.tsv
	for at in 0 9 23; do
		for layers in 1 3; do
			# Names of which no rule knows anything.
			awk -F '\t' -v OFS='\t' -v from=$((at * 14 + 2)) -v to=$(((at + layers) * 14 + 1)) '
				$3 >= from && $3 <= to && $4 != "argmax" { gsub(/[a-z]/, "z&", $4); gsub(/[aeiou]/, "q", $4) }
				{ print }' a.tsv >b.tsv
			! cmp -s a.tsv b.tsv
			for sides in 'a.tsv b.tsv' 'b.tsv a.tsv'; do
				# shellcheck disable=SC2086 # two tables
				trace-align -q --least 0% $sides >rows
				awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
					$c["a_position"] != "" && $c["b_position"] != "" { pairs++; wrong += $c["a_position"] != $c["b_position"] }
					END { exit wrong || !pairs }' rows || fail "$at $layers $sides"
			done
		done
	done
}

# unfused: a step in which two kernels of a layer are 18.
unfused() {
	awk -F '\t' -v OFS='\t' '
		function put(name, us) { $4 = name; $6 = us; if (NR > 1) $3 = ++n; print }
		$4 == "silu" { put("op_silu", "5.000"); for (i = 0; i < 16; i++) put(i % 2 ? "op_add" : "op_mul", "5.000"); next }
		{ put($4, $6) }'
}

@test "other numbers of layers are doubted, and in no group" {
	for layers in 32 24; do
		step_of_layers $layers 1 >$layers.tsv
		unfused <$layers.tsv >eager$layers.tsv
		awk -F '\t' -v OFS='\t' '$4 == "mul" { next } $4 == "silu" { $4 = "fused_add_mul_silu" } NR > 1 { $3 = ++n } { print }' \
			$layers.tsv >compiled$layers.tsv
	done
	# Sampling takes a fifth as long as the layers.
	awk -F '\t' -v OFS='\t' '{ print; all += $6 }
		END { for (i = 1; i <= 9; i++) { $3 = NR - 1 + i; $4 = "sample_" i "_sort"; $6 = sprintf("%.3f", all / 45); print } }' \
		24.tsv >sampled24.tsv
	for pair in '32 24' '32 compiled24' 'eager32 eager24' 'eager32 compiled24' '32 sampled24'; do
		# shellcheck disable=SC2086 # A and B
		set -- $pair
		trace-align --least 0% "$1.tsv" "$2.tsv" 2>said >rows
		grep -q "has 32 layers and .* 24, and 2[0-9] % of the time of cycle 1 of $1.tsv is" said || fail "$pair: $(cat said)"
		[ "$(awk -F '\t' 'NR > 1 { split($11, n, ":"); if (n[1] > 18 || n[2] > 18) print $11 }' rows)" = "" ] || fail "$pair: $(cut -f 11 rows)"
		trace-align --least 0% "$2.tsv" "$1.tsv" 2>&1 >rows | grep -q "has 24 layers and .* 32, and 2[0-9] % of the time of cycle 1 of $1.tsv is"
	done
	for pair in '24 24' 'eager24 compiled24' '24 compiled24' 'compiled32 eager32'; do
		# shellcheck disable=SC2086 # A and B
		set -- $pair
		trace-align --least 0% "$1.tsv" "$2.tsv" 2>&1 >rows | grep layers && fail "$pair"
	done
	true
}

@test "a layer more beside fusions is not part of them" {
	step_of_layers 36 1 >a.tsv
	step_of_layers 35 1 | awk -F '\t' -v OFS='\t' '
		$4 == "silu" { $4 = "silu_and_mul" }
		$4 == "mul" || $4 == "copy" { next }
		NR > 1 { $3 = ++n }
		{ print }' >b.tsv
	trace-align -q a.tsv b.tsv >rows
	# Each of the 35 layers has silu and mul in one kernel; the 36th has both alone.
	[ "$(awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } $c["group_rows"] != "" { print $c["group_rows"] }' rows | sort | uniq -c | xargs)" = "35 2:1" ]
	[ "$(awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } $1 == "removed" && $c["group"] == "" && $c["a_name"] != "copy"' rows | wc -l)" = 13 ]
}
