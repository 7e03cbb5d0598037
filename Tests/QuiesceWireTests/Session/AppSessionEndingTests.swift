import QuiesceWire
import TestSupport
import Testing

@Suite("An app's session holds back the end of its time", .behaviour("T6", "F5"))
struct AppSessionEndingTests {
    private var session = AppSession()

    init() { connect() }

    private mutating func connect(lastRequest: UInt64 = 0, openTasksLimit: Int = 10) {
        session.disconnected()
        session.connected()
        _ = session.takeNextToSend()
        session.welcomed(
            .init(
                launch: 1, lastRequest: lastRequest, multitaskingSupported: true,
                openTasksLimit: openTasksLimit))
    }

    private mutating func begin() throws -> UInt64 {
        try session.beginTask(name: nil, onExpiration: nil).get()
    }

    private mutating func end(_ task: UInt64) throws -> UInt64 {
        let ending = session.endTask(task)
        return try #require(ending)
    }

    private mutating func sent() -> [MessageFromApp] {
        var sent: [MessageFromApp] = []
        while let next = session.takeNextToSend() { sent.append(next) }
        return sent
    }

    @Test("Each is said when it is released, and what was asked meanwhile before it")
    mutating func held() throws {
        session.wakeBegan(9)
        let task = try begin()
        let completion = session.completeWake(9, result: .newData)
        let wakeEnds = try #require(completion)
        let taskEnds = try end(task)
        session.requestPermission("location")
        #expect(
            sent() == [
                .beginTask(request: 1, task: 1, name: nil),
                .requestPermission(request: 2, permission: "location"),
            ])
        session.release(taskEnds)
        session.release(wakeEnds)
        session.release(wakeEnds)
        #expect(
            sent() == [
                .endTask(request: 3, task: 1),
                .completeWake(request: 4, wake: 9, result: .newData),
            ])
        let (again, another) = (session.completeWake(9, result: .failed), session.endTask(task))
        #expect(again == nil && another == nil)
    }

    @Test("A daemon that comes meanwhile hears that the task is open, and then of its end")
    mutating func reconnected() throws {
        let task = try begin()
        let ending = try end(task)
        session.disconnected()
        session.connected()
        guard case .hello(let hello)? = session.takeNextToSend() else {
            Issue.record("no hello")
            return
        }
        #expect(hello.openTasks == [1])
        session.welcomed(
            .init(launch: 1, lastRequest: 1, multitaskingSupported: true, openTasksLimit: 10))
        #expect(!session.isAcknowledged)
        session.release(ending)
        #expect(sent() == [.endTask(request: 2, task: 1)])
    }

    @Test("Tasks whose end is held back don't keep the app from beginning others")
    mutating func limit() throws {
        connect(openTasksLimit: 2)
        let (one, _) = (try begin(), try begin())
        _ = session.endTask(one)
        _ = try begin()
        let said = sent()
        #expect(
            said.suffix(2) == [
                .endTask(request: 3, task: 1), .beginTask(request: 4, task: 3, name: nil),
            ])
        let refused = session.beginTask(name: nil, onExpiration: nil)
        #expect(throws: AppSession.Refusal.self) { try refused.get() }
    }
}
