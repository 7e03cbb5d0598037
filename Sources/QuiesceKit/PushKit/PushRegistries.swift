import Foundation
import QuiesceWire

/// The app's push registries, and what the daemon says of voip pushes. On the main thread.
@MainActor final class PushRegistries: AppRoom {
    private let link: DaemonLink
    private var references: [Weak] = []
    /// This launch has asked for voip pushes.
    private var isAsked = false
    /// Nobody has taken them yet.
    private var waiting: [Waiting] = []
    /// As the daemon told it last in this launch.
    private(set) var token: Data?

    private struct Weak {
        weak var registry: PKPushRegistry?
    }

    private struct Waiting {
        var push: PKPushPayload
        var completion: @Sendable (UIBackgroundFetchResult) -> Void
    }

    init(of link: DaemonLink) { self.link = link }

    // MARK: Registries

    /// Those that want voip pushes, in the order in which they were made.
    private var wanting: [PKPushRegistry] {
        references.compactMap(\.registry).filter(\.wantsCalls)
    }

    func add(_ registry: PKPushRegistry) {
        references.removeAll { $0.registry == nil }
        references.append(Weak(registry: registry))
    }

    func wishesChanged(of registry: PKPushRegistry, before: Set<PKPushType>?) {
        let wanted = before?.contains(.voIP) ?? false
        if registry.wantsCalls {
            if !wanted { begin(registry) }
        } else if wanted || before == nil, wanting.isEmpty {
            // An earlier launch may have asked.
            (isAsked, token) = (false, nil)
            link.change { $0.ask(.unregisterVoIP) }
        }
        offer()
    }

    private func begin(_ registry: PKPushRegistry) {
        guard isAsked else {
            isAsked = true
            return link.change { $0.ask(.registerVoIP) }
        }
        // Another one has asked. A property that an app sets doesn't call its delegate before it
        // returns.
        DispatchQueue.main.async { [weak self, weak registry] in
            guard let token = self?.token, let registry, registry.wantsCalls else { return }
            registry.updated(token)
        }
    }

    // MARK: What the daemon says

    func registered(_ token: Data) {
        self.token = token
        for registry in wanting { registry.updated(token) }
    }

    func notRegistered(_ why: String) { note("there is no token for voip pushes: \(why)") }

    func invalidated() {
        token = nil
        for registry in wanting { registry.invalidated() }
    }

    /// Hands a push to the first registry that wants it.
    func receive(
        _ payload: [AnyHashable: Any],
        _ completion: @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        let push = PKPushPayload(type: .voIP, dictionaryPayload: payload)
        waiting.append(Waiting(push: push, completion: completion))
        offer()
        guard !waiting.isEmpty else { return }
        // The app may still make a registry in this turn of the main loop.
        DispatchQueue.main.async { [weak self] in self?.giveUp() }
    }

    func offer() {
        guard !waiting.isEmpty else { return }
        waiting.removeAll { entry in
            wanting.contains { $0.take(entry.push) { entry.completion(.newData) } }
        }
    }

    private func giveUp() {
        for entry in waiting {
            note("a voip push came, and no PKPushRegistry with a delegate wants one")
            entry.completion(.noData)
        }
        waiting = []
    }
}
