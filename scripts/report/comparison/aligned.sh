# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2094,SC2154 # awk's variables, and those of trace-compare-report
# aligned.sh - the sheets of trace-compare-report of pairs of cycles, kernel by kernel, from trace-align:
# which pairs, why none, what was fused.

# named: the facts of a trace, whose file has its label in front if one was given.
name_facts() {
	for i in $numbers; do
		given=$(label "$i")
		nth "$i" "$letters"
		[ "$given" != "$line" ] || given=
		given=$given awk -F '\t' -v OFS='\t' 'NR > 1 && ENVIRON["given"] != "" {
			sub(/.*\//, "", $1)
			$1 = ENVIRON["given"] " (" $1 ")" }
			{ print }' "$i/facts" >"$i/named"
	done
}

# The baseline against each other trace, kernel by kernel. trace-align says which cycles
# are compared, as for trace-advise.
align() {
	name_facts
	kind=summary
	[ -z "$classic" ] || kind=aligned
	for i in ${numbers#1 }; do
		# shellcheck disable=SC2086 # options
		trace-align --pairs ${one_step:+--step} $choice 1/phased "$i/phased" >couples 2>align.err || refuse "$i" pairs $?
		stage comparison/pairs label="$(label "$i")" kind=$kind couples >chosen
		[ -s pairs ] || head -n 1 chosen >pairs
		sed 1d chosen >>pairs
		cut -f 2,3,4,7,8,16 chosen | sed "1d; /^$tab/d" >asked
		while IFS=$tab read -r page a b of_a of_b is_chosen; do
			said=
			case $page in *_any*) tell_phases "$i" ;; esac
			align_pair "$i" "$a,$b"
		done <asked
	done
	[ -n "$alike" ] || [ ! -s refused ] || tell_unaligned
}

# tell_phases NUMBER: warns that the cycles compared are of two phases.
tell_phases() {
	said="$(label 1) has $(phase_in_words "$of_a"), $(label "$1") has $(phase_in_words "$of_b")"
	printf '%s\tNO_COMMON_PHASE\twarning\t%s: the cycles that are most alike are aligned\n' \
		"$(label "$1")" "$said" >>refused
}

phase_in_words() {
	println "$1" | sed 's/^unknown$/cycles of unknown phase/'
}

# refuse NUMBER WHAT STATUS: keeps why trace-align did not compare with this trace.
refuse() {
	[ "$3" -le "$refusal" ] || refusal=$3
	tr '\t' ' ' <align.err | own_whole | call_by_name 1/phased "$(file_of 1)" "$1/phased" "$(file_of "$1")" |
		while IFS= read -r line; do
			printf '%s\tNOT_ALIGNED\twarning\t%s: %s\n' "$(label "$1")" "$2" "${line#trace-align: }" >>refused
		done
}

# Gives the tables that come after the alignment the phase that its pages have: all that
# is aligned of unknown phase must be trainings.
name_trainings() {
	case $classic,$trained in ,*unknown*) return ;; ,*training*) ;; *) return ;; esac
	for i in $numbers; do
		for told in "$i/cycles" "$i/work"; do
			renew "$told" stage comparison/trainings "$i/phased" "$told"
		done
	done
}

# align_pair NUMBER CYCLE,CYCLE: the sheets of one pair, whose page is $page.
align_pair() {
	suffix=${page#"$kind"} of_phase=${page#"$kind"_}
	case $page in "$kind") of_phase=unknown ;; esac
	[ "$count" -eq 2 ] || suffix=${suffix}_$(label "$1") of_phase=${of_phase}_$(label "$1")
	if trace-align -q --cycle "$2" --spread "1/spread,$1/spread" --info "1/named,$1/named" --summary page \
		1/phased "$1/phased" >aligned 2>align.err || [ $? -eq 1 ]; then
		[ "$is_chosen" != yes ] || alike=1 # others say nothing of most of the time
	else
		refuse "$1" "$page" 2
		has_rows aligned || return 0
	fi
	case $of_a in "$of_b") trained=$trained$of_a, ;; esac
	mv aligned "sheet.aligned$suffix"
	sheets="$sheets aligned$suffix"
	println "$1" >"other.aligned$suffix"
	[ -n "$classic" ] || {
		[ -z "$workbook$markdown" ] || {
			measure_step a 1/phased 1/repeats 1/events 1/outliers
			measure_step b "$1/phased" "$1/repeats" "$1/events" "$1/outliers"
			find_costs "$(file_of 1)" "$(file_of "$1")"
			mv costs "costs.summary$suffix"
		}
		println "$1" >"other.summary$suffix"
		stage comparison/summary_order note="${said:+No phase in common: $said.}" page page >"sheet.summary$suffix"
		pages="$pages summary$suffix"
	}
	stage comparison/fusions phase="$of_phase" least="$min_group_size" "sheet.aligned$suffix" >>fused
}

fusions() {
	printf 'phase\tgroup\ta_count\tb_count\ta_names\tb_names\ta_us\tb_us\tdelta_us\tfused_by\n'
	[ ! -s fused ] || cat fused
}

# Without cycles that are alike the main sheet is missing.
tell_unaligned() {
	awk -F '\t' -v program="$program" '$2 != "NO_COMMON_PHASE" { sub(/^[^ :]+: /, "", $4); print program ": " $4 }' refused >&2
	unaligned=$refusal
}
