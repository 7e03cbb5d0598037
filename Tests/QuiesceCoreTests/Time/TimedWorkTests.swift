import TestSupport
import Testing

@testable import QuiesceCore

/// All that time alone brings goes through one list, with windows.
@Suite struct TimedWorkTests {
    /// What an empty device with apps A and B waits for after `prepare`.
    private func work(_ prepare: (TestDevice) -> Void) -> [TimedWork] {
        var manifest = AppManifest.test(appA, modes: [.fetch, .processing])
        manifest.taskIdentifiers = ["a.clean"]
        let device = TestDevice(installing: manifest, .test(appB))
        device.open(appA)
        prepare(device)
        let work = device.machine.timedWork(at: device.now)
        // Both clocks run alike while the device is awake.
        let next = work.map(\.window.latest).min()
        #expect(device.timer == next.map { device.now.instant + ($0 - device.now.awake) })
        return work
    }

    private func slack(_ source: TimedWork.Source, _ work: [TimedWork]) -> Interval? {
        #expect(work.map(\.source) == [source])
        return work.first.map { $0.window.latest - $0.window.earliest }
    }

    @Test("A device on which nothing is to come asks for no timer")
    func nothing() {
        #expect(work { _ in } == [])
    }

    @Test("Limits on apps are on time", .behaviour("W1"))
    func limits() {
        let work = work {
            $0.manners[appB] = .ignoring("didFinishLaunching")
            $0.open(appB)
        }
        #expect(slack(.appLimits, work) == .zero)
    }

    @Test("Midnight is on time")
    func calendar() {
        #expect(slack(.calendar, work { $0.tellClock() }) == .zero)
    }

    @Test("Keys are forgotten on time", .behaviour("P3"))
    func dataProtection() {
        let work = work {
            $0.home()
            $0.ask { .passcode(.set, $0) }
            $0.lock()
        }
        #expect(slack(.dataProtection, work) == .zero)
        #expect(
            work.first.map { $0.window.latest }
                == AwakeInstant.zero + .seconds(900) + PolicyProfile.ios8.protectedDataGrace)
    }

    @Test("A notification is on time", .behaviour("N7"))
    func notifications() {
        let work = work {
            $0.allowNotifications(appA)
            $0.schedule(appA, in: .seconds(300))
        }
        #expect(slack(.notifications, work) == .zero)
    }

    @Test("Processing may be later by the fetches' slack", .behaviour("F2"))
    func fetches() {
        let work = work {
            $0.submit(appA, BackgroundTaskRequest(kind: .processing, identifier: "a.clean"))
            $0.lock()
        }
        #expect(slack(.fetches, work) == Limits.fetchSlack)
    }

    @Test("Everything is in the list at once, and the timer is that of the first")
    func together() {
        let all = work {
            $0.tellClock()
            $0.allowNotifications(appA)
            $0.schedule(appA, in: .seconds(30))
            $0.submit(appA, BackgroundTaskRequest(kind: .processing, identifier: "a.clean"))
            $0.openSession(appA)
            $0.agent.usual = .fail(TransferFailure(.connectionLost))
            $0.begin(appA, 1)
            $0.beginTask(appA, 1)
            $0.ask { .passcode(.set, $0) }
            $0.lock()
        }
        #expect(
            all.map(\.source) == [
                .appLimits, .calendar, .dataProtection, .transfers, .fetches, .notifications,
            ])
    }
}
