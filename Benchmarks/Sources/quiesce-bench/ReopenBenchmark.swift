/// Coming back to a suspended app beside launching it, both from `open` to its first callback.
struct ReopenBenchmark {
    let rounds: Int

    func run() throws -> Section {
        let device = try BenchDevice(traced: true)
        defer { device.stop() }
        let app = try device.install("Reopened")
        try open(device, app)
        try leave(device, app)
        let marks = try device.marks(app)
        var (reopen, reopenActive, launch, launchActive) = (
            Samples(), Samples(), Samples(), Samples()
        )
        for round in 0..<(rounds + 3) {
            Progress.show("reopen and launch: \(round) of \(rounds)")
            let back = try time(device, app, marks, .foreground)
            try leave(device, app)
            try device.ask(#"{"type":"quit","app":"\#(app)"}"#)
            try device.wait(for: "\(app) to end") { try device.state(app) == "notRunning" }
            let fresh = try time(device, app, marks, .launched)
            try leave(device, app)
            guard round >= 3 else { continue }
            reopen.add(back.first)
            reopenActive.add(back.active)
            launch.add(fresh.first)
            launchActive.add(fresh.active)
        }
        return Section(
            title: "reopen a suspended app, and launch it (\(rounds) of each, in turn)",
            measurements: [
                Measurement("reopen: willEnterForeground, p50", reopen.median / 1000, "µs"),
                Measurement("reopen: willEnterForeground, p99", reopen.p99 / 1000, "µs"),
                Measurement("reopen: didBecomeActive, p50", reopenActive.median / 1000, "µs"),
                Measurement("launch: didFinishLaunching, p50", launch.median / 1000, "µs"),
                Measurement("launch: didFinishLaunching, p99", launch.p99 / 1000, "µs"),
                Measurement("launch: didBecomeActive, p50", launchActive.median / 1000, "µs"),
                Measurement(
                    "launch / reopen, to didBecomeActive, p50",
                    launchActive.median / reopenActive.median, "×"),
            ])
    }

    private func open(_ device: BenchDevice, _ app: String) throws {
        try device.ask(#"{"type":"open","app":"\#(app)"}"#)
        try device.wait(for: "\(app) to be active") { try device.state(app) == "active" }
    }

    private func leave(_ device: BenchDevice, _ app: String) throws {
        device.trace?.skip()
        try device.ask(#"{"type":"home"}"#)
        try device.wait(for: "\(app) to be suspended") {
            device.trace?.new.contains(.frozen) ?? false
        }
        BenchDevice.rest()
    }

    /// Opens the app. Nanoseconds from the event to `first` and to didBecomeActive.
    private func time(
        _ device: BenchDevice, _ app: String, _ marks: MarkReader, _ first: AppStep
    ) throws -> (first: Int64, active: Int64) {
        guard let trace = device.trace else { throw Failure("the device isn't traced") }
        trace.skip()
        marks.skip()
        try device.ask(#"{"type":"open","app":"\#(app)"}"#)
        try device.wait(for: "\(app) to become active") { marks.new.first(.active) != nil }
        let seen = marks.new
        guard let begun = trace.new.first(.accepted), let first = seen.first(first),
            let active = seen.first(.active)
        else { throw Failure("an open without all of its marks: \(seen)") }
        let accepted = trace.new[begun].time
        return (seen[first].time - accepted, seen[active].time - accepted)
    }
}
