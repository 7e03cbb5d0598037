import QuiesceCore
import QuiesceWire

// URLs, quick actions and activities: what apps hear of them, and which URLs they can have opened.
extension Device {
    /// Apps that are connected hear when other schemes and domains can be opened.
    func tellLinks(after event: Event) {
        switch event {
        // An app is replaced or removed once its last process has ended, and none begins before
        // that is on disk.
        case .install, .uninstall, .exited, .spawnFailed, .restarted: break
        case _: return
        }
        let told = toldLinks
        toldLinks = (inspect { $0.urlSchemes }, inspect { $0.linkDomains })
        guard told != toldLinks else { return }
        for app in machine.views where app.isAlive {
            let key = ProcessKey(app: app.manifest.id, launch: app.launch)
            if told.schemes != toldLinks.schemes { tell(key, schemes: toldLinks.schemes) }
            if told.domains != toldLinks.domains { tell(key, domains: toldLinks.domains) }
        }
    }

    /// A new connection: it hears which there are, if any.
    func tellLinks(to key: ProcessKey) {
        let (schemes, domains) = (inspect { $0.urlSchemes }, inspect { $0.linkDomains })
        if !schemes.isEmpty { tell(key, schemes: schemes) }
        if !domains.isEmpty { tell(key, domains: domains) }
    }

    private func tell(_ key: ProcessKey, schemes: [String]) {
        tell(key, schemes, Limits.schemesPerMessage) { .schemes($0, continues: $1) }
    }

    private func tell(_ key: ProcessKey, domains: [String]) {
        tell(key, domains, Limits.domainsPerMessage) { .domains($0, continues: $1) }
    }

    private func tell(
        _ key: ProcessKey, _ all: [String], _ most: Int,
        _ message: ([String], Bool) -> MessageToApp
    ) {
        for page in Pages(all, most: most, size: { _ in 1 }).all {
            world.apps.send(key, message(page.items, !page.isFirst))
        }
    }
}

extension LinkCall {
    var callback: LinkCallback {
        switch self {
        case .opened(let link): .opened(link)
        case .answered(let request, let opened): .answered(request: request, opened: opened)
        }
    }
}

extension AppLink {
    var launchReason: MessageToApp.LaunchReason {
        switch self {
        case .url: .url
        case .shortcut: .shortcut
        case .activity: .activity
        }
    }
}
