/// Every bound of the portal's backend, each with its reason.
package enum PortalLimits {
    /// Seconds in which the user answers a question: as long as one looks at a desktop before one
    /// is elsewhere.
    package static let answerSeconds: UInt64 = 60
    /// Seconds without work after which a process that nobody follows ends.
    package static let idleSeconds: UInt64 = 60
    /// Seconds for which a call waits for the first news of the device: a hung daemon holds up no
    /// portal.
    static let firstNewsSeconds: UInt64 = 2
    /// Questions at once: a screen has no room for more.
    static let questions = 32
    /// Calls that wait for the answer to one question, or for the first news.
    static let waiters = 64
    /// Answers that are remembered: more apps than anybody has.
    static let answers = 4_096
    /// Bytes of their file.
    static let answerBytes = 2 << 20
    /// Bytes of an app's id; the name of a file has 255.
    static let idBytes = 200
    /// The portal takes commands of 100 words, and a sandbox adds some.
    static let commandWords = 256
    /// Bytes of all words of a command.
    static let commandBytes = 64 << 10
    /// Choices of one dialog.
    static let choices = 64
    /// Bytes of a desktop entry that is looked into.
    static let entryBytes = 256 << 10
    /// Desktop entries that are looked into.
    static let entries = 2_048
    /// Milliseconds for which decisions are gathered before the device is asked.
    static let gatherMilliseconds: Int32 = 100
}
