import Foundation
import Logging
import QuiesceAgentProtocol
import QuiesceAnswers
import QuiesceCore
import QuiesceCrypto
import QuiesceShell
import QuiesceWire

/// Pushes from a gateway: the account there, and the agent that keeps the line to it while there is
/// one. Belongs to the loop's thread.
final class PushService: DaemonService {
    private let device: Device
    private let loop: EventLoop
    private let worker: Worker
    private let logger: Logger
    private let deviceID: String
    private let file: GatewayAccountFile
    private var account: GatewayAccount?
    private var agent: AgentProcess<PushOrder, PushReport>!
    private var timer: PeriodicTimer!
    private var line = GatewayLineState()
    private var joining: Joining?
    /// The sequences acknowledged in this turn of the loop.
    private var acknowledged: [UInt64] = []
    private var restart = AgentRestart()
    private var backoff = PushBackoff()
    private var isStopped = true
    private let accountNotes: [String]
    private let agentNotes: [String]

    /// - Parameter worker: the agent is started there, and the account written.
    init(
        _ directory: StateDirectory, isRoot: Bool, device: Device, loop: EventLoop, worker: Worker,
        logger: Logger
    ) throws {
        self.device = device
        self.loop = loop
        self.worker = worker
        self.logger = logger
        deviceID = directory.deviceID
        file = GatewayAccountFile(directory: directory.descriptor(of: .gateway))
        let (account, note) = try file.load()
        self.account = account
        let program = AgentProgram.find(AgentProgram.pushes)
        let (user, agentNotes) = AgentUser.choose(
            for: .pushes, of: directory, program: program, isWanted: isRoot)
        self.agentNotes = agentNotes
        accountNotes = [note].compactMap { $0 }
        timer = try PeriodicTimer(loop: loop) { [unowned self] in timeIsUp() }
        agent = AgentProcess(
            AgentLaunch(
                name: AgentProgram.pushes, program: program, folder: nil, user: user,
                log: "\(directory.path)/\(AgentProgram.pushes).log"),
            loop: loop, worker: worker, logger: logger,
            heard: { [unowned self] in heard($0) }, ended: { [unowned self] in ended($0) })
    }

    /// For the owner. The agent runs only for a device that has joined a gateway.
    var notes: [String] { accountNotes + (account == nil ? [] : agentNotes) }

    // MARK: The device's life

    /// The first that the core hears of pushes after a start; connects.
    func begin() {
        isStopped = false
        device.take(.pushService(.account(account?.name)))
        connect()
    }

    /// The device ends or restarts.
    func end() {
        guard !isStopped else { return }
        isStopped = true
        loseLine()
        joining?.reply(Refusals.stopping)
        joining = nil
        timer.stop()
        agent.stop()
    }

    /// Waits for that.
    func shutdown() { agent.shutdown() }

    /// The network is another one, or is back: the agent needn't wait any longer.
    func networkCame() {
        guard !isStopped, let account, agent.pid != nil, !line.isHeldBack else { return }
        agent.tell(connection(of: account), nil)
    }

    // MARK: What the core wants

    var port: PushPort {
        PushPort(
            requestToken: { [unowned self] in agent.tell(.requestToken(topic: $0.topic), nil) },
            retireToken: { [unowned self] in agent.tell(.retireToken(topic: $0.topic), nil) },
            acknowledge: { [unowned self] in acknowledge($0) },
            backOff: { [unowned self] in backOff($0) })
    }

    private func acknowledge(_ sequence: UInt64) {
        backoff.isOver()
        acknowledged.append(sequence)
        guard acknowledged.count == 1 else { return }
        loop.later { [self] in
            agent.tell(.acknowledge(acknowledged), nil)
            acknowledged.removeAll(keepingCapacity: true)
        }
    }

    private func backOff(_ why: String) {
        guard !isStopped else { return }
        logger.warning("a push couldn't be stored (\(why)); the gateway keeps it")
        agent.tell(.disconnect, nil)
        loseLine()
        line.holdBack("pushes can't be stored (\(why)); the gateway sends them again later")
        timer.start(milliseconds: Int(backoff.next().nanoseconds / 1_000_000))
    }

    private func connection(of account: GatewayAccount) -> PushOrder {
        .connect(account, last: device.machine.pushSequence(of: account.name))
    }

    // MARK: The line

    private func connect() {
        guard let account, !isStopped else { return }
        line.connecting()
        if agent.pid == nil { agent.start() } else { agent.tell(connection(of: account), nil) }
    }

    /// The core hears that there is no line any more, if there was one.
    private func loseLine() {
        device.endPushLine()
        if line.isConnected { device.take(.pushService(.disconnected)) }
        line.end()
    }

    private func timeIsUp() {
        timer.stop()
        connect()
        if joining != nil { agent.start() }
    }

    private func heard(_ report: PushReport) {
        guard !isStopped else { return }
        switch report {
        case .ready:
            if let account { agent.tell(connection(of: account), nil) }
            if let joining { agent.tell(joining.order, nil) }
        case .registered(let name, let certificate): registered(name, certificate)
        case .notRegistered(let why):
            finishJoining(
                GatewayRefusal(
                    reason: "gatewayRefused",
                    message: "not joined: \(why.printable(atMost: Limits.gatewayWordsCharacters))"))
        case .connected:
            guard account != nil, !line.isHeldBack else { return }
            if line.isConnected { loseLine() }
            line.connected()
            device.take(.pushService(.connected))
        case .disconnected(let why):
            guard !line.isHeldBack else { return }
            loseLine()
            line.away(why.printable(atMost: Limits.gatewayWordsCharacters))
        case .issued(let topic, let token): issued(topic, token)
        case .refused(let topic, let why):
            guard let address = PushAddress(topic: topic) else { return }
            device.take(
                .pushService(
                    .refused(address, why: why.printable(atMost: Limits.gatewayWordsCharacters))))
        case .retired(let topic):
            guard let address = PushAddress(topic: topic) else { return }
            device.take(.pushService(.retired(address)))
        case .received(let push):
            // Otherwise of a line that was given up: it comes again on the next.
            if line.isConnected { device.receive(push) }
        }
    }

