/// Every bound on what goes to the desktop and comes from it, each with its reason.
public enum DesktopLimits {
    /// Characters of a title and of a body: desktops show a few lines.
    public static let titleCharacters = 120
    public static let bodyCharacters = 1_000
    /// Characters of a button's label.
    public static let actionCharacters = 40
    /// Buttons of an app's own in one notification: more isn't shown by any server.
    static let buttons = 4
    /// Unicode scalars in one character: one with a thousand accents is still one character.
    public static let scalarsPerCharacter = 8
    /// Notifications that wait for the desktop at once, and that are kept apart on it: an app has
    /// at most 128 scheduled.
    public static let waiting = 256
    public static let shown = 1_024
    /// Those that the server hasn't answered: dbus-daemon lets a connection wait for 128 answers.
    static let underWay = 16
    /// Seconds for the bus to let us in, and for an answer: more than any desktop that lives takes.
    public static let answerSeconds: UInt64 = 10
    /// Seconds that an end waits for the numbers of notifications that it closes: a server that
    /// lives answers in milliseconds, and who ends the process in a few.
    static let farewellSeconds: UInt64 = 2
    /// Messages of the bus between two looks at what the daemon wants.
    public static let messagesPerTurn = 64
    /// Capabilities that a server names: the standard knows eleven.
    static let capabilities = 64
    /// Bytes of the file that names what is shown: a line for each.
    static let memoryBytes = 128 * 1024
}
