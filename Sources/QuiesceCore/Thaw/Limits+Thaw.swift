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

    /// A program is tried awake for so long: as long as its longest sleep without data.
    package static let awakeTrial = Interval.seconds(60)
    /// A trial is looked at so often, so that a busy program's ends early.
    package static let awakeLook = Interval.seconds(5)
    /// Less than this in a minute, three thousandths of a processor, is worth no trial, which may
    /// take as much again: an idle Chromium takes 40 to 110 ms frozen and three times that awake.
    static let awakeTrialLeast = Interval.milliseconds(180)
    /// A program that is left awake is frozen again when it takes more than this many halves of its
    /// use frozen: use is uneven.
    static let awakeHalvesMost: Int64 = 3
    /// A trial that failed isn't repeated sooner, as it has cost a minute's use.
    static let awakeTrialPause = Interval.seconds(600)
    /// … and, each time twice as long, no later than this.
    static let awakeTrialPauseMost = Interval.seconds(4 * 3_600)

    static func thawSlack(_ every: Interval) -> Interval {
        min(Interval(nanoseconds: every.nanoseconds / thawSlackPart), thawSlackMost)
    }
}
