import Foundation
import QuiesceKit
import Synchronization

// The recorder's commands for the tests of accessories.
extension Recorder {
    /// `session PROTOCOL`: with the first accessory that speaks it. `write TEXT` and
    /// `stop`: to it, and of it. `deaf`: it reads no more. `slow`: its main thread comes back from
    /// what it reads next after a minute; `slow task`: it begins a task with that, and ends it
    /// after twelve seconds.
    ///
    /// - Returns: false, if it is another's command.
    nonisolated func obeyAccessories(_ words: [Substring]) -> Bool {
        let actions: [Substring] = ["session", "write", "stop", "deaf", "slow"]
        guard let action = words.first, actions.contains(action) else { return false }
        let argument = words.dropFirst().joined(separator: " ")
        DispatchQueue.main.async { @Sendable in
            MainActor.assumeIsolated {
                switch String(action) {
                case "session": talker.start(argument)
                case "write": talker.write(argument)
                case "deaf": talker.ear.isDeaf.withLock { $0 = true }
                case "slow": talker.ear.slowness.withLock { $0 = argument }
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
    let slowness = Mutex<String?>(nil)

    func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
        let name = aStream is InputStream ? "input" : "output"
        switch eventCode {
        case .openCompleted: say("\(name) open")
        case .hasBytesAvailable:
            guard !isDeaf.withLock({ $0 }), let input = aStream as? InputStream else { return }
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = input.read(&bytes, maxLength: bytes.count)
            say("read \(count) \(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))")
            switch slowness.withLock({ $0.take() }) {
            case "task"?: MainActor.assumeIsolated { workOn() }
            case _?: sleep(60)
            case nil: break
            }
        case .endEncountered: say("\(name) end")
        case .errorOccurred: say("\(name) error \(aStream.streamError?.localizedDescription ?? "")")
        case _: break
        }
    }
}

@MainActor private func workOn() {
    let task = UIApplication.shared.beginBackgroundTask()
    DispatchQueue.main.asyncAfter(deadline: .now() + 12) { @Sendable in
        MainActor.assumeIsolated {
            say("worked on")
            UIApplication.shared.endBackgroundTask(task)
        }
    }
}
