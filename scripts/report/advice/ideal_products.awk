# ideal_products.awk LIMITS RATED LABELLED OPERATIONS: the operations of trace-critical as they would
# take if slow matrix products reached their roof; to put behind table.awk and products.awk.
# An operation is an event of the GPU by its start, stream and name.

file == 1 { limit[$c["what"]] = $c["value"] }
file == 2 && is_slow_product() { factor[$c["op_id"]] = product_us() / $c["gpu_us"] }
# An operator and those that it calls may be rated: the innermost one counts.
file == 3 {
	for (i = split($c["op_ids"], id, ";"); i > 0; i--)
		if (id[i] in factor) {
			faster[key("ts_us,device,stream,name")] = factor[id[i]]
			break
		}
}
file == 4 {
	k = key("ts_us,device,stream,name")
	if (k in faster)
		$c["dur_us"] = sprintf("%.3f", $c["dur_us"] * faster[k])
	print
}
