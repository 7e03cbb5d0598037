import TestSupport
import Testing

@testable import QuiesceCore

extension TestDevice {
    @discardableResult
    func openURL(_ url: String, _ app: AppID? = nil) -> Answer? {
        ask { .link(.open(.url(url, source: nil), app: app, $0)) }
    }

    /// An app asks.
    func request(_ url: String, _ app: AppID, universalLinksOnly: Bool = false) {
        guard let process = processes[app] else {
            Issue.record("\(app) isn't running")
            return
        }
        perform(process) {
            .link(
                .asked(
                    app, process.launch, request: $0,
                    .open(url, universalLinksOnly: universalLinksOnly)))
        }
    }

    func links(_ app: AppID) -> [LinkCall] {
        (heard[app] ?? []).compactMap { if case .link(let call) = $0 { call } else { nil } }
    }

    func launches(_ app: AppID) -> [LaunchCause] {
        (heard[app] ?? []).compactMap {
            if case .finishLaunching(_, let cause, _) = $0 { cause } else { nil }
        }
    }
}

/// URLs and quick actions open apps.
@Suite struct LinkTests {
    private let notes = AppLink.url("notes://today", source: nil)

    private func device() -> TestDevice {
        var reader = AppManifest.test(appA)
        reader.urlSchemes = ["notes", "x-notes"]
        var other = AppManifest.test(appB)
        other.urlSchemes = ["notes", "b"]
        return TestDevice(.ios8, installing: reader, other)
    }

    @Test(
        "An app that isn't running is launched with a URL, and told no second time",
        .behaviour("S3"))
    func launches() {
        let device = device()
        #expect(device.openURL("notes://today") == .done)
        #expect(device.launches(appA) == [.link(notes)])
        #expect(device.links(appA).isEmpty)
        #expect(device.state(appA) == .active)
    }

    @Test(
        "A suspended app comes to the front, and has the URL before it becomes active",
        .behaviour("S6"))
    func suspended() {
        let device = device()
        device.open(appA)
        device.home()
        #expect(device.state(appA) == .suspended)
        let before = device.calls(appA).count
        #expect(device.openURL("NOTES://today") == .done)
        #expect(
            device.calls(appA).dropFirst(before)
                == ["openURL", "willEnterForeground", "didBecomeActive"])
        #expect(device.openURL("notes://today") == .done)
        #expect(device.links(appA).last == .opened(notes))
        #expect(device.links(appA).count == 2)
    }

    @Test("A quick action comes as a URL does", .behaviour("S3", "S6"))
    func shortcut() {
        let device = device()
        let link = AppLink.shortcut("new")
        #expect(device.ask { .link(.open(link, app: appA, $0)) } == .done)
        #expect(device.launches(appA) == [.link(link)])
        device.home()
        #expect(device.ask { .link(.open(link, app: appA, $0)) } == .done)
        #expect(device.links(appA) == [.opened(link)])
    }

    @Test("The first that was installed opens it also once only the facts are left")
    func order() {
        var (first, second) = (AppManifest.test(appB), AppManifest.test(appA))
        first.urlSchemes = ["notes"]
        second.urlSchemes = ["notes"]
        let device = TestDevice(.ios8, installing: first, second)
        #expect(device.machine.views.map(\.manifest.id) == [appB, appA])
        let machine = SystemMachine(
            restoring: device.machine.facts, profile: .ios8, lastDecision: 100, at: .zero)
        #expect(machine.views.map(\.manifest.id) == [appB, appA])
        device.ask { .uninstall(appB, $0) }
        device.install(first)
        let later = SystemMachine(
            restoring: device.machine.facts, profile: .ios8, lastDecision: 100, at: .zero)
        #expect(later.views.map(\.manifest.id) == [appA, appB])
    }

    @Test("A tool may name the app, which must have the scheme")
    func named() {
        let device = device()
        #expect(device.openURL("notes:1", appB) == .done)
        #expect(device.launches(appB).count == 1)
        #expect(device.openURL("b:1", appA).refusal == .schemeNotDeclared)
        #expect(device.openURL("b:1", AppID(literal: "C")).refusal == .unknownApp)
    }

    @Test(
        "It is refused where no app has the scheme, on a locked device, and where it is too long",
        .behaviour("S7"))
    func refused() {
        let device = device()
        #expect(device.openURL("other://x").refusal == .noAppForScheme)
        for text in ["", "notes", "://x", "1a:x", "no tes:x", "notes: x"] {
            #expect(device.openURL(text).refusal == .noURL, "\(text)")
        }
        let long = "notes:" + String(repeating: "x", count: Limits.linkBytes)
        #expect(device.openURL(long).refusal == .linkTooLong)
        #expect(device.ask { .link(.open(.shortcut(""), app: appA, $0)) }.refusal == .noShortcut)
        device.ask { .lock($0) }
        #expect(device.openURL("notes://x").refusal == .deviceLocked)
        #expect(device.launches(appA).isEmpty)
    }

    @Test(
        "An app in front opens another with a URL, hears that it did, and is left", .behaviour("S5")
    )
    func asked() {
        let device = device()
        device.open(appB)
        device.request("x-notes:1", appB)
        #expect(device.links(appB).map(\.isOpened) == [true])
        #expect(device.launches(appA) == [.link(.url("x-notes:1", source: appB.name))])
        #expect(device.state(appA) == .active)
        #expect(
            device.calls(appB).suffix(3) == [
                "openCompleted", "willResignActive", "didEnterBackground",
            ])
    }

    @Test("An app hears that no app has the scheme, or that it isn't in front")
    func askedInVain() {
        let device = device()
        device.open(appB)
        device.request("other:1", appB)
        #expect(device.links(appB).map(\.isOpened) == [false])
        #expect(device.state(appB) == .active)
        device.beginTask(appB, 1)
        device.home()
        device.request("x-notes:1", appB)
        #expect(device.links(appB).map(\.isOpened) == [false, false])
        #expect(device.launches(appA).isEmpty)
    }

    @Test(
        "An app whose last process ends first is launched with it then; one that was left meanwhile isn't"
    )
    func ending() {
        let device = device()
        device.open(appA)
        device.behaviours[appA] = AppBehaviour(exitsWhenTerminated: false)
        device.quit(appA)
        #expect(device.openURL("notes://today") == .done)
        #expect(device.launches(appA).count == 1)
        device.die(appA, .exited(code: 0))
        #expect(device.launches(appA).last == .link(notes))
        device.quit(appA)
        #expect(device.openURL("notes://today") == .done)
        device.home()
        device.die(appA, .exited(code: 0))
        device.open(appA)
        #expect(device.launches(appA).last == .user)
    }

    @Test("The log names the scheme, and nothing else of a URL")
    func secret() {
        let words = AppLink.url("notes://user:secret@x", source: "org.example.a").words
        #expect(words == "a URL of the scheme notes from org.example.a")
    }

    @Test("What an app was to be opened with is gone once the device has restarted")
    func goneWithDevice() {
        let device = device()
        device.behaviours[appA] = AppBehaviour(exitsWhenTerminated: false)
        device.open(appA)
        device.quit(appA)
        #expect(device.openURL("notes://today", appA) == .done)
        device.restartDevice()
        device.open(appA)
        #expect(device.state(appA) == .active)
        #expect(!device.launches(appA).contains(.link(notes)))
        #expect(device.links(appA).isEmpty)
    }
}

extension LinkCall {
    /// Whether an answer says that the link was opened; nil: the call isn't an answer.
    var isOpened: Bool? {
        if case .answered(_, let isOpened) = self { isOpened } else { nil }
    }
}
