import Glibc

/// The times of one wake of a suspended app, step by step, and of the freeze after it. Nanoseconds.
struct WakeSample {
    /// From the event's acceptance to the delegate's first instruction.
    var total: Int64
    var steps: [Int64]
    /// From the decision to suspend to `frozen 1`.
    var suspend: Int64

    static let stepNames = [
        "journal", "core", "socket", "thaw", "main thread", "decode and call",
    ]
}

extension BenchDevice {
    /// Wakes a suspended app for a fetch and waits until it is suspended again.
    /// - Parameter marks: those of that app.
    func wake(_ app: String, _ marks: MarkReader) throws -> WakeSample {
        try wake(app, marks, by: #"{"type":"sendFetch","app":"\#(app)"}"#, until: .fetch)
    }

    /// Likewise by another request.
    /// - Parameter step: its delegate's.
    func wake(
        _ app: String, _ marks: MarkReader, by request: String, until step: AppStep
    ) throws -> WakeSample {
        guard let trace else { throw Failure("the device isn't traced") }
        trace.skip()
        marks.skip()
        try ask(request)
        try wait(for: "\(app) to be suspended again") { trace.new.contains(.frozen) }
        let daemon = trace.new
        let app = marks.new
        guard let thawed = daemon.first(.thawed), let sent = daemon.last(.sent, before: thawed),
            let accepted = daemon.last(.accepted, before: sent),
            let fetch = app.first(step), let received = app.last(.received, before: fetch),
            let frozen = daemon.first(.frozen),
            let freezing = daemon.last(.freezing, before: frozen)
        else { throw Failure("a wake without all of its marks: \(daemon) \(app)") }
        func time(_ step: DaemonStep) -> Int64 {
            (accepted..<sent).first { daemon[$0].step == step.rawValue }.map { daemon[$0].time }
                ?? 0
        }
        let moments = [
            daemon[accepted].time, time(.journalled), time(.decided),
            daemon[sent].time, daemon[thawed].time, app[received].time, app[fetch].time,
        ]
        return WakeSample(
            total: app[fetch].time - daemon[accepted].time,
            steps: zip(moments, moments.dropFirst()).map { $1 - $0 },
            suspend: daemon[frozen].time - daemon[freezing].time)
    }

    /// Leaves what was started, and what the kernel keeps back, time to come to rest.
    static func rest() { usleep(2_000) }
}

/// Waking a suspended app, and suspending it again, beside the kernel's part of it.
struct WakeBenchmark {
    let rounds: Int

    func run() throws -> Section {
        let device = try BenchDevice(traced: true)
        defer { device.stop() }
        var section = Section(title: "wake and suspend (\(rounds) of each, in turn)")
        for (name, threads) in [("Narrow", 1), ("Wide", 8)] {
            let bare = try Bare(threads: threads)
            defer { bare.stop() }
            let app = try device.install(name)
            try device.ask(#"{"type":"sendFetch","app":"\#(app)"}"#)
            try device.wait(for: "\(app)") { try device.state(app) == "suspended" }
            try measure(device, app, bare, threads, &section)
        }
        return section
    }

    private func measure(
        _ device: BenchDevice, _ app: String, _ bare: Bare, _ threads: Int, _ section: inout Section
    ) throws {
        let marks = try device.marks(app)
        var (bareWake, bareSuspend, wake, suspend) = (Samples(), Samples(), Samples(), Samples())
        var steps = WakeSample.stepNames.map { _ in Samples() }
        let warmUp = 20
        for round in 0..<(rounds + warmUp) {
            Progress.show("wake, \(threads) threads: \(round) of \(rounds)")
            let reference = try bare.sample()
            BenchDevice.rest()
            let sample = try device.wake(app, marks)
            BenchDevice.rest()
            guard round >= warmUp else { continue }
            bareWake.add(reference.wake)
            bareSuspend.add(reference.suspend)
            wake.add(sample.total)
            suspend.add(sample.suspend)
            for (step, time) in sample.steps.enumerated() { steps[step].add(time) }
        }
        let label = threads == 1 ? "1 thread" : "\(threads) threads"
        func microseconds(_ name: String, _ samples: Samples) {
            section.measurements += [
                Measurement("\(label): \(name), p50", samples.median / 1000, "µs"),
                Measurement("\(label): \(name), p99", samples.p99 / 1000, "µs"),
            ]
        }
        func ratio(
            _ name: String, _ a: Double, _ b: Double, _ goal: Measurement.Goal?
        ) {
            section.measurements.append(Measurement("\(label): \(name)", a / b, "×", goal))
        }
        microseconds("bare wake", bareWake)
        microseconds("wake", wake)
        ratio("wake / bare, p50", wake.median, bareWake.median, .atMost(3))
        ratio("wake / bare, p99", wake.p99, bareWake.p99, .atMost(4))
        for (name, samples) in zip(WakeSample.stepNames, steps) {
            section.measurements += [
                Measurement("\(label):   \(name), p50", samples.median / 1000, "µs")
            ]
        }
        microseconds("bare suspend", bareSuspend)
        microseconds("suspend", suspend)
        ratio(
            "suspend right after a wake / bare, p50", suspend.median, bareSuspend.median, .atMost(2)
        )
        ratio("suspend right after a wake / bare, p99", suspend.p99, bareSuspend.p99, nil)
    }
}

/// The same wake while few and while many apps are suspended, on two devices in turn.
struct ManyAppsBenchmark {
    static let few = 10
    static let many = 500
    let rounds: Int

    func run() throws -> Section {
        let small = try BenchDevice(traced: true)
        defer { small.stop() }
        let large = try BenchDevice(traced: true)
        defer { large.stop() }
        let smallApp = try small.suspendApps(Self.few)[0]
        let largeApp = try large.suspendApps(Self.many)[0]
        let smallMarks = try small.marks(smallApp)
        let largeMarks = try large.marks(largeApp)
        var (few, many) = (Samples(), Samples())
        var steps = WakeSample.stepNames.map { _ in (few: Samples(), many: Samples()) }
        let warmUp = 20
        for round in 0..<(rounds + warmUp) {
            Progress.show("wake among \(Self.many): \(round) of \(rounds)")
            let a = try small.wake(smallApp, smallMarks)
            BenchDevice.rest()
            let b = try large.wake(largeApp, largeMarks)
            BenchDevice.rest()
            guard round >= warmUp else { continue }
            few.add(a.total)
            many.add(b.total)
            for step in steps.indices {
                steps[step].few.add(a.steps[step])
                steps[step].many.add(b.steps[step])
            }
        }
        let parts = zip(WakeSample.stepNames, steps).map { name, step in
            Measurement(
                "  \(name), of the difference", (step.many.median - step.few.median) / 1000, "µs")
        }
        return Section(
            title: "wake among many suspended apps (\(rounds) of each, in turn)",
            measurements: [
                Measurement("among \(Self.few), p50", few.median / 1000, "µs"),
                Measurement("among \(Self.few), p99", few.p99 / 1000, "µs"),
                Measurement("among \(Self.many), p50", many.median / 1000, "µs"),
                Measurement("among \(Self.many), p99", many.p99 / 1000, "µs"),
                Measurement(
                    "\(Self.many) / \(Self.few), p50", many.median / few.median, "×", .atMost(1.2)),
                Measurement("\(Self.many) / \(Self.few), p99", many.p99 / few.p99, "×"),
            ] + parts)
    }
}
