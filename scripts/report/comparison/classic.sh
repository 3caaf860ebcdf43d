# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2094,SC2154 # awk's variables, and those of trace-compare-report
# classic.sh - the forms of wafer-compare: its CSV, JSON and text.

# The classic forms, which know two traces.
classic_table() {
	kind=operation
	[ "$1" = operations ] || kind=layer
	stage comparison/classic first="$(label 1)" second="$(label 2)" kind=$kind ratio="${per_call:+mean}" "sheet.$1"
}

# The members that the classic has, then the other tables.
print_classic_json() {
	{
		printf 'phase\tlayer\tposition\toperation\toperation_detail\t'
		printf 'trace%s_kernel\ttrace%s_avg_us\ttrace%s_count\ttrace%s_total_us\t' 1 1 1 1 2 2 2 2
		printf 'ratio\tgap_us\tfusion_note\tis_same_kernel\n'
		stage comparison/layer_pairs 1/work 2/work | sort -t "$tab" -k 1,1 -k 2,2n -k 4,4 -k 3,3n
	} >kernel_pairs
	printf '{'
	FILES=$files stage comparison/classic_json phase="$phase" kind=fact sheet.metadata kind=work side=1 1/work \
		side=2 2/work kind=name side=1 1/names side=2 2/names kind=stack sheet.stacks \
		kind=operation sheet.operations kind=pair kernel_pairs kind=layer sheet.layers \
		kind=fusion sheet.fusion_opportunities
	for name in $sheets; do
		case $name in
		metadata | operations | layers | fusion_opportunities | stacks) continue ;;
		esac
		printf ',"%s":\n' "$name"
		tsv2json "sheet.$name"
	done
	echo '}'
}

print_all_classic() {
	for name in operations layers; do
		renew "sheet.$name" classic_table $name
	done
	case $format in
	json) print_classic_json ;;
	text)
		[ -n "$layers" ] || sheets=$(println "$sheets" | sed 's/ layers deviating_layers//')
		print_text
		;;
	text-layers) sheets='metadata layers deviating_layers warnings' && print_text ;;
	esac
}

print_classic() {
	case $format in
	csv | csv-layers)
		classic_table "${sheets# }" >classic.csv
		tsv2csv classic.csv
		;;
	fusion-csv) tsv2csv "sheet.$fusion_sheet" ;;
	fusion-*) "print_${format#fusion-}" ;;
	*) print_all_classic ;;
	esac
}
