# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # awk's variables, and those of acelyzer
# clocks.sh - one clock for all events: jobs into their round trips, counters of devices to
# the time of the host, ranks onto each other, Flex onto PyTorch. From $tmp/labelled to
# $tmp/synced.

# --flex_ts_fix: each job's device events into its round trip.
move() {
	[ -n "$flex_ts_fix" ] || return 0
	renew "$tmp/labelled" warned FREQ stage 'aiu/into_roundtrip exact_times' "$tmp/labelled" "$tmp/labelled"
	show_stage frequency_align_apply "$tmp/labelled"
}

# Device events get the times of their counters.
convert() {
	runs cycle_count_to_wallclock || {
		mv "$tmp/labelled" "$tmp/converted"
		freq=''
		head -n 1 "$tmp/converted" | cut -f 1 >"$tmp/rates"
		return 0
	}
	set -- --freq "$freq"
	run trace-clock -q --stamps --nominal "${freq:-1000}" --keys rank "$tmp/labelled" >"$tmp/rates"
	awk -F '\t' -v given="$freq" 'NR > 1 {
		if ($3 > 0) print "1 FREQ 1 rank " $1 ": " $3 " of " $2 " times of the host are off the line over its counter"
		if ($12 != "ok") print "1 FREQ 1 rank " $1 ": its counter runs on no line with the time of the host (" $12 "); check --freq, or --flex_ts_fix"
		else if (given == "") print "2 FREQ 0 rank " $1 ": " $6 " MHz, residual at most " $9 " us"
		else if ($13 != "") print "1 FREQ 1 rank " $1 ": --freq is not the rate of its counter; recommended: " $13 ", drift " $11 " us"
	}' "$tmp/rates" | tell_lines
	[ -n "$freq" ] || set -- --rates "$tmp/rates"
	trace-shift --stamps "$@" ${split_events:+--split} "$tmp/labelled" >"$tmp/converted" 2>"$tmp/said" || case $? in
	2) exit 2 ;;
	3) [ -n "$ignore_crit" ] || damage=1 ;;
	esac
	warn_of OVC .
	rm "$tmp/labelled"
	show_stage cycle_count_to_wallclock "$tmp/converted"
}

pair() { # NAME OF SENDS: transfers, in the order of their receives, and sends without one
	run trace-pair -q --rank rank --peer peer --tag 'sync=([^]]*)' --from "$1" --to 'Recv_[^ ]* .*DmaI$' "$2" >"$tmp/paired"
	table 'FNR == 1 || $c["src_row"] != ""' "$tmp/paired"
}

# One clock for all ranks, by the transfers between them.
synchronize() {
	unknown_clocks=
	mv "$tmp/converted" "$tmp/synced"
	[ -z "$no_mp_sync" ] || return 0
	pair 'Send_[0-9]+( Data)? \[.*DmaO$' "$tmp/synced" >"$tmp/transfers"
	if ! has_rows "$tmp/transfers"; then
		say 3 "MP_SYNC: no transfers between ranks; their clocks stay as they are"
		return 0
	fi
	# Where clocks are unsure, some transfers contradict others.
	if ! trace-clock --rate "$rates" "$tmp/transfers" >"$tmp/clocks" 2>/dev/null || grep -q '	unsure$' "$tmp/clocks"; then
		unknown_clocks=1
		warning MP_SYNC 1 "the transfers do not tell the clocks of all ranks; they stay as they are, and calls of collectives are not looked for"
		return 0
	fi
	awk -F '\t' 'NR > 1 { print "2 MP_SYNC 0 rank " $1 ": " $2 " us ahead, residual at most " $8 " us" }' "$tmp/clocks" | tell_lines
	table 'file == 2 && FNR > 1 && !($c["rank"] in known) { print $c["rank"], "0.000", "", "" }
		FNR > 1 { known[$c["rank"]] }' "$tmp/clocks" "$tmp/synced" >"$tmp/others"
	if [ -s "$tmp/others" ]; then
		warning MP_SYNC "$(wc -l <"$tmp/others" | tr -d ' ')" "no transfer tells the clock of rank $(cut -f 1 "$tmp/others" | sort -n | xargs | sed 's/ /, /g'); it stays as it is"
	fi
	cut -f 1-4 "$tmp/clocks" | cat - "$tmp/others" >"$tmp/all"
	renew "$tmp/synced" trace-shift --clocks "$tmp/all" "$tmp/synced"
	show_stage mp_sync_tight_v1 "$tmp/synced"
}

# --anchor: the events of Flex on the times of PyTorch, by what both ran.
anchor() {
	[ -n "$anchor" ] || return 0
	renew "$tmp/synced" warned ANCHOR stage 'aiu/anchor exact_times' "$tmp/facts" "$tmp/synced" "$tmp/synced"
	show_stage anchor "$tmp/synced"
}
