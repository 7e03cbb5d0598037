import CQuiesceLinux
import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

/// How the Kit sends what an app shows.
@Suite(.behaviour("H2")) struct SceneSendingTests {
    @Test("A small scene comes in its message, a large one in a sealed file beside it")
    func packets() throws {
        let daemon = try FakeDaemon()
        let link = DaemonLink()
        link.connected(ql_connect_now(daemon.path))
        defer { link.disconnected() }
        try daemon.accept()
        _ = try daemon.receive()
        link.change { $0.welcomed(Self.welcome) }

        try link.show(Self.scene(ofText: 10))
        #expect(try daemon.receive() == .scene(Self.scene(ofText: 10)))

        let large = Self.scene(ofText: 100_000)
        try link.show(large)
        let (message, files) = try daemon.receiveWithDescriptors()
        defer { for file in files { close(file) } }
        #expect(message == .scene(nil))
        let file = try #require(files.first)
        #expect(files.count == 1 && ql_is_sealed(file))
        let document = FileHandle(fileDescriptor: file, closeOnDealloc: false)
        try document.seek(toOffset: 0)
        #expect(try WireCoder().scene(inDocument: document.readToEnd() ?? Data()) == large)
    }

    @Test("A scene that can't be shown is refused before it is sent")
    func wrong() throws {
        var scene = Self.scene(ofText: 1)
        scene.root.frame.x = .nan
        let error = #expect(throws: WireError.self) { try DaemonLink().show(scene) }
        #expect(error?.code == .badScene)
    }

    private static let welcome = MessageToApp.Welcome(
        launch: 1, lastRequest: 0, multitaskingSupported: true, openTasksLimit: 10)

    private static func scene(ofText bytes: Int) -> Scene {
        Scene(
            size: .init(width: 320, height: 480),
            root: .init(
                frame: .init(x: 0, y: 0, width: 320, height: 480),
                text: .init(string: String(repeating: "a", count: bytes))))
    }
}
