import QuiesceAgent
import QuiescePush

/// An ntfy server: each registration is a topic there, and one request follows all of them.
///
/// The server hands messages on in no certain order, and a request that goes on from a message may
/// miss one that was overtaken. So each goes on from a time: a minute before the last sign of life,
/// which the server gives only once it has sent everything older. Messages since then are known by
/// their ids.
final class NtfyUpstream: Upstream {
    private enum State {
        /// Nobody is registered.
        case off
        case open(NtfyStream, since: UInt64)
        /// In `Monotonic` nanoseconds.
        case waiting(until: UInt64)
    }

    private let url: String
    private let token: String?
    private unowned let host: any UpstreamHost
    private var state = State.off
    private var topics: Set<String> = []
    private var tokens: [String: String] = [:]
    private var splitter = LineSplitter(limit: Limits.ntfyLineBytes)
    private var backoff = Backoff()
    /// In `Monotonic` nanoseconds.
    private var heard: UInt64 = 0
    private var isConnected = false
    private var trouble: String?
    /// Ids in `batch`.
    private var isNew: Set<String> = []
    private(set) var batch = Batch()

    init(url: String, token: String?, host: any UpstreamHost) {
        self.url = url
        self.token = token
        self.host = host
    }

    var deadline: UInt64? {
        switch state {
        case .off: nil
        case .waiting(let until): until
        case .open(let stream, _): min(stream.deadline ?? .max, silence)
        }
    }

    private var silence: UInt64 { heard + Limits.ntfySilenceSeconds * 1_000_000_000 }

    /// Registrations get topics, and the request all of them.
    func update() {
        tokens = [:]
        for registration in host.store.registrations.values {
            if registration.isLeaving {
                host.left(registration.token)
                continue
            }
            if let topic = registration.topic {
                tokens[topic] = registration.token
                continue
            }
            var changed = registration
            let topic = Self.newTopic()
            changed.topic = topic
            changed.endpoint = "\(url)/\(topic)?up=1"
            tokens[topic] = registration.token
            host.change(changed)
        }
        guard Set(tokens.keys) != topics else { return }
        topics = Set(tokens.keys)
        // The old request ends first: from now on nothing of the others is taken in of a time in
        // which a new one's messages aren't heard.
        close()
        backoff.reset()
        open()
    }

    /// ntfy counts such topics against those who follow them, not against who sends.
    private static func newTopic() -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        return "up" + String((0..<12).map { _ in letters.randomElement()! })
    }

    // MARK: The request

    private func open() {
        guard !topics.isEmpty else {
            state = .off
            return host.say(line: "connected")
        }
        host.say(line: "connecting")
        let since = host.store[.ntfySince] ?? "all"
        splitter = LineSplitter(limit: Limits.ntfyLineBytes)
        heard = Monotonic.now
        let stream = NtfyStream(
            "\(url)/\(topics.sorted().joined(separator: ","))/json?since=\(since)", token: token,
            take: { [unowned self] in took($0) },
            ended: { [unowned self] in fail(trouble ?? $0) })
        state = .open(stream, since: heard)
        host.watch(stream.epoll)
        stream.work()
    }

    private func close() {
        if case .open(let stream, _) = state { stream.close() }
        isConnected = false
        trouble = nil
    }

    private func fail(_ why: String) {
        if case .open(_, let since) = state, Monotonic.now - since > 60_000_000_000 {
            backoff.reset()
        }
        close()
        state = .waiting(until: Monotonic.now + backoff.next() * 1_000_000)
        host.say(line: why)
    }

    func work() {
        switch state {
        case .off: break
        case .waiting(let until): if Monotonic.now >= until { open() }
        case .open(let stream, _):
            if Monotonic.now >= silence { return fail("nothing is heard of it any more") }
            stream.work()
        }
    }

    // MARK: What comes

    private func took(_ bytes: UnsafeRawBufferPointer) -> Bool {
        heard = Monotonic.now
        do {
            for line in try splitter.add(bytes) where !line.isEmpty { try take(NtfyLine(line)) }
        } catch is NtfyLine.NotALine {
            trouble = "it sent what no ntfy server sends"
        } catch is LineSplitter.TooLong {
            trouble = "it sent a line of more than \(Limits.ntfyLineBytes) bytes"
        } catch { trouble = "messages that came can't be looked up: \(error)" }
        guard trouble == nil else { return false }
        if !isConnected {
            isConnected = true
            host.say(line: "connected")
        }
        return true
    }

    private func take(_ line: NtfyLine) throws {
        switch line {
        case .other: break
        case .keepalive(let time):
            let safe = time - Limits.ntfyLatenessSeconds
            let last = host.store[.ntfySince].flatMap { Int64($0) }
            // Nothing came since: what is on disk will do.
            guard last.map({ $0 < lastSeen && $0 < safe }) ?? true else { return }
            batch.notes[.ntfySince] = String(safe)
            batch.forgetsBefore = safe
        case .message(let id, let time, let topic, let body):
            guard let token = tokens[topic], !isNew.contains(id), try !host.store.hasSeen(id) else {
                return
            }
            isNew.insert(id)
            lastSeen = max(lastSeen, time)
            batch.seen.append((id, time))
            // Longer ones are files that the server keeps: no connector could read them.
            guard (1...Limits.messageBytes).contains(body.count) else { return }
            batch.messages.append(Message(token: token, id: id, body: body))
        }
    }

    /// The server's seconds of the newest message of this run.
    private var lastSeen: Int64 = .min

    func stored() {
        batch = Batch()
        isNew = []
    }

    func failedToStore(_ why: String) {
        stored()
        fail("messages can't be stored (\(why)); make room on the disk")
    }
}
