import Foundation

extension NotificationCenter {
    /// The notifications of that name that are posted while somebody iterates over them.
    ///
    /// - Parameter object: whose; nil: anybody's.
    public func notifications(
        named name: Notification.Name, object: AnyObject? = nil
    ) -> Notifications {
        Notifications(center: self, name: name, object: object)
    }

    /// Notifications as they are posted. Each iteration hears those that are posted after it has
    /// begun.
    public struct Notifications: AsyncSequence {
        fileprivate var center: NotificationCenter
        fileprivate var name: Notification.Name
        fileprivate var object: AnyObject?

        public func makeAsyncIterator() -> Iterator {
            let (stream, continuation) = AsyncStream.makeStream(of: Notification.self)
            let observer = center.addObserver(forName: name, object: object, queue: nil) {
                // Posted once, it isn't changed any more.
                nonisolated(unsafe) let notification = $0
                continuation.yield(notification)
            }
            // Its owner may be told of from any thread, and nothing else is done with it.
            nonisolated(unsafe) let token = observer
            continuation.onTermination = { [center] _ in center.removeObserver(token) }
            return Iterator(stream: stream.makeAsyncIterator())
        }

        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var stream: AsyncStream<Notification>.Iterator

            public mutating func next() async -> Notification? {
                await next(isolation: #isolation)
            }

            public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification?
            { await stream.next(isolation: actor) }
        }
    }
}
