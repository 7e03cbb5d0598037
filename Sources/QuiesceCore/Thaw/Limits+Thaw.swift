extension Limits {
    /// A thaw may be later than its schedule says by this part of the program's sleep: a mail
    /// client that asks every ten minutes loses nothing by one more.
    static let thawSlackPart: Int64 = 10
    /// … but by no more than this.
    static let thawSlackMost = Interval.seconds(60)
    /// The most thaws of one program that a forecast lists: a day at one every three minutes.
    static let thawsForeseen = 480

    /// A server that asks its client whether it is there gives up after 20 s in many libraries:
    /// half of that.
    static let trafficPatience = Interval.seconds(10)
    /// A server that waits for less than this expects nobody to be away for a moment.
    static let trafficPatienceLeast = Interval.seconds(1)
    /// Clients ping each half minute or minute, and servers wait for two or three pings.
    static let trafficSleep = ThawSchedule.onTraffic.every
    /// A quarter of it, for servers that drop who is silent for half a minute.
    static let trafficSleepLeast = Interval.seconds(15)

    static func thawSlack(_ every: Interval) -> Interval {
        min(Interval(nanoseconds: every.nanoseconds / thawSlackPart), thawSlackMost)
    }
}
