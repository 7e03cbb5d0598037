"""The results of the day, one line each."""
import json
import sys


class Rows:
    """`known`: rows whose goal isn't reached yet, as docs/hosted-programs.md says."""

    def __init__(self, known=()):
        self.rows, self.known = [], set(known)

    def add(self, name, value, goal, is_met):
        self.put("ok" if is_met else "known" if name in self.known else "MISS", name, value, goal)

    def fail(self, name, why, goal):
        """It couldn't be measured."""
        self.put("FAIL", name, why, goal)

    def put(self, result, name, value, goal):
        self.rows.append({"result": result, "name": name, "value": value, "goal": goal})
        print(f"{result:6}{name:30} {value}  (goal: {goal})", flush=True)

    def within(self, name, seconds, most, more="", never="not in time"):
        value = never if seconds is None else f"{seconds:.1f} s"
        self.add(name, value + more, f"{most} s", seconds is not None and seconds <= most)

    def summary(self):
        counts = {result: sum(row["result"] == result for row in self.rows)
                  for result in ("ok", "known", "MISS", "FAIL")}
        print(", ".join(f"{count} {result}" for result, count in counts.items()), flush=True)
        return not counts["MISS"] + counts["FAIL"]

    def write(self, path):
        with open(path, "w") as file:
            json.dump(self.rows, file, indent=1)
            file.write("\n")


def progress(what):
    print(f"  {what}", file=sys.stderr, flush=True)
