extension Limits {
    /// Sockets of an app that are kept at a time: one or two to a service, for some services. Each
    /// is a descriptor of the daemon.
    public static let keptSocketsPerApp = 32
    /// Awake time that an app has for what arrived: as other wake-ups that only tell it something
    /// (E1, B1).
    public static let voipTime = Interval.seconds(10)
    /// Bytes of a voip push's payload, as APNs allows.
    public static let voipPayloadBytes = 5_120
    /// Awake time that an app has for a voip push: as other pushes (R2).
    public static let voipPushTime = Interval.seconds(30)
    /// Seconds between calls of a keep-alive handler (V2): more than a week is cut to that.
    static let keepAliveSecondsMost = 604_800.0
    /// A keep-alive handler is called up to this part of its interval early, with what else is due.
    static let keepAliveSlackPart: Int64 = 4
    /// Time between wake-ups for traffic that an app has for ever: a server that says something
    /// more often keeps the device awake.
    public static let voipWakePause = Interval.seconds(6)
    /// Time whose wake-ups for traffic an app may have at once: twenty, as a call that comes in
    /// takes some messages.
    public static let voipWakesInAdvance = Interval.seconds(6 * 19)
    /// Wake-ups in a row that brought nothing new, up to which the pause between them doubles: then
    /// it is two hours.
    public static let voipWakesInVain = 10
    /// Before an app that ended is launched again for the first time (V6).
    public static let voipRelaunchPause = Interval.seconds(1)
    /// The longest pause, for one that ends again and again.
    public static let voipRelaunchPauseMost = Interval.seconds(900)
    /// An app that lived for so long begins with the shortest pause again.
    public static let voipPeace = Interval.seconds(600)
}
