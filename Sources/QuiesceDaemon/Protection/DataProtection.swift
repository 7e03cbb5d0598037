import Foundation
import Glibc
import QuiesceCore
import QuiesceCrypto
import QuiesceLinux
import QuiesceProtection
import QuiesceShell
import Synchronization

/// The passcode and the keys of protected files, between the core, which knows of neither, the
/// tools and the apps. Belongs to the loop's thread; what takes long it does on a thread of its
/// own.
final class DataProtection: DaemonService {
    /// Only ever touched on the worker's thread, and before it has anything to do.
    // The box is handed to no other thread; the worker runs one thing at a time, in order.
    private final class Shared: @unchecked Sendable {
        let bag: KeyBag
        init(_ bag: KeyBag) { self.bag = bag }
    }

    /// The result of checking a passcode.
    private enum Checked: Sendable {
        case right(SymmetricKey)
        case wrong
    }

    private let device: Device
    private let loop: EventLoop
    private let worker: Worker
    private let shared: Shared
    let notes: [String]
    /// As the bag on disk is: the core is told of each change after it.
    private(set) var hasPasscode: Bool
    var pad = PasscodePad()
    /// The class key that the passcode just given has opened, until the core has decided about it.
    private var opened: SymmetricKey?

    init(_ directory: StateDirectory, device: Device, loop: EventLoop) throws {
        let bag = try KeyBag(KeyBagFiles(directory: directory.descriptor(of: .protection)))
        self.device = device
        self.loop = loop
        worker = try Worker(name: "quiesce-keys")
        shared = Shared(bag)
        hasPasscode = bag.hasPasscode
        notes = bag.notes
    }

    /// Before the core hears that the daemon has restarted: it may know of another passcode than
    /// there is, if the last daemon died just after it was changed.
    func takeOver(keeping apps: Set<AppID>) {
        if hasPasscode != device.machine.isPasscodeSet {
            device.ask({ .passcode(hasPasscode ? .set : .cleared, $0) }, reply: { _ in })
        }
        onBag {
            try? $0.keepOnly(apps)
        } then: { _ in
        }
    }

    func shutdown() { worker.shutdown() }

    /// Carries out the core's wish for the keys.
    func keep(_ custody: KeyCustody) {
        switch custody {
        case .hold:
            guard let opened else { return }
            onBag {
                $0.hold(opened)
            } then: { _ in
            }
        case .forget:
            onBag {
                $0.forget()
            } then: { _ in
            }
        }
    }

    /// The app's files go, and so does its key.
    func remove(_ app: AppID) {
        onBag {
            try? $0.remove(app)
        } then: { _ in
        }
    }

    // MARK: The user

    func unlock(with passcode: String, reply: @escaping (Answer) -> Void) {
        guard hasPasscode, device.machine.isLockedOrLocking else {
            return device.ask({ .unlock($0) }, reply: reply)
        }
        check(passcode) { [self] checked in
            switch checked {
            case .wrong: device.ask({ .passcode(.wrong, $0) }, reply: reply)
            case .right(let key):
                opened = key
                device.ask({ .passcode(.accepted, $0) }, reply: reply)
                opened = nil
            }
        }
    }

    /// - Parameter old: the present passcode; nil where none is set.
    func set(_ passcode: String, old: String?, reply: @escaping (Answer) -> Void) {
        change(old: old, reply: reply) { bag, key in
            try bag.set(passcode, classKey: key)
        } then: { [self] in
            hasPasscode = true
            device.ask({ .passcode(.set, $0) }, reply: reply)
        }
    }

    func clear(old: String, reply: @escaping (Answer) -> Void) {
        guard hasPasscode else { return reply(.refused(Refusal(.noPasscode, rule: .p3))) }
        change(old: old, reply: reply) { bag, key in
            try bag.clear(classKey: key)
        } then: { [self] in
            hasPasscode = false
            device.ask({ .passcode(.cleared, $0) }, reply: reply)
        }
    }

    /// Wraps the class key anew, once the user has shown that they know the present passcode.
    private func change(
        old: String?, reply: @escaping (Answer) -> Void,
        _ wrap: @escaping @Sendable (KeyBag, SymmetricKey) throws -> Void,
        then done: @escaping () -> Void
    ) {
        guard !device.machine.isLockedOrLocking else {
            return reply(.refused(Refusal(.deviceLocked, rule: .p3)))
        }
        func store(_ key: SymmetricKey?) {
            onBag { bag -> Reason? in
                guard let key = key ?? bag.openKey else { return .deviceLocked }
                do {
                    try wrap(bag, key)
                    return nil
                } catch let error as SystemCallError where error.errno == ENOSPC {
                    return .noSpace
                } catch {
                    return .storeFailed
                }
            } then: { failure in
                if let failure { return reply(.refused(Refusal(failure, rule: .p3))) }
                done()
            }
        }
        guard hasPasscode else { return store(nil) }
        guard let old else { return reply(.refused(Refusal(.passcodeRequired, rule: .p3))) }
        check(old) { [self] checked in
            switch checked {
            case .wrong: device.ask({ .passcode(.wrong, $0) }, reply: reply)
            case .right(let key):
                // Even the right one isn't taken while none is tried.
                if device.machine.passcodeRetry(at: device.ports.now()) != nil {
                    return device.ask({ .passcode(.wrong, $0) }, reply: reply)
                }
                store(key)
            }
        }
    }

    private func check(_ passcode: String, _ completion: @escaping (Checked) -> Void) {
        if device.machine.passcodeRetry(at: device.ports.now()) != nil {
            return completion(.wrong)
        }
        onBag { bag in
            bag.open(with: passcode).map { .right($0) } ?? .wrong
        } then: {
            completion($0)
        }
    }

    // MARK: Apps

    /// The key of an app, if the core says that it may have it now.
    func key(for key: ProcessKey, reply: @escaping (KeyProtocol.Answer) -> Void) {
        let event = { (ticket: Ticket) in Event.requestKey(key.app, key.launch, ticket) }
        device.ask(event) { [self] answer in
            switch answer {
            case .refused(let refusal):
                reply(
                    .refused(
                        code: refusal.reason.rawValue,
                        message: refusal.explained(at: device.ports.now())))
            case .done:
                onBag { bag -> KeyProtocol.Answer in
                    do {
                        if let key = try bag.key(of: key.app) { return .key(key) }
                        let refusal = Refusal(.protectedDataUnavailable, rule: .p3)
                        return .refused(
                            code: refusal.reason.rawValue, message: refusal.explained(at: .zero))
                    } catch {
                        return .refused(
                            code: Reason.storeFailed.rawValue,
                            message: "its key could not be saved: \(error)")
                    }
                } then: {
                    reply($0)
                }
            }
        }
    }

    private func onBag<Result: Sendable>(
        _ work: @escaping @Sendable (KeyBag) -> Result, then completion: @escaping (Result) -> Void
    ) {
        loop.perform(on: worker, { [shared] in work(shared.bag) }, then: completion)
    }
}
