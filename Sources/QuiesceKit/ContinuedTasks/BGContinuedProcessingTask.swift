import Foundation
import QuiesceWire
import Synchronization

/// The task of a `BGContinuedProcessingTaskRequest`: the app isn't suspended before it is completed
/// (F10). From any thread.
///
/// The app says in `progress` how much is done: a task out of sight that makes no progress for half
/// a minute expires.
// Unchecked as its superclass: Foundation's Progress guards itself, and the words are in a mutex.
public final class BGContinuedProcessingTask: BGTask, @unchecked Sendable {
    /// How much is done, looked at once a second. Set `totalUnitCount` first, then count
    /// `completedUnitCount` up, or add children.
    public let progress = Progress(totalUnitCount: 0)
    private let texts = Mutex((title: "", subtitle: ""))

    /// The words that the user reads.
    public var title: String { texts.withLock { $0.title } }
    /// More of them.
    public var subtitle: String { texts.withLock { $0.subtitle } }

    /// Changes the words that the user reads, within a second.
    public func updateTitle(_ title: String, subtitle: String) {
        texts.withLock { $0 = (title, subtitle) }
    }

    /// In millionths.
    var done: Int {
        let part = progress.fractionCompleted
        guard part.isFinite else { return 0 }
        return Int(max(0, min(1, part)) * Double(ContinuedTask.whole))
    }
}
