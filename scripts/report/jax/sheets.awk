# sheets.awk arch=YES longest=BYTES MEMBERS RATED: a sheet for each family of
# operators with a model, as a file sheet.NAME; their names are printed. Goes behind
# operators/sheet_rows.awk and operators/print_sheets.awk.
#
# RATED is what trace-perf --sheets prints for the rows of operators.awk, MEMBERS
# their kernels.

# The sheet that the program has for it.
function sheet_of(family, name) {
	if (family == "SDPA")
		return name ~ /^te_/ ? "op_te" : "op_fa"
	return "op_" tolower(family)
}
BEGIN {
	all = "mean median std min max"
}
FNR == 1 { next }
file == 1 { set_kernel($c["number"], kind_of($c["name"], $c["track"]), $c["dur_us"]) }
file == 2 && $c["model"] != "" {
	i = $c["number"]
	id[i] = $c["uid"]
	like[i] = i # each is a call of its own
	name[i] = $c["name"]
	arguments[i] = $c["dims"] SUBSEP $c["types"] SUBSEP SUBSEP
	ran_by[i] = OFS OFS
	params[i] = $c["params"]
	spec[i] = $c["compute_spec"]
	bound[i] = arch ? $c["roofline_bound"] : ""
	sheet = sheet_of($c["sheet"], name[i])
	if (!(sheet in seen)) {
		seen[sheet]
		order[++sheet_count] = sheet
	}
	note_parameters(sheet, params[i])
	add_row(sheet, key_number(sheet, key("name,params,dims,types")), i, $c["gpu_us"], $c["flops"], $c["bytes"],
		arch ? $c["roofline_us"] : "")
}
END {
	for (s = 1; s <= sheet_count; s++)
		print_family(order[s])
}
