import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceSimulation

/// A device that exists in a test: the system's own rules and code on a clock that only the test
/// moves.
///
/// ```swift
/// @MainActor @Test(.virtualDevice) func isSuspendedInTheEnd() async throws {
///     let device = try VirtualDevice.current
///     try await device.launch(MyDelegate.self)
///     try await device.pressHome()
///     try await device.advance(by: .hours(9))
///     #expect(device.app.state == .suspended)
/// }
/// ```
///
/// The app under test runs in the test's process: `UIApplication.shared`, its delegate's callbacks,
/// background tasks, completion handlers, `backgroundTimeRemaining`, `DeviceClock` and
/// `DeviceTimer` are this device's. A process has one such device at a time, which
/// ``VirtualDeviceTrait`` sees to.
///
/// Each call that does something returns when what it caused on the main actor is done. What the
/// user does takes a moment of the device's time (``moment``).
@MainActor public final class VirtualDevice {
    /// Device time that opening an app, pressing Home and the like take: 0.1 s.
    public static let moment: Duration = .milliseconds(100)

    /// The device of the test that is running.
    ///
    /// - Throws: ``VirtualDeviceError`` when the test hasn't one.
    nonisolated public static var current: VirtualDevice {
        get throws(VirtualDeviceError) {
            guard let device = RunningTest.device else { throw .noDevice }
            return device
        }
    }

    /// Bytes that the app is taken to use.
    private static let footprint: UInt64 = 100_000_000

    /// The rules that the device goes by.
    public let profile: PolicyProfile
    /// nil before an app is installed.
    var world: SimulatedDevice?
    var maker: AppMaker?
    /// Every launch of the app so far; the last may be over.
    var launches: [KitApp] = []
    /// Up to where the app was seen to be at rest.
    var settledActivity: UInt64?
    private(set) var manifest: AppManifest?
    private var keys = VirtualKeys()
    private(set) var gateway = VirtualGateway()
    /// nil: nobody asked for a page of what happens.
    var page = VirtualTimeline()
    private(set) var eyes = Eyes()
    private(set) var container = VirtualContainer()
    /// Judges the app while it lives a random life.
    var judge: LifeJudge?
    let timeZoneBefore = UIDevice.environmentTimeZone

    init(_ profile: PolicyProfile) { self.profile = profile }

    // MARK: The app

    /// Installs the app under test and opens it.
    ///
    /// - Parameters:
    ///   - delegate: its delegate's class, of which each launch makes one with `init()`.
    ///   - scene: its scene's delegate, which its Info.plist names under
    ///     `UIApplicationSceneManifest`.
    ///   - app: what its Info.plist declares.
    /// - Throws: ``VirtualDeviceError``
    public func launch(
        _ delegate: (some UIApplicationDelegate).Type, scene: (any UISceneDelegate.Type)? = nil,
        as app: AppManifest = .underTest()
    ) async throws {
        try await launch(as: app, scene: scene) { delegate.init() }
    }

    /// Installs the app under test and opens it.
    ///
    /// - Parameters:
    ///   - app: what its Info.plist declares.
    ///   - application: its subclass of `UIApplication`, if it has one.
    ///   - scene: its scene's delegate, if its Info.plist names one.
    ///   - delegate: makes its delegate, for each launch anew.
    /// - Throws: ``VirtualDeviceError``
    public func launch(
        as app: AppManifest = .underTest(),
        application: UIApplication.Type = UIApplication.self,
        scene: (any UISceneDelegate.Type)? = nil,
        delegate: @escaping @MainActor () -> any UIApplicationDelegate
    ) async throws {
        try install(app, application: application, scene: scene, delegate: delegate)
        try await open()
    }

    /// Installs the app under test, which isn't opened: it may be woken first. The parameters are
    /// those of `launch`.
    ///
    /// - Throws: ``VirtualDeviceError`` when there is an app already.
    public func install(
        _ app: AppManifest = .underTest(),
        application: UIApplication.Type = UIApplication.self,
        scene: (any UISceneDelegate.Type)? = nil,
        delegate: @escaping @MainActor () -> any UIApplicationDelegate
    ) throws {
        guard world == nil else { throw VirtualDeviceError.isInstalled }
        install(
            app,
            AppMaker(
                application: application, scene: scene, delegate: delegate, groups: app.groups,
                taskIdentifiers: app.taskIdentifiers))
    }

    private func install(_ app: AppManifest, _ maker: AppMaker) {
        let world = SimulatedDevice(
            profile: profile, apps: [app], decisionsKept: Limits.decisionsKept)
        world.run(app.id) { [unowned self, keys, container] process in
            let launch = KitApp(process, maker, keys, container)
            launches.append(launch)
            return launch
        }
        page?.begin(world)
        world.observer = {
            [gateway, page, judge, unowned self, unowned world] now, event, reaction in
            gateway.note(event, reaction.promises)
            judge?.note(now, reaction.decisions, world)
            page?.note(now, event, reaction, world)
            if judge == nil, !reaction.decisions.isEmpty { look(at: now) }
        }
        world.keysChanged = { [keys] in keys.isOpen = $0 }
        manifest = app
        self.maker = maker
        self.world = world
    }

    /// The app, installed on a device on which nothing has happened yet.
    ///
    /// - Throws: ``VirtualDeviceError`` when no app is installed.
    func beginAnew(_ judge: LifeJudge?) async throws {
        guard let manifest, let maker else { throw VirtualDeviceError.noApp }
        await stop()
        launches = []
        settledActivity = nil
        (keys, gateway, container) = (VirtualKeys(), VirtualGateway(), VirtualContainer())
        eyes = Eyes()
        self.judge = judge
        install(manifest, maker)
    }

