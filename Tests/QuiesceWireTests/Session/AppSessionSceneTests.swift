import QuiesceWire
import TestSupport
import Testing

/// When a scene is sent, and when one takes another's place.
@Suite(.behaviour("H2", "P2")) struct AppSessionSceneTests {
    @Test("Of two scenes in a row only the last is sent, but none that something was said about")
    func latest() {
        var session = Self.connected()
        session.show(Self.scene(1))
        session.show(Self.scene(2))
        session.handled(3)  // didEnterBackground: what was shown before it is the snapshot.
        session.show(Self.scene(3))
        #expect(
            Self.sent(&session) == [
                .scene(Self.scene(2)), .handled(seq: 3), .scene(Self.scene(3)),
            ])
    }

    @Test("A new connection is told what is shown, once it is welcome and before all else")
    func reconnection() {
        var session = Self.connected()
        session.show(Self.scene(1))
        _ = session.beginTask(name: nil, onExpiration: nil)
        session.disconnected()
        session.show(Self.scene(2))
        session.connected()
        #expect(Self.sent(&session) == [.hello(.init(openTasks: [1], outbox: 1))])
        session.welcomed(Self.welcome)
        #expect(
            Self.sent(&session) == [
                .scene(Self.scene(2)), .beginTask(request: 1, task: 1, name: nil),
            ])
    }

    @Test("A scene that the daemon wouldn't have isn't sent again")
    func refused() {
        var session = Self.connected()
        session.show(Self.scene(1))
        session.sceneWasRefused()
        session.disconnected()
        session.connected()
        session.welcomed(Self.welcome)
        #expect(Self.sent(&session) == [])
    }

    private static let welcome = MessageToApp.Welcome(
        launch: 1, lastRequest: 0, multitaskingSupported: true, openTasksLimit: 10)

    private static func connected() -> AppSession {
        var session = AppSession()
        session.connected()
        _ = sent(&session)
        session.welcomed(welcome)
        return session
    }

    private static func sent(_ session: inout AppSession) -> [MessageFromApp] {
        var sent: [MessageFromApp] = []
        while let next = session.nextToSend {
            sent.append(next)
            session.sentNext()
        }
        return sent
    }

    private static func scene(_ x: Double) -> Scene {
        Scene(
            size: .init(width: 1, height: 1),
            root: .init(frame: .init(x: x, y: 0, width: 1, height: 1)))
    }
}
