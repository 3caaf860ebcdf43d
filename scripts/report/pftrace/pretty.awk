# pretty.awk all=NS configuration=1 TABLE: statistics as people read them, and
# as numbers behind. Grids and blocks are products of their sides: the others are 1.

function pretty(ns) {
	return ns >= 1e6 ? sprintf("%.3f ms", ns / 1e6) : \
		ns >= 1e3 ? sprintf("%.3f μs", ns / 1e3) : sprintf("%d ns", ns)
}
function sides(n) {
	return n == "" ? "" : sprintf("%7d %4d %4d", n, 1, 1)
}
function value(name) {
	return name in c ? $c[name] : ""
}
FNR == 1 {
	split("mean median min max pstd", what, " ")
	stream = "stream" in c
	op = "op" in c
	line = "Time" OFS "Total Time" OFS "Instances" OFS "Avg" OFS "Med" OFS "Min" OFS "Max" OFS "StdDev"
	if (configuration)
		line = line OFS "GridXYZ" OFS "BlockXYZ" OFS "VGPR" OFS "AccumVGPR" OFS "SGPR" OFS "LDS" OFS "Scratch"
	line = line (stream ? OFS "Stream" : "") (op ? OFS "Op" : "") OFS "Name" OFS "Time %" OFS \
		"Total Time (ns)" OFS "Avg (ns)" OFS "Med (ns)" OFS "Min (ns)" OFS "Max (ns)" OFS "StdDev (ns)"
	print line (configuration ? OFS "GridX" OFS "GridY" OFS "GridZ" OFS "BlockX" OFS "BlockY" OFS "BlockZ" : "")
	next
}
{
	share = all > 0 ? 100 * $c["ns_sum"] / all : 0
	line = sprintf("%.1f%%", share) OFS pretty($c["ns_sum"]) OFS $c["ns_count"]
	for (i = 1; i <= 5; i++)
		line = line OFS pretty($c["ns_" what[i]])
	if (configuration)
		line = line OFS sides($c["grid_size"]) OFS sides($c["workgroup_size"]) OFS $c["vgpr_count"] OFS \
			$c["accum_vgpr_count"] OFS $c["sgpr_count"] OFS $c["lds"] OFS $c["scratch"]
	line = line (stream ? OFS value("stream") : "") (op ? OFS value("op") : "") OFS $c["name"] OFS \
		sprintf("%.15g", share) OFS $c["ns_sum"]
	for (i = 1; i <= 5; i++)
		line = line OFS $c["ns_" what[i]]
	if (configuration) {
		line = line OFS $c["grid_size"] OFS ($c["grid_size"] == "" ? "" : 1) OFS ($c["grid_size"] == "" ? "" : 1)
		line = line OFS $c["workgroup_size"] OFS ($c["workgroup_size"] == "" ? "" : 1) OFS ($c["workgroup_size"] == "" ? "" : 1)
	}
	print line
}
