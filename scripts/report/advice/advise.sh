# shellcheck shell=sh disable=SC2016,SC2154 # awk's variables, and the variables of the scripts
# advise.sh - possible gains in a trace, a row for each finding, from the tables of
# screen/screen.sh, which are in this folder. The rules are in advice.awk, communication.awk and
# odd_repeats.awk.

# finds RULE: whether there is such a finding.
finds() {
	grep -q "^$1$tab" advice
}

# replay_changed RULE OPERATIONS EDGES: the time of a graph in which what the rule finds is
# changed.
replay_changed() {
	trace-whatif -q --exit-zero --max-error 100 "$2" "$3" | sed -n "s/^unchanged/$1/p" >>gains
}

# If each row of kernels that could be one were that.
replay_fused() {
	! stage advice/fused edges=fused_edges \
		fusible located operations edges operations >fused || replay_changed fusion fused fused_edges
}

# If no rank were late, and if none waited for another.
replay_ranks() {
	for rule in rank waits; do
		! stage 'advice/ideal_ranks advice/late_rank' rule=$rule \
			"$programs/advice/advice.tsv" ranks members facts operations >punctual || replay_changed $rule punctual edges
	done
}

# If slow matrix products reached their roof.
replay_products() {
	stage 'advice/ideal_products advice/products' "$programs/advice/advice.tsv" rated labelled operations |
		replay_changed gemm - edges
}

# Gains of some findings by replays of the trace: without the work of the host for launches, without
# communication, copies and data, if no call waited for the GPU, and so on; and what is left without
# anything but unknown lags.
find_gains() {
	trace-critical -q --exit-zero -l -k ph --operations operations --edges edges all >bounds
	trace-whatif -q --exit-zero --scale 'kind=^[^u]:0' --scale 'kind=^(host|launch)$:0' \
		--scale 'kind=^communication$:0' --scale 'kind=^copy$:0' --scale 'kind=^data$:0' operations edges >gains
	! finds sync || sed '/\tsync$/d' edges | replay_changed sync operations -
	! finds fusion || replay_fused
	[ ! -e of_ranks ] || replay_ranks
	! finds gemm || replay_products
}

# The table drift: from which repeat on the kernels of the step take longer, if nearly all do, as
# trace-align says it, and none of the levels behind is lower. Of those that do not, as attention in a
# growing context, none is told. A clock wanders from repeat to repeat, which the probability of
# trace-history leaves out: so it must be smaller than others need.
find_drift() {
	echo none >drift
	[ -e drifting ] || return 0
	read -r step <drifting
	from=$(trace-history -q -k cycle -v sum_us --min-change 5% --max-p 0.00001 --carry rep repeats | table '
		FNR == 1 || $c["cycle"] != step { next }
		$c["change_pct"] < 0 { most = 0; rep = "" }
		$c["change_pct"] > most + 0 { most = $c["change_pct"]; rep = $c["rep"] }
		END { print rep }' step="$step" -)
	[ -n "$from" ] || return 0
	stage advice/halves cycle="$step" rep="$from" located
	trace-align -q --exit-zero --summary page early late >pairs 2>said || return 0
	table 'BEGIN { print "cycle", "rep", "reps", "before_us", "after_us", "what" }
		$c["section"] == "compared" { reps = $c["reps"] }
		$c["section"] == "time" && $c["what"] == "kernels" { before = $c["a_us"]; after = $c["b_us"] }
		$c["section"] == "change" && $c["what"] ~ /^[0-9]+ kernels, .* more each$/ && $c["a_us"] >= 0.8 * before {
			print step, rep, reps, before, after, $c["what"] ": " $c["name"]
		}' step="$step" rep="$from" page >drift
}

# judge TRACE: the table advice, of the tables that are there.
judge() {
	stage 'advice/communication advice/odd_repeats advice/advice advice/lone_gap advice/late_rank advice/products spoken_time' trace="$(word_for_awk "$1")" files="${files:-}" arch="$(word_for_awk "${arch:-}")" \
		micro="$micro" damaged="$damaged" other="${other:-}" "$programs/advice/advice.tsv" facts timeline gpus cycles named gaps drift far_longer odd rated \
		ranks members members waiting overhead bounds gains by_name >advice
}

# find_advice TRACE: the table advice: what makes the trace doubtful first, then by what
# could be saved, once the tables that measure_events starts are there. Without the
# tables rated, ranks, members and waiting (who waits for whom) and overhead (what the profiler itself
# took), their rules are not asked. With the word gains they are asked what they gain.
find_advice() {
	await
	find_drift
	if has_rows outliers; then trace-classify outliers; else echo none; fi >far_longer
	for optional in rated ranks members waiting overhead bounds gains by_name; do
		[ -e $optional ] || echo none >$optional
	done
	judge "$1"
	[ -n "${gains:-}" ] || return 0
	find_gains
	judge "$1"
}
