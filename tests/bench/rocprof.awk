# rocprof.awk form=csv|json EVENTS: kernels of trace-extract as rocprofv3 writes them,
# in a form of its own, with numbers for what they do not tell.

function nanoseconds(us) {
	sub(/[.]/, "", us)
	return us
}
# Sums of texts of digits below 10^15 are exact.
function later(ns, more) {
	return sprintf("%.0f", ns + more)
}
FNR == 1 {
	for (i = 1; i <= NF; i++)
		c[$i] = i
	if (form == "csv")
		print "\"Kind\",\"Agent_Id\",\"Queue_Id\",\"Stream_Id\",\"Thread_Id\",\"Dispatch_Id\",\"Kernel_Id\"," \
			"\"Kernel_Name\",\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\",\"LDS_Block_Size\"," \
			"\"Scratch_Size\",\"VGPR_Count\",\"Workgroup_Size_X\",\"Workgroup_Size_Y\",\"Workgroup_Size_Z\"," \
			"\"Grid_Size_X\",\"Grid_Size_Y\",\"Grid_Size_Z\""
	next
}
{
	name = $c["name"]
	start = nanoseconds($c["ts_us"])
	end = later(start, nanoseconds($c["dur_us"]))
	if (!(name in id)) {
		id[name] = ++names
		name_of[names] = name
	}
	if (form == "csv") {
		gsub(/"/, "\"\"", name)
		printf "\"KERNEL_DISPATCH\",\"Agent 4\",1,2,4711,%d,%d,\"%s\",%d,%s,%s,0,0,32,256,1,1,65536,1,1\n", \
			FNR, id[$c["name"]], name, FNR, start, end
	} else {
		record[++records] = sprintf("%s %s %d", start, end, id[name])
	}
}
END {
	if (form == "csv")
		exit
	printf "{\"rocprofiler-sdk-tool\":[{\"metadata\":{\"pid\":11},\"agents\":[]," \
		"\"strings\":{\"buffer_records\":[{\"kind\":\"NONE\",\"operations\":[]}," \
		"{\"kind\":\"KERNEL_DISPATCH\",\"operations\":[]}]},\"kernel_symbols\":["
	for (i = 1; i <= names; i++) {
		gsub(/["\\]/, "\\\\&", name_of[i])
		printf "%s{\"size\":1,\"kernel_id\":%d,\"formatted_kernel_name\":\"%s\"}", (i > 1 ? "," : ""), i, name_of[i]
	}
	printf "],\"buffer_records\":{\"kernel_dispatch\":["
	for (i = 1; i <= records; i++) {
		split(record[i], part, " ")
		printf "%s{\"size\":176,\"kind\":1,\"operation\":1,\"thread_id\":4711," \
			"\"correlation_id\":{\"internal\":%d,\"external\":0},\"start_timestamp\":%s," \
			"\"end_timestamp\":%s,\"dispatch_info\":{\"size\":64,\"agent_id\":{\"handle\":71}," \
			"\"queue_id\":{\"handle\":1},\"kernel_id\":%d,\"dispatch_id\":%d," \
			"\"private_segment_size\":0,\"group_segment_size\":0," \
			"\"workgroup_size\":{\"x\":256,\"y\":1,\"z\":1},\"grid_size\":{\"x\":65536,\"y\":1,\"z\":1}}," \
			"\"stream_id\":{\"handle\":3}}", (i > 1 ? "," : ""), i, part[1], part[2], part[3], i
	}
	print "]}}]}"
}
