import QuiesceCore

extension Limits {
    /// Bytes of a scenario file. A month of fifty apps, written out, is a tenth of it.
    public static let scenarioFileBytes = 1 << 20
    /// Things that happen in one scenario, repetitions written out: 48 bytes each in memory.
    public static let scenarioEvents = 1_000_000
    /// Days that a scenario lasts: ten years.
    public static let scenarioDays: Int64 = 3_660
    /// Pushes of one event.
    public static let scenarioPushesAtOnce = 1_000
    /// Messages of one flood: enough that the daemon hangs up on the app.
    public static let scenarioFlood = 10_000
    /// Processes that an app of a scenario leaves behind.
    public static let scenarioForks = 100
    /// Mistakes that are reported at once: the rest often follow from the first.
    public static let scenarioProblems = 20
    /// Lists and maps inside one another: the parser calls itself for each, on the caller's stack.
    static let scenarioBrackets = 16
    static let scenarioIndentation = 64
}
