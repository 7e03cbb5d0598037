import CQuiesceLinux
import Foundation
import Glibc
import QuiesceWire

// Methods that send the app's scene on its way to the screen.
extension DaemonLink {
    /// Sends what the app shows now; a scene that is still unsent is dropped for it. To be called
    /// whenever it has changed, and on each return to the front. From any thread, never waits.
    ///
    /// - Throws: `WireError` for a scene that can't be shown; nothing is sent.
    package func show(_ scene: Scene) throws(WireError) {
        try scene.check()
        change { $0.show(scene) }
    }

    /// - Returns: what `ql_send` returns.
    /// - Throws: `WireError` if there is no memory to put it in.
    static func send(_ packet: ScenePacket, over socket: Int32) throws(WireError) -> Int {
        switch packet {
        case .datagram(let datagram):
            return send(datagram, descriptors: [], over: socket)
        case .file(let document):
            let file = try memoryFile(of: document)
            defer { close(file) }
            return send(WireCoder.sceneInFile, descriptors: [file], over: socket)
        }
    }

    private static func send(_ datagram: Data, descriptors: [Int32], over socket: Int32) -> Int {
        datagram.withUnsafeBytes {
            ql_send(
                socket, $0.baseAddress, $0.count, descriptors, Int32(descriptors.count), false)
        }
    }

    /// A file in memory with `bytes`, which nobody can change any more.
    private static func memoryFile(of bytes: Data) throws(WireError) -> Int32 {
        let file = ql_memory_file("scene")
        let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        guard file >= 0, count == bytes.count, ql_seal(file) == 0 else {
            if file >= 0 { close(file) }
            throw WireError(
                code: .tooLarge, message: "no memory for a scene of \(bytes.count) bytes")
        }
        return file
    }
}
