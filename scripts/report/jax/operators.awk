# operators.awk members=FILE TABLE: one row for each time an instruction of XLA ran,
# with what trace-perf wants to know of it; gpu_us is how long any of its kernels ran.
# FILE gets its kernels. The rows of TABLE are in the order of track and time.
#
# An instruction may run several kernels, one after the other on one track. A run of
# such kernels ends where a kernel of another instruction comes, or the launch belongs
# to another call on the host. If each kernel's name comes twice in it, or three times,
# the instruction ran as often, as in a loop.

function gcd(a, b,   t) {
	while (b) {
		t = a % b
		a = b
		b = t
	}
	return a
}
# The kernels of the run are divided evenly.
function finish(   i, times, k) {
	for (i = 1; i <= size; i++)
		of_name[name[i]]++
	for (k in of_name)
		times = gcd(times, of_name[k])
	for (i = 1; i <= size; i += size / times)
		one_time(i, i + size / times - 1)
	split("", of_name)
	size = 0
}
function one_time(from, to,   i, covered, time) {
	number++
	for (i = from; i <= to; i++) {
		if (end[i] > covered || i == from) {
			time += end[i] - (i > from && covered > begin[i] ? covered : begin[i])
			covered = end[i]
		}
		print number, name[i], track[i], us[i] >members
	}
	print number, uid[from], sprintf("%.3f", time), row
}
FNR == 1 {
	copied = "hlo_op,hlo_opcode,custom_call_target,input_dims,input_type,output_dims,output_type"
	copied = copied ",backend_config,dim_labels,hlo_shape,fused_dot,dims,types"
	header = copied
	gsub(/,/, OFS, header)
	print "number", "uid", "gpu_us", "name", "concrete_inputs", header
	print "number", "name", "track", "dur_us" >members
	next
}
{
	run = $c["hlo_op"] == "" ? "" : key("pid,tid,hlo_module,program_id,hlo_op,op_id")
	if (size && run != last)
		finish()
	last = run
}
run != "" {
	size++
	name[size] = $c["name"]
	track[size] = $c["tid"]
	us[size] = $c["dur_us"]
	uid[size] = $c["uid"]
	begin[size] = $c["ts_us"] + 0
	end[size] = $c["ts_us"] + $c["dur_us"]
	call = $c["custom_call_target"] != "" ? $c["custom_call_target"] \
		: $c["fused_dot"] != "" ? "fusion(dot)" : $c["hlo_opcode"]
	row = call OFS "" OFS key(copied)
}
END {
	if (size)
		finish()
}
