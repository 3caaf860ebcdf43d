# shellcheck shell=sh disable=SC2016,SC2154 # awk's variables, and those of acelyzer
# output.sh - the output of acelyzer: rows without crossings, arrows, the trace in its formats, one
# for each rank, and statistics of kernels.

# --comm_summarize_seq: a row for all transfers of one request.
summarize() {
	rows=$tmp/sorted
	[ -n "$comm_summarize_seq" ] || return 0
	warned COMMGROUP stage 'aiu/request_transfers exact_times' "$tmp/sorted" "$tmp/sorted" >"$tmp/summarized"
	rows=$tmp/summarized
	show_stage communication_event_apply "$rows"
}

# How long the step of each rank takes, from one start to the next.
iterations() {
	[ "$loglevel" -ge 2 ] && [ -s "$tmp/kernels" ] && runs collect_iteration_stats || return 0
	trace-cycles -q -l --exit-zero "$tmp/kernels" >"$tmp/cycles"
	table '
		$c["level"] == 1 && $c["step_kind"] != "" && (!($c["rank"] in kind) || $c["step_kind"] + 0 < kind[$c["rank"]]) {
			if (!($c["rank"] in kind)) order[++n] = $c["rank"]
			kind[$c["rank"]] = $c["step_kind"] + 0
			text[$c["rank"]] = $c["reps"] - 1 " iterations, avg_iteration_time " $c["mean_period_us"] " us"
		}
		END { for (i = 1; i <= n; i++) print "2 ITER 0 rank " order[i] ": " text[order[i]] }' "$tmp/cycles" | tell_lines
}

# Rows that cross others, then names and numbers as viewers shall have them.
part_rows() {
	mode=$overlap
	[ "$mode" != tid ] || mode=lane
	runs detect_partial_overlap_events || mode=warn
	set -- -k pid,tid --mode "$mode"
	[ "$mode" != lane ] || set -- "$@" --lanes "$max_tid_streams"
	trace-lanes --exit-zero "$@" "$rows" >"$tmp/lanes" 2>"$tmp/said" || exit 2
	[ ! -s "$tmp/said" ] || warning POD "$(tr -cd '0-9 ' <"$tmp/said" | awk '{ print $1 + 0 }')" "$(cut -d ' ' -f 2- "$tmp/said")"
	show_stage detect_partial_overlap_events "$tmp/lanes"
	if [ -s "$tmp/launches" ] && runs launch_flow_create_missing; then
		warned FLOWS stage 'aiu/launch_arrows exact_times' "$tmp/lanes" >"$tmp/counter_9"
	fi
}

draw() {
	[ -n "$flow" ] || return 0
	case $filter in '' | *s*) ;; *) return 0 ;; esac
	pair 'Send_[0-9]+( - Xseg[^[]*)? \[.*DmaO$' "$tmp/sorted" >"$tmp/sends"
	one_clock=
	[ ! -e "$tmp/all" ] || one_clock=1
	warned FLOW stage 'aiu/send_arrows exact_times' one_clock="$one_clock" "$tmp/sends" >"$tmp/flows"
}

# The rows as viewers shall see them; the column of the rank has another name on request.
final() { # [NAME]
	rank_column=${1:-rank} util=
	set -- "$tmp/lanes"
	[ ! -s "$tmp/util" ] || { util=1 && set -- "$tmp/util" "$@"; }
	for file in "$tmp"/counter_*; do [ ! -s "$file" ] || set -- "$@" "$file"; done
	stage 'aiu/viewer_events exact_times' -v tmp="$tmp" -v phases="$filter" -v util="$util" -v rank_column="$rank_column" \
		-v torch="$(grep -c '	member.deviceProperties	' "$tmp/facts" || true)" "$@"
}

