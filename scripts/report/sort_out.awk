# sort_out.awk arguments=COLUMNS phases=BOOLEAN MARKED MARKED: three tables. kept is
# what is counted, launched of it what launchers ran but communication; parents is
# all kernels, counted or not, with the category of what is right above them.
#
# Where its name tells nothing, the category of an operator is that of its first
# kernel, for all its kernels; so is its phase. What is neither prefill nor
# decode counts as mixed, so that the three phases add up to the whole.
#
# Arguments become what Python prints of them, see python.awk, for they are keys in
# other reports, too.

file == 1 && FNR > 1 {
	run = $c["instance"]
	ts = $c["launch_ts_us"] + 0
	if (!(run in first) || ts < first[run]) {
		first[run] = ts
		begin[run] = $c["cpu_op"] == "" ? $c["launch_ts_us"] : $c["op_ts_us"]
		category[run] = $c["category"]
		phase[run] = $c["phase"]
	}
}
file == 2 && FNR == 1 {
	n = split(arguments, argument, ",")
	split("process_name,process_label,thread_name", label, ",")
	print $0, "begin_us" >"kept"
	print $0, "begin_us" >"launched"
	print $0, "above" >"parents"
}
file == 2 && FNR > 1 {
	run = $c["instance"]
	$c["category"] = run == "" ? "" : category[run]
	if (phases == "true" && run != "")
		$c["phase"] = phase[run]
	if (phases == "true" && $c["phase"] !~ /^(prefill|decode)$/)
		$c["phase"] = "mixed"
	for (i = 1; i <= n; i++)
		$c[argument[i]] = python($c[argument[i]])
	for (i in label)
		if ($c[label[i]] == "")
			$c[label[i]] = "Unknown"
	if ($c["kept"])
		print $0, begin[run] >"kept"
	if ($c["kept"] && !$c["comm"] && run != "")
		print $0, begin[run] >"launched"
	if ($c["cat"] != "kernel")
		next
	above = ""
	if ($c["parent"] != "" && $c["cpu_op"] != "")
		above = $c["category"]
	else if ($c["parent"] != "")
		above = tolower($c["parent"]) ~ /graphlaunch/ ? "graph" : "runtime"
	print $0, above >"parents"
}
