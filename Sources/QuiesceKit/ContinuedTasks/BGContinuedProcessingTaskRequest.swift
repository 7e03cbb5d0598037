import Foundation
import QuiesceWire

/// Work that the user has asked for just now, and that goes on when the app is left: a film that is
/// exported, photos that are sent. The user sees how far it has come, and may stop it (F10).
///
/// It is submitted while the app is in front, and begins at once, unless too many run; when it may
/// begin earliest is of no account. The systems before `ios26` have none.
public final class BGContinuedProcessingTaskRequest: BGTaskRequest {
    /// The course of a request that can't begin at once.
    // The raw values are those of BackgroundTasks.
    public enum SubmissionStrategy: Int, Sendable {
        /// It isn't taken.
        case fail = 0
        /// It begins once others have ended.
        case queue = 1
    }

    /// Resources that a task needs besides a processor.
    public struct Resources: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The GPU. No device here lends it out: `BGTaskScheduler.supportedResources` is empty.
        public static let gpu = Resources(rawValue: 1)
    }

    /// The task in the user's words, 256 bytes at most.
    public var title: String
    /// More of that, likewise.
    public var subtitle: String
    /// At first `queue`.
    public var strategy = SubmissionStrategy.queue
    /// At first none. A request that needs some is refused as not permitted.
    public var requiredResources: Resources = []

    /// Creates a request for the app in front.
    ///
    /// - Parameters:
    ///   - identifier: one that Info.plist's `BGTaskSchedulerPermittedIdentifiers` has, or that
    ///     one of them stands for which ends in `.*`.
    ///   - title: what the user reads.
    ///   - subtitle: likewise; may be empty.
    public init(identifier: String, title: String, subtitle: String) {
        self.title = title
        self.subtitle = subtitle
        super.init(identifier: identifier)
    }

    var words: ContinuedTask {
        ContinuedTask(
            identifier: identifier, title: title.cut(to: ContinuedTask.textBytes),
            subtitle: subtitle.cut(to: ContinuedTask.textBytes))
    }
}

extension String {
    /// At most so many bytes of it, in whole characters.
    func cut(to bytes: Int) -> String {
        var text = self[...]
        while text.utf8.count > bytes { text.removeLast() }
        return String(text)
    }
}
