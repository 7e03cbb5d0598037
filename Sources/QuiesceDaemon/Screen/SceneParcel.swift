import CQuiesceLinux
import Foundation
import Glibc
import QuiesceLinux
import QuiesceWire

/// A scene as an app sent it: not read yet, as that may take a while.
struct SceneParcel: Sendable {
    /// The message.
    var datagram: Data
    var file: ReceivedFile?

    /// Reads and checks it. Not on the loop.
    ///
    /// - Throws: `WireError`, for the app.
    func read(_ coder: WireCoder) throws(WireError) -> Scene {
        let scene = try coder.scene(inMessage: datagram)
        switch (scene, file) {
        case (let scene?, nil): return scene
        case (nil, let file?): return try coder.scene(inDocument: content(of: file))
        case (_?, _?):
            throw WireError(
                code: .unexpectedDescriptor, message: "the scene is in the message already")
        case (nil, nil):
            throw WireError(
                code: .malformed, message: "the message has neither a scene nor its file")
        }
    }

    /// The content of a file that nobody can change while it is read, nor make shorter.
    private func content(of file: ReceivedFile) throws(WireError) -> Data {
        let descriptor = file.descriptor.number
        guard ql_is_sealed(descriptor) else {
            throw WireError(
                code: .unsealed,
                message:
                    "a scene's file must be of memory, and sealed: F_SEAL_SHRINK, F_SEAL_GROW, F_SEAL_WRITE"
            )
        }
        do {
            // One byte over the limit tells that it is too large.
            return try Files.read(descriptor, limit: SceneLimits.bytes + 1)
        } catch {
            throw WireError(code: .malformed, message: "the scene's file can't be read: \(error)")
        }
    }
}
