import QuiesceCore

/// The daemon's own bounds, each with its reason.
extension Limits {
    /// Bytes that wait for an app that doesn't read: a few of the largest datagrams.
    static let appOutboxBytes = 512 * 1024
    /// Bytes that wait for a tool: every decision kept, as rows.
    static let controlOutboxBytes = 8 * 1024 * 1024
    /// Percent of the machine's memory that are available when running apps are warned, when others
    /// are purged, and that are had by it: a tenth is what a large app takes to start.
    static let memoryWarningPercent: UInt64 = 10
    static let memoryCriticalPercent: UInt64 = 5
    static let memoryComfortPercent: UInt64 = 12
    /// Bytes of an app's settings: they are read and written whole for every change.
    static let settingsBytes = 1 << 20
    /// How often settings are read that an app may just be writing, and how far apart.
    static let settingsAttempts = 10
    static let settingsRetryMicroseconds: UInt32 = 10_000
    /// Bytes of a setting's name, and of its value: it comes in one datagram.
    static let settingKeyBytes = 256
    static let settingValueBytes = 16_384
    /// Snapshots that are kept: those of the switcher's apps, and of some that left it.
    static let snapshots = 64
    /// Bytes of the images in one drawing, together: in base64, beside a scene that is all escapes,
    /// they still fit a tool's outbox.
    static let pictureImageBytes = 2 * 1024 * 1024
    /// Characters of a drawing in one datagram: each may take four bytes.
    static let pieceScalars = 8_192
    static let listenBacklog = 256
    /// Connections accepted in one turn of the loop, so that those connected get their turn.
    static let acceptsPerTurn = 16
    /// Connections that wait to be told apart while an app is being started.
    static let unknownPeers = 64
    /// Seconds that killed processes have to go before the daemon stops without them.
    static let clearingSeconds: Int64 = 10
    /// Datagrams read from one app in one turn of the loop: the share of a flooding app. A due
    /// timer waits for sixteen turns, in which all is read that a socket holds of an app's
    /// messages, some 250.
    static let datagramsPerTurn = 16
    /// Tools connected at once; each `log --follow` is one.
    static let controlConnections = 128
    /// Milliseconds that a daemon waits at least for a lock whose holder is dead. A child that the
    /// holder was starting has it until its exec, which takes seconds where the disk is busy.
    static let lockPatienceMilliseconds = 10_000
    /// scrypt's cost: 32 MiB and 0.1–0.2 s for each guess, and for each unlock.
    static let scryptRounds = 1 << 15
    /// Bytes of the key bag: every installed app has some 200 in it.
    static let keyBagBytes = 4 * 1024 * 1024
    /// Threads of one app that ask for its key at once.
    static let keyConnectionsPerApp = 16
    /// Starts without an orderly stop in between that make a crash loop, and within how long.
    static let crashLoopStarts = 5
    static let crashLoopWindowSeconds = 60
    /// Seconds after a daemon's end at which its keeper thaws apps, if no other daemon has come: a
    /// service manager starts one sooner. The thaw takes its time, too, and after two seconds
    /// nothing is frozen.
    package static let thawAfterSeconds = 1
    /// How often a daemon starts a keeper.
    static let keeperStarts = 10
    /// Messages that wait for the transfer agent: one for each transfer of an app that is
    /// uninstalled.
    static let agentOutboxMessages = 100_000
    /// Seconds that the agent has to write down what it holds when the daemon stops.
    static let agentEndSeconds: Int64 = 5
    /// Bytes of the agent's own output, after which its next start begins it anew.
    static let agentLogBytes = 256 * 1024
    /// How often whoever follows transfers is told of changes.
    static let transferRowsMilliseconds = 250
    /// Hours of a forecast: beyond a week nothing is known.
    static let forecastHours = 168
    /// How long interfaces and routes are quiet before the network is looked at: a change makes a
    /// dozen messages.
    static let networkQuietMilliseconds = 300
    /// Sounds that play at once: more are a noise.
    static let soundsAtOnce = 4
    /// Seconds beyond its length that a sound may take: a sound server that sleeps takes a few to
    /// wake up.
    static let soundPatienceSeconds: Int64 = 10
    /// Names that are tried for a finished file whose own is taken.
    static let placeNames = 1_000
    /// Bytes of what a gateway's certificate is checked against: with the rest of the request, a
    /// datagram.
    static let gatewayCertificateBytes = 32 * 1024
    /// Characters of what a gateway, or the agent of it, says: a sentence with a URL in it.
    static let gatewayWordsCharacters = 400
    /// Bytes of the file with the gateway's account: that, the device's own, and a key.
    static let gatewayAccountBytes = 256 * 1024
    /// Milliseconds until the push agent is started again, twice as long each time it ends soon.
    static let pushAgentRestartMilliseconds = 1_000
    static let pushAgentRestartMillisecondsMost = 60_000
    /// How long an agent has run that didn't end soon.
    static let soundAgentSeconds: Int64 = 60
    /// Characters of a push token, of which any gateway has fewer.
    static let pushTokenCharacters = 256
}
