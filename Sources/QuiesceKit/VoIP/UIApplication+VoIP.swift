import Foundation

extension UIApplication {
    /// The shortest time that `setKeepAliveTimeout(_:handler:)` takes: 300 seconds (V2).
    public static let minimumKeepAliveTimeout: TimeInterval = 300
    /// The one that is kept to. Tests have less, on devices whose profile allows it.
    package static var keepAliveLeast = minimumKeepAliveTimeout

    /// Keeps a socket while the app is suspended: what arrives there wakes it (V1). Info.plist's
    /// `UIBackgroundModes` must have `voip`.
    ///
    /// The system only waits at the socket; the app reads it, as ever, once it is woken, and is
    /// suspended again once there is nothing more to read and no background task is open (V9), or
    /// after ten seconds. Other launches of the app connect anew (V4). On the main thread.
    ///
    /// - Parameter descriptor: of a TCP, UDP or Unix socket that receives. Call `releaseSocket(_:)`
    ///   before you close it: out of sight, its peer hears of the end only when the system has let
    ///   go of it, too.
    /// - Returns: whether it is kept from now on: the mode is declared, and the descriptor is such
    ///   a socket.
    @discardableResult
    public func keepSocket(_ descriptor: Int32) -> Bool {
        room(VoIPServices.self).keep(descriptor)
    }

    /// A socket is kept no more. On the main thread.
    ///
    /// - Parameter descriptor: one that `keepSocket(_:)` was called with; any other changes
    ///   nothing.
    public func releaseSocket(_ descriptor: Int32) {
        room(VoIPServices.self).release(descriptor)
    }

    /// Calls a handler at least once in each interval, early where that suits the device (V2). It
    /// has 30 seconds, or the app is terminated. Info.plist's `UIBackgroundModes` must have `voip`.
    /// On the main thread, as the handler is called.
    ///
    /// - Parameters:
    ///   - timeout: seconds, at least `minimumKeepAliveTimeout`.
    ///   - keepAliveHandler: in place of the one before; nil: no more.
    /// - Returns: false: the timeout is too short, or the mode isn't declared. Nothing has changed
    ///   then.
    @discardableResult
    public func setKeepAliveTimeout(
        _ timeout: TimeInterval, handler keepAliveHandler: (@MainActor () -> Void)?
    ) -> Bool {
        room(VoIPServices.self).setKeepAlive(timeout, keepAliveHandler)
    }

    /// The keep-alive handler isn't called any more. On the main thread.
    public func clearKeepAliveTimeout() { room(VoIPServices.self).clearKeepAlive() }
}
