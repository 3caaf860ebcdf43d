# dumps.awk: a dump of PyTorch's flight recorder, of the collectives on standard input,
# one a line: GROUP KIND SIZES DTYPE STATE, such as "0 all_reduce [[3,4]] Float started",
# or "pp send,0->1 [[8]] Half scheduled". Members and their order are those of PyTorch.
#   groups  NAME=RANKS=DESCRIPTION, separated by semicolons, such as "0=[0, 1]=default_pg"
#   shift   added to the numbers that groups have in this process
#   ring    how many records the recorder keeps; all by default
#   frames  with "1", each record has a stack, as a converted pickle has
BEGIN {
	n = split(groups, group, ";")
	for (i = 1; i <= n; i++) {
		split(group[i], part, "=")
		id[part[1]] = i - 1 + shift
		desc[part[1]] = part[3]
		config = config (i > 1 ? "," : "") sprintf("\"%s\":{\"desc\":\"%s\",\"name\":\"%s\",\"ranks\":\"%s\"}",
			part[1], part[3], part[1], part[2])
	}
}
{
	transfer = $2 ~ /^(send|recv)/ || ($2 == "coalesced" && last_transfer)
	last_transfer = transfer
	joined = $6 == "joined" # with the one before, as one launch
	if (!joined && transfer)
		transfers[$1]++
	else if (!joined)
		collectives[$1]++
	if ($5 == "completed" && !transfer)
		completed[$1] = collectives[$1]
	name = $2
	sub(/,/, " ", name)
	stack = !frames ? "" : sprintf("\"frames\":[{\"filename\":\"lib/torch/distributed/distributed_c10d.py\",\"line\":9,\"name\":\"%s\"},{\"filename\":\"train.py\",\"line\":%d,\"name\":\"step\"}],", $2, NR)
	record[NR] = sprintf("{\"collective_seq_id\":%d,%s\"input_dtypes\":[\"%s\"],\"input_sizes\":%s,\"is_p2p\":%s,\"op_id\":%d,\"output_dtypes\":[\"%s\"],\"output_sizes\":%s,\"p2p_seq_id\":%d,\"pg_id\":%d,\"process_group\":[\"%s\",\"%s\"],\"profiling_name\":\"nccl:%s\",\"record_id\":%d,\"retired\":%s,\"state\":\"%s\",\"thread_id\":\"7\",\"thread_name\":\"python\",\"time_created_ns\":%d,\"time_discovered_completed_ns\":%d,\"time_discovered_started_ns\":%d,\"timeout_ms\":600000}",
		collectives[$1], stack, $4, $3, transfer ? "true" : "false", NR, $4, $3, transfers[$1], id[$1], $1, desc[$1], name, NR - 1,
		$5 == "completed" ? "true" : "false", $5, 1000 * NR, $5 == "completed" ? 1000 * NR + 9 : 0, $5 == "scheduled" ? 0 : 1000 * NR + 5)
}
END {
	printf "{\"comm_lib_version\":\"2.26.2\","
	for (i = ring && NR > ring ? NR - ring + 1 : 1; i <= NR; i++)
		printf "%s%s%s", listed++ ? "," : "\"entries\":[", record[i], i == NR ? "]," : ""
	printf "\"pg_config\":{%s},\"pg_status\":{", config
	for (name in collectives)
		printf "%s\"%d\":{\"last_completed_collective\":\"%d\",\"last_enqueued_collective\":\"%d\",\"last_started_collective\":\"-1\"}",
			told++ ? "," : "", id[name], name in completed ? completed[name] : -1, collectives[name]
	printf "},\"version\":\"2.10\"}"
}