    private func issued(_ topic: String, _ token: String) {
        guard let address = PushAddress(topic: topic) else { return }
        let isOne =
            !token.isEmpty && token.count <= Limits.pushTokenCharacters
            && token.count.isMultiple(of: 2) && token.allSatisfy { $0.isASCII && $0.isHexDigit }
        device.take(
            .pushService(
                isOne
                    ? .issued(address, token: token)
                    : .refused(address, why: "the gateway answered without a valid token")))
    }

    private func ended(_ status: ExitStatus?) {
        loseLine()
        guard !isStopped else { return }
        finishJoining(
            GatewayRefusal(
                reason: "agentFailed",
                message: "\(AgentProgram.pushes) ended; see its log in the device's folder"))
        guard account != nil else { return }
        line.away("\(AgentProgram.pushes) ended; it is started again")
        timer.start(milliseconds: restart.next(at: LinuxClock.now().instant))
    }

    // MARK: Joining and leaving

    private struct Joining {
        var url: String
        var authority: String
        var key: String
        var name: String
        var reply: (GatewayRefusal?) -> Void

        var order: PushOrder {
            .register(url: url, authority: authority, key: key, name: name)
        }
    }

    /// - Parameters:
    ///   - certificate: PEM, what the gateway's own is checked against.
    ///   - reply: nil: the device has joined.
    func join(_ url: String, certificate: String, reply: @escaping (GatewayRefusal?) -> Void) {
        guard joining == nil else { return reply(Refusals.joining) }
        let address: GatewayAddress
        do throws(GatewayAddress.Wrong) {
            address = try GatewayAddress(url)
        } catch {
            return reply(GatewayRefusal(reason: "malformed", message: error.message))
        }
        guard certificate.utf8.count <= Limits.gatewayCertificateBytes,
            certificate.contains("-----BEGIN CERTIFICATE-----")
        else { return reply(Refusals.noCertificate) }
        joining = Joining(
            url: address.url, authority: certificate,
            key: P256PrivateKey().pem, name: "Quiesce \(deviceID)",
            reply: reply)
        if agent.pid == nil { agent.start() } else if let joining { agent.tell(joining.order, nil) }
    }

    private func registered(_ device: String, _ certificate: String) {
        guard let joining else { return }
        let account = GatewayAccount(
            url: joining.url, authority: joining.authority, device: device,
            certificate: certificate, key: joining.key)
        let file = file
        loop.perform(on: worker) {
            Result { try file.store(account) }
        } then: { [self] result in
            guard !isStopped else { return }
            switch result {
            case .success:
                use(account)
                finishJoining(nil)
            case .failure(let error):
                finishJoining(
                    GatewayRefusal(
                        reason: "noSpace",
                        message: "not joined: the account can't be saved: \(error)"))
            }
        }
    }

    private func finishJoining(_ refusal: GatewayRefusal?) {
        guard let joining else { return }
        self.joining = nil
        joining.reply(refusal)
        if account == nil { agent.stop() }
    }

    func leave(reply: @escaping (GatewayRefusal?) -> Void) {
        guard account != nil else { return reply(Refusals.notJoined) }
        guard joining == nil else { return reply(Refusals.joining) }
        let file = file
        loop.perform(on: worker) {
            Result { try file.remove() }
        } then: { [self] result in
            guard !isStopped else { return }
            if case .failure(let error) = result {
                return reply(
                    GatewayRefusal(
                        reason: "ioFailed", message: "the account could not be removed: \(error)"))
            }
            use(nil)
            reply(nil)
        }
    }

    /// Another account, which is on disk.
    private func use(_ account: GatewayAccount?) {
        agent.tell(.disconnect, nil)
        loseLine()
        timer.stop()
        self.account = account
        device.take(.pushService(.account(account?.name)))
        if account == nil, joining == nil { agent.stop() }
        connect()
    }

    // MARK: For tools

    var row: GatewayRow {
        var row = GatewayRow(state: account == nil ? "none" : line.word)
        row.url = account?.url
        row.device = account?.device
        if account != nil {
            row.since = line.since.iso8601
            row.why = line.why
        }
        for app in device.machine.views.map(\.manifest.id) {
            for type in PushType.allCases {
                guard let token = device.machine.pushToken(of: app, type) else { continue }
                row.tokens[PushAddress(app, type).topic] = token
            }
        }
        return row
    }
}

/// Why a device doesn't join a gateway, or leave it.
struct GatewayRefusal {
    /// A stable word.
    var reason: String
    /// One line: what, why, what to do.
    var message: String
}

private enum Refusals {
    static let joining = GatewayRefusal(
        reason: "joining", message: "the device is joining a gateway at the moment; try again")
    static let noCertificate = GatewayRefusal(
        reason: "malformed",
        message:
            "the file holds no certificate in PEM form (\"-----BEGIN CERTIFICATE-----\"); `quiesce-gateway init` prints where the gateway's is"
    )
    static let notJoined = GatewayRefusal(
        reason: "notJoined", message: "the device has joined no gateway")
    static let stopping = GatewayRefusal(
        reason: Reason.shuttingDown.rawValue, message: "the device is shutting down")
}

extension GatewayAccount {
    /// Names the account for the core: two gateways may give the same name.
    fileprivate var name: String { "\(device) \(url)" }
}
