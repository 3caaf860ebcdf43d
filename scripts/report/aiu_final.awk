# aiu_final.awk tmp=FOLDER phases=LIST util=FILE torch=N ROWS COUNTERS...: rows as viewers shall see
# them, with what trace-util found in util=FILE: short names, lanes as threads; then the points of
# counters, and the names of
# the processes that there are.

# The utilization of kernels by the number of their row.
function read_util(   n, i, field, u) {
	getline <util
	n = split($0, field)
	for (i = 1; i <= n; i++)
		u[field[i]] = i
	while ((getline <util) > 0) {
		if ($u["pt_active"] > 0)
			active[$u["row"]] = $u["pt_active"]
		if ($u["category"] != "")
			user_cat[$u["row"]] = $u["category"]
	}
}
BEGIN {
	OFS = FS
	if (util != "")
		read_util()
}
NR == 1 {
	for (i = 1; i <= NF; i++)
		c[$i] = i
	ph = c["ph"]; tid = c["tid"]; lane = c["lane"]; acc = c["acc"]; short = c["short"]; name = c["name"]
	rank = c["rank"]; pid = c["pid"]; ts = c["ts_us"]; class = c["class"]; job = c["jobname"]
	peers = c["all_peers"]; row = c["row"]
	shifted = c["orig_ts_us"]; moved = c["ts_adj"]; stamp = c["ts1"]
	for (i = 1; i <= 8; i++)
		head = head OFS $i
	print substr(head, 2), "rank", "args", "rest", "row", "class", "jobname", "orig_name", "device", "orig_ts_us", "orig_dur_us", "ts_adj", \
		"peers", "pt_active", "core_used", "user_cat"
	next
}
FNR == 1 {
	counter = 1
	split("", c)
	for (i = 1; i <= NF; i++)
		c[$i] = i
	next
}
$c["ph"] == "s" || $c["ph"] == "f" {
	if (counter && (phases == "" || index(phases, $c["ph"])))
		print $c["ts_us"], "", $c["name"], $c["cat"], $c["ph"], $c["id"], $c["pid"], $c["tid"], $c["rank"], "", \
			$c["rest"], "", "", "", "", "", "", "", "", "", "", "", ""
	if (counter)
		next
}
counter {
	if (phases == "" || index(phases, "C"))
		print $c["ts_us"], "", $c["name"], "", "C", "", $c["pid"], "", $c["rank"], \
			"{\"" $c["unit"] "\":" $c["value"] "}", "", "", "", "", "", "", "", "", "", "", "", "", ""
	next
}
{
	ranks[$rank]
}
phases != "" && index(phases, $ph) == 0 { next }
{
	title = $name
	thread = $tid
	if ($lane > 0 && thread ~ /^[0-9]+$/)
		thread += $lane
	if ($short != "")
		title = $short
	pt = util != "" && $row in active ? active[$row] : ""
	group = util != "" && $row in user_cat ? user_cat[$row] : ""
	if ($class ~ /^DATA_(IN|OUT)$|^MAIU_PROTOCOL_.*_DATA$/ && $ph == "X" && index($c["args"], "\"memory bandwidth (GB/s)\":"))
		add_bandwidth()
	device = $acc == 1 && $stamp != "" ? $rank : ""
	if ($ph == "X" && ($acc == 1 || $pid ~ /^[0-9]+$/) && !($pid in first)) {
		first[$pid] = $ts
		process[$pid] = device != "" ? "AIU Device" $rank : $pid == $rank + 1000 ? "Host" $rank : ""
		of[$pid] = $rank
	}
	arrow = $c["id"]
	if (torch > 1 && arrow != "" && ($ph == "s" || $ph == "t" || $ph == "f"))
		arrow = $rank "/" arrow # each rank counts its launches from 1
	print $c["ts_us"], $c["dur_us"], title, $c["cat"], $ph, arrow, $pid, thread, $rank, $c["args"], $c["rest"], \
		$c["row"], $class, $job, title == $name ? "" : $name, device, shifted ? $shifted : "", shifted ? $c["orig_dur_us"] : "", moved ? $moved : "", \
		peers ? $peers : "", pt, pt == "" ? "" : "true", group
}
# The bandwidth of a transfer: points at its start and end, printed behind the rows.
function add_bandwidth(   args, rate, end) {
	args = $c["args"]
	rate = substr(args, index(args, "\"memory bandwidth (GB/s)\":") + 26)
	sub(/[,}].*/, "", rate)
	gsub(/["]/, "", rate)
	if (!(rate + 0 > 0) || (phases != "" && !index(phases, "C")))
		return
	end = show_end($ts, $c["dur_us"])
	transfer[++transfers] = $ts "\t" rate "\t" $pid "\t" $rank
	transfer[++transfers] = end "\t0\t" $pid "\t" $rank
}
# The sum of two times with three decimals, in two parts: a double does not hold those since
# 1970 in nanoseconds.
function show_end(ts, dur,   a, b, ns) {
	split(ts, a, ".")
	split(dur, b, ".")
	ns = a[2] + b[2]
	return sprintf("%.0f.%03d", a[1] + b[1] + int(ns / 1000), ns % 1000)
}
function name_process(pid, what, value) {
	print first[pid], "", what, "", "M", "", pid, "", of[pid], value, "", "", "", "", "", "", "", "", "", "", "", "", ""
}
END {
	for (i = 1; i <= transfers; i++) {
		split(transfer[i], part, "\t")
		print part[1], "", "TransferBW", "", "C", "", part[3], "", part[4], "{\"GB/s\":" part[2] "}", "", "", "", "", "", "", \
			"", "", "", "", "", "", ""
	}
	for (r in ranks)
		print r >(tmp "/ranks")
	if (phases != "" && index(phases, "M") == 0)
		exit
	for (r in ranks) {
		device = r
		host = r + 1000
		if (process[device] != "") {
			name_process(device, "process_name", "{\"name\":\"" process[device] "\"}")
			name_process(device, "process_label", "{\"name\":\"AIU\"}")
			name_process(device, "process_sort_index", "{\"sort_index\":" 3 * r + 1 "}")
		}
		if (process[host] != "") {
			name_process(host, "process_name", "{\"name\":\"" process[host] "\"}")
			name_process(host, "process_label", "{\"name\":\"cpu\"}")
			name_process(host, "process_sort_index", "{\"sort_index\":" 3 * r "}")
		}
	}
}
