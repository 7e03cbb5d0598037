import TestSupport
import Testing

@testable import QuiesceCore

/// All that time alone brings goes through one list, with windows.
@Suite struct TimedWorkTests {
    /// The work that an empty device with apps A and B waits for after `prepare`.
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
            $0.behaviours[appB] = .ignoring("didFinishLaunching")
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

    @Test("The end of silence is on time", .behaviour("A1"))
    func audio() {
        let work = work {
            $0.install(.test(appB, modes: [.audio]))
            $0.open(appB)
            $0.play(appB)
            $0.home()
            $0.ask(appB, audio: .working(plays: false, records: false))
        }
        // Its use is looked at as well, as that of any app in the background.
        #expect(work.map(\.source) == [.appLimits, .room("Audio")])
        #expect(work.last.map { $0.window.latest - $0.window.earliest } == .zero)
    }

    @Test("A keep-alive may be a quarter of its interval early", .behaviour("V2"))
    func voip() {
        let work = work {
            $0.install(.test(appB, modes: [.voip]))
            $0.open(appB)
            $0.ask(appB, voip: .keepAlive(seconds: 600))
        }
        #expect(slack(.room("VoIP"), work) == .seconds(150))
    }

    @Test("The screen locks on time, whoever is still in front", .behaviour("S7"))
    func screenLock() {
        let work = work {
            $0.behaviours[appA] = .ignoring("didEnterBackground")
            $0.lock()
        }
        #expect(work.map(\.source) == [.appLimits, .screenLock])
        #expect(work.allSatisfy { $0.window.earliest == $0.window.latest })
    }

    @Test("A beacon's silence is on time", .behaviour("G4"))
    func location() throws {
        let beacon = try #require(
            Beacon(uuid: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0", major: 7, minor: 1))
        let work = work {
            $0.permit(appA, .location, .authorized)
            let region = BeaconRegion(identifier: "shop", uuid: beacon.uuid)
            $0.ask(appA, location: .monitor(region: WatchedRegion(.beacons(region))))
            $0.send(.location(.heard(beacon)))
        }
        #expect(slack(.room("Location"), work) == .zero)
    }

    @Test("The timer is for what must be done first, whatever else is due", .behaviour("F4"))
    func first() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.allowNotifications(appA)
        for seconds in [300, 100, 200] as [Int64] {
            device.schedule(appA, "\(seconds)", in: .seconds(seconds))
        }
        device.tellClock()
        device.home()
        device.advance(by: .seconds(99))
        #expect(device.desktop.visible.isEmpty)
        device.advance(by: .seconds(1))
        #expect(device.desktop.visible.count == 1)
    }

    @Test("A limit that a late timer has passed is extended by that time", .behaviour("W1"))
    func late() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = .ignoring("didFinishLaunching")
        device.open(appA)
        device.fireTimerLate(by: .seconds(3))
        #expect(device.state(appA) != .notRunning)
        device.advance(by: .milliseconds(2_999))
        #expect(device.state(appA) != .notRunning)
        device.advance(by: .milliseconds(2))
        #expect(device.state(appA) == .notRunning)
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
