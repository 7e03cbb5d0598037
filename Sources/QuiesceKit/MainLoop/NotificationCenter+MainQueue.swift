import Dispatch
import Foundation

extension NotificationCenter {
    /// Foundation's method for a queue that isn't nil: the block is called on it, and `post`
    /// returns after that.
    ///
    /// In tests another thread than the main one serves the main queue. Foundation doesn't see
    /// there that it is on it, and would wait for itself.
    ///
    /// - Returns: what `removeObserver(_:)` takes.
    @discardableResult
    public func addObserver(
        forName name: Notification.Name?, object: Any?, queue: OperationQueue,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol {
        guard queue === OperationQueue.main else {
            return addObserver(
                forName: name, object: object, queue: Optional(queue), using: block)
        }
        return addObserver(forName: name, object: object, queue: nil) { notification in
            if MainQueue.isCurrent { return block(notification) }
            // Posted once, it isn't changed any more.
            nonisolated(unsafe) let notification = notification
            DispatchQueue.main.sync { block(notification) }
        }
    }
}

/// The main queue, whichever thread serves it.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool {
        Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true
    }

    /// At once if this is it. From any thread.
    static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
        if isCurrent {
            MainActor.assumeIsolated(body)
        } else {
            DispatchQueue.main.async { MainActor.assumeIsolated(body) }
        }
    }

    /// When that time of the device's is over.
    @MainActor static func run(
        after milliseconds: Int, _ body: @escaping @MainActor @Sendable () -> Void
    ) {
        guard AppTime.source is MachineTime else {
            _ = AppTime.source.startTimer(
                every: Int64(milliseconds) * 1_000_000, repeats: false, fire: body)
            return
        }
        // Unlike a timer, it is served in whatever mode the run loop is.
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
            MainActor.assumeIsolated(body)
        }
    }
}
