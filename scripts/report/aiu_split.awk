# aiu_split.awk tmp=FOLDER prep=1 globals=1: hands on rows in order, and writes what
# counters and statistics need into files: preparations, samples of charge, kernels.

BEGIN {
	OFS = FS
}
NR == 1 {
	for (i = 1; i <= NF; i++)
		c[$i] = i
	name = c["name"]; ph = c["ph"]; ts = c["ts_us"]; dur = c["dur_us"]; pid = c["pid"]; rank = c["rank"]
	power = c["power"]; t3 = c["t3_us"]; t4 = c["t4_us"]; ts1 = c["ts1"]; general = c["general"]; acc = c["acc"]
	print "ts_us", "dur_us", "pid", "rank" >(tmp "/preps")
	print "ts_us", "t3_us", "t4_us", "ts3", "power", "pid", "rank" >(tmp "/samples")
	print "ts_us", "dur_us", "rank", "general", "d1", "d2", "d3", "d4" >(tmp "/kernels")
	print
	next
}
# Cycles from one stamp to the next, over the end of a counter of 32 bits.
function cycles(from) {
	return $(from + 1) - $from + ($(from + 1) + 0 < $from + 0 ? 4294967296 : 0)
}
$acc == 1 && $ph == "X" && $ts1 != "" {
	if ($name ~ / Cmpt Prep$/) {
		print $ts, $dur, $pid, $rank >(tmp "/preps")
		if (!prep)
			next
	} else if ($power != "" && $t4 != "" && $name !~ / Prep/ && $dur > 0.1) {
		print $ts, $t3, $t4, $(ts1 + 2), $power, $pid, $rank >(tmp "/samples")
	}
	if ($name ~ / Cmpt Exec$/)
		print $ts, $dur, $rank, $general, sprintf("%.0f", cycles(ts1)), sprintf("%.0f", cycles(ts1 + 1)), \
			sprintf("%.0f", cycles(ts1 + 2)), sprintf("%.0f", cycles(ts1 + 3)) >(tmp "/kernels")
}
globals && $name ~ /Execute [Gg]raph|SenFusedDeviceNode|AIU Roundtrip|Flex RoundTrip|PostKeys|FetchKeys|Callback|HostPrep|AllocateFrame of|Update CBs/ {
	next
}
{
	print
}
