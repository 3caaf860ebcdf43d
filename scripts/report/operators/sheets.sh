# shellcheck shell=sh disable=SC2016,SC2034,SC2154 # awk's variables, and the variables of the scripts
# sheets.sh - which sheets trace-report has, and those of operators and kernels, a function each,
# which prints it.
#
# They read the tables that trace-report has made of the trace (classified, kept,
# parents, instances), and its options; tables on the way are
# theirs.

# All of them, in their order. What is found of operators, and what bounds the trace, need only the
# events: they are found beside what links, labels and sorts these out.
make_sheets() {
	[ -z "$workbook$markdown$html" ] || background find_bounds events
	! $has_operators || { choose_arch && background find_operators; }
	label_by_annotations linked >labelled
	summing=yes
	find_cycles
	measure_classes
	sort_out
	timeline
	await
	! $has_operators || background roofline_sheets
	find_kernels
	# By our own rules: the reference knows operators, and all that it does not know is "other".
	sheet time_by_class later 'class=category?unclassified,count,time_ms=sum_us/1000,percent=pct' classes
	sheet gpu_timeline later "type,time ms=time_us/1000,percent=pct${recompute:+,is_recompute}" linked_timeline \
		joins='kind|type=kind_time|types' filled=type
	if $has_operators; then
		find_instances
		find_sums
		sheet ops_summary_by_category
		sheet ops_summary
		sheet "$ops_all" ops_all
		progress 'operators and their rooflines'
		await
		list_roofline
		[ -z "$overlap" ] || overlap_sheets
	elif [ -n "$compare" ]; then
		println "trace-report: $trace: no operators to compare" >&2
	fi
	sheet kernel_summary
	sheet "$short_histogram" later bin_start=bin_start_us,bin_end=bin_end_us,count histogram
	sheet "$short_details" short_kernels_all_details
	sheets="$sheets cycles"
	find_collectives
	make_phases
	make_more
	make_advice
	arrange_all
}

make_phases() {
	$phases || return 0
	for phase in prefill decode mixed; do
		! $has_operators || sheet "ops_summary_$phase" ops_summary "$phase"
		sheet "kernel_summary_$phase" kernel_summary "$phase"
	done
}

make_advice() {
	[ -n "$workbook$markdown$html" ] || return 0
	progress "table advice"
	measure_events
	width=100
	show_kernels
	find_advice "${trace##*/}"
	print_screen overview=1 advice_page=sheet.advice.page unlinked="$include_unlinked" listed_comm="$listed_comm" >sheet.overview
	made=$sheets sheets=overview
	sheet advice later '' advice
	sheets="$sheets$made"
	[ -n "$workbook" ] || return 0
	sheets="$sheets repeats"
	[ ! -e sheet.roofline ] || sheets="$sheets roofline"
}

# With modules, where the first call of each row came from: a join of arrange.
with_stack=${modules:+;first_event=event|call_stack|instances}

# The rows of ops_all: operators apart by the shapes and values of their arguments, and by
# the further columns OTHERS.
labels=process_name,process_label,thread_name
arguments=input_dims,input_type,input_strides,concrete_inputs
numbers=${modules:+,num_kernels}
numbers=${recompute:+,is_recompute}${numbers:-${group_by_num_kernels:+,num_kernels}}
keys_of_calls() { # OTHERS
	keys=launcher,${1}category${modules:+,parent_module},$labels,$arguments$numbers
}

# The times of operators, by category, by operator, and by row of ops_all.
find_sums() {
	keys_of_calls ''
	trace-stats -k "category$apart" --value direct_us \
		--also by_subtree -k "launcher$apart" --value subtree_us \
		--also by_direct -k "launcher$apart" --value direct_us ${top_ops:+--top "$top_ops"} \
		--also all_subtree -k "$keys" --value subtree_us \
		--also all_direct -k "$keys" --value direct_us ${top_arguments:+--top "$top_arguments"} \
		${first_occurrence:+--also starts -k "$keys" --value ts_us} instances >by_category
}

ops_summary_by_category() {
	columns="op category=category$apart,Count=count"
	columns="$columns${modules:+,call_stack_first=call_stack}"
	later "$columns,total_direct_kernel_time_ms=sum_us/1000,$shares" by_category joins="${with_stack#;}"
}

