extension Limits {
    /// The awake time that an app has for bytes that have come, or for an accessory that was
    /// connected or disconnected (E1); a task extends the time (T1).
    public static let accessoryTime = Interval.seconds(10)
    /// So many wake-ups for accessories may follow one upon the other: a cable that is pulled and
    /// put back, a burst of measurements in pieces.
    public static let accessoryWakeBurst = 10
    /// And one for each of these after that: a sensor that measures once a second, as a heart-rate
    /// monitor does, loses none, and one that never stops sending costs its app at most one a
    /// second. What it sends meanwhile waits in the terminal.
    public static let accessoryWakeInterval = Interval.seconds(1)
    /// Sessions of an app at once: more than things can be plugged into a device.
    public static let accessorySessions = Limits.accessories
    /// Protocols of one accessory, and of one app: what a device speaks in all its versions.
    public static let accessoryProtocols = 32
    /// Bytes of any text that an accessory says of itself: a USB string has at most 126 characters,
    /// in UTF-8 three bytes each.
    public static let accessoryTextBytes = 378
}
