# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # awk's variables, and trace-report's
# pseudo.sh - pseudo operators of trace-report: parts of an operator that have models of
# their own, by the rules of pseudo_ops.tsv and the user's.

# All rules, the user's first, with the same columns.
read_pseudo_rules() {
	[ -z "$own_pseudo" ] || need_columns "$own_pseudo" 'pseudo_op, operator or holds, and kernel or frame' \
		'"pseudo_op" in c && ("operator" in c || "holds" in c) && ("kernel" in c || "frame" in c)'
	table 'BEGIN { n = split("operator,kernel,without,which,gated,frame,holds,pseudo_op", name, ",") }
	FNR == 1 && file > 1 { next }
	{
		for (i = 1; i <= n; i++)
			printf "%s%s", (FNR == 1 ? name[i] : (name[i] in c) ? $c[name[i]] : ""),
				(i < n ? OFS : "\n")
	}' ${own_pseudo:+"$own_pseudo"} "$programs/operators/pseudo_ops.tsv" >"$tmp/pseudo_rules"
}

# name_frames EVENTS: makes operators of Python functions that are some.
name_frames() {
	stage 'numbers operators/pseudo_frames' "$tmp/pseudo_rules" "$1" "$1" >"$1.named"
	mv "$1.named" "$1"
}

# Adds pseudo operators to operators, and to the events that they ran, in kept_pseudo.
add_pseudo() {
	stage operators/pseudo into=kept_pseudo compat="$compat" pseudo_rules operators kept \
		operators kept >operators_pseudo
	mv operators_pseudo operators
}
