import QuiesceCore

extension Limits {
    /// Connections of one program that are watched: a browser has some dozens.
    static let trafficConnections = 512
    /// A thawed program's connections are looked at so often: most answers are sent within
    /// milliseconds, and each look costs a few microseconds a connection.
    static let trafficLookMicroseconds: UInt64 = 50_000
    /// So many looks in a row that find nothing new say that the connections rest, once the program
    /// has answered: each more has a browser do more of what it has put off. Data on their way are
    /// something new; who is answered in turn is left more time, below.
    static let trafficQuietLooks = 1
    /// As many while nothing has moved: it was thawed for what it may have to say.
    static let trafficSilentLooks = 2
    /// As many while the last that moved were data that the program hasn't answered: it may take
    /// its time, and would be asked again in a minute only.
    static let trafficUnansweredLooks = 20
    /// As many once the program has spoken and was answered: a mail client waits for two seconds
    /// before it asks its server to tell of new mails (IDLE), and frozen earlier would be told
    /// nothing.
    static let trafficConversationLooks = 60
    /// The same for a program that is frozen as it was left.
    static let trafficConversation = Duration.seconds(3)
    /// The kernel's times of what went to and fro are as coarse as this.
    static let trafficTimes = Duration.milliseconds(10)
    /// Data that a thawed program hasn't read for so long are left: a paused film's, for instance.
    static let trafficUnread = Duration.seconds(2)
    /// A server that sent something and closed its connection no sooner than this has waited.
    static let trafficWaited = Duration.seconds(1)
    /// A program that connects again to a server no later than this after it was dropped did so
    /// for that.
    static let trafficAnew = Duration.seconds(300)
}
