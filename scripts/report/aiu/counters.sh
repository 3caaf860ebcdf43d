# shellcheck shell=sh disable=SC2016,SC2154 # awk's variables, and those of acelyzer
# counters.sh - counters of acelyzer, from the rows in order ($tmp/sorted): preparations, power,
# calls of collectives and their bandwidth, the share of ideal times. Points are in
# $tmp/counter_1 and so on, sums in files beside the output.

# Counters from the rows in order; preparations and others go where nothing needs them.
count() {
	copies=
	if is bandwidth "$counter" && runs compute_bandwidth && runs extract_data_transfer_event; then copies=1; fi
	first sort trace-merge --sort --memory 90 --number "$tmp/synced" |
		stage 'aiu/split exact_times' -v tmp="$tmp" -v prep="$keep_prep" -v globals="$drop_globals" -v util="$compiler_info" \
			-v copies="$copies" >"$tmp/sorted"
	finished sort
	rm "$tmp/synced"
	show_stage sort_events "$tmp/sorted"
	set --
	if is prep_queue "$counter" && runs queueing_counter && [ -s "$tmp/preps" ]; then
		trace-counter --depth -k pid,rank --name ConcurrentPreps --unit Concurrency "$tmp/preps" >"$tmp/counter_1"
	fi
	if { is power_ts4 "$counter" || is power_ts3 "$counter"; } && runs compute_power && runs extract_power_event && [ -s "$tmp/samples" ]; then
		if is power_ts4 "$counter"; then
			set -- --at t4_us --scale 12/512
		else
			set -- --at t3_us --per ts3
		fi
		run trace-counter --rate power -k pid,rank --wrap 32 --skip-zero --most 100 --name Power --unit Watts \
			"$@" "$tmp/samples" >"$tmp/counter_2" 2>"$tmp/said"
		[ ! -s "$tmp/said" ] || warning PEC "$(cut -d ' ' -f 2 "$tmp/said")" "power above 100 W, set to 0, as the counter was reset: $(cut -d " " -f 2 "$tmp/said")"
		name_power
	fi
	if [ -n "$power_stats" ] && [ -s "$tmp/counter_2" ] && [ -s "$tmp/kernels" ]; then
		first power trace-counter --during "$tmp/counter_2" -k rank "$tmp/kernels" | awk -F '\t' 'NR > 1 {
			printf "%sPower %s kernels: min_non_zero=%.2fW, max=%.2fW, mean_non_zero=%.2fW, median_non_zero=%.2fW, avg_total=%.2fW (time-weighted, dur_total=%.2fus, dur_non_zero=%.2fus) \n",
				($1 == 0 ? "" : "Rank " $1 ": "), $2, $3, $4, $5, $6, $7, $8, $9 }' >"${stem}_power_stats.txt"
		finished power
		while read -r line; do say 2 "$line"; done <"${stem}_power_stats.txt"
	fi
}

# Power by the stamp of the kernel, and -k: which pair of events a point is between.
name_power() {
	kinds=
	is power_ts4 "$counter" || kinds=1
	[ -n "$skip_events$kinds" ] || return 0
	stamp=t4_us
	[ -z "$kinds" ] || stamp=t3_us
	order_by "$tmp/samples" pid: "$stamp:n" >"$tmp/timed"
	renew "$tmp/counter_2" stage aiu/power at=$stamp skip="$skip_events" kinds="$kinds" "$tmp/timed" "$tmp/counter_2"
}

# The calls of collectives and their bandwidth, and that of single copies.
collectives() {
	if [ -s "$tmp/copies" ]; then
		sort -t '	' -k 2,2 -k 4,4 -k 1,1n "$tmp/copies" | stage aiu/copies >"$tmp/counter_6"
	fi
	[ "$(sed -n '2,3p' "$tmp/transfers_unsorted" | wc -l)" -gt 1 ] || return 0
	bandwidth=
	stage_of=mp_calc_bw
	[ -z "$build_coll_event" ] || stage_of=mp_calc_bw_v2
	if is coll_bw "$counter" && runs "$stage_of"; then bandwidth=1; fi
	[ -n "$flow$build_coll_event$bandwidth" ] && [ -z "$unknown_clocks" ] || return 0
	{
		head -n 1 "$tmp/transfers_unsorted"
		{ sed 1d "$tmp/transfers_unsorted" && stage 'aiu/ends exact_times' "$tmp/kernels"; } | sort -t '	' -k 1,1n
	} >"$tmp/transfers_by_end"
	stage 'aiu/collectives exact_times' tmp="$tmp" build="$build_coll_event" rates="$bandwidth" keep="$keep_names$disable_tb" \
		"$tmp/transfers_by_end" "$tmp/sorted"
}

