import QuiesceCore

extension Limits {
    /// Seconds for the sound server to answer: one that lives takes milliseconds, and no app waits
    /// for it.
    static let soundAnswerSeconds = 10
    /// Milliseconds until a server that can't be used is tried again, twice as long each time.
    static let soundRetryMilliseconds = 250
    static let soundRetryMillisecondsMost = 60_000
    /// How often a socket that nobody serves is tried: a server makes its socket a moment before it
    /// serves it. One that was left behind by a server that was killed stays as it is until there
    /// is a new one, which is told.
    static let soundRefusalsMost = 6
    /// Questions about clients and streams that are asked before the server has answered: one
    /// answer has some kilobytes.
    static let soundQuestionsUnderWay = 32
    /// Questions in a row, and the milliseconds of rest that the next have to wait for then: an app
    /// that opens and closes streams without end takes at most some thousandths of the machine.
    static let soundQuestionsInARow = 64
    static let soundQuestionsPauseMilliseconds = 50
    /// Streams of one kind that are known: PulseAudio has at most 256 for each sink.
    static let soundStreams = 16_384
    static let soundClients = 16_384
    /// Streams of an app that are measured, those opened last: a player has one or two, and each
    /// costs the server a copy.
    static let soundMeasuredStreams = 8
    /// Peaks that are told in a second of each measured stream: silence counts after seconds, so
    /// few are enough.
    static let soundPeaksEachSecond: UInt32 = 5
    /// Seconds until a measured stream that tells nothing is measured anew, twice as long each
    /// time. A sink that sleeps gives nothing until it wakes up.
    static let soundMeterSeconds = 3
    static let soundMeterSecondsMost = 15
    /// Milliseconds that a measured stream has for its first peak, before the next is measured
    /// anew: it takes some 200.
    static let soundFirstPeakMilliseconds = 1_000
    /// Milliseconds without a louder peak until a stream is told to be silent.
    static let soundSilenceMilliseconds = 1_000
    /// −60 dB: softer is what a converter makes of silence.
    static let soundAudiblePeak: Float = 0.001
}

extension Limits {
    /// Milliseconds until the session bus is tried again to show what plays, twice as long each
    /// time.
    static let playerRetryMilliseconds = 1_000
    static let playerRetryMillisecondsMost = 60_000
}
