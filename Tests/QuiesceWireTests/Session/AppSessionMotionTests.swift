import QuiesceWire
import TestSupport
import Testing

/// The sensor requests that an app repeats on each new connection.
@Suite("Requests of sensors over connections", .behaviour("H2", "reliability P8"))
struct AppSessionMotionTests {
    private var session = AppSession()
    private var requests = MotionRequests()

    init() { connect(lastRequest: 0) }

    private mutating func ask(_ request: MotionRequest) {
        requests.note(request)
        session.ask(request)
    }

    private mutating func connect(lastRequest: UInt64) {
        session.disconnected()
        session.connected()
        session.welcomed(
            .init(
                launch: 1, lastRequest: lastRequest, multitaskingSupported: true,
                openTasksLimit: 10))
        session.askAgain(requests)
    }

    private mutating func sent() -> [MessageFromApp] {
        var sent: [MessageFromApp] = []
        while let next = session.takeNextToSend() { sent.append(next) }
        return sent.filter { if case .motion = $0 { true } else { false } }
    }

    private static func start(
        _ sensor: MotionSensor, milliseconds: Int64 = 100
    ) -> MotionRequest {
        .start(sensor: sensor, interval: .milliseconds(milliseconds))
    }

    @Test("Each is asked for again as it was asked for last, and one that isn't wanted isn't")
    mutating func again() {
        ask(Self.start(.magnetometer))
        ask(Self.start(.accelerometer))
        ask(Self.start(.gyroscope))
        ask(Self.start(.gyroscope, milliseconds: 20))
        ask(.stop(sensor: .accelerometer))
        connect(lastRequest: 5)
        #expect(
            sent() == [
                .motion(request: 6, Self.start(.gyroscope, milliseconds: 20)),
                .motion(request: 7, Self.start(.magnetometer)),
            ])
    }

    @Test("A request that nobody has acknowledged is made once, however often the connection is")
    mutating func unacknowledged() {
        ask(Self.start(.gyroscope))
        for _ in 1...3 {
            connect(lastRequest: 0)
            #expect(sent() == [.motion(request: 1, Self.start(.gyroscope))])
        }
    }
}
