# cell.awk longest=BYTES - a function for texts that a cell of a workbook cannot hold.

function cell(value) {
	value = value ""
	return longest && length(value) > longest ? substr(value, 1, longest) "..." : value
}
