// URLs, quick actions and activities in plain words. All that a URL says beside its scheme, or its
// domain, is its app's affair, and may be secret.

extension AppLink {
    package var words: String {
        switch self {
        case .url(let url, let source):
            "a URL of the scheme \(URLScheme.of(url: url) ?? "-")\(source.map { " from \($0)" } ?? "")"
        case .shortcut(let type): "the quick action \(type)"
        case .activity(let activity):
            (activity.webpageURL.map { "a page of \(LinkDomain.host(ofURL: $0) ?? "-")" }
                ?? "the activity \(activity.type)")
                + (activity.source.map { " from \($0)" } ?? "")
        }
    }

    /// The stable word for what it is.
    package var name: String {
        switch self {
        case .url: "url"
        case .shortcut: "shortcut"
        case .activity: "activity"
        }
    }

    var bytes: Int {
        switch self {
        case .url(let url, _): url.utf8.count
        case .shortcut(let type): type.utf8.count
        case .activity(let activity):
            (activity.webpageURL ?? activity.type).utf8.count
                + (activity.userInfo?.utf8.count ?? 0)
        }
    }
}

extension Reason {
    public static let openedByURL = Reason("openedByURL") { detail, _ in
        .event("it was opened with \(detail.words(or: "a URL"))")
    }
    public static let openedByShortcut = Reason("openedByShortcut") { detail, _ in
        .event("it was opened with \(detail.words(or: "a quick action"))")
    }
    public static let openedByActivity = Reason("openedByActivity") { detail, _ in
        .event("it was opened with \(detail.words(or: "an activity"))")
    }
    public static let noAppForDomain = Reason("noAppForDomain") { detail, _ in
        .refusal(
            "no installed app opens pages of \(detail.words(or: "that domain"))",
            change:
                "install one whose Info.plist has it under com.apple.developer.associated-domains, such as applinks:example.com, or has its scheme under CFBundleURLTypes"
        )
    }
    public static let domainNotDeclared = Reason("domainNotDeclared") { detail, _ in
        .refusal(
            "it opens no pages of \(detail.words(or: "that domain"))",
            change:
                "name the domain under com.apple.developer.associated-domains in its Info.plist, such as applinks:example.com, and install it again"
        )
    }
    public static let activityNotDeclared = Reason("activityNotDeclared") { detail, _ in
        .refusal(
            "it doesn't go on with activities of the type \(detail.words(or: "that this one has"))",
            change:
                "name the type under NSUserActivityTypes in its Info.plist, and install it again")
    }
    public static let noAppForScheme = Reason("noAppForScheme") { detail, _ in
        .refusal(
            "no installed app opens URLs of the scheme \(detail.words(or: "that it has"))",
            change: "install one whose Info.plist names the scheme under CFBundleURLTypes")
    }
    public static let schemeNotDeclared = Reason("schemeNotDeclared") { detail, _ in
        .refusal(
            "it opens no URLs of the scheme \(detail.words(or: "that this one has"))",
            change:
                "name the scheme under CFBundleURLTypes, CFBundleURLSchemes in its Info.plist, and install it again"
        )
    }
    public static let noURL = Reason(
        "noURL",
        .refusal(
            "this is no URL with a scheme",
            change: "write one such as notes://today, with no white space in it"))
    public static let noShortcut = Reason(
        "noShortcut",
        .refusal(
            "a quick action has a type, and this is empty", change: "name the action's type"))
    public static let linkTooLong = Reason(
        "linkTooLong",
        .refusal(
            "a URL, the type of a quick action, and an activity with its user info, has at most \(Limits.linkBytes) bytes",
            change: "shorten it"))
    public static let linkNotInFront = Reason(
        "linkNotInFront",
        .refusal(
            "an app opens URLs only while it is in front",
            change: "call open(_:) while the user sees the app"))

    static let ofLinks: [Reason] = [
        .openedByURL, .openedByShortcut, .noAppForScheme, .schemeNotDeclared, .noURL, .noShortcut,
        .linkTooLong, .linkNotInFront, .openedByActivity, .noAppForDomain, .domainNotDeclared,
        .activityNotDeclared,
    ]
}
