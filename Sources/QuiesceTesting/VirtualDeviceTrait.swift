import QuiesceCore
import Synchronization
import Testing

/// Gives each test, or each test of a suite, a virtual device of its own.
///
/// The app under test lives in statics such as `UIApplication.shared`, so there is one device at a
/// time in a process: tests with this trait wait for each other, in whatever suites they are. Other
/// tests run beside them.
public struct VirtualDeviceTrait: TestTrait, SuiteTrait, TestScoping {
    let profile: PolicyProfile

    /// A suite's tests each have the trait.
    public var isRecursive: Bool { true }

    /// Runs a test with a device of its own, once it is its turn; what `Testing` calls.
    public func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await VirtualDevice.with(profile) { _ in try await function() }
    }
}

extension Trait where Self == VirtualDeviceTrait {
    /// A virtual device for each test, under the rules of iOS 8.
    public static var virtualDevice: Self { virtualDevice(.ios8) }

    /// A virtual device for each test.
    ///
    /// - Parameter profile: the rules that it goes by, such as `.ios4`.
    public static func virtualDevice(_ profile: PolicyProfile) -> Self {
        VirtualDeviceTrait(profile: profile)
    }
}
