import Foundation
import Glibc
import QuiesceCore
import QuiesceSimulation

// Random lives, in which the system's rules find an app's mistakes.
extension VirtualDevice {
    /// The seed of a test that names none.
    private static let usualSeed: UInt64 = 1
    /// Lives that are tried, at most, to find a shorter one.
    private static let mostTries = 400

    /// Has the app live a random life by the system's rules: it is opened, left, interrupted,
    /// fetched for, pushed to, killed and so on, while the device is locked, sleeps, restarts and
    /// changes. The life begins with the app just installed, whatever the test did before.
    ///
    /// ```swift
    /// @MainActor @Test(.virtualDevice) func livesAMonth() async throws {
    ///     let device = try VirtualDevice.current
    ///     try await device.launch(MyDelegate.self)
    ///     try await device.fuzz(for: .days(30))
    /// }
    /// ```
    ///
    /// These are mistakes: the system ends the app for breaking a rule, a background task kept too
    /// long (T4), a callback or completion handler that takes too long (W1, F5), a lock on a shared
    /// file held at suspension (C2); work goes on after its task's expiration handler (T4); the
    /// main thread waits for a second of the machine's time (H3); the app never rests; `isSound`
    /// says no. A crash ends the test's process, as everywhere; the life is in its file then.
    ///
    /// The same seed gives the same life. A life that fails is shortened, and kept in the folder
    /// `Lives` of the test's package, or in the one that the environment's `QUIESCE_LIVES` names;
    /// the test begins with it until it passes.
    ///
    /// - Parameters:
    ///   - duration: the length of the life, in the device's time.
    ///   - seed: nil: that in the environment's `QUIESCE_SEED`, else 1.
    ///   - prepare: brings the app and the device to where each life begins.
    ///   - isSound: asked after each step.
    ///   - file: the test's.
    /// - Throws: ``LifeFailure``; ``VirtualDeviceError`` when no app is installed; what `prepare`
    ///   throws.
    public func fuzz(
        for duration: Duration = .days(30), seed: UInt64? = nil,
        from prepare: (@MainActor (VirtualDevice) async throws -> Void)? = nil,
        while isSound: (@MainActor (VirtualDevice) -> Bool)? = nil, file: String = #filePath
    ) async throws {
        guard let manifest else { throw VirtualDeviceError.noApp }
        let environment = ProcessInfo.processInfo.environment
        let kept = LifeFile(
            source: file, seed: seed, profile: profile, environment: environment)
        let chosen = seed ?? environment["QUIESCE_SEED"].flatMap { UInt64($0) } ?? Self.usualSeed
        let watch = MainWatch { [path = kept.path] in
            // Nobody takes a thread out of such a wait.
            let words = "The main thread waits for ever (H3). The life that led there: \(path)\n"
            FileHandle.standardError.write(Data(words.utf8))
            exit(EXIT_FAILURE)
        }
        defer { watch.end() }
        let lives = Lives(device: self, watch: watch, prepare: prepare, isSound: isSound)

        func live(_ steps: [Step], _ seed: UInt64?) async throws {
            let note = seed.map { "seed \($0)" } ?? "kept"
            // Before it begins: a crash leaves it.
            kept.write(steps, of: manifest, profile, note)
            guard let (problem, reached) = try await lives.firstProblem(in: steps),
                let shortest = try await lives.shortened(
                    Array(steps[...reached]), problem, tries: Self.mostTries)
            else { return kept.remove() }
            let isKept = kept.write(
                shortest, of: manifest, profile, "\(note): \(problem.sentence)")
            throw LifeFailure(
                rule: problem.rule, problem: problem.sentence, seed: seed,
                steps: shortest.flatMap(\.swift), file: isKept ? kept.path : nil)
        }

        if let steps = try kept.read() { try await live(steps, nil) }
        let milliseconds = max(0, duration.nanoseconds / 1_000_000)
        let steps = RandomLife.steps(seed: chosen, milliseconds: milliseconds, of: manifest)
        try await live(steps, chosen)
    }
}

