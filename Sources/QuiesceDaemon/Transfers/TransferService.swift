import Foundation
import Glibc
import Logging
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Transfers on Linux: the agent's process, its folder, and the files that it and apps hand to each
/// other. Belongs to the loop's thread.
final class TransferService: DaemonService {
    private let folder: TransferFolder
    private let containers: CInt
    private let users: AppUsers?
    private let device: Device
    private let loop: EventLoop
    /// Files may have to be copied: nothing else waits for that.
    private let worker: Worker
    private let logger: Logger
    private let program: AgentProgram?
    private let uploads: UploadFiles
    private let placing: FilePlacing
    private var agent: AgentProcess<MessageToAgent, MessageFromAgent>!
    let notes: [String]

    /// - Parameter spawner: starts the agent's process.
    init(
        _ directory: StateDirectory, users: AppUsers?, device: Device, loop: EventLoop,
        spawner: Worker, logger: Logger
    ) throws {
        self.users = users
        self.device = device
        self.loop = loop
        self.logger = logger
        worker = try Worker(name: "quiesce-files")
        program = AgentProgram.find(AgentProgram.transfers)
        let (user, notes) = AgentUser.choose(
            for: .transfers, of: directory, program: program, isWanted: users != nil)
        self.notes = notes
        folder = try TransferFolder(
            home: directory.descriptor, at: directory.path, user: user)
        containers = directory.descriptor(of: .containers)
        uploads = UploadFiles(
            containers: containers, containersPath: directory.path(of: .containers),
            owner: { [users] in users?.user(of: $0).uid })
        placing = FilePlacing(transfers: folder.descriptor, agent: user?.uid)
        agent = AgentProcess(
            AgentLaunch(
                name: AgentProgram.transfers, program: program, folder: folder.path, user: user,
                log: "\(directory.path)/\(AgentProgram.transfers).log"),
            loop: loop, worker: spawner, logger: logger,
            heard: { [unowned self] in heard($0) },
            ended: { [unowned self] in self.device.agentEnded($0) })
    }

    private func heard(_ message: MessageFromAgent) {
        if case .unusable(let why) = message {
            logger.error("the transfer agent can't work: \(why.printable)")
        }
        device.heard(message)
    }

    var port: TransferPort {
        TransferPort(
            startAgent: { [unowned self] in
                forgetUnknownBytes()
                agent.start()
            },
            tell: { [unowned self] in tell($0, $1) },
            place: { [unowned self] in place($0, $1, $2) },
            unplace: { [unowned self] in unplace($0, from: $1) },
            upload: { [unowned self] in uploads.look($0, $1) })
    }

    /// Where there are transfers.
    func report(in status: inout DeviceStatus) {
        let views = device.machine.transferViews
        guard !views.isEmpty else { return }
        status.transfers = TransferStatus(
            agent: agent.pid.map { Int($0) },
            running: views.count { $0.runningAttempt != nil },
            waiting: views.count { $0.transfer.stage == .queued && $0.runningAttempt == nil },
            total: views.count)
    }

    /// Deletes what an earlier daemon left of transfers that nobody knows.
    func takeOver(keeping _: Set<AppID>) {
        forgetUnknownBytes()
        let known = Set(device.machine.transferViews.map(\.transfer.id))
        let apps = device.machine.views.map(\.manifest.id)
        worker.submit { [containers] in
            for app in apps { FilePlacing.keep(only: known, in: app, of: containers) }
        }
    }

    /// The last agent may have died before it was told.
    private func forgetUnknownBytes() {
        folder.keep(only: Set(device.machine.transferViews.map(\.transfer.id)))
    }

    /// The device ends or restarts: the agent writes down what it has, and ends.
    func ended() { agent.stop() }

    /// Waits for that.
    func shutdown() {
        agent.shutdown()
        worker.shutdown()
    }

    // MARK: What the core wants

    private func tell(_ message: MessageToAgent, _ upload: UploadFile?) {
        if case .forget(let id) = message { PlacingTrial.forget(id, in: folder.descriptor) }
        guard let upload, case .start(let id, let attempt, _) = message else {
            return agent.tell(message, nil)
        }
        do throws(TransferFailure) {
            agent.tell(message, try uploads.open(upload))
        } catch {
            device.heard(
                .interrupted(id, attempt: attempt, error, received: 0, retryAfter: nil, nil))
        }
    }

    private func place(
        _ id: TransferID, _ place: FilePlace, _ completion: @escaping TransferPort.Placed
    ) {
        let (placing, containers) = (placing, containers)
        switch place {
        case .container(let app):
            let owner = users?.user(of: app)
            loop.perform(on: worker) { () -> TransferFailure? in
                do throws(TransferFailure) {
                    try placing.place(id, into: app, of: containers, owner: owner)
                    return nil
                } catch {
                    return error
                }
            } then: { [logger] failure in
                if let failure { logger.warning("\(app): file \(id) can't be placed: \(failure)") }
                completion(failure, nil)
            }
        case .path(let path):
            loop.perform(on: worker) { () -> Result<Int, TransferFailure> in
                do throws(TransferFailure) {
                    return .success(try placing.place(id, at: path))
                } catch {
                    return .failure(error)
                }
            } then: { [logger] result in
                switch result {
                case .success(let copy): completion(nil, copy == 0 ? nil : copy)
                case .failure(let failure):
                    logger.warning("\(path.printable): can't be placed: \(failure)")
                    completion(failure, nil)
                }
            }
        }
    }

    private func unplace(_ id: TransferID, from app: AppID) {
        worker.submit { [containers] in FilePlacing.unplace(id, from: app, of: containers) }
    }
}
