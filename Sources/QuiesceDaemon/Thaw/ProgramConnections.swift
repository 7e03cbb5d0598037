import QuiesceCore
import QuiesceLinux

/// The connections of one program that is thawed on traffic, and the news of them. Belongs to the
/// loop's thread.
final class ProgramConnections {
    private let loop: EventLoop
    private let tell: (TrafficNews) -> Void
    private var held: [UInt64: HeldConnection] = [:]
    private var watches: [UInt64: EventLoop.WatchID] = [:]
    /// Bytes that the program had left unread when its connections rested last.
    private var left: [UInt64: Int] = [:]
    /// When data arrived in this sleep, by connection.
    private var arrived: [UInt64: ContinuousClock.Instant] = [:]
    /// Servers that closed a connection while the program slept, and had asked for nothing.
    private var dropped: [[UInt8]: ContinuousClock.Instant] = [:]
    /// The program executes, for its connections' sake.
    private(set) var isThawed = false
    private var thawedAt = ContinuousClock.now
    /// Bytes that had gone to and fro when its connections were looked at last; asleep, before the
    /// program said anything more, as it may have when it is known to be thawed.
    private var moved: [UInt64: Int64] = [:]
    /// Those among them that had come.
    private var received: [UInt64: Int64] = [:]
    /// Bytes that had come when the program was thawed.
    private var receivedAsleep: [UInt64: Int64] = [:]
    private var hasMoved = false
    private var hasSent = false
    /// The last that moved were data for the program, which it may yet answer.
    private var owesAnswer = false
    private var quietLooks = 0
    /// Its connections were looked at in this sleep or an earlier one.
    private var hasBeenTaken = false
    /// It was frozen while it spoke with a server.
    private var wasInterrupted = false

    /// - Parameter tell: hears the news; never before the call that causes it has returned.
    init(loop: EventLoop, tell: @escaping (TrafficNews) -> Void) {
        self.loop = loop
        self.tell = { news in loop.later { tell(news) } }
    }

    deinit { stopWatching() }

    private func stopWatching() {
        for watch in watches.values { loop.unwatch(watch) }
        watches = [:]
    }

    /// The program's connections as they are now, unless some of them can't be known.
    func take(_ all: HeldConnection.Found) {
        let found = all.connections
        let now = ContinuousClock.now
        dropped = dropped.filter { now - $0.value < Limits.trafficAnew }
        for (inode, one) in found where held[inode] == nil {
            if dropped.removeValue(forKey: one.peer) != nil { tell(.connectedAnew) }
        }
        for (inode, watch) in watches where found[inode] == nil {
            loop.unwatch(watch)
            watches[inode] = nil
        }
        // One that is held already stays, as it may be watched.
        held = found.merging(held) { _, mine in mine }.filter { found[$0.key] != nil }
        guard !isThawed else { return }
        if !hasBeenTaken, held.values.contains(where: \.isAmidConversation) {
            wasInterrupted = true
            tell(.arrived)
        }
        hasBeenTaken = true
        moved = held.mapValues(\.moved)
        received = held.mapValues(\.received)
        listen()
        if held.values.allSatisfy(\.listens), !all.areSomeRefused { tell(.hasNone) }
    }

    // MARK: Asleep

    /// The program is frozen: data that arrive are told, once its connections are known.
    func sleep() {
        isThawed = false
        arrived = [:]
    }

    private func listen() {
        for (inode, one) in held where watches[inode] == nil {
            // The first call says what is there already.
            watches[inode] = try? loop.watch(
                one.file.descriptor.number, for: [.readable, .peerClosed, .onChange]
            ) { [unowned self] in heard(inode, $0) }
        }
    }

    private func heard(_ inode: UInt64, _ readiness: EventLoop.Readiness) {
        guard let one = held[inode] else { return }
        let came = one.received
        let hasSaidNothing = one.moved - came <= (moved[inode] ?? 0) - (received[inode] ?? 0)
        if hasSaidNothing { (moved[inode], received[inode]) = (one.moved, came) }
        let now = ContinuousClock.now
        if one.unread > left[inode] ?? 0, arrived[inode] == nil {
            if arrived.isEmpty { tell(.arrived) }
            arrived[inode] = now
        }
        guard !readiness.isDisjoint(with: [.peerClosed, .hangUp, .failed]) else { return }
        if let watch = watches.removeValue(forKey: inode) { loop.unwatch(watch) }
        if let asked = arrived[inode], now - asked > Limits.trafficWaited {
            let waited = (now - asked) / .milliseconds(1)
            tell(.gaveUp(after: .milliseconds(Int64(waited))))
        } else {
            dropped[one.peer] = now
        }
    }

    // MARK: Thawed

    func wake() {
        stopWatching()
        isThawed = true
        thawedAt = ContinuousClock.now
        // It may have answered before it was known to be thawed.
        let now = held.mapValues(\.moved)
        receivedAsleep = received
        let came = held.mapValues(\.received)
        hasSent = hasAnswered(now, came)
        (moved, received) = (now, came)
        owesAnswer = wasInterrupted || held.contains { $0.value.unread > left[$0.key] ?? 0 }
        (hasMoved, wasInterrupted, quietLooks) = (false, false, 0)
    }

    /// - Returns: whether something has moved, so that there may be new connections.
    func look() -> Bool {
        let now = held.mapValues(\.moved)
        let isUnderWay = held.values.contains(where: \.awaitsAcknowledgement)
        if now != moved || isUnderWay {
            let came = held.mapValues(\.received)
            let hasAnswered = hasAnswered(now, came)
            hasSent = hasSent || hasAnswered || isUnderWay
            owesAnswer = !hasAnswered && !isUnderWay && (owesAnswer || came != received)
            (moved, received) = (now, came)
            (hasMoved, quietLooks) = (true, 0)
            return true
        }
        guard !isAboutToRead else { return false }
        quietLooks += 1
        if quietLooks == enoughLooks {
            left = held.mapValues(\.unread)
            tell(.rests)
        }
        return false
    }

    /// Whether the program has said something since its connections were looked at.
    private func hasAnswered(_ now: [UInt64: Int64], _ came: [UInt64: Int64]) -> Bool {
        now.contains { key, bytes in
            bytes - (moved[key] ?? 0) > (came[key] ?? 0) - (received[key] ?? 0)
        }
    }

    private var enoughLooks: Int {
        let wasAnswered = received.contains { $0.value > receivedAsleep[$0.key] ?? 0 }
        if hasSent, wasAnswered { return Limits.trafficConversationLooks }
        if owesAnswer { return Limits.trafficUnansweredLooks }
        return hasMoved ? Limits.trafficQuietLooks : Limits.trafficSilentLooks
    }

    private var isAboutToRead: Bool {
        ContinuousClock.now - thawedAt < Limits.trafficUnread
            && held.contains { $0.value.unread > left[$0.key] ?? 0 }
    }
}
