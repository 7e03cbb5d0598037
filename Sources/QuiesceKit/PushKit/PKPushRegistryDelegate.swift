import Dispatch

/// The callbacks of a `PKPushRegistry`. All are called on the registry's queue.
///
/// A class of the main actor conforms with `extension Caller: @MainActor PKPushRegistryDelegate`;
/// its registry's queue must be the main one then.
public protocol PKPushRegistryDelegate: AnyObject {
    /// The token of that type is this one from now on (R1): tell your server.
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType)

    /// A push has come (V1). Call `completion` once the app has dealt with it, on any thread: the
    /// app may be suspended then. It has 30 seconds, or it is terminated (R5).
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void)

    /// As the method with a completion handler, which is called instead where there is one. The app
    /// has dealt with the push once this returns.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType) async

    /// As the `async` method, which is called instead where there is one.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType)

    /// The token of that type is no more, as the device has left its push gateway. Another follows
    /// once it has joined one.
    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType)
}

// Defaults for the methods that a delegate needn't have.
extension PKPushRegistryDelegate {
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void
    ) {
        // The app has chosen the queue on which its delegate is used, and that is where the task
        // runs.
        nonisolated(unsafe) let delegate: any PKPushRegistryDelegate = self
        Task(executorPreference: RegistryExecutor(queue: registry.queue ?? .main)) {
            await delegate.pushRegistry(registry, didReceiveIncomingPushWith: payload, for: type)
            completion()
        }
    }

    /// A method that isn't `async` does for both: an app has one of the two.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType
    ) async {}

    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType
    ) {}

    public func pushRegistry(
        _ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType
    ) {}
}

/// Runs what a delegate's `async` method does on its registry's queue.
private final class RegistryExecutor: TaskExecutor {
    private let queue: DispatchQueue

    init(queue: DispatchQueue) { self.queue = queue }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
