import QuiesceCore

/// The core's part of one wake-up, all of its events, where few and where many apps have a
/// transfer, an alarm and fetches: the same few are woken.
struct CrowdBenchmark {
    private static let few = 10
    private static let many = 500
    let rounds: Int

    func run() throws -> Section {
        Progress.show("crowd: making \(Self.few + Self.many) apps")
        var crowds = [
            Device(Crowd(of: Self.few), 3 * rounds), Device(Crowd(of: Self.many), 3 * rounds),
        ]
        for round in 0..<(3 * rounds + Device.warmUp) {
            Progress.show("crowd: \(round) of \(3 * rounds)")
            // In turn: with cold caches, then once to fill them, then with what that left in them.
            for index in crowds.indices { crowds[index].wake(round) }
        }
        let (few, many) = (crowds[0], crowds[1])
        return Section(
            title:
                "the core's part of one wake-up, where all apps have a transfer, an alarm and fetches "
                + "(\(rounds) of each, in turn)",
            measurements: [
                Measurement("\(Self.few) apps, p50", few.warm.median / 1000, "µs"),
                Measurement("\(Self.many) apps, p50", many.warm.median / 1000, "µs"),
                Measurement(
                    "\(Self.many) / \(Self.few), p50", many.warm.median / few.warm.median, "×",
                    .atMost(1.2)),
                Measurement("caches cold: \(Self.few) apps, p50", few.cold.median / 1000, "µs"),
                Measurement("caches cold: \(Self.many) apps, p50", many.cold.median / 1000, "µs"),
                Measurement(
                    "caches cold: \(Self.many) / \(Self.few), p50",
                    many.cold.median / few.cold.median, "×", .atMost(1.2)),
            ])
    }

    /// One of the two cores.
    private struct Device {
        /// These make what is shared with the recording the core's own.
        static let warmUp = 20

        private var machine: SystemMachine
        private let wakeUps: [[RecordedEvent]]
        private(set) var warm = Samples()
        private(set) var cold = Samples()
        private static let evicting = [UInt8](repeating: 1, count: 64 << 20)

        init(_ crowd: Crowd, _ rounds: Int) {
            machine = crowd.machine
            wakeUps = crowd.wakeUps(rounds + Self.warmUp, of: CrowdBenchmark.few)
        }

        mutating func wake(_ round: Int) {
            let isCold = round % 3 == 0
            var took: Int64 = 0
            for entry in wakeUps[round] {
                if isCold { Self.evict() }
                let start = CoreBenchmark.cpuTime()
                _ = machine.handle(entry.event, at: entry.moment)
                took += CoreBenchmark.cpuTime() - start
            }
            guard round >= Self.warmUp else { return }
            if isCold { cold.add(took) }
            if round % 3 == 2 { warm.add(took) }
        }

        /// Fills the caches with something else.
        private static func evict() {
            var sum = 0
            for at in stride(from: 0, to: evicting.count, by: 64) { sum &+= Int(evicting[at]) }
            precondition(sum == evicting.count / 64)
        }
    }
}
