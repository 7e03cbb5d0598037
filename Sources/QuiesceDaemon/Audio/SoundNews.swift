/// A stream of the sound server: it plays (a sink input), or it records (a source output). Its
/// number is its own while the server lives.
struct SoundStreamID: Sendable, Hashable {
    enum Kind: Sendable, Hashable, CaseIterable {
        case plays, records
    }

    var kind: Kind
    var number: UInt32
}

/// A stream's state, as the server reports it.
struct SoundStreamState: Sendable, Hashable {
    /// nil: none, as for those that the server opened by itself.
    var client: UInt32?
    /// It is paused.
    var isCorked: Bool
    var isMuted: Bool
    /// Its volume is above 0.
    var isUp: Bool
}

/// How loud a measured stream is.
enum SoundLevel: Sendable, Hashable {
    /// Nothing has come of it yet, or it can't be measured.
    case unknown
    /// It was louder than −60 dB within the last second.
    case loud
    case silent
}

/// News of the sound server, in order.
enum SoundNews: Sendable, Hashable {
    /// It answers, and all that it has now was told. Once for each connection.
    case there(name: String)
    /// It is of no more use: the last of a connection.
    case gone(SoundLoss)
    /// A client is there, or has changed.
    /// - pid: as it says itself; nil: it doesn't, or is another machine's.
    case client(UInt32, pid: Int32?)
    case clientGone(UInt32)
    case stream(SoundStreamID, SoundStreamState)
    case streamGone(SoundStreamID)
    case level(UInt32, SoundLevel)
    /// The server has answered an order to mute or unmute.
    case muteAnswered(UInt32)
    /// It has more than is kept. Once for each connection.
    case tooMany
}

/// Why a connection has ended.
enum SoundLoss: Sendable, Hashable {
    /// Nobody serves the socket.
    case refused
    case failed(String)
}

/// News of a connection, which all have their numbers: what is on its way when one ends isn't of
/// the next.
struct HeardSound: Sendable, Hashable {
    var life: Int
    var news: SoundNews
}
