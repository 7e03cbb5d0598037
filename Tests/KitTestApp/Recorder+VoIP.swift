import Foundation
import Glibc
import QuiesceKit

// The recorder's commands for the tests of kept sockets.
extension Recorder {
    /// `stream PORT`: the same by a pair of streams. `socket tcp PORT`, `socket udp PORT`,
    /// `socket local PATH`: connects, has the socket kept, and says what comes by it. `forget N`
    /// closes one without a word. `keepAlive SECONDS`: the handler says something by each socket;
    /// `keepAlive SECONDS hangs`: it never returns. `keepAliveLeast SECONDS`: the device's profile
    /// takes so little. `ignore`: nothing is read from here on.
    ///
    /// - Returns: false, if it is another's command.
    nonisolated func obeyVoIP(_ words: [Substring]) -> Bool {
        let words = words.map(String.init)
        switch (words.first, words.count) {
        case ("socket", 3):
            onMain { switchboard.connect(words[1], words[2]) }
        case ("stream", 2): onMain { switchboard.stream(to: words[1]) }
        case ("forget", 2):
            onMain { switchboard.forget(Int32(words[1]) ?? -1) }
        case ("ignore", 1): onMain { switchboard.ignores = true }
        case ("keepAliveLeast", 2):
            onMain { UIApplication.keepAliveLeast = Double(words[1]) ?? 0 }
        case ("keepAlive", 2...3):
            onMain {
                let isSet = UIApplication.shared.setKeepAliveTimeout(Double(words[1]) ?? 0) {
                    say("keepAlive called")
                    switchboard.greet()
                    if words.count == 3 { gate.wait() }
                }
                say("keepAlive \(isSet)")
            }
        case _: return false
        }
        return true
    }

    nonisolated private func onMain(_ body: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.async { @Sendable in MainActor.assumeIsolated(body) }
    }
}

@MainActor private let switchboard = Switchboard()

@MainActor private final class Switchboard {
    var ignores = false
    private var sources: [Int32: any DispatchSourceRead] = [:]
    private var streams: [Stream] = []
    private let listener = Listener()

    func stream(to port: String) {
        var input: InputStream?
        var output: OutputStream?
        Stream.getStreamsToHost(
            withName: "localhost", port: Int(port) ?? 0, inputStream: &input, outputStream: &output)
        guard let input, let output else { return }
        input.setProperty(StreamNetworkServiceTypeValue.voIP, forKey: .networkServiceType)
        for stream in [input as Stream, output] {
            stream.delegate = listener
            stream.schedule(in: .main, forMode: .default)
            stream.open()
            streams.append(stream)
        }
    }

    func connect(_ kind: String, _ place: String) {
        let type = kind == "udp" ? SOCK_DGRAM : SOCK_STREAM
        let family = kind == "local" ? AF_UNIX : AF_INET
        let descriptor = socket(family, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let isConnected = kind == "local" ? join(descriptor, place) : dial(descriptor, place)
        guard isConnected else { return say("socket \(kind) not connected: \(errno)") }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.read(descriptor) }
        }
        source.resume()
        _ = send(descriptor, "hello", 5, Int32(MSG_NOSIGNAL))
        sources[descriptor] = source
        let isKept = UIApplication.shared.keepSocket(descriptor)
        say("socket \(kind) \(descriptor) kept \(isKept)")
    }

    func greet() {
        for descriptor in sources.keys {
            _ = send(descriptor, "alive;", 6, Int32(MSG_NOSIGNAL))
        }
    }

    func forget(_ descriptor: Int32) {
        sources.removeValue(forKey: descriptor)?.cancel()
        close(descriptor)
        say("forgot \(descriptor)")
    }

    private func dial(_ descriptor: Int32, _ port: String) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = (UInt16(port) ?? 0).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private func join(_ descriptor: Int32, _ path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    private func read(_ descriptor: Int32) {
        if ignores {
            // It is kept, as one that is suspended can't be let go of.
            sources[descriptor]?.suspend()
            return
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 {
            say("read \(descriptor) \(String(decoding: buffer.prefix(count), as: UTF8.self))")
        } else if count == 0 || errno != EAGAIN {
            say(count == 0 ? "end \(descriptor)" : "error \(descriptor) \(errno)")
            sources.removeValue(forKey: descriptor)?.cancel()
            close(descriptor)
        }
    }
}

/// Says what it hears of streams, which call it on the main thread.
private final class Listener: NSObject, StreamDelegate {
    func stream(_ stream: Stream, handle event: Stream.Event) {
        switch (event, stream) {
        case (.openCompleted, let output as OutputStream):
            say("stream open \(output.write(Array("hello".utf8), maxLength: 5))")
        case (.hasBytesAvailable, let input as InputStream):
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = input.read(&bytes, maxLength: bytes.count)
            say("stream read \(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))")
        case (.endEncountered, is InputStream): say("stream end")
        case (.errorOccurred, is InputStream):
            say("stream error \(stream.streamError.map { "\($0)" } ?? "")")
        case _: break
        }
    }
}
