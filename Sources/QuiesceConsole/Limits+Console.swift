/// The bounds of the console, each with its reason.
package enum ConsoleLimits {
    /// Connections at a time. Ten viewers have a line each, and a browser loads a page over six.
    package static let connections = 96
    /// Those of them that haven't shown that they belong to a page. Whoever has no token can't take
    /// all.
    package static let strangers = 32
    /// Bytes of a request's head. A browser's has some 1,000.
    package static let headBytes = 16_384
    /// Seconds until the head must be complete, and a request answered. All are on this machine.
    package static let requestSeconds = 10
    /// Bytes of a request's body: a token.
    package static let bodyBytes = 1_024
    /// Bytes of a page's message. The longest has a push's payload, escaped.
    package static let messageBytes = 65_536
    /// Bytes that wait for one side of a connection before the other isn't read any more.
    package static let waitingBytes = 262_144
    /// Seconds for which a client may take nothing of the bytes that wait for it.
    package static let stallSeconds = 30
    /// Seconds for which a client may be sent the rest of its answer after the connection's end.
    package static let lingerSeconds = 1
    /// Devices side by side. Each has a line of its own in each browser.
    package static let devices = 8
    /// Pages that are connected.
    package static let viewers = 32
    /// Browsers that have come in; the one that came first is forgotten for one more.
    package static let sessions = 32
    /// Links that nobody has used.
    package static let links = 8
    /// Commands of a page that are under way; its next message waits for one of them.
    package static let commands = 8
    /// Answers that wait for a page. One that gives commands and reads nothing is ended.
    package static let answers = 512
    /// Words of a command.
    package static let words = 64
    /// Rows of the log that wait for a page; the oldest are left out, and the page says so.
    package static let logRows = 1_000
    /// Rows of the log that a page begins with.
    package static let firstLogRows = 300
    /// Timelines that pages may still load. Each takes a megabyte, and one that a page shows is one
    /// of the newest.
    package static let timelines = 4
    /// Bytes of a picture. A larger one would be late anyway.
    package static let pictureBytes = 16 << 20
    /// Seconds after which a page that says nothing counts as one that nobody looks at. It says
    /// something three times as often.
    package static let silentSeconds = 60
}
