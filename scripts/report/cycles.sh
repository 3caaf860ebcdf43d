# shellcheck shell=sh disable=SC2016,SC2154,SC2034 # awk's variables, and those of the scripts
# cycles.sh - the cycles of a trace and their phases: the one way from a trace to its
# cycles, so that no two scripts name different steps.
#
# The trace is read once. Tables, in the folder $place: facts, all (the rows), gaps (why the
# GPU idles), labelled (the events of the GPU with what launched them, and phases where the
# engine's annotations tell); and of these phased (the kernels of each cycle), cycles (a row a
# cycle), located (the events) and phases (the kernel time of each), with the phases of their
# steps, and repeats, outliers, segments and spread.

# extract_events TRACE [OPTION...]: all rows, in the file all; with Python functions if stacks
# is not empty; if it is "any", the trace need not have them. Few traces say who waits for whom
# (cuda_sync); that one does not is no news.
extract_events() {
	file=$1
	shift
	trace-extract -c "gpu,calls,cuda_sync${stacks:+,python_function}" -a wait_on_stream \
		-a wait_on_cuda_event_record_corr_id -a 'Sequence number' --relative --info "$place/facts" "$@" -- "$file" \
		>"$place/all" 2>"$place/said" || damaged=$?
	while IFS= read -r line; do
		case ${stacks:-},$line in
		*'no events of category cuda_sync' | any,*'no events of category python_function') ;;
		*) println "$line" >&2 ;;
		esac
	done <"$place/said"
	is "$damaged" '0 1 3' || exit "$damaged" # 1: no event chosen, as label_events says
	! grep -q "${tab}untimed$tab" "$place/facts" || leave_out_untimed
}

# Work without times starts at 0 of a clock that stood at over a day, in us, when the first
# event began; or that event is such work, too, and times are relative to it.
leave_out_untimed() {
	table '!($c["dur_us"] == "0.000" && $c["cat"] ~ /^(kernel|gpu_)/ && \
		($c["ts_us"] == "0.000" || $c["ts_us"] < -864e8))' "$place/all" >"$place/timed"
	mv "$place/timed" "$place/all"
}

# label_events TRACE [OPTION...]: facts to labelled; from the folder where people
# stand into $place.
label_events() {
	extract_events "$@"
	cd "$place" || exit 2
	progress 'linking kernels to launches'
	{ trace-link -q --exit-zero ${stacks:+--stack} --gaps gaps all || println failed >unlinked; } |
		label_by_annotations >labelled || exit 2
	[ ! -e unlinked ] || exit 2
	has_rows labelled || no_gpu "$file" facts
}

# no_gpu NAME FACTS: the trace has no GPU events, as trace-extract said; who reads it then?
# Ends with 1.
no_gpu() {
	hint=$(awk -F '\t' '
		$2 == "like_kernels" {
			text = "its " $3 " look like kernels: --map " $3 "=kernel of trace-extract makes them such"
			if ($3 ~ /^pid:/)
				text = "process " substr($3, 5) " is named like a device: --map \047" $3 \
					"=kernel\047 of trace-extract makes its events kernels"
			print text "; with -c all --whole, trace-json makes a trace of that"
			exit
		}
		$2 == "aiu_events" { print "it is of an IBM AIU: acelyzer reads it"; exit }' "$2")
	read_part=$(awk -F '\t' '$2 == "damage" && $3 != "" { print " in the part that could be read" }' "$2")
	die 1 "$1: no GPU events$read_part; ${hint:-trace-info shows what it holds}"
}

# Labels the events of trace-link before their cycles are known.
label_by_annotations() {
	trace-phase -q --exit-zero -m annotation "$@"
}

# From labelled, all that follow: the cycles are searched once. With one_step, all kernels of
# a GPU are one step; with fingerprint, cycles have theirs; with summing, the table by_name has the
# partial sums for measure_classes.
find_cycles() {
	progress 'searching cycles'
	trace-cycles -q --exit-zero ${one_step:+--whole --merged} ${fingerprint:+--fingerprint} --also list=listed --also repeats=repeated --also spread=spread \
		--also outliers=outliers --also segments=segments --also events=placed labelled >found
	trace-phase -q --exit-zero found >phased
	# Anew: phases that annotations leave unknown would stay; columns of trace-link tell the same.
	trace-phase -q --exit-zero --anew ${decode_threshold:+--decode-threshold "$decode_threshold"} \
		placed >located
	trace-stats -k cat,phase,phase_reason ${summing:+--also by_name -k name,cpu_op --partial} located |
		stage add_phases phased listed repeated - >phases
	: >found >listed >repeated >placed
}

# end_refused STATUS: ends where nothing is compared, with the status of trace-align: 1 if a trace has
# no cycles, 2 if they are not alike. 2 beats 3, and 3 beats 1.
end_refused() {
	[ "$1" -ne 1 ] || [ "$damaged" -eq 0 ] || exit "$damaged"
	exit "$1"
}

# begin_trace NUMBER FILE: the script's read_trace of these, in a process and a folder of its own,
# with that name, which it enters by label_events. What it says waits until it has ended, so that
# the order is always the same.
begin_trace() {
	mkdir "$1"
	(
		trap - EXIT
		voice=2
		place=$PWD/$1
		cd "$start" || exit 2
		read_trace "$1" "$2"
		exit "$damaged"
	) <&3 2>"said.$1" &
	processes="$processes $!:$1"
}

# Waits for the traces that are being read; what the first of them lacks ends all.
end_traces() {
	failed=0
	for process in $processes; do
		outcome=0
		wait "${process%:*}" || outcome=$?
		[ "$failed" -eq 0 ] || continue
		cat "said.${process#*:}" >&2
		case $outcome in
		0) ;;
		3) damaged=3 ;;
		*) failed=$outcome ;;
		esac
	done
	[ "$failed" -eq 0 ] || exit "$failed"
	processes=
}

# read_traces FILES: a line each, in $tmp; two at a time: each needs the memory of a whole trace.
read_traces() {
	exec 3<&0
	processes=
	number=0
	while IFS= read -r file; do
		number=$((number + 1))
		begin_trace "$number" "$(printf %b "$file")"
		[ $((number % 2)) -ne 0 ] || end_traces
	done <<END
$1
END
	end_traces
	exec 3<&-
}
