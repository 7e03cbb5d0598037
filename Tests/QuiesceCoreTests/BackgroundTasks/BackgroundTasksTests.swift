import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct BackgroundTasksTests {
    private let profile = PolicyProfile.ios8
    private func at(_ seconds: Int64) -> AwakeInstant { .zero + .seconds(seconds) }

    /// One stretch in the background with a task open.
    private func spend(_ tasks: inout BackgroundTasks, _ id: UInt64, from: Int64, to: Int64) {
        #expect(tasks.begin(TaskID(id), name: nil, profile) == .began)
        tasks.update(executingInBackground: true, at: at(from), profile)
        #expect(tasks.end(TaskID(id)) != nil)
        tasks.update(executingInBackground: true, at: at(to), profile)
    }

    @Test("The allowance is spent only in the background with a task open", .behaviour("T2", "T3"))
    func spending() {
        var tasks = BackgroundTasks()
        tasks.update(executingInBackground: true, at: at(0), profile)
        #expect(tasks.deadline(profile) == nil)
        spend(&tasks, 1, from: 100, to: 130)
        #expect(tasks.spent == .seconds(30))
        #expect(tasks.begin(TaskID(2), name: nil, profile) == .began)
        tasks.update(executingInBackground: false, at: at(200), profile)
        #expect(tasks.deadline(profile) == nil)
        #expect(tasks.end(from: at(300), profile) == at(450))
    }

    @Test("The warning's time is granted once to an app that has spent its own", .behaviour("T4"))
    func grace() {
        var tasks = BackgroundTasks()
        spend(&tasks, 1, from: 0, to: 179)
        #expect(tasks.begin(TaskID(2), name: nil, profile) == .began)
        tasks.update(executingInBackground: true, at: at(200), profile)
        #expect(tasks.deadline(profile) == at(205))
        #expect(tasks.warning(profile)?.latest == at(200), "never before the task began")
        #expect(tasks.begin(TaskID(3), name: nil, profile) == .began, "another is open")
        _ = tasks.end(TaskID(2))
        #expect(!tasks.isOver)
        _ = tasks.end(TaskID(3))
        #expect(tasks.isOver)
        tasks.update(executingInBackground: true, at: at(203), profile)
        #expect(
            tasks.begin(TaskID(4), name: nil, profile) == .noTimeLeft, "it was the last stretch")
        #expect(tasks.begin(TaskID(4), name: nil, goesOn: true, profile) == .began)
        tasks.update(executingInBackground: true, at: at(210), profile)
        #expect(tasks.deadline(profile) == at(212), "what is left of it")
        _ = tasks.end(TaskID(4))
        tasks.update(executingInBackground: true, at: at(212), profile)
        #expect(tasks.begin(TaskID(4), name: nil, goesOn: true, profile) == .noTimeLeft)
        tasks.renew()
        #expect(tasks.begin(TaskID(4), name: nil, profile) == .began)
    }

    @Test("A clock that goes backwards gives no time back", .behaviour("reliability T7"))
    func backwards() {
        var tasks = BackgroundTasks()
        spend(&tasks, 1, from: 100, to: 50)
        #expect(tasks.spent == .zero)
    }

    @Test("An id is open once", .behaviour("T1", "T7"))
    func ids() {
        var tasks = BackgroundTasks()
        #expect(tasks.begin(TaskID(1), name: "a", profile) == .began)
        #expect(tasks.begin(TaskID(1), name: "b", profile) == .alreadyOpen)
        #expect(tasks.end(TaskID(1))?.name == "a")
        #expect(tasks.end(TaskID(1)) == nil)
    }

    @Test(
        "With nothing left the app is told so, and may end what it began before it read that",
        .behaviour("T1", "T3", "T7"))
    func told() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(endsTasksWhenExpired: false)
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        device.behaviours[appA]?.completesAfter = nil
        device.advance(by: .milliseconds(176_000))
        device.fetch(appA)
        device.endTask(appA, 1)
        #expect(device.processes[appA]?.isBackgroundTimeOver == false)
        device.beginTask(appA, 2)
        #expect(device.processes[appA]?.isBackgroundTimeOver == false)
        device.endTask(appA, 2)
        #expect(device.processes[appA]?.isBackgroundTimeOver == true)
        #expect(device.processes[appA]?.backgroundTime == device.now.awake)
        // One that doesn't look: it is refused, its handler is called, and it may end it, once.
        device.beginTask(appA, 3)
        #expect(device.heard[appA]?.last == .expireTasks([TaskID(3)]))
        device.endTask(appA, 3)
        #expect(device.reasons(appA, .refuse) == [.noBackgroundTimeLeft])
        device.endTask(appA, 3)
        #expect(device.reasons(appA, .refuse) == [.noBackgroundTimeLeft, .unknownTask])
        device.open(appA)
        device.beginTask(appA, 4)
        device.home()
        #expect(device.state(appA) == .background)
    }

    @Test("The ends of refused tasks are expected for a bounded number of them", .behaviour("T7"))
    func refused() {
        var tasks = BackgroundTasks()
        for id in UInt64(1)...100 { tasks.refuse(TaskID(id)) }
        let ended = (UInt64(1)...100).filter { tasks.endRefused(TaskID($0)) }
        #expect(ended == Array((101 - UInt64(Limits.refusedTasksPerApp))...100))
        let again = tasks.endRefused(TaskID(100))
        #expect(!again)
    }

    @Test(
        "A task begun with nothing left is expired at once, and the app is suspended",
        .behaviour("T3", "T4"))
    func nothingLeft() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: nil, endsTasksWhenExpired: false)
        device.open(appA)
        device.home()
        device.fetch(appA)
        for task in [UInt64](1...8) {
            device.beginTask(appA, task)
            device.advance(by: .milliseconds(task == 1 ? 29_000 : 100))
            device.endTask(appA, task)
        }
        // The rest of the allowance in one go, while wake-ups keep the app running.
        device.complete(appA, 1)
        device.fetch(appA)
        device.machine.apps[0].tasks = exhausted
        device.beginTask(appA, 9)
        #expect(device.heard[appA]?.last == .expireTasks([TaskID(9)]))
        #expect(device.reasons(appA, .refuse) == [.noBackgroundTimeLeft])
        device.complete(appA, 2)
        #expect(device.state(appA) == .suspended)
    }

    private var exhausted: BackgroundTasks {
        var tasks = BackgroundTasks()
        spend(&tasks, 100, from: 0, to: 180)
        spend(&tasks, 101, from: 180, to: 185)
        return tasks
    }
}