# ops_summary [PHASE]
ops_summary() {
	keys=launcher$apart of=${1:+.$1}
	[ -z "$of" ] || {
		stage operators/categories keys="$keys" into="categories$of" phase="$1" instances >"instances$of"
		trace-stats -k "$keys" --value subtree_us --also "by_direct$of" -k "$keys" --value direct_us \
			${top_ops:+--top "$top_ops"} "instances$of" >"by_subtree$of"
	}
	columns="name=launcher$apart,total_direct_kernel_time_sum=sum_us"
	columns="$columns,total_subtree_kernel_time_sum=subtree_sum_us"
	columns="$columns${modules:+,total_subtree_kernel_time_count=count}"
	columns="$columns,total_direct_kernel_time_ms=sum_us/1000"
	columns="$columns,total_subtree_kernel_time_ms=subtree_sum_us/1000"
	columns="$columns,Count=count,Categories=categories"
	columns="$columns${modules:+,call_stack_first=call_stack},$shares"
	later "$columns" "by_direct$of" \
		joins="$keys|subtree_sum_us=sum_us|by_subtree$of;$keys|categories|categories$of$with_stack"
}

# ops_all [INSTANCES]: the operators; of a table that overlap.sh makes, also apart by what
# ran at the same time.
ops_all() {
	runs=${1-instances} of=${1:+.$1} others=${1:+overlapping_kernel_names,}
	keys_of_calls "$others"
	[ -z "$of" ] || trace-stats -k "$keys" --value subtree_us --also "all_direct$of" -k "$keys" --value direct_us \
		${top_arguments:+--top "$top_arguments"} \
		${first_occurrence:+--also starts -k "$keys" --value ts_us} "$runs" >"all_subtree$of"
	stage operators/places keys="$keys" ids="$ids" "all_direct$of" "$runs" kept >positions
	trace-stats -k row,position,name,stream positions >by_position
	stage 'python numbers operators/kernel_lists operators/kernel_details' longest="$longest" by_position >"details$of"
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
	joins="$keys|$old|all_subtree$of;first_event=row|kernel_details_summary,trunc_kernel_details|details$of"
	when_first
	columns="$columns,ex_UID=first_event${modules:+,call_stack}"
	columns="$columns,kernel_details_summary,trunc_kernel_details"
	[ -z "$of" ] || with_overlap
	later "$columns,$shares" "all_direct$of" joins="$joins$with_stack"
}

# Adds when the first launcher of each row of ops_all ran, since the first of all.
when_first() {
	[ -n "$first_occurrence" ] || return 0
	table '
	FNR > 1 && file == 1 && (first == "" || $c["min_us"] < first) { first = $c["min_us"] + 0 }
	file == 2 { print $0, (FNR == 1 ? "since_us" : sprintf("%.3f", $c["min_us"] - first)) }' \
		starts starts >"since$of"
	joins="$joins;$keys|since_us|since$of"
}

# The kernels below operators: those of each name, and the short ones.
find_kernels() {
	above=above,parent,name,stream
	shapes=parent,input_dims,input_strides,concrete_inputs,name
	$has_operators || above=above,name,stream shapes=name
	trace-stats -k "$above" --also histogram --below "$short_kernel_us" --histogram "$bins" \
		--also by_short -k "$shapes" --below "$short_kernel_us" parents >by_kernel
}

# kernel_summary [PHASE]
kernel_summary() {
	of=${1:+.$1}
	[ -z "$of" ] || {
		table 'FNR == 1 || $c["phase"] == phase' phase="$1" parents >"parents$of"
		trace-stats -k "$above" "parents$of" >"by_kernel$of"
	}
	columns='Parent op category=above'
	! $has_operators || columns="$columns,Parent cpu_op=parent"
	time='Kernel duration (µs)_'
	columns="$columns,Kernel name=name,Kernel stream=stream"
	columns="$columns,${time}sum=sum_us,${time}count=count"
	columns="$columns,${time}mean=sum_us/count,${time}min=min_us,${time}max=max_us"
	columns="$columns,Percent of kernels time (%)=pct"
	later "$columns,Percent of total time (%)=sum_us%" "by_kernel$of"
}

# Those that something is right above; without operators, all.
short_kernels_all_details() {
	columns='Kernel name=name' filled=
	! $has_operators || {
		filled=parent
		columns='Parent cpu_op=parent,Input dims=input_dims,Input strides=input_strides'
		columns="$columns,Concrete Inputs=concrete_inputs,Kernel name=name"
	}
	time='Short Kernel duration (µs) '
	columns="$columns,${time}sum=sum_us,Short Kernel count=count"
	columns="$columns,${time}mean=sum_us/count"
	later "$columns,${time}percent of total time=sum_us%" by_short filled="$filled" most="$top_short_kernels"
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
	stage 'numbers aggregate' keys="$keys" metrics="$metrics" said >collectives
	order_by collectives dur_sum:gr
}
