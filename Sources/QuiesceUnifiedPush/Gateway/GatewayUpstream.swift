import Foundation
import QuiesceAgent
import QuiesceAgentProtocol
import QuiesceCrypto
import QuiescePush

/// A push gateway, which the distributor joins as a device of its own: each registration is a topic
/// there, whose token is the end of an endpoint.
final class GatewayUpstream: Upstream {
    /// The outcome of joining, as it is kept.
    private struct Membership: Codable {
        var device: String
        var certificate: String
    }

    private let url: String
    private let publicURL: String
    private let authority: String
    private unowned let host: any UpstreamHost
    private var line: GatewayLine!
    private var joining: Joining?
    /// In `Monotonic` nanoseconds: when the gateway is asked again.
    private var retry: UInt64?
    private var backoff = Backoff()
    private var last: UInt64
    private var acknowledgements: [UInt64] = []
    private(set) var batch = Batch()

    /// - Parameter publicURL: where senders reach the gateway.
    init(url: String, publicURL: String, authority: String, host: any UpstreamHost) {
        self.url = url
        self.publicURL = publicURL
        self.authority = authority
        self.host = host
        last = host.store[.gatewaySequence].flatMap { UInt64($0) } ?? 0
        line = GatewayLine(
            say: { [unowned self] in heard($0) },
            isDaemonBehind: { [unowned self] in
                batch.messages.count >= Limits.messagesAtOnce
            },
            watch: { [unowned self] in self.host.watch($0) })
        retry = 0
    }

    var deadline: UInt64? {
        [line.deadline, joining?.deadline, retry].compactMap { $0 }.min()
    }

    func work() {
        if let retry, Monotonic.now >= retry {
            self.retry = nil
            connect()
        }
        line.work()
        joining?.work()
        if joining?.isOver == true { joining = nil }
    }

    // MARK: The line

    private func connect() {
        host.say(line: "connecting")
        guard let key = host.store[.gatewayKey] else { return join() }
        let text = host.store[.gatewayAccount].map { Data($0.utf8) }
        guard let text, let known = try? JSONDecoder().decode(Membership.self, from: text) else {
            return join()
        }
        let account = GatewayAccount(
            url: url, authority: authority, device: known.device, certificate: known.certificate,
            key: key)
        line.connect(account, last: last)
    }

    private func join() {
        // The key is on disk before the gateway has it: by the same key we are the same device.
        let key = host.store[.gatewayKey] ?? P256PrivateKey().pem
        do { try host.store.set([.gatewayKey: key]) } catch {
            return tryLater("its key can't be stored (\(error)); make room on the disk")
        }
        let made = Joining(
            url: url, authority: authority, key: key, name: "UnifiedPush",
            say: { [unowned self] in heard($0) })
        joining = made
        host.watch(made.epoll)
        made.work()
    }

    private func tryLater(_ why: String) {
        host.say(line: why)
        retry = Monotonic.now + backoff.next() * 1_000_000
    }

    private func heard(_ report: PushReport) {
        switch report {
        case .registered(let device, let certificate):
            do {
                let known = Membership(device: device, certificate: certificate)
                let text = String(decoding: try JSONEncoder().encode(known), as: UTF8.self)
                try host.store.set([.gatewayAccount: text])
                backoff.reset()
                retry = 0
            } catch { tryLater("its answer can't be stored (\(error)); make room on the disk") }
        case .notRegistered(let why): tryLater(why)
        case .connected:
            host.say(line: "connected")
            // It may have lost tokens, and whatever waited to be asked for was forgotten.
            ask(again: true)
        case .disconnected(let why): host.say(line: why)
        case .issued(let topic, let token): issued(topic, token)
        case .refused(_, let why): host.say(trouble: "the gateway gives no endpoint: \(why)")
        case .retired(let topic):
            if let registration = registration(topic), registration.isLeaving {
                host.left(registration.token)
            }
        case .received(let push): received(push)
        case .ready: break
        }
    }

    private func registration(_ topic: String) -> Registration? {
        host.store.registrations.values.first { $0.topic == topic }
    }

    // MARK: Registrations

    func update() { ask(again: false) }

    private func ask(again: Bool) {
        for registration in host.store.registrations.values {
            guard let topic = registration.topic else {
                if registration.isLeaving {
                    host.left(registration.token)
                    continue
                }
                var changed = registration
                let topic = WebPushTopic.new(vapid: registration.vapid)
                changed.topic = topic
                host.change(changed)
                line.ask(.request(topic: topic))
                continue
            }
            if registration.isLeaving {
                line.ask(.retire(topic: topic))
            } else if registration.endpoint == nil || again {
                line.ask(.request(topic: topic))
            }
        }
    }

    private func issued(_ topic: String, _ token: String) {
        let endpoint = "\(publicURL)/webpush/\(token)"
        guard var changed = registration(topic), !changed.isLeaving, changed.endpoint != endpoint
        else { return }
        changed.endpoint = endpoint
        changed.isAnnounced = false
        host.change(changed)
    }

    // MARK: Messages

    private struct Payload: Decodable {
        var webpush: Data
    }

    private func received(_ push: ReceivedPush) {
        acknowledgements.append(push.sequence)
        // It comes again when our acknowledgement was lost.
        guard push.sequence > last else { return }
        last = push.sequence
        batch.notes[.gatewaySequence] = String(last)
        // A provider's push to such a topic is nothing for a connector.
        guard let registration = registration(push.topic), !registration.isLeaving,
            let payload = try? JSONDecoder().decode(Payload.self, from: Data(push.payload.utf8)),
            (1...Limits.messageBytes).contains(payload.webpush.count)
        else { return }
        batch.messages.append(
            Message(token: registration.token, id: push.id, body: [UInt8](payload.webpush)))
    }

    func stored() {
        batch = Batch()
        guard !acknowledgements.isEmpty else { return }
        line.acknowledge(acknowledgements)
        acknowledgements = []
        line.goOn()
    }

    func failedToStore(_ why: String) {
        batch = Batch()
        acknowledgements = []
        last = host.store[.gatewaySequence].flatMap { UInt64($0) } ?? 0
        line.disconnect()
        tryLater("messages can't be stored (\(why)); make room on the disk")
    }
}
