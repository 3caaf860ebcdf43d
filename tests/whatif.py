"""whatif.py REFERENCE: whether the tables mean, steps, workers and timeline of
trace-whatif hold what the published analysis of the job ST has."""
import csv
import gzip
import json
import sys

reference = sys.argv[1]
wrong = []
SIMULATED = 0.003  # percent
TRACED = 0.02      # theirs are differences of doubles


def table(path):
    with open(path) as f:
        return list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))


def near(what, got, want, percent=SIMULATED):
    if not abs(float(got) / want - 1) * 100 <= percent:
        wrong.append(f"{what}: {got} is not {want}")


def seconds(row):
    return float(row["time_us"]) / 1e6


def load(name):
    with (gzip.open if name.endswith("gz") else open)(f"{reference}/{name}") as f:
        return json.load(f)


result = load("result-ST.json")
mean = {r["scenario"]: r for r in table("mean")}
steps = {}
for r in table("steps"):
    steps.setdefault(r["step"], {})[r["scenario"]] = r
KINDS = {"stage": "stage", "dp_rank": "rank", "optype": "type"}
compared = 0


def decomposition(rows, suffix, pick):
    global compared
    for name, column in KINDS.items():
        for value, want in pick(result[f"blocking_decompose_by_{name}{suffix}"]).items():
            near(f"{column}={value}", rows[f"traced {column}={value}"]["slowdown"], want)
            compared += 1


def one(rows, step):
    near("traced", seconds(rows["traced"]), result["step_t_base"][step], TRACED)
    near("unchanged", seconds(rows["unchanged"]), result["step_t_nodelay"][step])
    near("ideal", seconds(rows["ideal"]), result["step_t_noblk"][step])
    near("slowdown", rows["unchanged"]["slowdown"], result["blocking_step_slowdown"][step])
    near("launch", seconds(rows["traced"]) / seconds(rows["unchanged"]), result["launch_step_slowdown"][step], TRACED)
    decomposition(rows, "_per_step", lambda d: d[step])


for step in result["step_t_base"]:
    one(steps[step], step)
decomposition(mean, "", lambda d: d)
near("slowdown", mean["unchanged"]["slowdown"], result["blocking_slowdown"])
near("launch", seconds(mean["traced"]) / seconds(mean["unchanged"]), result["launch_slowdown"], TRACED)


def contribution(name, rows, scenario, published):
    """M: how much of the loss goes if these are ideal, or comes from them alone."""
    total, ideal = seconds(mean["unchanged"]), seconds(mean["ideal"])
    gone, alone = seconds(rows["ideal " + scenario]), seconds(rows["traced " + scenario])
    near(name + " trem", gone, published["trem"])
    near(name + " tadd", alone, published["tadd"])
    near(name + " rem", (total - gone) / (total - ideal), published["rem"])
    near(name + " add", (alone - ideal) / (total - ideal), published["add"])


last = max((r for r in mean if r.startswith("traced stage=")), key=lambda r: int(r.split("=")[1]))
contribution("M_S", mean, last.split(" ", 1)[1], load("ms-ST.json"))
contribution("M_W", {r["scenario"]: r for r in table("workers")}, "slow=yes", load("mw-ST.json"))

# The ideal timeline: durations to 0.1 us, of which a path of ten makes 0.25 us.
events = load("ideal-timeline-ST.json.gz")
stage = {e["tid"]: e["args"]["name"].split("PP rank ")[1].split(",")[0]
         for e in events if e["ph"] == "M" and e["name"] == "thread_name"}
theirs = {f'{e["args"]["step"]}:{e["pid"]}:{stage[e["tid"]]}:{e["name"]}:{e["args"]["seq_id"]}': e
          for e in events if e["ph"] == "X"}
ours = {r["id"]: r for r in table("timeline") if r["scenario"] == "ideal"}
if theirs.keys() != ours.keys():
    wrong.append("the timeline has other events")
begin = {}
for key, e in theirs.items():
    a, b = begin.get(e["args"]["step"], (1e18, 1e18))
    begin[e["args"]["step"]] = min(a, e["ts"]), min(b, float(ours[key]["ts_us"]))
for key, e in theirs.items():
    a, b = begin[e["args"]["step"]]
    if abs(float(ours[key]["dur_us"]) - e["dur"]) > 0.1 or abs(float(ours[key]["ts_us"]) - b - e["ts"] + a) > 0.25:
        wrong.append(f"{key}: {ours[key]} is not {e}")
print("\n".join(wrong[:20]))
print(f"{compared} slowdowns of one kind or place, {len(theirs)} events")
sys.exit(len(wrong) > 0)
