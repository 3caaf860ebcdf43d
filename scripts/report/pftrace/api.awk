# api.awk multiple=1 others=1 EVENTS: a row for each call of HIP and the kernel,
# the earliest or each, of its correlation, with the times of both. Environment:
# EXCLUDED is for kernels that do not count.

# The first of these columns, with commas between, that is not empty.
function first_of(names,   i, n, name) {
	n = split(names, name, ",")
	for (i = 1; i <= n; i++)
		if (name[i] in c && $c[name[i]] != "")
			return $c[name[i]]
	return ""
}
# The number of a device, as the kernel says it, or of its agent, as agents come.
function device(   number) {
	number = first_of("device_id,deviceid,dev_id,dev,gpu_id,gpuid")
	if (number != "")
		return number
	if ($c["agent"] == "")
		return 0
	if (!($c["agent"] in agent))
		agent[$c["agent"]] = agents++
	return agent[$c["agent"]]
}
function is_kernel() {
	if ($c["name"] ~ /[.]kd$|[.]kd /)
		return 1
	return $c["cat"] ~ /kernel|gpu_activity|gpu_memcpy|memory_copy/ && $c["ns"] > 0 && \
		$c["name"] !~ /[Rr]egister/
}
function launches(name) {
	return name in launch || tolower(name) ~ /launch.*kernel/
}
function row(id, k,   q) {
	q = begin[k] - api_begin[id] - api_ns[id]
	print api_pid[id], api_tid[id], dev[k], api_name[id], kernel[k], kernel_ns[k], 1, \
		api_ns[id] + (q > 0 ? q : 0) + kernel_ns[k], api_ns[id], (q > 0 ? q : 0), \
		kernel_ns[k], q, begin[k] + kernel_ns[k] - api_begin[id]
}
BEGIN {
	n = split("hipModuleLaunchKernel hipLaunchKernelGGL hipLaunchKernel " \
		"hipExtLaunchKernelGGL hipModuleLaunchCooperativeKernel hipExtModuleLaunchKernel " \
		"hipMemset hipMemcpyHtoDAsync hipMemcpyDtoHAsync hipMemsetD32Async", name, " ")
	for (i = 1; i <= n; i++)
		launch[name[i]]
	excluded = ENVIRON["EXCLUDED"]
}
FNR == 1 { next }
{
	id = first_of("correlation,corr_id,correlation_id,correlationid,corr")
	if (id == "")
		next
}
$c["cat"] ~ /^(hip_api|cuda_api|cupti)/ {
	if (!(id in api_name))
		order[++apis] = id
	api_name[id] = $c["name"]
	api_pid[id] = $c["pid"]
	api_tid[id] = $c["tid"]
	api_begin[id] = $c["begin"]
	api_ns[id] = $c["ns"]
	next
}
is_kernel() && (excluded == "" || $c["name"] !~ excluded) {
	k = ++kernels
	kernel[k] = $c["name"]
	begin[k] = $c["begin"]
	kernel_ns[k] = $c["ns"]
	dev[k] = device()
	before[k] = of[id]
	of[id] = k
	if (!(id in first) || begin[k] < begin[first[id]])
		first[id] = k
}
END {
	print "PID", "TID", "DevId", "API Name", "Kernel Name", "kernel_ns", "QCount", \
		"T", "A", "Q", "K", "QSigned", "Wall"
	for (i = 1; i <= apis; i++) {
		id = order[i]
		if (!others && !launches(api_name[id]))
			continue
		if (!(id in first)) {
			if (others)
				print api_pid[id], api_tid[id], 0, api_name[id], "", "", 0, \
					api_ns[id], api_ns[id], "", "", "", ""
			continue
		}
		if (!multiple)
			row(id, first[id])
		for (k = of[id]; multiple && k; k = before[k])
			row(id, k)
	}
}
