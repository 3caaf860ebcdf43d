# split.awk tmp=FOLDER prep=1 globals=1 util=1 copies=1: hands on rows in order, and writes
# what counters and statistics need into files: preparations, samples of charge, kernels, transfers
# of collectives; with util=1, what trace-ideal needs; with copies=1, the bandwidth of copies.

NR == 1 {
	name = c["name"]; ph = c["ph"]; ts = c["ts_us"]; dur = c["dur_us"]; pid = c["pid"]; rank = c["rank"]
	power = c["power"]; t3 = c["t3_us"]; t4 = c["t4_us"]; ts1 = c["ts1"]; general = c["general"]; acc = c["acc"]
	cat = c["cat"]; of = c["file"]; correlation = c["correlation"]; row = c["row"]
	group = c["coll_group"]; peer = c["peer"]; peers = c["peers"]; args = c["args"]
	print "ts_us", "dur_us", "pid", "rank" >(tmp "/preps")
	print "ts_us", "t3_us", "t4_us", "ts3", "power", "pid", "rank", "kind" >(tmp "/samples")
	if (util)
		print "ts_us", "dur_us", "name", "cat", "file", "correlation", "ts3", "ts4", "pid", "rank", "row" >(tmp "/runs")
	print "ts_us", "dur_us", "rank", "general", "d1", "d2", "d3", "d4", "name", "group" >(tmp "/kernels")
	print "end_us", "ts_us", "rank", "general", "tag", "group", "peers", "bytes", "out", "cast" >(tmp "/transfers_unsorted")
	print
	next
}
# Cycles from one stamp to the next, over the end of a counter of 32 bits; nothing where
# one is no number.
function cycles(from) {
	if ($from !~ /^[0-9]+$/ || $(from + 1) !~ /^[0-9]+$/)
		return ""
	return $(from + 1) - $from + ($(from + 1) + 0 < $from + 0 ? 4294967296 : 0)
}
# Does a kernel begin, by its counters, before the one before it on this rank ended? Half of
# what a counter holds is taken for backward.
function check_neighbours(   behind) {
	ran++
	if ($rank in before) {
		if ($ts == before_ts[$rank])
			same++
		behind = before[$rank] - $(ts1 + 2)
		if (behind < 0)
			behind += 4294967296
		if (behind > 0 && behind < 2147483648) {
			early++
			if (behind > most)
				most = behind
		}
	}
	before[$rank] = $(ts1 + 3)
	before_ts[$rank] = $ts
}
function tag_of(name) {
	return match(name, /sync=[^]]*/) ? substr(name, RSTART + 5, RLENGTH - 5) : ""
}
function bytes_of(args,   text) {
	if (!match(args, /"[Bb]ytes":"?[0-9]+/))
		return ""
	text = substr(args, RSTART + 8, RLENGTH - 8)
	sub(/"/, "", text)
	return text
}
function kind_of(name) {
	return name ~ /AllGather/ ? "AllGather" : name ~ /AllReduce/ ? "AllReduce" : name ~ / DmaI$/ ? "DmaI" : \
		name ~ / DmaO$/ ? "DmaO" : name ~ / Cmpt Exec$/ ? "Cmpt Exec" : "Other"
}
util && $acc == 1 && $ph == "X" && ($ts1 != "" ? $name ~ / Cmpt Exec$/ : $cat ~ /kernel/) {
	print $ts, $dur, $name, "kernel", $of, $correlation, $(ts1 + 2), $(ts1 + 3), $pid, $rank, $row >(tmp "/runs")
}
$acc == 1 && $ph == "X" && $ts1 != "" {
	if ($name ~ / Cmpt Prep$/) {
		print $ts, $dur, $pid, $rank >(tmp "/preps")
		if (!prep)
			next
	} else if (t4 && $power != "" && $t4 != "" && $name !~ / Prep/ && $dur > 0.1) {
		print $ts, $t3, $t4, $(ts1 + 2), $power, $pid, $rank, kind_of($name) >(tmp "/samples")
	}
	if ($name ~ / Cmpt Exec$/) {
		print $ts, $dur, $rank, $general, sprintf("%.0f", cycles(ts1)), sprintf("%.0f", cycles(ts1 + 1)), \
			sprintf("%.0f", cycles(ts1 + 2)), sprintf("%.0f", cycles(ts1 + 3)), $name, $group >(tmp "/kernels")
		check_neighbours()
	}
}
$group != "" && $ph == "X" && $name ~ / Dma[IO]$/ {
	print show_end($ts, $dur), $ts, $rank, $general, tag_of($name), $group, $peer "," $peers, bytes_of($args), \
		$name ~ / DmaO$/, $name ~ /Set Bc[Ll]ist|Xseg to rank| Data / >(tmp "/transfers_unsorted")
}
copies && $acc == 1 && $ph == "X" && $dur > 0 && $name ~ / Dma[IO]$/ && (bytes = bytes_of($args)) > 0 {
	rate = bytes / $dur
	what = "BW " substr($name, length($name) - 3)
	print $ts, $pid, $rank, what, 1, sprintf("%.6f", rate) >(tmp "/copies")
	print show_end($ts, $dur), $pid, $rank, what, -1, sprintf("%.6f", -rate) >(tmp "/copies")
}
$ph == "s" && !launches {
	launches = 1
	print "1" >(tmp "/launches")
}
globals && $name ~ /Execute [Gg]raph|SenFusedDeviceNode|AIU Roundtrip|Flex RoundTrip|PostKeys|FetchKeys|Callback|HostPrep|AllocateFrame of|Update CBs/ {
	next
}
{ print }
END {
	out = tmp "/found"
	if (same)
		print "ZERO_GAP" OFS same OFS same " kernels start with the kernel before them" >out
	if (early)
		print "TS_SEQUENCE" OFS early OFS early " of " ran " kernels begin, by TS3, before the TS4 of the kernel before them: by " most " cycles at most" >out
}
