# pseudo.awk into=FILE compat=REFERENCE RULES OPERATORS KEPT OPERATORS KEPT: the table of operators, with
# pseudo operators: parts of an operator that have models of their own. FILE gets the
# events of the GPU, each with the pseudo operator that ran it behind its operators.
#
# A rule of RULES names an operator and kernels. A kernel that matches `kernel`, and not
# `without`, and that the operator ran, becomes a pseudo operator with the arguments of
# the operator: the first one, all later ones, or the only one, in the order of time.
# Rules with a frame are pseudo_frames.awk's.

function read_rule() {
	if ($c["kernel"] == "")
		return
	rule_of[$c["operator"]] = rule_of[$c["operator"]] " " (++rules)
	pattern[rules] = tolower($c["kernel"])
	without[rules] = tolower($c["without"])
	which[rules] = $c["which"] == "" ? "all" : $c["which"]
	gate[rules] = tolower($c["gated"])
	title[rules] = $c["pseudo_op"]
}
# How many experts each token uses is an argument of the choice inside; where there is none
# the reference says 4.
function note_operator(   up, value) {
	above[$c["op_id"]] = $c["parent_id"]
	if ($c["name"] in rule_of)
		rules_at[$c["op_id"]] = rule_of[$c["name"]]
	if ($c["op_id"] + 0 > last)
		last = $c["op_id"] + 0
	if ($c["name"] !~ /TopK/ || split($c["concrete_inputs"], value, "\"") < 4)
		return
	for (up = $c["parent_id"]; up != ""; up = above[up])
		if (!(up in experts))
			experts[up] = value[4]
}

function fits(rule, kernel) {
	return kernel ~ pattern[rule] && (without[rule] == "" || kernel !~ without[rule])
}
function earlier(ts, event, k) {
	return !(k in count) || ts < first_ts[k] || (ts == first_ts[k] && event < first_event[k])
}
function note_kernel(   n, i, j, m, op, rule, k) {
	if ($c["event"] + 0 > last)
		last = $c["event"] + 0
	n = $c["cat"] == "kernel" && $c["instance"] != "" ? split($c["op_ids"], op, ";") : 0
	for (i = 1; i <= n; i++) {
		m = split(rules_at[op[i]], rule, " ")
		for (j = 1; j <= m; j++) {
			k = op[i] SUBSEP rule[j]
			if (!fits(rule[j], tolower($c["name"])))
				continue
			if (earlier($c["ts_us"] + 0, $c["event"] + 0, k)) {
				first_ts[k] = $c["ts_us"] + 0
				first_event[k] = $c["event"] + 0
			}
			count[k]++
		}
	}
}
function chosen(rule, k, event) {
	if (which[rule] == "only")
		return count[k] == 1
	return which[rule] == "all" || (which[rule] == "first") == (event == first_event[k])
}
# Gives a kernel its pseudo operator, if it has one.
function claim(   n, i, j, m, op, rule) {
	n = $c["cat"] == "kernel" && $c["instance"] != "" ? split($c["op_ids"], op, ";") : 0
	for (i = n; i >= 1; i--) {
		m = split(rules_at[op[i]], rule, " ")
		for (j = 1; j <= m; j++)
			if (fits(rule[j], tolower($c["name"])) && \
				chosen(rule[j], op[i] SUBSEP rule[j], $c["event"] + 0)) {
				add_operator(op[i], rule[j])
				$c["op_ids"] = $c["op_ids"] ";" last
				return
			}
	}
}
# The row of the operator, with what is the kernel's.
function add_operator(op, rule,   i, n, value, line) {
	n = split(row[op], value, FS)
	value[at["name"]] = title[rule]
	value[at["op_id"]] = ++last
	value[at["parent_id"]] = op
	value[at["ts_us"]] = value[at["dur_us"]] = ""
	value[at["gpu_us"]] = $c["dur_us"]
	value[at["gpu_events"]] = 1
	value[at["kernel"]] = $c["name"]
	for (i in of_gradients)
		if (i in at)
			value[at[i]] = ""
	if ("stack" in at && "stack" in c)
		value[at["stack"]] = $c["stack"]
	for (i = 1; i <= n; i++)
		line = line value[i] OFS
	print line (experts[op] == "" && compat ? 4 : experts[op]), (gate[rule] != "" && tolower($c["name"]) ~ gate[rule] ? "yes" : "")
}

FNR == 1 && file == 1 {
	split("sequence_number forward_id back_us", part, " ")
	for (i in part)
		of_gradients[part[i]]
}
FNR == 1 && file == 4 {
	for (name in c)
		at[name] = c[name]
	print $0, "moe_topk", "moe_gated"
}
FNR == 1 && file == 5 { print $0 >into }
FNR == 1 { next }
file == 1 { read_rule() }
file == 2 { note_operator() }
file == 3 { note_kernel() }
file == 4 {
	if ($c["op_id"] in rules_at)
		row[$c["op_id"]] = $0
	print $0, "", ""
}
file == 5 {
	claim()
	print $0 >into
}
