# shellcheck shell=sh disable=SC2016,SC2154 # awk's variables, and trace-report's
# list.sh - one line a trace: what ran, how long a step takes, what is damaged.
#
# Steps and their phases are those of the screen, from the tables of cycles.sh.
# A file that is no trace has a line, too, so that a list tells what it does not know.

# list_line FILE STATUS: of the tables facts, phases and cycles. Fingerprints are those of outermost
# cycles; the period is that of the step.
list_line() {
	size=$(wc -c <"$1")
	table '
		function add(list, word) {
			return word == "" || index("," list ",", "," word ",") ? list : list (list == "" ? "" : ",") word
		}
		FNR == 1 { next }
		of == "facts" { fact[$c["key"]] = $c["value"] }
		of == "phases" { phases = phases (FNR == 2 ? "" : ",") $c["phase"] }
		of == "cycles" && $c["level"] == 1 { models = add(models, $c["fingerprint"]) }
		of == "cycles" && $c["step"] == "main" {
			period = $c["median_period_us"]
			reps = $c["reps"]
		}
		END {
			damage = fact["damage"]
			if (damage == "" && fact["events_lost"] + 0 > 0) damage = "events lost: " fact["events_lost"]
			missing = fact["dispatches_missing"]
			if (damage == "" && missing > 0)
				damage = "kernels lost: " missing " of " missing + fact["kernels"]
			if (damage == "" && state !~ /^[013]$/) damage = "cannot be read"
			print name, size, date, fact["format"], fact["engine"], fact["gpu.0"],
				fact["rank"], fact["world_size"], fact["kernels"], fact["kernel_us"], models, period, reps, phases, damage
		}' name="$(cell_for_awk "$1")" size="${size##* }" date="$(date -u -r "$1" +%Y-%m-%dT%H:%M:%SZ)" state="$2" \
		of=facts "$tmp/facts" of=phases "$tmp/phases" of=cycles "$tmp/cycles"
}

# need_files FILE...: a wrong name ends the program before it has read the other files.
need_files() {
	for file; do
		{ [ -f "$file" ] || [ -d "$file" ]; } && [ -r "$file" ] || die 2 "cannot open $file"
	done
}

# list_one FILE: no kernel is no error; damaged becomes 3. A folder among files is left out.
list_one() {
	if [ -d "$1" ]; then
		println "$program: $1 is a folder" >&8
		damaged=3
		return
	fi
	: >"$tmp/facts" >"$tmp/phases" >"$tmp/cycles"
	got=0
	(
		trap - EXIT
		damaged=0 fingerprint=yes
		label_events "$1" -q
		find_cycles
		exit "$damaged"
	) 2>"$tmp/why" 8>/dev/null || got=$?
	list_line "$1" "$got"
	[ "$got" -gt 1 ] || return 0
	damaged=3
	tail -n 1 "$tmp/why" >&8
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
	need_files "$@"
	printf 'file\tsize\tdate\tformat\tengine\tgpu\trank\tworld_size\tkernels\tkernel_us\tmodels\tperiod_us\treps\tphases\tdamage\n'
	for file; do
		progress "$file"
		list_one "$file"
	done
}
