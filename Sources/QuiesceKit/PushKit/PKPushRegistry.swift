import Dispatch
import Foundation

/// Asks for voip pushes, and hears of them (R1, V1): a server says that somebody calls, and the app
/// is woken or launched at once.
///
/// Info.plist's `UIBackgroundModes` must have `voip`; the user isn't asked, as nothing is shown.
/// Make one at each launch, keep it, and set its delegate and then
/// `desiredPushTypes` before `didFinishLaunching` returns: a push that nobody takes is over.
///
/// ```swift
/// registry = PKPushRegistry(queue: nil)
/// registry.delegate = self
/// registry.desiredPushTypes = [.voIP]
/// ```
///
/// On the main thread; its delegate is called on `queue`.
@preconcurrency @MainActor open class PKPushRegistry {
    /// The object that is told of the registry's events. The registry doesn't retain it: the app
    /// does.
    open weak var delegate: (any PKPushRegistryDelegate)? { didSet { registries.offer() } }

    /// The types that the app wants. A set without `voIP`, or nil, ends what this launch or an
    /// earlier one asked for, unless another registry wants them: the token is no more then. Other
    /// types than `voIP` are of no effect.
    open var desiredPushTypes: Set<PKPushType>? {
        didSet { registries.wishesChanged(of: self, before: oldValue) }
    }

    private let registries: PushRegistries
    /// nil: the main one.
    nonisolated let queue: DispatchQueue?

    /// - Parameter queue: where the delegate is called; nil: on the main thread.
    public init(queue: DispatchQueue?) {
        registries = UIApplication.shared.room()
        self.queue = queue === DispatchQueue.main ? nil : queue
        registries.add(self)
    }

    /// The token, as the delegate was told it; nil: this launch hasn't been told of one, or the
    /// type isn't wanted.
    open func pushToken(for type: PKPushType) -> Data? {
        type == .voIP && wantsCalls ? registries.token : nil
    }

    var wantsCalls: Bool { desiredPushTypes?.contains(.voIP) ?? false }

    // MARK: What it tells

    /// - Returns: false: nobody would hear.
    func take(_ push: PKPushPayload, _ completion: @escaping @Sendable () -> Void) -> Bool {
        guard wantsCalls, delegate != nil else { return false }
        tell {
            $1.pushRegistry(
                $0, didReceiveIncomingPushWith: push, for: push.type, completion: completion)
        } otherwise: {
            completion()
        }
        return true
    }

    func updated(_ token: Data) {
        let credentials = PKPushCredentials(type: .voIP, token: token)
        tell { $1.pushRegistry($0, didUpdate: credentials, for: credentials.type) }
    }

    func invalidated() {
        tell { $1.pushRegistry($0, didInvalidatePushTokenFor: .voIP) }
    }

    /// Calls the delegate: at once on the main thread, else soon on the queue.
    private func tell(
        _ body: @escaping @Sendable (PKPushRegistry, any PKPushRegistryDelegate) -> Void,
        otherwise: @escaping @Sendable () -> Void = {}
    ) {
        guard let delegate else { return otherwise() }
        guard let queue else { return body(self, delegate) }
        // The app has chosen the queue on which its delegate is used.
        nonisolated(unsafe) weak let who = delegate
        queue.async {
            guard let who else { return otherwise() }
            body(self, who)
        }
    }
}
