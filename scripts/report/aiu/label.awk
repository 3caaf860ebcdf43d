# label.awk tmp=FOLDER filters=LIST keep=1 FACTS EVENTS: the events under the names,
# processes, threads and categories that acelyzer gives them.
#
# Flex tells the rank by the pid, and work of the device by its counters. Threads
# get the numbers 1000, 1100, ... as they come; calls of the host are all on
# thread 1000 of process pid + 1000.

BEGIN {
	n = split(filters, item, ",")
	for (i = 1; i <= n; i++)
		if (split(item[i], half, ":") == 2 && half[1] != "" && half[2] != "") {
			drop_path[++drops] = half[1] ~ /^(ts|dur)$/ ? half[1] "_us" : half[1]
			drop_text[drops] = half[2]
		} else if (item[i] != "") {
			print "FLTR: bad filter skipped: " item[i] >"/dev/stderr"
		}
}

# A counter in hexadecimal digits as a decimal number.
function decimal(text,   i, v) {
	if (text !~ /^0[xX]/)
		return text
	text = tolower(text)
	for (i = 3; i <= length(text); i++)
		v = v * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
	return sprintf("%.0f", v)
}

function collective(name, out) {
	if (name ~ /Wdone DmaI|Wait for Data Avail Notice|Wait for Notice \(gather notifications\)|R5 Wait DATA/)
		return "WAIT_DATA"
	if (name ~ /Wait for ACK|R5 Wait ACK/)
		return "WAIT_ACK"
	if (name ~ /Send ACK Instruction|R5 Send ACK/)
		return "SIGNAL_ACK"
	if (name ~ /Send Instruction|HCOLL Signal|R5 Send DATA/)
		return "SIGNAL_DATA"
	if (name ~ /Wait for Notice|Wait for Delivery Notice/)
		return "MONITOR_NOTICE"
	return out ? "SEND_DATA" : "RECV_DATA"
}

function class_of(name,   out) {
	out = name ~ /DmaO|DtoH/
	if (name ~ /Host DMA|HCOLL/)
		return "MAIU_HDMA_PROTOCOL_" collective(name, out)
	if (name ~ /DLM Wait/)
		return "MAIU_HDMA_PROTOCOL_WAIT_DATA"
	if (name ~ /Set BcList|Xseg to rank/)
		return "MAIU_PROTOCOL_SERIAL"
	if (name ~ /Rdma(Send|Recv)/)
		return "MAIU_P2PRDMA_PROTOCOL_" (out ? "SEND_DATA" : "RECV_DATA")
	if (name ~ /Compute of/ && name !~ /Compute of.*SenFusedDeviceNode/)
		return "SEN_DATA_CONVERT"
	if (name ~ /PrepareAndSyncRdma/)
		return "MAIU_WIREUP"
	if (name ~ /[Bb]arrier:/)
		return "MAIU_BARRIER"
	if (name ~ /Flex RoundTrip/)
		return "ROUNDTRIP_FLEX"
	if (name ~ /AIU Roundtrip/)
		return "ROUNDTRIP_AIU"
	return name ~ /Cmpt Prep$/ ? "COMPUTE_PREP" : name ~ /Cmpt Exec$/ ? "COMPUTE_EXEC" : \
		name ~ / DmaI|HtoD/ ? "DATA_IN" : out ? "DATA_OUT" : "OTHER"
}

function category(name) {
	if (name ~ /DmaI|DmaO/)
		return name ~ /Rdma/ ? "user_annotation" : "gpu_memcpy"
	return name ~ /AllReduce_all_reduce.*Cmpt Exec/ ? "user_annotation" : "kernel"
}

# Facts from the name alone, found once for each name.
function know(name,   short) {
	name_of[name] = name
	gsub(/RDMA/, "Rdma", name_of[name])
	gsub(/Receive/, "Recv", name_of[name])
	short = name_of[name]
	gsub(/[_-][0-9]+/, "", short)
	short_of[name] = short == "" || keep ? name_of[name] : short
	general_of[name] = name_of[name]
	gsub(/[_-][0-9]+/, "_[N]", general_of[name])
	class_by[name] = class_of(name_of[name])
	cat_of[name] = category(name_of[name])
	odd[name] = class_by[name] == "OTHER" && name_of[name] ~ /Cmpt (Prep|Exec)|Dma[IO]/
	begins[name] = class_by[name] == "COMPUTE_PREP" ? 1 : class_by[name] == "COMPUTE_EXEC" ? 2 : name ~ /DmaO/ ? 3 : 0
}

