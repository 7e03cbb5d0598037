import CQuiesceLinux
import Foundation
import QuiesceWire

/// The sockets by which the app waits for calls, and its keep-alive handler. On the main thread.
@MainActor final class VoIPServices: AppRoom {
    private let link: DaemonLink
    /// In the order in which they were marked.
    private var sockets: [Int32] = []
    /// The device may know of a handler.
    private var hasAsked = false
    private var keepAlive: (timeout: TimeInterval, handler: @MainActor () -> Void)?
    /// Info.plist's `UIBackgroundModes` has `voip`.
    private let isDeclared: Bool

    convenience init(of link: DaemonLink) {
        let modes = Bundle.main.object(forInfoDictionaryKey: "UIBackgroundModes") as? [String]
        // In a test with a virtual device the app has a manifest, and the device decides.
        let isVirtual = !(AppTime.source is MachineTime)
        self.init(of: link, isDeclared: isVirtual || modes?.contains("voip") ?? false)
    }

    init(of link: DaemonLink, isDeclared: Bool) {
        self.link = link
        self.isDeclared = isDeclared
    }

    // MARK: What the app asks

    func keep(_ descriptor: Int32) -> Bool {
        guard isDeclared else {
            note("a socket isn't kept: add voip to UIBackgroundModes in Info.plist")
            return false
        }
        guard Self.transport(of: descriptor) != nil else { return false }
        if !sockets.contains(descriptor) { sockets.append(descriptor) }
        // In front the app alone has it, so that it can close it.
        if link.read({ $0.inBackground }) { handOver(descriptor) }
        return true
    }

    func release(_ descriptor: Int32) {
        guard let at = sockets.firstIndex(of: descriptor) else { return }
        sockets.remove(at: at)
        if link.read({ $0.inBackground }) { ask(.release(descriptor: descriptor)) }
    }

    func setKeepAlive(
        _ timeout: TimeInterval, _ handler: (@MainActor () -> Void)?
    ) -> Bool {
        guard let handler else {
            clearKeepAlive()
            return true
        }
        guard isDeclared, timeout >= UIApplication.keepAliveLeast else { return false }
        keepAlive = (timeout, handler)
        hasAsked = true
        ask(.keepAlive(seconds: timeout))
        return true
    }

    func clearKeepAlive() {
        guard keepAlive != nil else { return }
        keepAlive = nil
        ask(.keepAlive(seconds: nil))
    }

    private func ask(_ request: VoIPRequest) { link.change { $0.ask(request) } }

    private func handOver(_ descriptor: Int32) {
        ask(.keep(KeptSocket(descriptor, Self.transport(of: descriptor))))
    }

    // MARK: What it is told

    /// The app was left: from here on it may be suspended.
    func wentToBack() {
        // A socket that was closed without a word has no socket under its number now, or another
        // one.
        sockets.removeAll { Self.transport(of: $0) == nil }
        for descriptor in sockets { handOver(descriptor) }
    }

    /// A daemon that has lost the end of its journal knows of nothing, or of a handler that was
    /// cleared.
    func welcomed(_: MessageToApp.Welcome) {
        if hasAsked { ask(.keepAlive(seconds: keepAlive?.timeout)) }
        if link.read({ $0.inBackground }) { wentToBack() }
    }

    func take(
        _ news: VoIPNews, _ completion: @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        switch news {
        case .keepAlive:
            keepAlive?.handler()
            completion(.newData)
        case .traffic, .connect: DrainWatch(of: sockets, completion).begin()
        }
    }

    private static func transport(of descriptor: Int32) -> SocketTransport? {
        ql_transport(descriptor).flatMap { SocketTransport(rawValue: String(cString: $0)) }
    }
}
