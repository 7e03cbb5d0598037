import QuiesceCore
import QuiesceKit

extension VirtualDevice {
    /// A task that an app began in front and goes on with (`BGContinuedProcessingTask`, F10), as
    /// its user sees it.
    public struct ContinuedTask: Sendable, Hashable {
        /// The request's.
        public let identifier: String
        /// The user reads these.
        public let title: String
        public let subtitle: String
        /// It waits for others to end.
        public let waits: Bool
        /// How much is done, 0 to 100.
        public let percent: Int
    }

    /// The tasks of all apps that wait or run, in the order in which they were submitted.
    public var continuedTasks: [ContinuedTask] {
        (world?.machine.continuedViews ?? []).map {
            ContinuedTask(
                identifier: $0.task.identifier, title: $0.task.title, subtitle: $0.task.subtitle,
                waits: $0.waits, percent: $0.percent)
        }
    }

    /// The user stops a task of the app: its expiration handler is called, or it waits no longer.
    ///
    /// - Parameter identifier: the request's.
    /// - Throws: ``VirtualDeviceError``: `refused` when the app has no such task.
    public func stop(task identifier: String) async throws {
        let id = try id
        try await perform { .continued(.stop(id, identifier: identifier, $0)) }
    }
}
