# pseudo_frames.awk RULES EVENTS EVENTS: the events, with Python functions that are
# pseudo operators as operators; to put numbers.awk before.
#
# A rule with a frame names Python functions. Such a function becomes an operator if it
# runs inside `operator`, and takes its arguments; or if the operator in `holds` runs
# inside of it, and takes those. What the operator is called is in `pseudo_op`.

function read_rule() {
	if ($c["frame"] == "")
		return
	frame[++rules] = $c["frame"]
	donor[rules] = $c["operator"] == "" ? $c["holds"] : $c["operator"]
	outside[rules] = $c["operator"] != ""
	title[rules] = $c["pseudo_op"]
	is_donor[donor[rules]]
}
# Keeps an operator that gives arguments, by its thread.
function note_donor(   k, n) {
	k = $c["name"] SUBSEP $c["pid"] SUBSEP $c["tid"]
	n = ++donors[k]
	begin[k, n] = $c["ts_us"] + 0
	if (n > 1 && begin[k, n] < begin[k, n - 1])
		unsorted[k]
	finish[k, begin[k, n]] = $c["ts_us"] + $c["dur_us"]
	arguments[k, begin[k, n]] = $c["input_dims"] SUBSEP $c["input_type"] SUBSEP \
		$c["input_strides"] SUBSEP $c["concrete_inputs"]
}
function sort_donors(   k, i, v) {
	for (k in unsorted) {
		split("", v)
		for (i = 1; i <= donors[k]; i++)
			v[i] = begin[k, i]
		sort_numbers(v, donors[k])
		for (i = 1; i <= donors[k]; i++)
			begin[k, i] = v[i]
	}
}
# The number of donors that begin before a time, or at it if `too`.
function before(k, time, too,   low, high, middle) {
	low = 0
	high = donors[k]
	while (low < high) {
		middle = int((low + high + 1) / 2)
		if (begin[k, middle] < time || (too && begin[k, middle] == time))
			low = middle
		else
			high = middle - 1
	}
	return low
}
# Makes an operator of the function, if there is one that gives it arguments.
function convert(rule,   k, from, to, at, value) {
	k = donor[rule] SUBSEP $c["pid"] SUBSEP $c["tid"]
	from = $c["ts_us"] + 0
	to = from + $c["dur_us"]
	at = outside[rule] ? before(k, from, 1) : before(k, from, 0) + 1
	if (at < 1 || at > donors[k])
		return
	at = begin[k, at]
	if (outside[rule] ? finish[k, at] < to : finish[k, at] > to)
		return
	split(arguments[k, at], value, SUBSEP)
	$c["cat"] = "cpu_op"
	$c["name"] = title[rule]
	$c["input_dims"] = value[1]
	$c["input_type"] = value[2]
	$c["input_strides"] = value[3]
	$c["concrete_inputs"] = value[4]
}
# Few functions have many names: each is matched once.
function rule_for(name,   i) {
	if (!(name in found)) {
		found[name] = 0
		for (i = rules; i >= 1; i--)
			if (name ~ frame[i])
				found[name] = i
	}
	return found[name]
}

FNR == 1 {
	if (file == 3) {
		sort_donors()
		print
	}
	next
}
file == 1 { read_rule() }
file == 2 && $c["cat"] == "cpu_op" && $c["name"] in is_donor { note_donor() }
file == 3 {
	if ($c["cat"] == "python_function" && rule_for($c["name"]))
		convert(rule_for($c["name"]))
	print
}
