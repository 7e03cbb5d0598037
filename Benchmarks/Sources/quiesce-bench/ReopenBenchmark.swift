import Glibc

/// Coming back to a suspended app beside launching it, both from `open` to its first callback, and
/// beside the start of a program with nothing in it; and suspending it when it is left, beside the
/// kernel's part of that.
struct ReopenBenchmark {
    /// Microseconds that an app stays in front.
    private static let stay = 20_000
    let rounds: Int

    func run() throws -> Section {
        let device = try BenchDevice(traced: true)
        defer { device.stop() }
        let app = try device.install("Reopened")
        try open(device, app)
        _ = try leave(device, app)
        let marks = try device.marks(app)
        let bare = try Bare(threads: 1)
        defer { bare.stop() }
        var (suspend, bareSuspend) = (Samples(), Samples())
        var (reopen, reopenActive, launch, launchActive) = (
            Samples(), Samples(), Samples(), Samples()
        )
        var empty = Samples()
        for round in 0..<(rounds + 3) {
            Progress.show("reopen and launch: \(round) of \(rounds)")
            let back = try time(device, app, marks, .foreground)
            let left = try leave(device, app)
            let reference = try bare.sample(awake: Self.stay).suspend
            try device.ask(#"{"type":"quit","app":"\#(app)"}"#)
            try device.wait(for: "\(app) to end") { try device.state(app) == "notRunning" }
            let program = try EmptyProgram.run()
            let fresh = try time(device, app, marks, .launched)
            _ = try leave(device, app)
            guard round >= 3 else { continue }
            suspend.add(left)
            bareSuspend.add(reference)
            reopen.add(back.first)
            reopenActive.add(back.active)
            launch.add(fresh.first)
            launchActive.add(fresh.active)
            empty.add(program)
        }
        return Section(
            title: "reopen a suspended app, launch it, and leave it (\(rounds) of each, in turn)",
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
                Measurement("an empty program with Foundation, p50", empty.median / 1000, "µs"),
                Measurement(
                    "launch to didBecomeActive / empty program, p50",
                    launchActive.median / empty.median, "×", .atMost(2.5)),
                Measurement("bare suspend, p50", bareSuspend.median / 1000, "µs"),
                Measurement("bare suspend, p99", bareSuspend.p99 / 1000, "µs"),
                Measurement("suspend when left, p50", suspend.median / 1000, "µs"),
                Measurement("suspend when left, p99", suspend.p99 / 1000, "µs"),
                Measurement(
                    "suspend / bare, p50", suspend.median / bareSuspend.median, "×", .atMost(2)),
                Measurement("suspend / bare, p99", suspend.p99 / bareSuspend.p99, "×"),
            ])
    }

    private func open(_ device: BenchDevice, _ app: String) throws {
        try device.ask(#"{"type":"open","app":"\#(app)"}"#)
        try device.wait(for: "\(app) to be active") { try device.state(app) == "active" }
    }

    /// - Returns: nanoseconds from the decision to suspend to `frozen 1`.
    private func leave(_ device: BenchDevice, _ app: String) throws -> Int64 {
        guard let trace = device.trace else { throw Failure("the device isn't traced") }
        usleep(UInt32(Self.stay))
        trace.skip()
        try device.ask(#"{"type":"home"}"#)
        try device.wait(for: "\(app) to be suspended") {
            trace.new.contains(.frozen)
        }
        BenchDevice.rest()
        let seen = trace.new
        guard let frozen = seen.first(.frozen), let freezing = seen.last(.freezing, before: frozen)
        else { throw Failure("a suspension without all of its marks: \(seen)") }
        return seen[frozen].time - seen[freezing].time
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
