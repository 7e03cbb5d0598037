import Foundation
import Synchronization

/// A NATS server with JetStream, of a test's own: on a port of 127.0.0.1, with its store in a
/// folder that goes with it.
final class NATSServer: Sendable {
    struct NotStarted: Error { var said: String }

    private let folder: TestFolder
    private let process = Mutex<Process?>(nil)
    private let port: Mutex<Int>

    var url: String { "nats://127.0.0.1:\(port.withLock { $0 })" }

    init() throws {
        folder = try TestFolder()
        port = Mutex(-1)
        try start()
    }

    deinit { kill() }

    /// Returns once it is ready, at the port that it had before.
    func start() throws {
        let started = Process()
        started.executableURL = URL(fileURLWithPath: "/usr/sbin/nats-server")
        started.arguments = [
            "-a", "127.0.0.1", "-p", "\(port.withLock { $0 })", "-js", "-sd", folder.path,
        ]
        let log = Pipe()
        started.standardError = log
        started.standardOutput = FileHandle.nullDevice
        try started.run()
        var text = ""
        while !text.contains("Server is ready") {
            let piece = log.fileHandleForReading.availableData
            guard !piece.isEmpty else { throw NotStarted(said: text) }
            text += String(decoding: piece, as: UTF8.self)
        }
        // It mustn't wait for whoever reads the rest.
        log.fileHandleForReading.readabilityHandler = { handle in
            if handle.availableData.isEmpty { handle.readabilityHandler = nil }
        }
        let line = text.split(separator: "\n").first { $0.contains("Listening for client") }
        guard let chosen = line?.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw NotStarted(said: text)
        }
        port.withLock { $0 = chosen }
        process.withLock { $0 = started }
    }

    /// Its store as it is now, while it doesn't run.
    func copy() throws -> TestFolder {
        let copy = try TestFolder()
        try FileManager.default.copyItem(atPath: folder.path, toPath: copy.path + "/store")
        return copy
    }

    /// As a power cut does: what it stored since `copy` was made isn't there any more.
    func loseWhatCame(since copy: TestFolder) throws {
        try FileManager.default.removeItem(atPath: folder.path)
        try FileManager.default.copyItem(atPath: copy.path + "/store", toPath: folder.path)
    }

    /// Ends it at once, as SIGKILL does, and returns when it is gone.
    func kill() {
        guard let process = process.withLock({ $0.take() }) else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