# -c: actual and ideal times of kernels, by the logs of the compiler.
utilize() {
	rm -f "$tmp/util"
	[ -n "$compiler_info" ] && is rcu_util "$counter" || return 0
	set -- --exit-zero --job file,rank,correlation --freq "$freq:$core"
	for log in $(printf '%s\n' "$compiler_info" | tr ',' ' '); do
		[ -e "$log" ] || die 1 "no compiler log: $log"
		set -- "$@" --ideal "$log"
	done
	run trace-ideal "$@" "$tmp/runs" >"$tmp/util" 2>"$tmp/said"
	count_tables "$@"
	warn_of UTL 'tables\? have\|not the sum\|no effect\|autopilot\|two different times\|than a kernel can\|no list of'
	set -- -q "$@"
	run trace-ideal "$@" --counters -k pid,rank "$tmp/runs" >"$tmp/shares"
	table 'FNR > 1 && $c["value"] > 100 { $c["value"] = 101 } { print }' "$tmp/shares" >"$tmp/counter_3"
	run trace-ideal "$@" --jobs "$tmp/runs" >"$tmp/jobs"
	table '$c["choice"] == "uncertain" {
			sub(/.*\//, "", $1); list = list (n++ ? ", " : "") $1 " of rank " $2 " (" $c["score"] ", " $c["second"] ")" }
		END { if (n) print "1 UTL " n " uncertain_match: " n " jobs have a table that fits hardly better than another, by their scores: " list }' "$tmp/jobs" | tell_lines
	stage aiu/utilization "$tmp/util" | tell_lines
	run trace-ideal "$@" --categories -k rank "$tmp/runs" >"$tmp/unsorted"
	in_order "$tmp/unsorted" -s -k 1,1n -k 3,3 >"$tmp/sums"
	categories
}

# A log with several tables: which one belongs to a job is chosen by what fits.
count_tables() { # OPTIONS OF trace-ideal
	trace-ideal "$@" --list | table 'FNR == 1 { next }
		$c["table"] != table { keep(); table = $c["table"]; rank = $c["rank"]; text = "" }
		{ text = text $c["kernel"] "\t" $c["category"] "\t" $c["ideal_cycles"] "\n" }
		function keep() {
			if (table == "") return
			if (!n[rank]++) log_of[++logs] = rank
			if (!((rank, text) in seen)) { seen[rank, text]; unlike[rank]++ }
		}
		END { keep(); for (i = 1; i <= logs; i++) if (n[log_of[i]] > 1)
			print "1 UTL " n[log_of[i]] " tables: a log has " n[log_of[i]] " tables of ideal cycles, " unlike[log_of[i]] " of them unlike; each job has the one that fits best" }' |
		tell_lines
}

# One file of categories for all ranks, or for each if each has its log.
categories() {
	has_rows "$tmp/sums" || return 0
	set -- 'aiu/categories exact_times' -v soc="${freq:-0}" -v core="$core"
	case $compiler_info in
	*,*)
		sed 1d "$tmp/sums" | cut -f 1 | sort -u >"$tmp/with_log"
		while read -r rank; do
			awk -F '\t' -v r="$rank" 'NR == 1 || $1 == r' "$tmp/sums" >"$tmp/sums_of"
			stage "$@" -v stem="${stem}_categories_$rank" "$tmp/sums_of"
		done <"$tmp/with_log"
		;;
	*) stage "$@" -v stem="${stem}_categories" "$tmp/sums" ;;
	esac
}
