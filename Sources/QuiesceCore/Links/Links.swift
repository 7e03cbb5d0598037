/// URLs, quick actions and activities: which app is opened with one, and whether. It keeps nothing:
/// what an app is to be handed is a matter of its opening
/// (`AppMachine.opened`), and is gone with a process that ends before it took it (`docs/decisions/0072-links-open-apps.md`).
enum Links {
    static func handle(_ event: LinkEvent, in around: inout Surroundings) {
        switch event {
        case .open(let link, let app, let ticket):
            let (link, app) = page(link, of: app, around) ?? (link, app)
            if let refusal = open(link, app, in: &around) {
                return around.refuse(refusal, app, ticket)
            }
            around.answer(ticket)
        case .asked(let app, let launch, let request, let asked):
            guard around.takeRequest((app, launch, request), lasts: false) else { return }
            switch asked {
            case .open(let url, let universalOnly):
                open(url, universalOnly, for: app, request, in: &around)
            }
        }
    }

    /// An app asks for it. It hears what became of that before it is left.
    private static func open(
        _ url: String, _ universalOnly: Bool, for app: AppID, _ request: UInt64,
        in around: inout Surroundings
    ) {
        let asked = AppLink.url(url, source: app.name)
        let page = page(asked, of: nil, askedBy: app, around)
        let (link, target) = page ?? (asked, nil)
        var refusal = refusal(of: link, target, around)
        if universalOnly, page == nil {
            refusal = Refusal(
                .noAppForDomain, rule: .o4, detail: LinkDomain.host(ofURL: url).map(Detail.name))
        }
        if around.foreground != app || !around.isInFront(app) {
            refusal = Refusal(.linkNotInFront, rule: .s3)
        }
        around.deliver(.link(.answered(request: request, opened: refusal == nil)), to: app)
        if let refusal { return around.refuse(refusal, app, nil) }
        _ = open(link, target, in: &around)
    }

    /// A URL of a domain that an app has declared is an activity of that app's: that one's, or the
    /// first that was installed.
    ///
    /// - Parameter asking: the app that has it opened, which isn't opened with a page of its own.
    private static func page(
        _ link: AppLink, of app: AppID?, askedBy asking: AppID? = nil,
        _ around: borrowing Surroundings
    ) -> (AppLink, AppID?)? {
        guard case .url(let url, let source) = link, let host = LinkDomain.host(ofURL: url) else {
            return nil
        }
        let activity = AppActivity(type: AppActivity.browsing, webpageURL: url, source: source)
        for candidate in around.appIDs
        where candidate != asking && (app == nil || candidate == app)
            && opens(host: host, candidate, around)
        {
            return (.activity(activity), candidate)
        }
        return nil
    }

    /// - Parameter app: nil: the first that has the URL's scheme.
    /// - Returns: why it isn't opened.
    private static func open(
        _ link: AppLink, _ app: AppID?, in around: inout Surroundings
    ) -> Refusal? {
        if let refusal = refusal(of: link, app, around) { return refusal }
        guard let app = app ?? target(of: link, around) else { return Refusal(.unknownApp) }
        let reason: Reason =
            switch link {
            case .url: .openedByURL
            case .shortcut: .openedByShortcut
            case .activity: .openedByActivity
            }
        around.note(.input, reason, .s3, detail: .name(link.words), of: app)
        around.openByUser(app, [], with: link)
        return nil
    }

    private static func refusal(
        of link: AppLink, _ app: AppID?, _ around: borrowing Surroundings
    ) -> Refusal? {
        if let app, !around.isInstalled(app) { return Refusal(.unknownApp) }
        if link.bytes > Limits.linkBytes { return Refusal(.linkTooLong) }
        switch link {
        case .url(let url, _):
            if let refusal = refusal(ofURL: url, app, around) { return refusal }
        case .shortcut(let type):
            if app == nil { return Refusal(.unknownApp) }
            if type.isEmpty { return Refusal(.noShortcut) }
        case .activity(let activity):
            guard let app else { return Refusal(.unknownApp) }
            if !goesOn(with: activity, app, around) {
                return Refusal(.activityNotDeclared, rule: .o4, detail: .name(activity.type))
            }
        }
        if around.shuttingDown != nil { return Refusal(.shuttingDown) }
        if around.isLockedOrLocking { return Refusal(.deviceLocked, rule: .s7) }
        return nil
    }

    /// Where no app has declared the domain, a page of it is a URL like any other.
    private static func refusal(
        ofURL url: String, _ app: AppID?, _ around: borrowing Surroundings
    ) -> Refusal? {
        guard let scheme = URLScheme.of(url: url) else { return Refusal(.noURL) }
        let isOpened = app.map { opens(scheme, $0, around) } ?? (target(of: scheme, around) != nil)
        if isOpened { return nil }
        if let host = LinkDomain.host(ofURL: url) {
            return Refusal(
                app == nil ? .noAppForDomain : .domainNotDeclared, rule: .o4, detail: .name(host))
        }
        return Refusal(
            app == nil ? .noAppForScheme : .schemeNotDeclared, rule: .o4, detail: .name(scheme))
    }

    private static func target(of link: AppLink, _ around: borrowing Surroundings) -> AppID? {
        guard case .url(let url, _) = link, let scheme = URLScheme.of(url: url) else { return nil }
        return target(of: scheme, around)
    }

    /// The first installed app that has the scheme.
    private static func target(of scheme: String, _ around: borrowing Surroundings) -> AppID? {
        for app in around.appIDs where opens(scheme, app, around) { return app }
        return nil
    }

    private static func opens(
        _ scheme: String, _ app: AppID, _ around: borrowing Surroundings
    ) -> Bool {
        around.manifest(of: app)?.urlSchemes.contains(scheme) == true
    }

    private static func opens(
        host: String, _ app: AppID, _ around: borrowing Surroundings
    ) -> Bool {
        around.manifest(of: app)?.linkDomains.contains { LinkDomain.contains($0, host: host) }
            == true
    }

    /// A page by its domain, everything else by its type.
    private static func goesOn(
        with activity: AppActivity, _ app: AppID, _ around: borrowing Surroundings
    ) -> Bool {
        if let url = activity.webpageURL {
            guard let host = LinkDomain.host(ofURL: url) else { return false }
            return activity.type == AppActivity.browsing && opens(host: host, app, around)
        }
        return around.manifest(of: app)?.activityTypes.contains(activity.type) == true
    }
}

extension AppMachine {
    /// Hands over what it is opened with, as it comes to the front: before it is told that it does,
    /// as it may connect its first scene with that.
    mutating func deliverLink(_ context: AppContext, _ out: inout Recorder) {
        guard let opened else { return }
        self.opened = nil
        deliver(.link(.opened(opened)), context, &out)
    }

    /// Takes the cause that a process that starts now is launched with.
    mutating func takeLinkCause() -> LaunchCause? {
        guard let opened else { return nil }
        self.opened = nil
        return .link(opened)
    }
}

extension SystemMachine {
    /// The schemes of which some installed app opens URLs, each once, in order of installation.
    public var urlSchemes: [String] { declared(\.urlSchemes) }

    /// The domains whose pages some installed app opens, likewise.
    public var linkDomains: [String] { declared(\.linkDomains) }

    private func declared(_ list: (AppManifest) -> [String]) -> [String] {
        var seen = Set<String>()
        return around.appIDs.flatMap { around.manifest(of: $0).map(list) ?? [] }
            .filter { seen.insert($0).inserted }
    }
}