# Members beside the events: of the first file that has each, and our own.
metadata() {
	printf 'file\tkey\tvalue\n'
	table '$2 ~ /^member[.]/ && $2 !~ /[.](otherData|displayTimeUnit|traceName)$/ && !seen[$2]++ {
		print "trace", $2, $3 }' "$tmp/facts"
	printf 'trace\tmember.traceName\t"%s"\n' "$(printf %s "${output##*/}" | tr '"\\\t' ___)"
	printf 'trace\tmember.displayTimeUnit\t"%s"\n' "$time_unit"
	printf 'trace\tmember.otherData\t{"Application":"Acelyzer (trace-utils)"}\n'
}

write() {
	if [ -n "$tb$intermediate" ] || [ "$format" = pddf ]; then
		final >"$tmp/final"
		show_stage processing_filter "$tmp/final"
	fi
	[ -z "$disable_file" ] || return 0
	metadata >"$tmp/info"
	set -- --info "$tmp/info" -a class -a jobname -a orig_name -a ts_adj -a device=device -a orig_ts_us=orig_ts -a orig_dur_us=orig_dur \
		-a peers=Peers -a pt_active -a core_used='core used' -a user_cat
	if [ -n "$tb" ]; then
		[ "$(wc -l <"$tmp/ranks")" -gt 1 ] || warning TB_EXPORTER 1 "only one rank"
	fi
	case $format in
	json) whole "$@" ;;
	protobuf) whole --format perfetto "$@" ;;
	pddf)
		pddf >"$tmp/page"
		write_whole "$tmp/page" "$output"
		;;
	esac
	say 2 "$output written"
	[ -z "$tb" ] || workers "$@"
}

# All ranks in one file: their processes differ already, so no column tells the rank.
whole() {
	[ ! -s "$tmp/flows" ] || set -- "$@" --flows "$tmp/flows"
	result=0
	first final final_of_all | trace-json -q "$@" -o "$output" || result=$?
	[ -e "$tmp/finished.final" ] || rm -f "$output"
	finished final
	[ $result -lt 2 ] || exit 2
}

final_of_all() {
	if [ -e "$tmp/final" ]; then
		sed '1s/	rank	/	of_rank	/' "$tmp/final"
	else
		final of_rank
	fi
}

# One file for each rank, as TensorBoard wants them, beside the whole.
workers() {
	run trace-json -q --split-rank "$tmp/workers" "$@" "$tmp/final"
	for file in "$tmp"/workers/rank*.pt.trace.json; do
		rank=${file##*/rank}
		mv "$file" "${stem}_worker_${rank%%.*}.pt.trace.json"
	done
}

pddf() {
	table 'FNR == 1 { print "Rank", "Timestamp", "Duration", "Category", "Event Name", "Event Class", "Job", "Size", "PT_Active" }
		$c["ph"] == "X" {
			bytes = match($c["args"], /"[Bb]ytes":"?[0-9]+/) ? substr($c["args"], RSTART + 8, RLENGTH - 8) : ""
			sub(/"/, "", bytes)
			print $c["rank"], $c["ts_us"], $c["dur_us"], $c["cat"], $c["name"], $c["class"], $c["jobname"], bytes, $c["pt_active"]
		}' "$tmp/final" |
		tsv2txt --width 1000000
}

# The classic statistics of kernels, in its own form.
statistics() {
	[ -z "$no_stats" ] || return 0
	sums() { trace-stats -k rank,general "$@" "$tmp/kernels" | sort -s -t '	' -k 1,1n; }
	sums >"$tmp/s0"
	for i in 1 2 3 4; do sums --value "d$i" >"$tmp/s$i"; done
	stage aiu/summary freq="$freq" "$tmp/rates" "$tmp/s0" "$tmp/s3" >"${stem}_summary.csv"
	set -- "$tmp/rates" "$tmp/kernels"
	if [ -n "$build_coll_event" ] && runs calculate_stats_v2; then
		: >>"$tmp/counter_4" # no call, no table
		set -- summary="${stem}_stats_summary.csv" "$@" "$tmp/counter_4"
	fi
	stage 'aiu/active exact_times numbers' freq="$freq" "$@" >"${stem}_active.csv"
	stage aiu/counter_cycles "$tmp/s0" "$tmp/s1" "$tmp/s2" "$tmp/s3" "$tmp/s4" >"${stem}_ts_analysis.csv"
}
