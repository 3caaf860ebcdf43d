# diff_stats.awk TABLE: what trace-treediff --stats prints, with the names that the
# reference gives its columns, and arguments as Python prints them. Needs python.awk.

FNR == 1 {
	print "name", "cpu_op_name", "cpu_op_uid", "source", "Input Dims", "Input Strides", \
		"Input type", "Concrete Inputs", "kernel_time", "busy_time", \
		"lowest_common_ancestor_name", "lowest_common_ancestor_id", "gpu_op_uid", \
		"nn_module_stack", "nn_module_parent"
	next
}
{
	print $c["name"], $c["cpu_op"], $c["op_id"], ($c["side"] == "a" ? "trace1" : "trace2"), \
		python($c["input_dims"]), python($c["input_strides"]), python($c["input_type"]), \
		python($c["concrete_inputs"]), $c["dur_us"], $c["busy_us"], $c["ancestor"], \
		$c["ancestor_id"], $c["event"], $c["module_path"], $c["module"]
}
