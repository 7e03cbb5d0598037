import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Programs with windows on a desktop") struct WindowTests {
    private func device() -> TestDevice {
        let device = TestDevice(installing: .hosted(appA), .hosted(appB))
        device.open(appA)
        device.open(appB)
        device.home()
        #expect(state(device, appA) == .suspended)
        #expect(state(device, appB) == .suspended)
        return device
    }

    private func state(_ device: TestDevice, _ app: AppID) -> AppState? {
        device.machine.view(app)?.state
    }

    /// The apps that have windows, and how each is.
    private func see(_ windows: [AppID: String], _ device: TestDevice) {
        device.send(
            .windows(
                .seen(
                    windows.sorted { $0.key < $1.key }.compactMap { app, how in
                        device.machine.view(app).map {
                            AppWindows(
                                app: app, launch: $0.launch, isShown: how != "hidden",
                                isFocused: how == "focused")
                        }
                    })))
        device.run()
    }

    @Test(
        "The program whose window has the focus is in front, and thawed for it",
        .behaviour("Y2", "S6"))
    func focus() {
        let device = device()
        see([appA: "focused", appB: "hidden"], device)
        #expect(device.machine.foreground == appA)
        #expect(state(device, appA) == .active)
        #expect(state(device, appB) == .suspended)
        see([appA: "hidden", appB: "focused"], device)
        #expect(device.machine.foreground == appB)
        #expect(state(device, appA) == .background)
        let focused = device.decisions.filter { $0.reason == .windowFocused }
        #expect(focused.map(\.app) == [appA, appB])
        #expect(focused.allSatisfy { $0.rule == .y2 })
    }

    @Test(
        "One that is shown without the focus is in the background and isn't suspended; why says so",
        .behaviour("Y3", "S5"))
    func shown() throws {
        let device = device()
        see([appA: "shown", appB: "focused"], device)
        device.advance(by: .seconds(3_600))
        #expect(state(device, appA) == .background)
        let why = try #require(device.machine.why(appA))
        #expect(why.sentence.contains("one of its windows is shown"), "\(why.sentence)")
        #expect(why.pending.contains { $0.kind == .window && $0.rule == .y3 })
    }

    @Test(
        "Out of sight it runs on for five seconds, and back within them it never was frozen",
        .behaviour("Y3", "S5"))
    func grace() {
        let device = device()
        see([appA: "focused"], device)
        see([appA: "hidden"], device)
        device.advance(by: .milliseconds(4_900))
        #expect(state(device, appA) == .background)
        see([appA: "focused"], device)
        see([appA: "hidden"], device)
        device.advance(by: .milliseconds(4_900))
        #expect(state(device, appA) == .background)
        device.advance(by: .milliseconds(200))
        #expect(state(device, appA) == .suspended)
    }

    @Test("A suspended one that is shown is thawed, and stays out of front", .behaviour("Y3", "S8"))
    func thawed() {
        let device = device()
        see([appA: "hidden"], device)
        device.advance(by: .seconds(6))
        #expect(state(device, appA) == .suspended)
        see([appA: "shown"], device)
        #expect(state(device, appA) == .background)
        #expect(device.machine.foreground == nil)
        #expect(device.decisions.contains { $0.reason == .wokenForWindow && $0.app == appA })
    }

    @Test(
        "The focus that goes to another program takes the one in front to the background, and no app that has no window",
        .behaviour("Y2", "S5"))
    func elsewhere() {
        let device = device()
        see([appA: "focused"], device)
        see([appA: "shown"], device)
        #expect(device.machine.foreground == nil)
        #expect(state(device, appA) == .background)
        device.open(appB)
        see([appA: "hidden"], device)
        #expect(device.machine.foreground == appB)
    }

    @Test(
        "Where nobody says any more what is shown, whoever had a window is thawed and runs on",
        .behaviour("Y3", "reliability P7"))
    func lost() throws {
        let device = device()
        see([appA: "hidden"], device)
        device.advance(by: .seconds(6))
        device.send(.windows(.lost))
        device.run()
        #expect(state(device, appA) == .background)
        #expect(state(device, appB) == .suspended)
        #expect(device.machine.followsWindows == false)
        let pending = try #require(device.machine.why(appA)).pending
        #expect(pending.contains { $0.sentence.contains("doesn't say which windows") })
        see([appA: "hidden"], device)
        #expect(state(device, appA) == .background)
        device.advance(by: .seconds(6))
        #expect(state(device, appA) == .suspended)
    }

    @Test(
        "One that has been started has a minute to open its first window, left or not",
        .behaviour("Y3", "S5"))
    func starting() throws {
        let device = device()
        see([appA: "focused"], device)
        device.quit(appB)
        device.open(appB)
        device.home()
        device.advance(by: .seconds(59))
        #expect(state(device, appB) == .background)
        let why = try #require(device.machine.why(appB))
        #expect(why.pending.contains { $0.sentence.contains("opened no window yet") })
        device.advance(by: .seconds(2))
        #expect(state(device, appB) == .suspended)
        // The focus elsewhere is no matter of a program that never had a window.
        device.open(appB)
        see([appA: "shown"], device)
        #expect(device.machine.foreground == appB)
    }

    @Test(
        "One whose first window is out of sight from the beginning is suspended after five seconds",
        .behaviour("Y3", "S5"))
    func hiddenFirst() {
        let device = device()
        see([appA: "focused"], device)
        device.quit(appB)
        device.open(appB)
        device.home()
        see([appA: "shown", appB: "hidden"], device)
        device.advance(by: .milliseconds(4_900))
        #expect(state(device, appB) == .background)
        device.advance(by: .milliseconds(200))
        #expect(state(device, appB) == .suspended)
    }

    @Test(
        "When memory runs short, who is shown stays as who is in front does",
        .behaviour("Y3", "M2"))
    func memory() {
        let device = device()
        see([appA: "shown", appB: "focused"], device)
        func order() -> [AppID] {
            let footprints = [appA, appB].compactMap { app in
                device.processes[app].map {
                    Footprint(app: app, launch: $0.launch, bytes: 1_000_000)
                }
            }
            return device.machine.purgeOrder(footprints, bytes: nil).map(\.app)
        }
        #expect(order() == [])
        see([appA: "hidden", appB: "focused"], device)
        device.advance(by: .seconds(6))
        #expect(order() == [appA])
    }

    @Test(
        "A focus that moves behind the lock counts once the device is unlocked",
        .behaviour("Y2", "S7"))
    func locked() {
        let device = device()
        see([appA: "focused", appB: "hidden"], device)
        device.ask { .lock($0) }
        see([appA: "hidden", appB: "focused"], device)
        #expect(device.machine.foreground == nil)
        device.ask { .unlock($0) }
        #expect(device.machine.foreground == appB)
    }

    @Test("A program that is being ended isn't opened by its last window", .behaviour("Y2", "U1"))
    func ending() {
        let device = device()
        see([appA: "shown", appB: "focused"], device)
        device.quit(appA)
        see([appA: "focused", appB: "shown"], device)
        #expect(state(device, appA) == .notRunning)
        device.advance(by: .seconds(60))
        #expect(state(device, appA) == .notRunning)
    }

    @Test(
        "A new daemon goes on with what was shown, and a device that restarts knows no window",
        .behaviour("Y3", "reliability P8"))
    func restarts() throws {
        let device = device()
        see([appA: "shown"], device)
        try device.restartDaemon()
        device.advance(by: .seconds(3_600))
        #expect(state(device, appA) == .background)
        device.restartDevice()
        #expect(device.machine.followsWindows == nil)
    }

    @Test(
        "Opened otherwise than by its window, it is to be raised, until it has the focus",
        .behaviour("Y2"))
    func raised() {
        let device = device()
        see([appA: "focused", appB: "hidden"], device)
        #expect(device.machine.windowToRaise == nil)
        device.open(appB)
        #expect(device.machine.windowToRaise == appB)
        see([appA: "hidden", appB: "focused"], device)
        #expect(device.machine.windowToRaise == nil)
    }

    @Test(
        "A program that was opened and is hidden before it ever had the focus is left",
        .behaviour("Y2"))
    func hiddenUnfocused() {
        let device = device()
        device.open(appA)
        see([appA: "shown"], device)
        #expect(state(device, appA) == .active)
        see([appA: "hidden", appB: "hidden"], device)
        #expect(state(device, appA) == .background)
        device.advance(by: .seconds(6))
        #expect(state(device, appA) == .suspended)
    }

    @Test("The windows of a launch that is over are nobody's", .behaviour("Y3"))
    func stale() {
        let device = device()
        see([appA: "shown"], device)
        let windows = AppWindows(
            app: appA, launch: device.machine.view(appA)!.launch, isShown: true, isFocused: true)
        device.quit(appA)
        device.send(.windows(.seen([windows])))
        device.run()
        #expect(state(device, appA) == .notRunning)
        device.open(appA)
        device.home()
        device.advance(by: .seconds(61))
        #expect(state(device, appA) == .suspended)
        device.send(.windows(.seen([windows])))
        device.run()
        #expect(state(device, appA) == .suspended)
        #expect(device.ask { .uninstall(appA, $0) } == .done)
        #expect(device.machine.followsWindows == nil)
    }
}
