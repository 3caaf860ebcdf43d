# left_out_stages.awk EVERYTHING PROFILE: the stages that a profile leaves out, one a
# line, by the list of all of them. A name that stands there more than once is given
# as NAME#1, NAME#2, ...

function refuse(text) {
	print text >"/dev/stderr"
	exit 1
}

# The entries of a profile into list[1], list[2], ... and their switches; returns how many.
function entries(text, list, switch_of,   n, entry, at) {
	at = index(text, "\"stages\"")
	if (!at)
		return 0
	text = substr(text, at)
	while (match(text, /[{][^{}]*[}]/)) {
		entry = substr(text, RSTART, RLENGTH)
		text = substr(text, RSTART + RLENGTH)
		gsub(/[ \t]/, "", entry)
		if (entry !~ /^[{]"[A-Za-z0-9_#]+":(true|false)[}]$/)
			refuse("an entry needs one name and true or false: " entry)
		list[++n] = substr(entry, 3, index(entry, "\":") - 3)
		switch_of[n] = entry ~ /:true/
	}
	return n
}

# Does each name that comes more than once stand as often in the profile?
function positional(   i) {
	for (i = 1; i <= m; i++)
		if (often[all[i]] > 1 && listed[all[i]] != often[all[i]])
			return 0
	return 1
}

function set_by_place(   i, at) {
	at = 0
	for (i = 1; i <= n; i++) {
		do
			at++
		while (at <= m && all[at] != some[i])
		if (at > m)
			refuse("unknown, or not in its place: " some[i])
		on[at] = set[i]
	}
}

function set_by_name(   i, k, half, place, last) {
	for (i = 1; i <= n; i++) {
		split(some[i], half, "#")
		if (!(half[1] in often) || (half[2] != "" && !((half[1], half[2] + 0) in place_of)))
			refuse("unknown: " some[i])
		if (often[half[1]] == 1) {
			place = place_of[half[1], 1]
			if (place < last)
				refuse("not in its place: " some[i])
			last = place
		}
		for (k = 1; k <= often[half[1]]; k++)
			if (half[2] == "" || half[2] == k)
				on[place_of[half[1], k]] = set[i]
	}
}

NR == FNR {
	everything = everything $0
	next
}
{
	profile = profile $0
}
END {
	m = entries(everything, all, ignored)
	if (profile !~ /^[ \t]*[{].*[}][ \t]*$/)
		refuse("it is no object of JSON")
	n = entries(profile, some, set)
	for (i = 1; i <= m; i++)
		place_of[all[i], ++often[all[i]]] = i
	for (i = 1; i <= n; i++)
		listed[some[i]]++
	if (n == 0 && profile !~ /"stages"/)
		exit
	if (positional())
		set_by_place()
	else
		set_by_name()
	for (i = 1; i <= m; i++) {
		nth[all[i]]++
		if (!on[i])
			print all[i] (often[all[i]] > 1 ? "#" nth[all[i]] : "")
	}
}
