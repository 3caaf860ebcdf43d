# unified_operators.awk - functions that choose operators which together hold each kernel once.
#
# From the outermost operators inwards: one with a model is taken as a whole; what
# computes the gradient of one with a model is taken with that one's figures; what
# holds an operator with a model is opened; else the one that launches kernels is
# taken. The rules are those of TraceLens's unified_perf_summary.

# The operator whose gradient the i-th computes; 0 for none. PyTorch wraps it in
# "autograd::engine::evaluate_function: NAME", a few levels above at most.
function gradient_of(i,   up, at) {
	up = parent[i]
	for (at = 0; at < 5 && up; at++) {
		if (is_evaluation(up, i)) {
			up = alike[up] == 1 && forward_id[up] != "" ? place_of(forward_id[up]) : 0
			return up && backward[like[up]] != "" ? up : 0
		}
		up = parent[up]
	}
	return 0
}
function is_evaluation(up, i) {
	return name[like[up]] == "autograd::engine::evaluate_function: " name[like[i]]
}
function take(i, from) {
	taken[i] = 1
	order[++chosen] = i
	figures_of[i] = from
}
function open_all(i,   n, kid, k) {
	n = split(kids[i], kid, " ")
	for (k = 1; k <= n; k++)
		visit(kid[k] + 0)
}
function visit(i,   f) {
	if (modelled[like[i]]) {
		take(i, i)
		return
	}
	f = gradient_of(i)
	if (f && !model_inside[i])
		take(i, f)
	else if (model_inside[i] || !launches[i])
		open_all(i)
	else if (!talks[i])
		take(i, 0)
}
# Tells all operators around one with a model.
function tell_model(i,   up) {
	for (up = parent[i]; up && !model_inside[up]; up = parent[up])
		model_inside[up] = 1
}
