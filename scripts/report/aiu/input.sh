# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # awk's variables, and those of acelyzer
# input.sh - which stages of acelyzer run, how a stage ends, and what it reads: the
# events of all inputs ($tmp/events), and the same under the names, ranks and threads of the
# classic ($tmp/labelled).

# Does a stage of this name run? The list is that of the stages that do not.
runs() {
	! is "$1" "$off"
}

# read_stages PROFILE: the stages that it leaves out.
read_stages() {
	[ -f "$1" ] || die 1 "no profile: $1"
	off=$(awk -f "$programs/aiu/left_out_stages.awk" "$programs/aiu/everything.json" "$1" 2>"$tmp/said") ||
		die 1 "$1: $(sed -n 1p "$tmp/said")"
}

# -P: which stages run, and what they alone can do. Some profiles are known by name.
read_profile() {
	off='verify verify_cleanup' place=${profile:-${verify:+verification}}
	[ -z "$profile" ] || [ ! -e "$profile" ] || place=file
	case ${place%.json} in
	'' | default) return ;;
	torch_minimal)
		off="$off drop_timestamp_reversed_events create_slice_from_BE frequency_align_collect
			frequency_align_apply remove_ids_from_name map_tid_to_range
			cycle_count_to_wallclock tighten_hts_by_instr_type tripple_phased_events
			mp_sync_tight_v1 mp_ts_calibration_v2 queueing_counter drop_global_events
			recombine_cpu_events analyze_power_statistics"
		;;
	verification)
		println '{"stages": [{"verify": true}, {"verify_cleanup": true}]}' >"$tmp/profile"
		read_stages "$tmp/profile"
		;;
	everything) read_stages "$programs/aiu/everything.json" ;;
	*) read_stages "$profile" ;;
	esac
	# shellcheck disable=SC2086 # words
	off=$(println $off)
	runs frequency_align_apply || flex_ts_fix=''
	runs tripple_phased_events || split_events=''
	{ [ "$rates" = no ] && runs mp_sync_tight_v1; } || { [ "$rates" != no ] && runs mp_ts_calibration_v2; } || no_mp_sync=1
	runs drop_global_events || drop_globals=''
	{ runs flow_extraction && runs flow_prepare_event_data; } || flow=''
	runs communication_event_apply || comm_summarize_seq=''
	runs calculate_stats || no_stats=1
	runs processing_filter || filter=''
	runs tb_refinement_intrusive || disable_tb=1
	runs analyze_power_statistics || power_stats=''
	runs compute_utilization || compiler_info=''
}

# -I: the table behind a stage, as OUT_NN_STAGE.tsv.
stage=0
show_stage() { # NAME FILE
	[ -n "$intermediate" ] || return 0
	stage=$((stage + 1))
	[ ! -s "$2" ] || cp "$2" "${stem}_$(printf %02d $stage)_$1.tsv"
}

# Runs a tool; $damage becomes 1 if it had to recover, other failures end the script.
run() {
	"$@" || case $? in
	1) ;;
	3) damage=1 ;;
	*) exit 2 ;;
	esac
}

# first NAME COMMAND...: the first stage of a pipe, whose status the shell does not
# tell; finished NAME, after the pipe, ends the script if it failed.
first() {
	marker=$tmp/finished.$1
	shift
	if "$@" || [ $? -eq 1 ]; then : >"$marker"; fi
}

finished() {
	[ -e "$tmp/finished.$1" ] || exit 2
}

# The files of the list, those of a pattern in natural order; $n of them in $tmp/inputs.
find_inputs() {
	printf '%s\n' "$input" | tr -s ',[:blank:]' '[\n*]' | while read -r item; do
		case $item in
		'') ;;
		- | api://*) echo - ;;
		*)
			for file in $item; do # it may be a pattern
				if [ -e "$file" ]; then printf '%s\n' "$file"; else printf '%s\n' "$item" >>"$tmp/missing"; fi
			done | sort -V
			;;
		esac
	done >"$tmp/inputs"
	[ ! -e "$tmp/missing" ] || die 1 "no file matches: $(sed -n 1p "$tmp/missing")"
	[ -s "$tmp/inputs" ] || die 1 "no file matches: $input"
}

extract() {
	set --
	while read -r file; do
		set -- "$@" "$file"
		[ -n "$disable_file" ] || spare "$output" "$file"
	done <"$tmp/inputs"
	result=0
	trace-extract -q -H --rank pid --pair --whole -c all --counters -a CollGroup=coll_group -a Peer=peer -a Peers=peers \
		--info "$tmp/facts" -- "$@" >"$tmp/events" 2>"$tmp/said" || result=$?
	cat "$tmp/said" >&2
	[ $result -ne 2 ] || exit 2
	awk 'match($0, /damaged: at least [0-9]+/) { lost += substr($0, RSTART + 18, RLENGTH - 18) }
		match($0, /lost, [0-9]+ that end/) { backward += substr($0, RSTART + 6, RLENGTH - 15) }
		END { if (lost > backward) print "1 Ingestion", lost - backward, "lost: " lost - backward " events that are broken, or are an end without a begin"
			if (backward) print "1 Ingestion", backward, "negative_duration: " backward " events that end before they start are lost" }' "$tmp/said" | tell_lines
	# The classic drops events that end before they start and ends with 0.
	[ $result -ne 3 ] || [ -z "$(sed -n '/damaged/!d; s/at least \([0-9]*\) events\{0,1\} lost, \1 that end//; t
		p' "$tmp/said")" ] || damage=1
	grep -q '	member.otherData	.*Acelyzer' "$tmp/facts" &&
		warning Ingestion 1 "an input was written by acelyzer; it is read as it is"
	say 3 "$(($(wc -l <"$tmp/events") - 1)) events read"
	show_stage ingestion "$tmp/events"
	[ -z "$verify" ] || ! runs verify || table 'FNR > 1 && $c["ph"] !~ /^[XBEbe]$/ { n++ } END { print "2 VERIFY", 0, n + 0 " of " NR - 1 " events have other phases than X, B, E, b and e" }' "$tmp/events" | tell_lines
}

# Names, ranks, processes, threads, categories and classes as the classic has them.
label() {
	stage aiu/label -v tmp="$tmp" -v filters="$event_filter" -v keep="$keep_names$disable_tb" "$tmp/facts" "$tmp/events" >"$tmp/labelled" 2>"$tmp/said" || exit 2
	while read -r line; do warning FLTR 1 "${line#FLTR: }"; done <"$tmp/said"
	rm "$tmp/events"
	if [ -n "$event_limit" ]; then
		# shellcheck disable=SC2086 # words
		first limits trace-merge --sort "$tmp/labelled" | trace-cut -q --exit-zero $event_limit >"$tmp/limited"
		finished limits
		mv "$tmp/limited" "$tmp/labelled"
	fi
	show_stage normalize_phase1 "$tmp/labelled"
}
