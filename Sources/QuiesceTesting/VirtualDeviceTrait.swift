import QuiesceCore
import Synchronization
import Testing

/// Gives each test, or each test of a suite, a virtual device of its own.
///
/// The app under test lives in statics such as `UIApplication.shared`, so there is one device at a
/// time in a process: tests with this trait wait for each other, in whatever suites they are. Other
/// tests run beside them.
public struct VirtualDeviceTrait: TestTrait, SuiteTrait, TestScoping {
    private static let turnstile = Turnstile()

    let profiles: [PolicyProfile]

    /// A suite's tests each have the trait.
    public var isRecursive: Bool { true }

    /// Runs a test with a device of its own, once it is its turn, under each of the profiles; what
    /// `Testing` calls.
    public func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        for profile in profiles {
            try await IssueHandlingTrait.compactMapIssues { [isOne = profiles.count == 1] issue in
                guard !isOne else { return issue }
                var issue = issue
                issue.comments.append("Under the rules of \(profile.name)")
                return issue
            }.provideScope(for: test, testCase: testCase) {
                try await run(profile, test, testCase, function)
            }
        }
    }

    private func run(
        _ profile: PolicyProfile, _ test: Test, _ testCase: Test.Case?,
        _ function: @Sendable () async throws -> Void
    ) async throws {
        // A test whose suite has the trait as well is in already; its own trait counts.
        let isIn = RunningTest.device != nil
        if !isIn { await Self.turnstile.enter() }
        defer { if !isIn { Self.turnstile.leave() } }
        MainQueue.claimJobs(true)
        defer { if !isIn { MainQueue.claimJobs(false) } }
        let device = await VirtualDevice(profile)
        let failures = Failures()
        let result: Result<Void, any Error>
        do {
            try await failures.counting(test, testCase) {
                try await RunningTest.$device.withValue(device) { try await function() }
            }
            result = .success(())
        } catch {
            failures.note()
            result = .failure(error)
        }
        await device.draw(test, attaches: failures.any)
        await device.stop()
        try result.get()
    }
}

extension Trait where Self == VirtualDeviceTrait {
    /// A virtual device for each test, under the rules of iOS 8.
    public static var virtualDevice: Self { virtualDevice(.ios8) }

    /// A virtual device for each test.
    ///
    /// - Parameter profile: the rules that it goes by, such as `.ios4`.
    public static func virtualDevice(_ profile: PolicyProfile) -> Self {
        VirtualDeviceTrait(profiles: [profile])
    }

    /// A virtual device for each test, and the test once under each of the profiles.
    ///
    /// ```swift
    /// @MainActor @Test(.device(.ios8, .ios26)) func savesBeforeItsTimeIsOut() async throws { … }
    /// ```
    public static func device(_ profiles: PolicyProfile...) -> Self {
        VirtualDeviceTrait(profiles: profiles.isEmpty ? [.ios8] : profiles)
    }
}

/// The device of the test that runs.
enum RunningTest {
    @TaskLocal static var device: VirtualDevice?
}

/// Whether a test has failed so far: an expectation that isn't met throws nothing.
private final class Failures: Sendable {
    private let state = Mutex(false)

    var any: Bool { state.withLock(\.self) }
    func note() { state.withLock { $0 = true } }

    func counting(
        _ test: Test, _ testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await IssueHandlingTrait.compactMapIssues { [self] issue in
            if issue.isFailure { note() }
            return issue
        }.provideScope(for: test, testCase: testCase, performing: function)
    }
}

/// Lets one in at a time, in the order in which they came.
private final class Turnstile: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func enter() async {
        await withCheckedContinuation { continuation in
            let mayEnter = state.withLock { state in
                if state.isTaken {
                    state.waiting.append(continuation)
                    return false
                }
                state.isTaken = true
                return true
            }
            if mayEnter { continuation.resume() }
        }
    }

    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting.isEmpty {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
