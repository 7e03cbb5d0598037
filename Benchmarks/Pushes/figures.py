"""What was measured, as a table or as JSON."""
import json
import statistics


class Report:
    def __init__(self, is_json):
        self.is_json, self.sections = is_json, []

    def begin(self, title):
        self.sections.append({"title": title, "measurements": []})
        if not self.is_json:
            print(title, flush=True)

    def row(self, name, value, unit):
        self.sections[-1]["measurements"].append({"name": name, "value": value, "unit": unit})
        if not self.is_json:
            digits = 0 if value >= 100 else 1
            print(f"  {name:44}{value:12,.{digits}f} {unit}", flush=True)

    def skip(self, title, why):
        self.sections.append({"title": title, "notMeasured": why})
        if not self.is_json:
            print(f"{title}\n  not measured: {why}", flush=True)

    def end(self):
        if self.is_json:
            print(json.dumps(self.sections, indent=2))


def p99(times):
    return sorted(times)[min(len(times) - 1, len(times) * 99 // 100)]


def spread(report, name, nanoseconds):
    report.row(f"{name}, p50", statistics.median(nanoseconds) / 1000, "µs")
    report.row(f"{name}, p99", p99(nanoseconds) / 1000, "µs")


def ratio(report, name, times, reference):
    report.row(f"{name}, p50", statistics.median(times) / statistics.median(reference), "×")
    report.row(f"{name}, p99", p99(times) / p99(reference), "×")
