import CQuiesceLinux
import Foundation
import Glibc
import QuiesceWire
import Synchronization
import TestSupport
import Testing

@testable import QuiesceKit

/// `EASession` and its kin, with the daemon's end of the line that a test plays, and a terminal of
/// the test's.
@Suite("Accessories in an app", .behaviour("E1", "E2")) @MainActor struct AccessoryInAppTests {
    private let link = DaemonLink()
    private let services: AccessoryServices
    private let said = Said()
    private let end: Int32
    private let path: String

    private final class Said: Sendable {
        private let requests = Mutex<[AccessoryRequest]>([])
        func add(_ message: MessageFromApp) {
            if case .accessory(_, let request) = message {
                requests.withLock { $0.append(request) }
            }
        }
        func take() -> [AccessoryRequest] {
            requests.withLock { requests in
                defer { requests = [] }
                return requests
            }
        }
    }

    /// A stream's delegate, which writes down the events that the delegate hears.
    private final class Ear: StreamDelegate {
        let heard = Mutex<[String]>([])
        let reads: Bool
        init(reads: Bool = true) { self.reads = reads }

        func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
            var word = "\(eventCode.rawValue)"
            if eventCode == .hasBytesAvailable, reads, let input = aStream as? InputStream {
                var bytes = [UInt8](repeating: 0, count: 64)
                let count = input.read(&bytes, maxLength: bytes.count)
                word = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            }
            heard.withLock { $0.append(word) }
        }
    }

    private static let scale = Accessory(
        connection: 3, name: "Scale", manufacturer: "Maker", model: "S1", serial: "007",
        firmware: "1.2", hardware: "2", protocols: ["org.example.scale"])

    init() throws {
        services = AccessoryServices(of: link)
        let said = said
        var name = [CChar](repeating: 0, count: 128)
        end = ql_new_terminal(&name, name.count)
        path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        link.connected { said.add($0) }
        welcome()
        services.take(AccessoryNews.present([]), nil)
    }

    private func welcome() {
        let welcome = MessageToApp.Welcome(
            launch: 1, lastRequest: 0, multitaskingSupported: true, openTasksLimit: 1)
        link.change { $0.welcomed(welcome) }
        services.welcomed(welcome)
    }

    private func terminal() -> Int32 {
        let fd = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        var settings = termios()
        tcgetattr(fd, &settings)
        cfmakeraw(&settings)
        tcsetattr(fd, TCSANOW, &settings)
        return fd
    }

    private func session() throws -> EASession {
        services.take(AccessoryNews.present([Self.scale]), nil)
        let accessory = try #require(services.present.first)
        return try #require(
            EASession(accessory: accessory, forProtocol: "org.example.scale", of: services))
    }

    private func schedule(_ stream: Stream?, _ ear: Ear) {
        stream?.delegate = ear
        stream?.schedule(in: .main, forMode: .default)
        stream?.open()
    }

    /// Lets the main queue run until `isTrue`.
    private func wait(_ isTrue: () -> Bool) async {
        let end = ContinuousClock.now + .seconds(30)
        while !isTrue(), ContinuousClock.now < end {
            await withCheckedContinuation { done in
                DispatchQueue.main.asyncAfter(deadline: .now() + 0.001) { done.resume() }
            }
        }
        #expect(isTrue())
    }

    @Test("An accessory has what it says of itself, and is there from the first word on")
    func accessory() throws {
        services.take(AccessoryNews.present([Self.scale]), nil)
        let accessory = try #require(services.present.first)
        #expect(accessory.name == "Scale" && accessory.connectionID == 3)
        #expect(accessory.manufacturer == "Maker" && accessory.modelNumber == "S1")
        #expect(accessory.serialNumber == "007" && accessory.firmwareRevision == "1.2")
        #expect(accessory.hardwareRevision == "2" && accessory.isConnected)
        #expect(accessory.protocolStrings == ["org.example.scale"])
    }

    @Test("A session is asked for, its streams open with the terminal, and bytes go both ways")
    func streams() async throws {
        defer { close(end) }
        let session = try session()
        #expect(
            said.take() == [.open(session: 1, connection: 3, speaking: "org.example.scale")])
        let (ear, mouth) = (Ear(), Ear())
        schedule(session.inputStream, ear)
        schedule(session.outputStream, mouth)
        #expect(session.inputStream?.streamStatus == .opening)
        services.take(.opened(session: 1), terminal())
        await wait { ear.heard.withLock { $0.contains("1") } }
        #expect(session.inputStream?.streamStatus == .open)
        #expect(write(end, "5 kg", 4) == 4)
        await wait { ear.heard.withLock { $0.contains("5 kg") } }
        await wait { mouth.heard.withLock { $0.contains("4") } }
        #expect(session.outputStream?.write(Array("tare".utf8), maxLength: 4) == 4)
        var bytes = [UInt8](repeating: 0, count: 64)
        #expect(read(end, &bytes, 64) == 4)
        session.inputStream?.close()
        #expect(said.take().isEmpty)
        session.outputStream?.close()
        #expect(said.take() == [.close(session: 1)])
        #expect(session.inputStream?.streamStatus == .closed)
    }

    @Test("There is one session with an accessory, for what it speaks")
    func one() throws {
        let session = try session()
        let accessory = try #require(session.accessory)
        #expect(
            EASession(accessory: accessory, forProtocol: "org.example.scale", of: services) == nil)
        #expect(EASession(accessory: accessory, forProtocol: "other", of: services) == nil)
    }

    @Test("A session that nobody holds any more is closed")
    func dropped() throws {
        do { _ = try session() }
        #expect(said.take().last == .close(session: 1))
    }

    @Test("One that is refused has an error", .behaviour("E2"))
    func refused() async throws {
        let session = try session()
        let ear = Ear()
        schedule(session.inputStream, ear)
        services.take(.closed(session: 1, reason: "accessoryTaken"), nil)
        await wait { ear.heard.withLock { $0.contains("8") } }
        #expect(session.inputStream?.streamStatus == .error)
        #expect(session.inputStream?.streamError?.localizedDescription == "accessoryTaken")
    }

    @Test("What is disconnected is at its end", .behaviour("E3"))
    func disconnected() async throws {
        let session = try session()
        let ear = Ear()
        schedule(session.inputStream, ear)
        services.take(.opened(session: 1), terminal())
        await wait { ear.heard.withLock { $0.contains("1") } }
        services.take(AccessoryNews.present([]), nil)
        await wait { ear.heard.withLock { $0.contains("16") } }
        #expect(session.accessory?.isConnected == false)
        #expect(session.inputStream?.streamStatus == .atEnd)
        close(end)
    }

    @Test("A wake-up for bytes is completed once all of them are read", .behaviour("E1"))
    func wake() async throws {
        defer { close(end) }
        let session = try session()
        let ear = Ear()
        schedule(session.inputStream, ear)
        services.take(.opened(session: 1), terminal())
        await wait { ear.heard.withLock { $0.contains("1") } }
        #expect(write(end, "9 kg", 4) == 4)
        // The kernel carries them over in its own time; the device wakes the app after that. No
        // stream hears of it here: it would need this thread.
        let arrived = ContinuousClock.now + .seconds(30)
        while session.line.available < 4, ContinuousClock.now < arrived { usleep(1_000) }
        let completed = Mutex(false)
        services.take(.data(session: 1)) { _ in completed.withLock { $0 = true } }
        await wait { completed.withLock { $0 } }
        #expect(ear.heard.withLock { $0.filter { $0 == "9 kg" }.count } == 1)
        services.take(.data(session: 9)) { #expect($0 == .noData) }
    }

    @Test(
        "After a reconnection it asks again for what is open, and says what it holds",
        .behaviour("E1"))
    func reconnected() throws {
        let session = try session()
        services.take(.opened(session: 1), terminal())
        _ = said.take()
        link.disconnected()
        let said = said
        link.connected { said.add($0) }
        welcome()
        #expect(
            said.take().last
                == .open(session: 1, connection: 3, speaking: "org.example.scale", isHeld: true))
        close(end)
        withExtendedLifetime(session) {}
    }

    @Test("The descriptor of an answer that nobody waits for is closed")
    func unwanted() throws {
        services.take(.opened(session: 7), terminal())
        // Nobody has the other end any more, but for a process that another test is just starting,
        // until it executes.
        var entry = pollfd(fd: end, events: 0, revents: 0)
        #expect(poll(&entry, 1, 60_000) == 1 && entry.revents & Int16(POLLHUP) != 0)
        close(end)
    }
}
