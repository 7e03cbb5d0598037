import Foundation
import Glibc
import QuiesceWire

/// The app's accessories, as the device tells of them, and its sessions. On the main thread.
@MainActor final class AccessoryServices: AppRoom {
    /// How long a wake-up may last for bytes that the app doesn't read: it is completed before the
    /// device's limit.
    private static let readingSeconds = 8.0

    let link: DaemonLink
    private(set) var present: [EAAccessory] = []
    /// The device has said what is connected.
    private var isTold = false
    private var sessions: [UInt64: Session] = [:]
    private var lastNumber: UInt64 = 0

    private struct Session {
        weak var session: EASession?
        let line: DescriptorLine
        let connection: UInt64
        let speaking: String
    }

    init(of link: DaemonLink) { self.link = link }

    // MARK: Sessions

    func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// One that isn't over.
    func hasSession(_ connection: UInt64) -> Bool {
        sessions.values.contains { $0.connection == connection && !$0.line.isOver }
    }

    func begin(_ session: EASession, with connection: UInt64, speaking: String) {
        sessions = sessions.filter { !$0.value.line.isOver }
        sessions[session.number] = Session(
            session: session, line: session.line, connection: connection, speaking: speaking)
        ask(.open(session: session.number, connection: connection, speaking: speaking))
    }

    private func ask(_ request: AccessoryRequest) { link.change { $0.ask(request) } }

    /// A daemon that has lost its journal knows of no session; and what was on its way over the
    /// last connection is lost.
    func welcomed(_: MessageToApp.Welcome) {
        for (number, session) in sessions.sorted(by: { $0.key < $1.key })
        where !session.line.isOver {
            ask(
                .open(
                    session: number, connection: session.connection, speaking: session.speaking,
                    isHeld: session.line.isOpen))
        }
    }

    func take(_ update: AccessoryUpdate, _ descriptor: Int32?) {
        var unused = descriptor
        defer { if let unused { close(unused) } }
        switch update {
        case .opened(let number):
            guard let descriptor, let line = sessions[number]?.line else { break }
            if line.opened(descriptor) { unused = nil }
        case .closed(let number, let reason):
            if let session = sessions[number] { end(session, because: Self.error(reason)) }
        case .present(let accessories): tell(accessories)
        }
    }

    /// Its streams tell of that at once: the app may be suspended as soon as the news are handled.
    private func end(_ session: Session, because reason: (any Error)?) {
        session.line.end(because: reason)
        session.session?.input.goOn()
        session.session?.output.goOn()
    }

    private static func error(_ reason: String) -> any Error {
        NSError(
            domain: "QuiesceAccessoryErrorDomain", code: 1,
            userInfo: [NSLocalizedDescriptionKey: reason])
    }

    // MARK: What is connected

    /// - Parameter completion: the app was woken for it, and is suspended again some time after it
    ///   is called.
    func take(
        _ news: AccessoryNews, _ completion: (@Sendable (UIBackgroundFetchResult) -> Void)?
    ) {
        switch news {
        case .present(let accessories):
            tell(accessories)
            completion?(.newData)
        case .data(let number):
            guard let session = sessions[number], session.line.isOpen else {
                completion?(.noData)
                return
            }
            session.session?.input.offer()
            guard let completion else { return }
            session.line.whenRead { completion(.newData) }
            let line = session.line
            DispatchQueue.main.asyncAfter(deadline: .now() + Self.readingSeconds) {
                line.stopWaiting()
            }
        }
    }

    /// First what is gone (Q6). At a launch nothing was there before, and nobody is told.
    private func tell(_ accessories: [Accessory]) {
        let manager = EAAccessoryManager.shared()
        let known = present.compactMap(\.accessory)
        let gone = present.filter { known in
            !accessories.contains { $0 == known.accessory }
        }
        let new = accessories.filter { !known.contains($0) }.map { EAAccessory($0) }
        for accessory in gone { accessory.isConnected = false }
        present.removeAll { !$0.isConnected }
        for accessory in gone {
            manager.tellDisconnected(accessory)
            for session in sessions.values
            where session.connection == accessory.accessory?.connection {
                end(session, because: nil)
            }
        }
        sessions = sessions.filter { !$0.value.line.isOver }
        present += new
        guard isTold else {
            isTold = true
            return
        }
        for accessory in new { manager.post(.EAAccessoryDidConnect, accessory) }
    }
}
