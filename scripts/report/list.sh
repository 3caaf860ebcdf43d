# shellcheck shell=sh disable=SC2016,SC2154 # awk's variables, and trace-report's
# list.sh - one line a trace: what ran, how long a step takes, what is damaged.
#
# Steps and their phases are those of the screen, from the tables of cycles.sh.
# A file that cannot be read has a line, too, so that a list tells what it does not know.

# list_line FILE STATUS: of the tables facts, phases and cycles. Fingerprints are those of outermost
# cycles; the period is that of the step.
list_line() {
	size=$(wc -c <"$1") date=$(date -u -r "$1" +%Y-%m-%dT%H:%M:%SZ)
	size=${size##* } date=$date name=$(cell "$1") state=$2 awk -F '\t' -v OFS='\t' '
		function add(list, word) {
			return word == "" || index("," list ",", "," word ",") ? list : list (list == "" ? "" : ",") word
		}
		FILENAME == ARGV[1] { fact[$2] = $3; next }
		FNR == 1 { split("", column); for (i = 1; i <= NF; i++) column[$i] = i; next }
		FILENAME == ARGV[2] { phases = phases (FNR == 2 ? "" : ",") $(column["phase"]); next }
		$(column["level"]) == 1 {
			models = add(models, $(column["fingerprint"]))
			if ($(column["step_kind"]) == 1) {
				period = $(column["median_period_us"])
				reps = $(column["reps"])
			}
		}
		END {
			damage = fact["damage"]
			if (damage == "" && fact["events_lost"] + 0 > 0) damage = "events lost: " fact["events_lost"]
			if (damage == "" && ENVIRON["state"] == 2) damage = "cannot be read"
			print ENVIRON["name"], ENVIRON["size"], ENVIRON["date"], fact["format"], fact["engine"], fact["gpu.0"],
				fact["rank"], fact["world_size"], fact["kernels"], fact["kernel_us"], models, period, reps, phases, damage
		}' "$tmp/facts" "$tmp/phases" "$tmp/cycles"
}

# list_one FILE: no kernel is no error; damaged becomes 3. A folder among files is left out.
list_one() {
	if [ -d "$1" ]; then
		println "$program: $1 is a folder" >&8
		damaged=3
		return
	fi
	{ [ -f "$1" ] && [ -r "$1" ]; } || die 2 "cannot open $1"
	: >"$tmp/facts" >"$tmp/phases" >"$tmp/cycles"
	got=0
	(
		trap - EXIT
		damaged=0 fingerprint=yes
		label_events "$1" -q
		find_cycles
		exit "$damaged"
	) 2>"$tmp/why" 8>/dev/null || got=$?
	case $got in
	0 | 1 | 3) ;;
	*) got=2 ;;
	esac
	list_line "$1" "$got"
	case $got in
	2 | 3)
		damaged=3
		tail -n 1 "$tmp/why" >&8
		;;
	esac
}

# list_traces ARGUMENT...: -l, which may stand anywhere, and traces.
list_traces() {
	behind=
	for file; do
		shift
		case $behind$file in
		-l | --list) ;;
		--) behind=/ ;;
		-?*) wrong "$file is not for --list" ;;
		*) set -- "$@" "$file" ;;
		esac
	done
	printf 'file\tsize\tdate\tformat\tengine\tgpu\trank\tworld_size\tkernels\tkernel_us\tmodels\tperiod_us\treps\tphases\tdamage\n'
	for file; do
		progress "$file"
		list_one "$file"
	done
}
