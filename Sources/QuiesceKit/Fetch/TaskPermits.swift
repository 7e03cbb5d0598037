import Foundation
import QuiesceWire

/// The requests to `BGTaskScheduler` that Info.plist lets the app make.
struct TaskPermits: Sendable {
    /// nil: the app has no Info.plist, as in a test with a virtual device, whose app has a
    /// manifest: the device decides.
    private let declared: (identifiers: [String], modes: [String])?

    static var current: TaskPermits {
        guard AppTime.source is MachineTime else { return TaskPermits(declared: nil) }
        let identifiers = Bundle.main.object(
            forInfoDictionaryKey: "BGTaskSchedulerPermittedIdentifiers")
        let modes = Bundle.main.object(forInfoDictionaryKey: "UIBackgroundModes")
        return TaskPermits(
            declared: (identifiers as? [String] ?? [], modes as? [String] ?? []))
    }

    /// Bytes of an identifier. The daemon takes no others.
    static let identifierBytes = 1...128

    /// - Returns: what is missing, a sentence; nil: nothing.
    func problem(with identifier: String) -> String? {
        guard Self.identifierBytes.contains(identifier.utf8.count) else {
            return "an identifier has 1 to \(Self.identifierBytes.upperBound) bytes"
        }
        guard let declared, !declared.identifiers.contains(identifier) else { return nil }
        return "add \(identifier) to BGTaskSchedulerPermittedIdentifiers in Info.plist"
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
