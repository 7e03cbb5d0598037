import QuiesceCore
import QuiesceShell
import QuiesceWire
import TestSupport
import Testing

/// In which order a device does what comes of an event.
@Suite("Record, act, commit, promise") struct PhaseTests {
    /// A world that notes what is wanted of it, and whose disk takes nothing before it is told.
    private final class World {
        var device: Device!
        /// The requests to the world, in order.
        var calls: [String] = []
        /// The completions that wait for the disk.
        private var waiting: [(Reason?) -> Void] = []

        init() {
            device = Device(machine: SystemMachine(profile: .ios8), seq: 0, firstTicket: 1_000)
            device.ports = ports()
        }

        private func note(_ call: String) { calls.append(call) }

        func ask(_ event: (Ticket) -> Event) {
            device.ask(event) { [self] answer in
                note(answer == .done ? "done" : "refused")
            }
        }

        /// - Returns: what was wanted since the last time.
        func taken() -> [String] {
            defer { calls = [] }
            return calls
        }

        /// The disk has taken what was submitted, or hasn't.
        func answer(_ failure: Reason? = nil) {
            let waiting = waiting
            self.waiting = []
            for completion in waiting { completion(failure) }
        }

        private func ports() -> Ports {
            Ports(
                now: { Moment.zero.advanced(by: .seconds(1)) },
                journal: JournalPort(
                    append: { [self] _, _, _ in note("record") }, hasGap: { false },
                    needsRotation: { false }, rotate: { _, _, _ in }),
                store: StorePort(
                    submit: { [self] _, _, completion in
                        note("commit")
                        if let completion { waiting.append(completion) }
                    }, keep: { _, _ in }, payload: { _ in nil }),
                processes: ProcessPort(
                    spawn: { [self] _, _ in note("spawn") }, freeze: { _, _ in },
                    thaw: { [self] _ in note("thaw") }, kill: { [self] _ in note("kill") }),
                apps: AppPort(
                    send: { [self] _, message in note(message.isCallback ? "send" : "tell") },
                    drain: { _ in }),
                bundles: BundlePort(
                    activate: { [self] _, _ in note("activate") }, discard: { _ in },
                    remove: { [self] _ in note("remove") }),
                screen: ScreenPort(takeSnapshot: { _ in }, forget: { _ in }),
                conduct: ConductPort(examine: { _, _, _ in }, restrain: { _, _ in }),
                transfers: TransferPort(
                    startAgent: {}, tell: { _, _ in }, place: { _, _, _ in }, unplace: { _, _ in },
                    upload: { _, _ in nil }),
                notifications: NotificationPort(
                    show: { _, _ in }, withdraw: { _ in }, keep: { _ in }, offsets: { _, _ in nil }),
                setTimer: { _ in }, keepAwake: { _ in }, stopped: {}, warn: { _ in })
        }
    }

    private func install(_ app: AppID) -> (Ticket) -> Event {
        let manifest = AppManifest(
            id: app, name: "App", version: "1", executable: "App", backgroundModes: [.fetch])
        return { .install(manifest, StagedBundle($0.value), $0) }
    }

    private func app() throws -> AppID { try #require(AppID("app")) }

    @Test(
        "An event is recorded, then done, then committed, and whoever waits hears of it when that is on disk",
        .behaviour("reliability D1", "D2"))
    func order() throws {
        let world = World()
        world.ask(install(try app()))
        #expect(world.taken() == ["record", "activate", "commit"])
        world.answer()
        #expect(world.taken() == ["done"])
    }

    @Test(
        "A wake-up is recorded before its app is thawed, its callback is sent before that, and its caller waits for the disk",
        .behaviour("D2", "reliability D1"))
    func wakeUp() throws {
        let world = World()
        let app = try app()
        let launch = Launch(number: 1)
        world.ask(install(app))
        world.ask { .open(app, arguments: [], $0) }
        world.device.take(.spawned(app, launch, pid: 7))
        world.device.take(
            .connected(app, launch, lastReceived: 0, lastHandled: 0, openTasks: []))
        world.device.take(.handled(app, launch, seq: 2))
        world.ask { .home($0) }
        world.device.take(.handled(app, launch, seq: 9))
        world.device.take(.frozen(app, launch, freeze: 1))
        try #require(world.device.machine.view(app)?.state == .suspended)
        world.answer()
        _ = world.taken()
        world.ask { .fetch(app, $0) }
        let calls = world.taken()
        #expect(calls.first == "record" && calls.last == "commit")
        #expect(calls.filter { $0 == "send" || $0 == "thaw" } == ["send", "thaw"])
        world.answer()
        #expect(world.taken() == ["done"])
    }

    @Test(
        "An app's bundle is deleted once the disk knows that it is uninstalled, and then its caller hears of it",
        .behaviour("reliability D2", "W4"))
    func uninstalled() throws {
        let world = World()
        let app = try app()
        world.ask(install(app))
        world.answer()
        _ = world.taken()
        world.ask { .uninstall(app, $0) }
        #expect(world.taken() == ["record", "commit"])
        world.answer()
        #expect(world.taken() == ["remove", "done"])
    }

    @Test(
        "An app that is installed anew before that loses its old bundle first, and keeps its new one",
        .behaviour("reliability D2", "W4"))
    func installedAnew() throws {
        let world = World()
        let app = try app()
        world.ask(install(app))
        world.answer()
        _ = world.taken()
        world.ask { .uninstall(app, $0) }
        world.ask(install(app))
        #expect(world.taken() == ["record", "commit", "record", "remove", "activate", "commit"])
        world.answer()
        #expect(world.taken() == ["done", "done"])
    }

    @Test(
        "An app that was to be installed anew while it is uninstalled, in one event, keeps its new bundle",
        .behaviour("reliability D2", "W4"))
    func installedAnewAtOnce() throws {
        let world = World()
        let app = try app()
        let launch = Launch(number: 1)
        world.ask(install(app))
        world.ask { .open(app, arguments: [], $0) }
        world.device.take(.spawned(app, launch, pid: 7))
        world.ask { .uninstall(app, $0) }
        world.ask(install(app))
        world.answer()
        _ = world.taken()
        world.device.take(.exited(app, launch, .exited(code: 0)))
        #expect(world.taken() == ["record", "remove", "activate", "commit"])
        world.answer()
        #expect(world.taken() == ["done", "done"])
        #expect(world.device.machine.view(app) != nil)
    }

    @Test(
        "Where the disk takes nothing, what is to begin is refused, and a bundle stays until it does",
        .behaviour("reliability D5"))
    func failure() throws {
        let world = World()
        let app = try app()
        world.ask(install(app))
        world.answer()
        _ = world.taken()
        world.ask(install(try #require(AppID("other"))))
        _ = world.taken()
        world.answer(.noSpace)
        #expect(world.taken() == ["commit", "refused"], "what is true now is tried again")
        world.ask { .uninstall(app, $0) }
        _ = world.taken()
        world.answer(.noSpace)
        #expect(world.taken() == ["commit", "done"])
        world.ask { .home($0) }
        #expect(world.taken() == ["record", "done", "commit"])
        world.answer()
        #expect(world.taken() == ["remove"])
    }
}

extension MessageToApp {
    fileprivate var isCallback: Bool { if case .deliver = self { true } else { false } }
}
