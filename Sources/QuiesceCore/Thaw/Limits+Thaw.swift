extension Limits {
    /// A thaw may be later than its schedule says by this part of the program's sleep: a mail
    /// client that asks every ten minutes loses nothing by one more.
    static let thawSlackPart: Int64 = 10
    /// … but by no more than this.
    static let thawSlackMost = Interval.seconds(60)
    /// The most thaws of one program that a forecast lists: a day at one every three minutes.
    static let thawsForeseen = 480

    static func thawSlack(_ every: Interval) -> Interval {
        min(Interval(nanoseconds: every.nanoseconds / thawSlackPart), thawSlackMost)
    }
}
