/// What a `PKPushRegistry` tells. All is told on the registry's queue.
///
/// A class of the main actor conforms with `extension Caller: @MainActor PKPushRegistryDelegate`; its registry's queue
/// must be the main one then.
public protocol PKPushRegistryDelegate: AnyObject {
    /// The token of that type is this one from now on (R1): tell your server.
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType)

    /// A push has come (V1). Call `completion` once the app has dealt with it, on any thread: the app may be suspended
    /// then. It has 30 seconds, or it is terminated (R5).
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void)

    /// As the method with a completion handler, which is called instead where there is one. The app has dealt with the
    /// push once this returns.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType)

    /// The token of that type is no more, as the device has left its push gateway. Another follows once it has joined
    /// one.
    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType)
}

// What a delegate needn't have.
extension PKPushRegistryDelegate {
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void
    ) {
        pushRegistry(registry, didReceiveIncomingPushWith: payload, for: type)
        completion()
    }

    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType
    ) {}

    public func pushRegistry(
        _ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType
    ) {}
}
