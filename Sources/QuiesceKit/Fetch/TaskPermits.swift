import Foundation
import QuiesceWire
import Synchronization

/// The requests to `BGTaskScheduler` that Info.plist lets the app make.
struct TaskPermits: Sendable {
    /// nil: the app has no Info.plist, as in a test with a virtual device, whose app has a
    /// manifest: the device decides.
    private let declared: (identifiers: [String], modes: [String])?
    private let identifiers: [String]

    static var current: TaskPermits {
        guard AppTime.source is MachineTime else {
            return TaskPermits(declared: nil, identifiers: VirtualPermits.identifiers)
        }
        let identifiers = Bundle.main.object(
            forInfoDictionaryKey: "BGTaskSchedulerPermittedIdentifiers")
        let modes = Bundle.main.object(forInfoDictionaryKey: "UIBackgroundModes")
        let all = identifiers as? [String] ?? []
        return TaskPermits(
            declared: (all, modes as? [String] ?? []), identifiers: all)
    }

    /// Bytes of an identifier. The daemon takes no others.
    static let identifierBytes = 1...128

    /// - Returns: what is missing, a sentence; nil: nothing.
    func problem(with identifier: String) -> String? {
        guard Self.identifierBytes.contains(identifier.utf8.count) else {
            return "an identifier has 1 to \(Self.identifierBytes.upperBound) bytes"
        }
        guard let declared,
            !ContinuedTask.permits(identifier, by: declared.identifiers)
        else { return nil }
        return "add \(identifier) to BGTaskSchedulerPermittedIdentifiers in Info.plist"
    }

    /// Whether it is of continued tasks, whose handlers may be registered at any time: one that
    /// ends in `.*`, or that such a one of Info.plist stands for.
    func isContinued(_ identifier: String) -> Bool {
        identifier.hasSuffix(".*")
            || identifiers.contains {
                $0 != identifier && ContinuedTask.permits(identifier, by: [$0])
            }
    }

    func problem(withKind kind: BackgroundTaskKind) -> String? {
        let mode =
            switch kind {
            case .appRefresh: "fetch"
            case .processing: "processing"
            }
        guard let declared, !declared.modes.contains(mode) else { return nil }
        return "add \(mode) to UIBackgroundModes in Info.plist"
    }
}

/// The identifiers that the manifest of a virtual device's app permits, in a test.
package enum VirtualPermits {
    private static let current = Mutex<[String]>([])

    /// Set before the app begins. From any thread.
    package static var identifiers: [String] {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
