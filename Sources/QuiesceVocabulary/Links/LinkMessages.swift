// The links with which an app is opened, besides notifications, and with which it opens another.

/// The link with which the user, or an app, opens an app.
// derive: tag=kind
public enum AppLink: Sendable, Hashable {
    /// A URL of a scheme that the app has declared. `source`: the id of the app that asked for it;
    /// nil: none did.
    case url(String, source: String?)
    /// One of the app's quick actions, by its own word for it.
    // json: shortcut=type
    case shortcut(String)
    /// Something that the user goes on with: a page of a domain that the app has declared, or an
    /// activity of one of its types.
    indirect case activity(AppActivity)
}

/// An app's request about others.
// derive: tag=action
public enum LinkRequest: Sendable, Hashable {
    /// Another app, or itself, is to come to the front with a URL. The answer is a
    /// `link` call, `answered`. `universalLinksOnly`: only one that has declared the URL's domain.
    // json: open=url, universalLinksOnly unless false
    case open(String, universalLinksOnly: Bool = false)
}

/// A callback about what an app is opened with, or opens.
// derive: tag=kind
public enum LinkCallback: Sendable, Hashable {
    /// The app comes to the front with this, or is there.
    // json: opened=link
    case opened(AppLink)
    /// Whether the URL of an earlier request is opened.
    case answered(request: UInt64, opened: Bool)
}