    /// The user sees what the device has become.
    private func look(at now: Moment) {
        let state = app.state
        eyes.see(
            now.wall.date, isInFront: state == .active || state == .inactive, notifications,
            badge: badge)
    }

    /// The app as the system sees it; not running before it is installed (S1).
    public var app: VirtualApp {
        guard let id = manifest?.id, let view = world?.machine.view(id) else { return VirtualApp() }
        return VirtualApp(view)
    }

    // MARK: The user

    /// Opens the app, by its icon or in the switcher (S3, S6).
    ///
    /// - Throws: ``VirtualDeviceError``, as all of these: `refused` when the system refuses.
    public func open() async throws {
        let id = try id
        try await perform { .open(id, arguments: [], $0) }
    }

    /// Leaves the app (S5).
    public func pressHome() async throws { try await perform { .home($0) } }

    /// Removes the app from the switcher: force-quit (U1).
    public func quit() async throws {
        let id = try id
        try await perform { .quit(id, $0) }
    }

    /// Presses the lock button (S7).
    public func lock() async throws { try await perform { .lock($0) } }

    /// Unlocks the device, to where it was (S7); with the passcode, where one is set.
    public func unlock() async throws {
        try await perform(for: nil) { world, reply in world.unlock(reply: reply) }
    }

    /// Shuts the device down, which ends the app (W3), and starts it again.
    public func reboot() async throws { try await perform { .shutDown($0) } }

    /// Something covers the app in front, or no longer does: a call, an alert, the notification
    /// centre (S7, S12).
    public func interrupt(_ interruption: Interruption) async throws {
        try await perform { .interrupt(interruption, $0) }
    }

    // MARK: The device

    /// The device is held otherwise, its battery drains, its user travels (Q1). A time zone becomes
    /// that of the whole process until the test ends.
    public func change(_ change: DeviceChange) async throws {
        try await perform { .changed(change, $0) }
    }

    /// Memory runs short. An app that runs is warned (M2). When it is critical, one that is
    /// suspended is purged without notice (M1), and so is one in the background that has been
    /// warned of it in the last half minute, after `applicationWillTerminate` (M2).
    public func memoryPressure(_ level: MemoryPressure.Level) async throws {
        guard let world else { throw VirtualDeviceError.noApp }
        try await settle()
        let footprints = try world.process(of: id).map {
            [Footprint(app: $0.key.app, launch: $0.key.launch, bytes: Self.footprint)]
        }
        world.happens(
            .memoryPressure(
                MemoryPressure(level: level, bytes: Self.footprint, footprints: footprints ?? [])))
        try await advance(by: Self.moment)
    }

    /// The device falls asleep; the app's background time stands still (T5).
    public func sleep() async throws { try await perform { .sleep($0) } }

    /// The device wakes up again (T5).
    public func wake() async throws { try await perform { .wake($0) } }

    /// The system finds it a good moment for a background fetch (F2). An app in front goes to the
    /// background first (F9). What the app makes of it is in ``wakes``.
    public func fetch() async throws {
        let id = try id
        try await perform { .fetch(id, $0) }
    }

    /// Kills the app's process, as a crash or the kernel would (W5): no callback tells it.
    ///
    /// - Parameter signal: SIGKILL, unless another is given.
    public func kill(signal: Int32 = 9) async throws {
        let id = try id
        try await settle()
        world?.process(of: id)?.exit(.signalled(signal))
        try await advance(by: Self.moment)
    }

    // MARK: What happened

    /// Why the app is where it is, in a sentence, and the decisions that led there (D2).
    ///
    /// - Throws: ``VirtualDeviceError`` when no app is installed.
    public func why() throws -> Explanation {
        guard let answer = try world?.machine.why(id) else { throw VirtualDeviceError.noApp }
        return answer
    }

    /// The obstacles that would keep the app from being woken for a fetch or a push now.
    ///
    /// - Throws: ``VirtualDeviceError`` when no app is installed.
    public func whyNot(_ cause: VirtualWake.Cause) throws -> Explanation {
        let wake: WakeCause =
            switch cause {
            case .fetch: .fetch
            case .push: .push(PayloadHandle(0))
            }
        guard let world, let answer = try world.machine.whyNot(id, wake, at: world.now) else {
            throw VirtualDeviceError.noApp
        }
        return answer
    }

    /// Decisions of the system with their rules, oldest first (D2): the newest 4096.
    public var log: [Decision] { world?.decisions ?? [] }

    /// The times that the app was woken, oldest first, and what it made of them (F5), as far as
    /// `log` reaches back.
    public var wakes: [VirtualWake] { VirtualWake.all(in: log) }

    /// The device's time of day. It begins on 14 November 2023 at 22:13:20 UTC.
    public var date: Date { (world?.now ?? .simulationStart).wall.date }

    var id: AppID {
        get throws(VirtualDeviceError) {
            guard let manifest else { throw .noApp }
            return manifest.id
        }
    }

    func perform(_ event: @escaping (Ticket) -> Event) async throws {
        try await perform(for: nil) { world, reply in world.ask(event, reply: reply) }
    }

    /// Has the device take something, and gives it a moment.
    func perform(
        for app: AppID?, _ body: (SimulatedDevice, @escaping (Answer) -> Void) -> Void
    ) async throws {
        guard let world else { throw VirtualDeviceError.noApp }
        try await settle()
        let asked = world.now
        var answer: Answer?
        body(world) { answer = $0 }
        try await advance(by: Self.moment)
        if case .refused(let refusal) = answer {
            throw VirtualDeviceError.refused(refusal, refusal.explained(at: asked))
        }
    }
}