# How fast the counter of a kernel ran, by the time of the host; and the first stamp of each
# rank, which later ones of an earlier time must not exceed: their counter wrapped around since,
# or the time is none.
function check_clock(   r, rate) {
	r = $rank
	if (!(r in first_ts)) {
		rank_at[++ranks] = r
		first_ts[r] = $ts - 1
		first_count[r] = $(ts1 + begins[was]) + 0
	} else if ($ts < first_ts[r] && $(ts1 + begins[was]) + 0 > first_count[r]) {
		early[r]++
		if (early[r] == 1 || $ts + 0 < earliest[r] + 0) {
			earliest[r] = $ts
			early_job[r] = job[$of]
		}
	}
	if (begins[was] != 2 || !($dur > 0))
		return
	rate = $(ts1 + 3) - $(ts1 + 2)
	rate = (rate + (rate < 0 ? 4294967296 : 0)) / $dur
	if (!kernels[r]++ || rate < slowest[r])
		slowest[r] = rate
	if (rate > fastest[r])
		fastest[r] = rate
	rates[r] += rate
}

# The member at a path of args, as text.
function argument(path,   at, rest) {
	at = index($c["args"], "\"" path "\":")
	if (!at)
		return ""
	rest = substr($c["args"], at + length(path) + 3)
	if (rest ~ /^"/) {
		rest = substr(rest, 2)
		return substr(rest, 1, index(rest, "\"") - 1)
	}
	match(rest, /^[^,}]*/)
	return substr(rest, 1, RLENGTH)
}

function dropped(   i, path) {
	for (i = 1; i <= drops; i++) {
		path = drop_path[i]
		if (sub(/^args[.]/, "", path) ? argument(path) != "" && argument(path) ~ drop_text[i] : \
		    path in c && $c[path] ~ drop_text[i])
			return 1
	}
	return 0
}

file == 1 {
	if ($2 == "member.deviceProperties")
		torch[$1] = 1
	if ($2 == "format")
		files++
	if ($2 == "rank")
		rank_of[$1] = $3 == "" ? 0 : $3
	next
}
FNR == 1 {
	ts1 = c["ts1"]; of = c["file"]; ph = c["ph"]; pid = c["pid"]; tid = c["tid"]; rank = c["rank"]
	name = c["name"]; cat = c["cat"]; dur = c["dur_us"]; ts = c["ts_us"]
	print $0, "acc", "class", "jobname", "short", "general"
	next
}
$ph == "X" && drops && dropped() { next }
{
	if (!($of in job)) {
		job[$of] = $of
		sub(/.*\//, "", job[$of])
	}
	work = $ph == "X" || $ph == "B" || $ph == "E" || $ph == "b" || $ph == "e"
	was = $name
	if (work && !(was in name_of))
		know(was)
	acc = 0
	if (torch[$of]) {
		$rank = rank_of[$of]
		if ($pid == "0" && (files > 1 || $ph !~ /^[Csf]$/))
			$pid = $rank
		acc = $cat ~ /gpu|kernel/
	} else if (work) {
		hex = index($0, "\t0x") || index($0, "\t0X") # before a field changes
		if (!($tid in thread))
			thread[$tid] = 1000 + 100 * threads++
		if ($tid != "")
			$tid = thread[$tid]
		acc = $ts1 != ""
		if ($ph == "X" && $dur == 0 && ++zero && acc && $ts1 != $(ts1 + 4))
			zero_by_host++
		$name = name_of[was]
		for (i = ts1; hex && acc && i < ts1 + 6; i++)
			$i = decimal($i)
		if (acc) {
			$cat = cat_of[was]
			if ($ph == "X") {
				check_clock()
				unlike += odd[was]
			}
		} else {
			bare += $ph == "X" && begins[was] == 2
			if ($name != "AIU Roundtrip" && $ph == "X" && $tid != "")
				$tid = 1000
			if ($cat == "")
				$cat = "cpu_op"
			if ($pid ~ /^[0-9]+$/)
				$pid += 1000
		}
	}
	print $0, acc, work ? class_by[was] : "", job[$of], \
		work && acc ? short_of[was] : "", work ? general_of[was] : ""
}
function tell(code, count, text) {
	print code, count, text >>(tmp "/warnings")
}
function tell_clock(r) {
	if (r in early)
		tell("OVC", early[r], "epoch_start: " early[r] " events of rank " r " are before its first one by the host, but not by their counters: from " \
			earliest[r] " us, job " early_job[r])
	if (r in kernels && fastest[r] - slowest[r] > 0.1 * rates[r] / kernels[r])
		tell("FREQ", kernels[r], sprintf("range: rank %s: %d single kernels run at %.2f to %.2f MHz by their counters and host times, mean %.2f", \
			r, kernels[r], slowest[r], fastest[r], rates[r] / kernels[r]))
}
END {
	if (zero)
		tell("Ingestion", zero, "zero_duration: " zero " events of no duration")
	if (zero_by_host)
		tell("Ingestion", zero_by_host, "zero_with_hw_time: " zero_by_host " events of no duration, but with a time by their counters")
	if (bare)
		tell("Ingestion", bare, "no_counters: " bare " kernels have no counters TS1 to TS5: they are taken for calls of the host, and are in no statistics")
	if (unlike)
		tell("CAT", unlike, "flex_mismatch: " unlike " events of the device name a phase elsewhere than Flex does, and have the class OTHER")
	for (i = 1; i <= ranks; i++)
		tell_clock(rank_at[i])
}
