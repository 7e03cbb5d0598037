import Foundation
import QuiesceKit
import Synchronization

// What the tests of accessories have it do.
extension Recorder {
    /// `session PROTOCOL`: with the first accessory that speaks it. `write TEXT` and `stop`: to it, and of it. `deaf`: it reads no more.
    ///
    /// - Returns: false, if it is another's command.
    nonisolated func obeyAccessories(_ words: [Substring]) -> Bool {
        guard ["session", "write", "stop", "deaf"].contains(words.first) else { return false }
        let (deed, argument) = (String(words[0]), words.dropFirst().joined(separator: " "))
        DispatchQueue.main.async { @Sendable in
            MainActor.assumeIsolated {
                switch deed {
                case "session": talker.start(argument)
                case "write": talker.write(argument)
                case "deaf": talker.ear.isDeaf.withLock { $0 = true }
                case _: talker.stop()
                }
            }
        }
        return true
    }
}

@MainActor private let talker = Talker()

@MainActor private final class Talker: EAAccessoryDelegate {
    private var session: EASession?
    let ear = Ear()

    func start(_ speaking: String) {
        let accessory = EAAccessoryManager.shared().connectedAccessories.first {
            $0.protocolStrings.contains(speaking)
        }
        guard let accessory, let session = EASession(accessory: accessory, forProtocol: speaking)
        else { return say("no session") }
        self.session = session
        accessory.delegate = self
        for stream in [session.inputStream as Stream?, session.outputStream] {
            stream?.delegate = ear
            stream?.schedule(in: .main, forMode: .default)
            stream?.open()
        }
    }

    func write(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        say("wrote \(session?.outputStream?.write(bytes, maxLength: bytes.count) ?? -2)")
    }

    func stop() {
        session?.inputStream?.close()
        session?.outputStream?.close()
        session = nil
        say("stopped")
    }

    func accessoryDidDisconnect(_ accessory: EAAccessory) {
        say("disconnected \(accessory.name)")
    }
}

/// Says what it hears. Streams call it on the main thread.
private final class Ear: StreamDelegate {
    let isDeaf = Mutex(false)

    func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
        let name = aStream is InputStream ? "input" : "output"
        switch eventCode {
        case .openCompleted: say("\(name) open")
        case .hasBytesAvailable:
            guard !isDeaf.withLock({ $0 }), let input = aStream as? InputStream else { return }
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = input.read(&bytes, maxLength: bytes.count)
            say("read \(count) \(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))")
        case .endEncountered: say("\(name) end")
        case .errorOccurred: say("\(name) error \(aStream.streamError?.localizedDescription ?? "")")
        case _: break
        }
    }
}