/// The lives of one app, of which each begins anew.
@MainActor private final class Lives {
    let device: VirtualDevice
    let watch: MainWatch
    let prepare: (@MainActor (VirtualDevice) async throws -> Void)?
    let isSound: (@MainActor (VirtualDevice) -> Bool)?

    /// Lives that may still be tried to find a shorter one.
    private var triesLeft = 0

    init(
        device: VirtualDevice, watch: MainWatch,
        prepare: (@MainActor (VirtualDevice) async throws -> Void)?,
        isSound: (@MainActor (VirtualDevice) -> Bool)?
    ) {
        self.device = device
        self.watch = watch
        self.prepare = prepare
        self.isSound = isSound
    }

    /// - Returns: the first mistake of the app, and the place of the step; nil: it makes none.
    func firstProblem(in steps: [Step]) async throws -> (LifeProblem, step: Int)? {
        let judge = LifeJudge { [device] in device.launches.last?.time }
        try await device.beginAnew(judge)
        try await prepare?(device)
        defer {
            watch.arm(false)
            device.judge = nil
        }
        for (place, step) in steps.enumerated() {
            _ = watch.takeWaited()
            watch.arm(true)
            do {
                try await device.take(step)
            } catch VirtualDeviceError.neverRests {
                judge.neverRests()
            }
            watch.arm(false)
            let waited = watch.takeWaited()
            if waited >= MainWatch.longest { judge.mainThreadWaited(waited) }
            if isSound?(device) == false { judge.isUnsound() }
            if let problem = judge.problem { return (problem, place) }
        }
        return nil
    }

    /// The shortest life found, by leaving steps and time out, with the same mistake.
    ///
    /// - Parameter tries: lives at most.
    /// - Returns: nil: the mistake isn't made again even in the same life.
    func shortened(_ steps: [Step], _ problem: LifeProblem, tries: Int) async throws -> [Step]? {
        triesLeft = tries
        var shortest = steps
        // Mostly the last steps alone lead there.
        var last = 1
        while last < steps.count {
            let end = Array(steps.suffix(last))
            if try await makes(problem, in: end) {
                shortest = end
                break
            }
            last *= 2
        }
        if shortest.count == steps.count, try await !makes(problem, in: steps) { return nil }
        var size = max(shortest.count / 2, 1)
        while true {
            var isShorter = false
            var start = 0
            while start < shortest.count {
                let range = start..<min(start + size, shortest.count)
                let gone = shortest[range].reduce(Int64(0)) { $0 + $1.after }
                var fewer = shortest
                fewer.removeSubrange(range)
                // The time that the steps took may matter; without it is simpler.
                var later = fewer
                if start < later.count {
                    later[start].after += gone
                } else {
                    later.append(Step(after: gone, .rest))
                }
                if try await makes(problem, in: fewer) {
                    (shortest, isShorter) = (fewer, true)
                } else if later.count < shortest.count, try await makes(problem, in: later) {
                    (shortest, isShorter) = (later, true)
                } else {
                    start += size
                }
            }
            if size == 1, !isShorter { break }
            size = max(size / 2, 1)
        }
        return try await plainer(shortest, problem)
    }

    /// Whether the same mistake is made in these steps.
    private func makes(_ problem: LifeProblem, in steps: [Step]) async throws -> Bool {
        guard triesLeft > 0, !steps.isEmpty else { return false }
        triesLeft -= 1
        return try await firstProblem(in: steps)?.0.kind == problem.kind
    }

    /// The same steps, with round times, and without what the last of them is no more needed for.
    private func plainer(
        _ steps: [Step], _ problem: LifeProblem
    ) async throws -> [Step] {
        var plainest = steps
        if let end = plainest.last, end.action != .rest {
            var waiting = plainest
            waiting[waiting.count - 1].action = .rest
            if try await makes(problem, in: waiting) { plainest = waiting }
        }
        for place in plainest.indices {
            for time: Int64 in [0, 1_000, 10_000, 60_000, 180_000, 300_000, 600_000, 3_600_000]
            where time < plainest[place].after {
                var rounder = plainest
                rounder[place].after = time
                if try await makes(problem, in: rounder) {
                    plainest = rounder
                    break
                }
            }
        }
        return plainest
    }
}
