import Foundation
import QuiesceWire

/// The links that the app is opened with, and those that it opens. On the main thread.
@MainActor final class AppLinks: AppRoom {
    private let link: DaemonLink
    /// As the daemon told last, in lower case.
    private var schemes: Set<String> = []
    private var domains: [String] = []
    /// It comes before the call that the app enters the foreground, and is handed over with that,
    /// or after it.
    private var held: AppLink?
    private var completions: [UInt64: @MainActor @Sendable (Bool) -> Void] = [:]

    init(of link: DaemonLink) { self.link = link }

    func welcomed(_: MessageToApp.Welcome) {
        // A daemon that knows some says so next.
        schemes = []
        domains = []
    }

    func told(_ schemes: [String], continues: Bool) {
        if !continues { self.schemes = [] }
        self.schemes.formUnion(schemes)
    }

    func told(domains: [String], continues: Bool) {
        if !continues { self.domains = [] }
        self.domains += domains
    }

    func hold(_ link: AppLink) { held = link }

    func takeHeld() -> AppLink? {
        defer { held = nil }
        return held
    }

    func canOpen(_ url: URL) -> Bool {
        if url.scheme.map({ schemes.contains($0.lowercased()) }) == true { return true }
        guard let host = LinkDomain.host(ofURL: url.absoluteString) else { return false }
        return domains.contains { LinkDomain.contains($0, host: host) }
    }

    func open(
        _ url: URL, universalLinksOnly: Bool,
        _ completion: (@MainActor @Sendable (Bool) -> Void)?
    ) {
        let request = link.change {
            $0.ask(.open(url.absoluteString, universalLinksOnly: universalLinksOnly))
        }
        completions[request] = completion ?? { _ in }
    }

    func answered(_ request: UInt64, _ isOpened: Bool) {
        completions.removeValue(forKey: request)?(isOpened)
    }
}

extension UIApplication {
    func take(_ callback: LinkCallback) {
        switch callback {
        case .opened(let link) where applicationState == .background:
            room(AppLinks.self).hold(link)
        case .opened(let link): hand(over: link)
        case .answered(let request, let isOpened): room(AppLinks.self).answered(request, isOpened)
        }
    }

    /// To the scene's delegate, in an app with scenes, else to the app's.
    func hand(over link: AppLink) {
        let scene = scenes.isAdopted == true ? scenes.scene : nil
        switch link {
        case .url(let text, let source):
            guard let url = URL(string: text) else {
                return note("it was opened with a URL that Foundation can't read")
            }
            if let scene {
                scene.delegate?.scene(
                    scene, openURLContexts: [UIOpenURLContext(url, from: source)])
            } else {
                var options: [OpenURLOptionsKey: Any] = [.openInPlace: false]
                options[.sourceApplication] = source
                _ = delegate?.application(self, open: url, options: options)
            }
        case .shortcut(let type):
            let item = ShortcutStore.item(type, of: self)
            if let scene {
                (scene.delegate as? any UIWindowSceneDelegate)?.windowScene(
                    scene, performActionFor: item, completionHandler: { _ in })
            } else {
                delegate?.application(
                    self, performActionFor: item, completionHandler: { _ in })
            }
        case .activity(let activity): goOn(with: activity, in: scene)
        }
    }

    /// The launch options for a link; an app with scenes has the link in its scene's options
    /// instead.
    func options(of link: AppLink) -> [LaunchOptionsKey: Any]? {
        if scenes.isAdopted == true { return nil }
        switch link {
        case .url(let text, let source):
            guard let url = URL(string: text) else { return nil }
            var options: [LaunchOptionsKey: Any] = [.url: url]
            options[.sourceApplication] = source
            return options
        case .shortcut(let type): return [.shortcutItem: ShortcutStore.item(type, of: self)]
        case .activity(let activity): return options(of: activity)
        }
    }
}

extension UIScene.ConnectionOptions {
    /// Takes the link that the app is launched with.
    func take(_ link: AppLink, of application: UIApplication) {
        switch link {
        case .url(let text, let source):
            guard let url = URL(string: text) else { return }
            urlContexts = [UIOpenURLContext(url, from: source)]
            sourceApplication = source
        case .shortcut(let type): shortcutItem = ShortcutStore.item(type, of: application)
        case .activity(let activity): take(activity)
        }
    }
}

extension UIOpenURLContext {
    fileprivate convenience init(_ url: URL, from source: String?) {
        self.init(url: url, options: UIScene.OpenURLOptions(sourceApplication: source))
    }
}
