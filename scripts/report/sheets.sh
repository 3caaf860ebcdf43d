# shellcheck shell=sh disable=SC2016 # awk's variables
# sheets.sh - the sheets of trace-report, a function each, which prints it.
#
# They read the tables that trace-report has made of the trace (classified, kept,
# launched, parents, instances, timeline), and its options; tables on the way are
# theirs.

# What kind of work the GPU did, by our own rules: the reference knows operators,
# and all that it does not know is "other".
time_by_class() {
	table '
	FNR == 1 { print "class", "count", "time_ms", "percent"; next }
	{
		print $c["category"] == "" ? "unclassified" : $c["category"], $c["count"], \
			sprintf("%.6f", $c["sum_us"] / 1000), $c["pct"]
	}' steps/classes
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

# Columns that several sheets have: shares.
shares='Percentage (%)=pct,Cumulative Percentage (%)=cumulative_pct'

# With modules, where the first call of each row came from: a join of arrange.
with_stack=${modules:+;first_event=event|call_stack|instances}

ops_summary_by_category() {
	trace-stats -k "category$apart" --value direct_us instances >by_category
	columns="op category=category$apart,Count=count"
	columns="$columns${modules:+,call_stack_first=call_stack}"
	arrange "$columns,total_direct_kernel_time_ms=sum_us/1000,$shares" by_category joins="${with_stack#;}"
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
	stage categories keys="$keys" pairs >categories
	trace-stats -k "$keys" --value subtree_us "$rows" >by_subtree
	trace-stats -k "$keys" ${top_ops:+--top "$top_ops"} \
		--value direct_us "$rows" >by_direct
	columns="name=launcher$apart,total_direct_kernel_time_sum=sum_us"
	columns="$columns,total_subtree_kernel_time_sum=subtree_sum_us"
	columns="$columns${modules:+,total_subtree_kernel_time_count=count}"
	columns="$columns,total_direct_kernel_time_ms=sum_us/1000"
	columns="$columns,total_subtree_kernel_time_ms=subtree_sum_us/1000"
	columns="$columns,Count=count,Categories=categories"
	columns="$columns${modules:+,call_stack_first=call_stack},$shares"
	arrange "$columns" by_direct joins="$keys|subtree_sum_us=sum_us|by_subtree;$keys|categories|categories$with_stack"
}

# ops_all [INSTANCES]: the operators, apart by the shapes and values of their arguments;
# of a table that overlap.sh makes, also by what ran at the same time.
ops_all() {
	runs=${1-instances}
	labels=process_name,process_label,thread_name
	numbers=${modules:+,num_kernels}
	numbers=${recompute:+,is_recompute}${numbers:-${by_number:+,num_kernels}}
	others=${1:+overlapping_kernel_names,}
	keys=launcher,${others}category${modules:+,parent_module},$labels,$arguments$numbers
	trace-stats -k "$keys" --value subtree_us "$runs" >all_subtree
	trace-stats -k "$keys" ${top_arguments:+--top "$top_arguments"} \
		--value direct_us "$runs" >all_direct
	stage places keys="$keys" ids="$ids" all_direct "$runs" launched >positions
	trace-stats -k row,position,name,stream positions >by_position
	stage 'python numbers kernel_lists details' longest="$longest" by_position >details
	columns="name=launcher,${others}op category=category${modules:+,parent_module},$labels"
	columns="$columns,Input Dims=input_dims,Input type=input_type,Input Strides=input_strides"
	columns="$columns,Concrete Inputs=concrete_inputs$numbers"
	columns=$columns,operation_count=count${first_occurrence:+,first_occurrence_time=since_us}
	old=
	for stat in mean median std:stddev min max sum; do
		old="$old${old:+,}subtree_${stat#*:}_us=${stat#*:}_us"
		columns=$columns,total_direct_kernel_time_${stat%:*}=${stat#*:}_us
		columns=$columns,total_subtree_kernel_time_${stat%:*}=subtree_${stat#*:}_us
	done
	joins="$keys|$old|all_subtree;first_event=row|kernel_details_summary,trunc_kernel_details|details"
	when_first
	columns="$columns,ex_UID=first_event${modules:+,call_stack}"
	columns="$columns,kernel_details_summary,trunc_kernel_details"
	[ $# -eq 0 ] || with_overlap
	arrange "$columns,$shares" all_direct joins="$joins$with_stack"
}

# Adds when the first launcher of each row of ops_all ran, since the first of all.
when_first() {
	[ -n "$first_occurrence" ] || return 0
	trace-stats -k "$keys" --value ts_us "$runs" >starts
	table '
	FNR > 1 && file == 1 && (first == "" || $c["min_us"] < first) { first = $c["min_us"] + 0 }
	file == 2 { print $0, FNR == 1 ? "since_us" : sprintf("%.3f", $c["min_us"] - first) }' \
		starts starts >since
	joins="$joins;$keys|since_us|since"
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
		keys=parent,input_dims,input_strides,concrete_inputs,name filled=parent
		columns='Parent cpu_op=parent,Input dims=input_dims'
		columns="$columns,Input strides=input_strides"
		columns="$columns,Concrete Inputs=concrete_inputs,Kernel name=name"
	else
		keys=name filled=
		columns='Kernel name=name'
	fi
	trace-stats -k "$keys" --below "$short_kernel_us" parents >by_short
	time='Short Kernel duration (µs) '
	columns="$columns,${time}sum=sum_us,Short Kernel count=count"
	columns="$columns,${time}mean=sum_us/count"
	arrange "$columns,${time}percent of total time=sum_us%" by_short filled="$filled" most="$top_short_kernels"
}

# The communication kernels that say the same of themselves; the reference leaves out those
# that do not say everything.
coll_analysis() {
	columns='rank,Process Group Name=group,Process Group Ranks=group_ranks'
	columns="$columns,Collective name=name,Group size=group_size,dtype"
	columns="$columns,In msg nelems=in_nelems,Out msg nelems=out_nelems"
	columns="$columns,In split size=in_split,Out split size=out_split,stream"
	keys=$(println "$columns" | sed 's/=[^,]*//g')
	columns="$columns,In msg size (MB)=in_bytes/MB,Out msg size (MB)=out_bytes/MB"
	stage arrange columns="$columns,dur=dur_us" communication >told
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
	table 'FNR == 1 || $c["cycle"] == step' step="$step" steps/repeats
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
