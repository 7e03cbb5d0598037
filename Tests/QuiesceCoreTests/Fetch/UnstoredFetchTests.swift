import TestSupport
import Testing

@testable import QuiesceCore

/// An app's fetch requests that the disk didn't take.
@Suite(.behaviour("reliability D5")) struct UnstoredFetchTests {
    private static let refresh = BackgroundTaskRequest(kind: .appRefresh, identifier: "a.refresh")
    private static let later = BackgroundTaskRequest(
        kind: .appRefresh, identifier: "a.refresh", earliestBegin: 5_000)

    private func device() -> TestDevice {
        var manifest = AppManifest.test(appA, modes: [.fetch])
        manifest.taskIdentifiers = ["a.refresh"]
        let device = TestDevice(installing: manifest)
        device.open(appA)
        return device
    }

    private func refusals(_ device: TestDevice) -> [FetchRefusal] {
        device.heard[appA, default: []].compactMap { call in
            if case .fetchRefused(let refusal) = call { refusal } else { nil }
        }
    }

    private func launch(_ device: TestDevice) -> Launch { device.machine.view(appA)!.launch }

    private func fail(_ device: TestDevice, _ unstored: UnstoredFetch) {
        device.send(.fetching(.notStored(unstored, .noSpace)))
    }

    private func fact(_ device: TestDevice) -> FetchFact? {
        for case .fetch(let fact) in device.machine.facts where fact.app == appA { return fact }
        return nil
    }

    @Test("An interval that isn't stored is as before, and its app hears of it", .behaviour("F1"))
    func interval() {
        let device = device()
        device.setInterval(appA, .seconds(3_600))
        device.setInterval(appA, .zero)
        fail(device, .interval(appA, launch(device), .zero, was: .seconds(3_600)))
        #expect(device.machine.fetches[appA]?.minimumInterval == .seconds(3_600))
        #expect(fact(device)?.minimumInterval == .seconds(3_600))
        #expect(refusals(device) == [FetchRefusal(identifier: nil, reason: .noSpace)])
        #expect(device.reasons(appA, .refuse) == [.noSpace])
    }

    @Test(
        "An app that is refused hundreds of times isn't flooded: it hears of the newest when it can",
        .behaviour("W4"))
    func hundreds() {
        let device = device()
        device.behaviours[appA, default: AppBehaviour()].slow["didNotSubmit"] = .seconds(1)
        for seconds in 1...Int64(2 * Limits.outstandingCallsPerApp) {
            device.setInterval(appA, .seconds(seconds))
            fail(device, .interval(appA, launch(device), .seconds(seconds), was: nil))
        }
        #expect(refusals(device).count == 1)
        device.advance(by: .seconds(10))
        #expect(refusals(device).count == 2)
        #expect(device.reasons(appA, .kill).isEmpty)
    }

    @Test("A refusal that an app hasn't heard of isn't told once it has asked anew")
    func askedAnew() {
        let device = device()
        device.behaviours[appA, default: AppBehaviour()].slow["didNotSubmit"] = .seconds(1)
        for seconds: Int64 in [60, 120] {
            device.setInterval(appA, .seconds(seconds))
            fail(device, .interval(appA, launch(device), .seconds(seconds), was: nil))
        }
        device.setInterval(appA, .seconds(180))
        for task in [Self.refresh, Self.later] {
            device.submit(appA, task)
            fail(device, .task(appA, launch(device), task, was: nil))
        }
        device.submit(appA, Self.refresh)
        device.advance(by: .seconds(10))
        #expect(
            refusals(device) == [
                FetchRefusal(identifier: nil, reason: .noSpace),
                FetchRefusal(identifier: Self.refresh.identifier, reason: .noSpace),
            ])
        #expect(device.machine.pendingTasks(of: appA) == [Self.refresh])
    }

    @Test("What was asked for since stays, and nobody is told anything")
    func newer() {
        let device = device()
        device.setInterval(appA, .zero)
        device.setInterval(appA, .seconds(60))
        device.submit(appA, Self.refresh)
        device.submit(appA, Self.later)
        fail(device, .interval(appA, launch(device), .zero, was: nil))
        fail(device, .task(appA, launch(device), Self.refresh, was: nil))
        #expect(device.machine.fetches[appA]?.minimumInterval == .seconds(60))
        #expect(device.machine.pendingTasks(of: appA) == [Self.later])
        #expect(refusals(device) == [])
        #expect(device.reasons(appA, .refuse) == [.noSpace, .noSpace])
    }

    @Test("A task that isn't stored isn't pending; the one it was to replace is", .behaviour("F2"))
    func task() {
        let device = device()
        device.submit(appA, Self.refresh)
        device.submit(appA, Self.later)
        fail(device, .task(appA, launch(device), Self.later, was: Self.refresh))
        #expect(device.machine.pendingTasks(of: appA) == [Self.refresh])
        fail(device, .task(appA, launch(device), Self.refresh, was: nil))
        #expect(device.machine.pendingTasks(of: appA) == [])
        #expect(fact(device)?.tasks == [])
        let told = FetchRefusal(identifier: "a.refresh", reason: .noSpace)
        device.advance(by: .seconds(1))
        #expect(refusals(device) == [told, told])
    }

    @Test("A suspended app hears of it once it runs again, and no later launch does")
    func hearsLater() {
        let device = device()
        device.setInterval(appA, .zero)
        let first = launch(device)
        device.home()
        device.advance(by: .seconds(30))
        #expect(device.machine.view(appA)?.state == .suspended)
        fail(device, .interval(appA, first, .zero, was: nil))
        #expect(refusals(device) == [])
        #expect(device.machine.view(appA)?.state == .suspended)
        device.open(appA)
        #expect(refusals(device).count == 1)
        device.setInterval(appA, .zero)
        device.quit(appA)
        fail(device, .interval(appA, first, .zero, was: nil))
        device.open(appA)
        #expect(device.machine.fetches[appA]?.minimumInterval == nil)
        #expect(refusals(device).count == 1)
    }

    @Test("What the policy doesn't permit is told in the same way", .behaviour("O4"))
    func policy() {
        let device = device()
        device.submit(appA, BackgroundTaskRequest(kind: .appRefresh, identifier: "other"))
        #expect(
            refusals(device) == [FetchRefusal(identifier: "other", reason: .taskNotPermitted)])
    }
}
