# shellcheck shell=sh disable=SC2016 # awk's variables
# sheets.sh - the sheets of trace-report, a function each, which prints it.
#
# They read the tables that trace-report has made of the trace (classified, kept,
# launched, parents, instances, timeline), and its options; tables on the way are
# theirs.

# What kind of work the GPU did, by our own rules: the reference knows operators,
# and all that it does not know is "other".
time_by_class() {
	trace-stats -k name,cpu_op --partial linked | trace-classify |
		trace-stats -k category --carry '' >by_class
	table '
	FNR > 1 && $c["category"] == "" { $c["category"] = "unclassified" }
	{ print }' by_class >named_classes
	arrange class=category,count=count,time_ms=sum_us/1000,percent=pct named_classes
}

gpu_timeline() {
	table '
	FNR == 1 { print "type", "time ms", "percent" (apart ? OFS "is_recompute" : "") }
	FNR > 1 && !(divided && $c["kind"] == "idle") {
		kind = $c["kind"]
		sub(/copy/, "memcpy", kind)
		print kind "_time", sprintf("%.6f", $c["time_us"] / 1000), \
			$c["pct"] (apart ? OFS $c["is_recompute"] : "")
	}' apart="$recompute" divided="$micro_idle_us" timeline
}

# Columns that several sheets have: shares; with_stack TABLE sets stacked to the
# table with where the first call came from.
shares='Percentage (%)=pct,Cumulative Percentage (%)=cumulative_pct'
with_stack() {
	stacked=$1
	[ -n "$modules" ] || return 0
	stacked=$1.stacked
	add first_event=event call_stack instances "$1" >"$stacked"
}

ops_summary_by_category() {
	trace-stats -k "category$apart" --value direct_us instances >by_category
	with_stack by_category
	columns="op category=category$apart,Count=count"
	columns="$columns${modules:+,call_stack_first=call_stack}"
	columns="$columns,total_direct_kernel_time_ms=sum_us/1000,$shares"
	arrange "$columns" "$stacked"
}

# of_phase PHASE TABLE: sets rows to a table of the rows of that phase; without a
# phase to the same table.
of_phase() {
	rows=$2
	[ -n "$1" ] || return 0
	rows=$2.$1
	table 'FNR == 1 || $c["phase"] == phase' phase="$1" "$2" >"$rows"
}

# ops_summary [PHASE]
ops_summary() {
	keys=launcher$apart
	of_phase "${1-}" instances
	trace-stats -k "category,$keys" --value direct_us "$rows" >pairs
	sort -t "$tab" -k 1,1 pairs >sorted
	awk -v keys="$keys" -f "$programs/categories.awk" sorted >categories
	trace-stats -k "$keys" --value subtree_us "$rows" >by_subtree
	trace-stats -k "$keys" ${top_ops:+--top "$top_ops"} \
		--value direct_us "$rows" >by_direct
	add "$keys" subtree_sum_us=sum_us by_subtree by_direct >by_launcher
	add "$keys" categories categories by_launcher >listed
	with_stack listed
	columns="name=launcher$apart,total_direct_kernel_time_sum=sum_us"
	columns="$columns,total_subtree_kernel_time_sum=subtree_sum_us"
	columns="$columns${modules:+,total_subtree_kernel_time_count=count}"
	columns="$columns,total_direct_kernel_time_ms=sum_us/1000"
	columns="$columns,total_subtree_kernel_time_ms=subtree_sum_us/1000"
	columns="$columns,Count=count,Categories=categories"
	columns="$columns${modules:+,call_stack_first=call_stack},$shares"
	arrange "$columns" "$stacked"
}

