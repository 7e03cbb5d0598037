import QuiesceCore

extension Limits {
    /// Milliseconds until sources of location are looked for again, twice as long each time that
    /// none answers.
    static let locationRetryMilliseconds = 1_000
    static let locationRetryMillisecondsMost = 60_000
    /// Seconds for the bus to let the daemon in, and for gpsd to say what it is: more than any that
    /// lives takes.
    static let locationAnswerSeconds: UInt64 = 10
    /// Seconds that GeoClue has to give a client: it waits for the agent of the daemon's user
    /// first.
    static let geoClueClientSeconds: UInt64 = 25
    /// Seconds until GeoClue starts: its agent may ask the user first.
    static let geoClueStartSeconds: UInt64 = 120
    /// Messages of the bus served in one turn of the loop.
    static let busMessagesPerTurn = 16
    /// Properties of one of GeoClue's locations: it has eight.
    static let geoClueProperties = 32
    /// Bytes of a line of gpsd, which writes 10,240 at most.
    static let gpsdLineBytes = 64 * 1024
    /// Bytes read from gpsd in one turn of the loop.
    static let gpsdBytesPerTurn = 16 * 1024
    /// Metres that a fix of gpsd may be wrong by when it doesn't say so: it counts on 15 m for a
    /// receiver without corrections, and on twice that for satellites that stand badly.
    static let gpsdAccuracy = 30.0
    /// Characters of what GeoClue says about a refusal: a sentence.
    static let sourceWordsCharacters = 200
}
