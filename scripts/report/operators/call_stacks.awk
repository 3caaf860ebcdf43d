# call_stacks.awk own=N recorded=N longest=BYTES STACKS [CAPTURED] SHEET: unified_perf_summary
# with the columns entry_point and call_stack_full, as Python prints them, before those
# of shares. STACKS is what trace-tree --of prints of the events in ex_UID, CAPTURED of
# those in the trace of a capture. The numbers of operators in graphs are those of the capture,
# which end before `recorded`, and come after those of the trace, which end before `own`,
# once for each run of a graph. Needs cell.awk, numbers.awk and
# python.awk.

function is_sheet() {
	return "ex_UID" in c
}
# The kernels below come in the order in which kernel_details_summary has them.
function arranged(json, details,   at, head, n, list, i, last, place, sorted) {
	at = match(json, /(^\[|",)\[".*\]\]$/)
	if (!at)
		return json
	at += substr(json, at, 1) == "\"" ? 2 : 1
	head = substr(json, 1, at - 1)
	n = split(substr(json, at + 2, length(json) - at - 4), list, /"\],\["/)
	for (i = 1; i <= n; i++) {
		last = list[i]
		sub(/^.*[^\\]","/, "", last)
		place = index(details, "'name': " quoted(last) ",")
		sorted[i] = sprintf("%09d %06d", place ? place : 999999999, i)
	}
	sort_numbers(sorted, n)
	for (i = 1; i <= n; i++)
		head = head (i > 1 ? "," : "") "[\"" list[substr(sorted[i], 11) + 0] "\"]"
	return head "]"
}
FNR == 1 {
	share = c["Percentage (%)"]
}
FNR > 1 && !is_sheet() {
	at = file SUBSEP $c["event"]
	name[at] = $c["name"]
	stack[at] = $c["call_stack"]
	entry[at] = $c["entry_point"]
}
is_sheet() && FNR == 1 {
	insert("entry_point", "call_stack_full")
}
is_sheet() && FNR > 1 {
	at = find($c["ex_UID"], $c["name"])
	insert(at == "" || entry[at] == "" ? "Not found" : cell(entry[at]),
		at == "" ? "" : cell(python_list(arranged(stack[at], $c["kernel_details_summary"]))))
}
# Which event a row of the sheet is of.
function find(id, of) {
	if (is_of(of, 1 SUBSEP id))
		return 1 SUBSEP id
	if (recorded && id >= own && is_of(of, 2 SUBSEP (id - own) % recorded))
		return 2 SUBSEP (id - own) % recorded
	return ""
}
# A kernel of no operator has a row with a longer name; SGLang numbers operators.
function is_of(of, at,   ending) {
	if (!(at in name))
		return 0
	ending = "->" name[at] " (Synthetic Op)"
	return of == name[at] || substr(of, length(of) - length(ending) + 1) == ending || \
		(of ~ /^sglang_profiler::/ && index(name[at], of) == 1)
}
function insert(first, second,   i, line) {
	for (i = 1; i <= NF; i++)
		line = line (i > 1 ? OFS : "") (i == share ? first OFS second OFS : "") $i
	print line
}