# ops_all [INSTANCES]: the operators, apart by the shapes and values of their arguments;
# of a table that overlap.sh makes, also by what ran at the same time.
ops_all() {
	runs=${1-instances}
	keys=launcher,${1:+overlapping_kernel_names,}category${modules:+,parent_module}
	keys=$keys,process_name,process_label,thread_name,$arguments
	keys=$keys${recompute:+,is_recompute}
	keys=$keys${modules:+,num_kernels}
	[ -z "$by_number" ] || [ -n "$modules" ] || keys=$keys,num_kernels
	trace-stats -k "$keys" --value subtree_us "$runs" >all_subtree
	trace-stats -k "$keys" ${top_arguments:+--top "$top_arguments"} \
		--value direct_us "$runs" >all_direct
	old=
	columns="$(println "$keys" | sed 's/launcher/name=&/
		s/category/op &=&/; s/input_dims/Input Dims=&/; s/input_type/Input type=&/
		s/input_strides/Input Strides=&/; s/concrete_inputs/Concrete Inputs=&/')"
	columns=$columns,operation_count=count${first_occurrence:+,first_occurrence_time=since_us}
	for stat in mean median std:stddev min max sum; do
		old="$old${old:+,}subtree_${stat#*:}_us=${stat#*:}_us"
		columns=$columns,total_direct_kernel_time_${stat%:*}=${stat#*:}_us
		columns=$columns,total_subtree_kernel_time_${stat%:*}=subtree_${stat#*:}_us
	done
	add "$keys" "$old" all_subtree all_direct >all_both
	add "$keys" row=first_event all_direct "$runs" >numbered
	describe_kernels >details
	add first_event=row kernel_details_summary,trunc_kernel_details \
		details all_both >detailed
	when_first
	[ $# -eq 0 ] || with_overlap detailed
	with_stack detailed
	columns="$columns,ex_UID=first_event${modules:+,call_stack}"
	columns="$columns,kernel_details_summary,trunc_kernel_details"
	[ $# -eq 0 ] || columns="$columns,$overlap_columns"
	arrange "$columns,$shares" "$stacked"
}

# Adds when the first launcher of each row of ops_all ran, since the first of all.
when_first() {
	[ -n "$first_occurrence" ] || return 0
	trace-stats -k "$keys" --value ts_us "$runs" >starts
	table '
	FNR > 1 && file == 1 && (first == "" || $c["min_us"] < first) { first = $c["min_us"] + 0 }
	file == 2 { print $0, FNR == 1 ? "since_us" : sprintf("%.3f", $c["min_us"] - first) }' \
		starts starts >since
	mv detailed undated
	add "$keys" since_us since undated >detailed
}

# What the launchers of each row of ops_all run, kernel by kernel.
describe_kernels() {
	stage places ids="$ids" numbered launched >positions
	trace-stats -k row,position,name,stream positions >by_position
	stage statistics by_position >unsorted
	sort -t "$tab" -k 1,1 -k 2,2n -k 3,3 unsorted >sorted
	awk -f "$programs/details.awk" sorted
}

# kernel_summary [PHASE]
kernel_summary() {
	keys=above,parent,name,stream
	columns='Parent op category=above,Parent cpu_op=parent'
	if ! $has_operators; then
		keys=above,name,stream
		columns='Parent op category=above'
	fi
	of_phase "${1-}" parents
	trace-stats -k "$keys" "$rows" >by_kernel
	time='Kernel duration (µs)_'
	columns="$columns,Kernel name=name,Kernel stream=stream"
	columns="$columns,${time}sum=sum_us,${time}count=count"
	columns="$columns,${time}mean=sum_us/count,${time}min=min_us,${time}max=max_us"
	columns="$columns,Percent of kernels time (%)=pct"
	arrange "$columns,Percent of total time (%)=sum_us%" by_kernel
}

short_kernels_histogram() {
	trace-stats --below "$short_kernel_us" --histogram "$bins" parents >histogram
	arrange bin_start=bin_start_us,bin_end=bin_end_us,count histogram
}

# Those that something is right above; without operators, all.
short_kernels_all_details() {
	if $has_operators; then
		keys=parent,input_dims,input_strides,concrete_inputs,name
		columns='Parent cpu_op=parent,Input dims=input_dims'
		columns="$columns,Input strides=input_strides"
		columns="$columns,Concrete Inputs=concrete_inputs,Kernel name=name"
	else
		keys=name
		columns='Kernel name=name'
	fi
	table 'FNR == 1 || all || $c["parent"] != ""' \
		all="${has_operators#true}" parents >short
	trace-stats -k "$keys" --below "$short_kernel_us" \
		${top_short_kernels:+--top "$top_short_kernels"} short >by_short
	time='Short Kernel duration (µs) '
	columns="$columns,${time}sum=sum_us,Short Kernel count=count"
	columns="$columns,${time}mean=sum_us/count"
	arrange "$columns,${time}percent of total time=sum_us%" by_short
}

# The communication kernels that say the same of themselves; the reference leaves out those
# that do not say everything.
coll_analysis() {
	columns='rank=rank|Process Group Name=group|Process Group Ranks=group_ranks'
	columns="$columns|Collective name=name|Group size=group_size|dtype=dtype"
	columns="$columns|In msg nelems=in_nelems|Out msg nelems=out_nelems"
	columns="$columns|In split size=in_split|Out split size=out_split|stream=stream"
	keys=$(println "$columns" | sed 's/=[^|]*//g; s/|/,/g')
	columns="$columns|In msg size (MB)=in_bytes/MB|Out msg size (MB)=out_bytes/MB"
	stage rename columns="$columns|dur=dur_us" communication >told
	table 'FNR > 1 && compat {
			n = split(keys, k, ",")
			for (i = 1; i <= n; i++)
				if ($c[k[i]] == "")
					next
		}
		{ print }' compat="$compat" keys="$keys" told >said
	metrics='In msg size (MB):first,Out msg size (MB):first,dur:sum,dur:mean'
	metrics="$metrics,dur:std,dur:min,dur:max,dur:count=operation_count"
	stage 'numbers aggregate' keys="$keys" metrics="$metrics" said >summed
	by=$(place summed dur_sum)
	in_order summed -s -k "$by,${by}gr"
}

cycles() {
	cat steps/cycles
}

# Those of the step.
repeats() {
	table 'FNR == 1 || $c["cycle"] == step' step="$(main_step sheet.cycles)" steps/repeats
}

# Operators with the same dimensions and type, and the roof above them; most time first.
roofline() {
	table 'FNR == 1 {
			print "name", "input_dims", "compute_spec", "count", "time_us", "flops_per_byte", "tflops_per_s", "roof_tflops_per_s"
			next
		}
		$c["tflops_per_s"] == "" || $c["roof_tflops_per_s"] == "" { next }
		{
			k = key("name,input_dims,compute_spec,flops_per_byte,roof_tflops_per_s")
			if (!(k in us))
				order[++n] = k
			count[k]++
			us[k] += $c["gpu_us"]
			flops[k] += $c["flops"]
		}
		END {
			for (i = 1; i <= n; i++) {
				split(order[i], part, OFS)
				print part[1], part[2], part[3], count[order[i]], sprintf("%.3f", us[order[i]]), \
					part[4], flops[order[i]] / us[order[i]] / 1e6, part[5]
			}
		}' rated >below
	in_order below -s -k 5,5nr
}
