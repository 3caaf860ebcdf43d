# requests.awk - which cycles are requests, of the table cycles with phases: they hold several steps, as
# trace-phase says, or annotations, which tell these apart, as on the screen (screen/cycle_names.awk).

# Takes note of the row of a cycle, which comes behind that of its parent, in is_request; `on` tells
# trace and stream, if there are several.
function note_request(on,   own, up) {
	own = on $c["cycle"]
	up = on $c["parent"]
	if ($c["phase_reason"] ~ /^a request|^holds steps of/)
		is_request[own]
	if ($c["phase_reason"] == "its kernels differ")
		may_be_request[own]
	if ($c["phase_reason"] == "all its kernels" && $c["length"] > 1 && $c["phase"] ~ /^(prefill|decode|mixed)$/) {
		if ((up in may_be_request) && (up in one_phase) && one_phase[up] != $c["phase"])
			is_request[up]
		one_phase[up] = $c["phase"]
	}
}
