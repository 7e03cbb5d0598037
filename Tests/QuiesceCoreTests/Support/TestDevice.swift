import Testing

@testable import QuiesceCore

/// A device on a virtual clock: the machine under test, and the shell, the kernel and the apps
/// played by the test. After every event the invariants of `checkInvariants` must hold, and every
/// effect must make sense to whoever receives it.
final class TestDevice {
    enum Action {
        case event(Event)
        case connect
        case handle(Delivery)
        case request((UInt64) -> Event)
        case exit(ExitStatus)
    }

    struct Pending {
        var at: Instant
        var process: (AppID, Launch)?
        var action: Action
    }

    var machine: SystemMachine
    var now = Moment(
        instant: .zero + .seconds(1000), awake: .zero + .seconds(900),
        wall: .zero + .seconds(1_700_000_000))
    var manners: [AppID: Manners] = [:]
    /// What the kernel tells of their processes.
    var findings: [AppID: Findings] = [:]
    /// What they were kept from, in order.
    var restraints: [AppID: [Restraint]] = [:]
    var processes: [AppID: TestProcess] = [:]
    var timer: Instant?
    var answers: [Ticket: Answer] = [:]
    var decisions: [Decision] = []
    var effects: [Effect] = []
    var events: [Event] = []
    /// Every call that each app received, over all launches.
    var heard: [AppID: [AppCall]] = [:]
    var redelivered: [AppID: [AppCall]] = [:]
    var stored: [String: Fact] = [:]
    var payloads: Set<PayloadHandle> = []
    var bundles: [AppID: StagedBundle] = [:]
    var discarded: [StagedBundle] = []
    /// Of whom a snapshot was taken, in order.
    var snapshots: [AppID] = []
    /// The transfer agent, and what apps do with their transfers.
    var agent = TestAgent()
    /// Where notifications are shown.
    var desktop = TestDesktop()
    /// What a gateway hears of this device.
    var gateway = TestGateway()
    var keptAwake = false
    /// The shell has the keys of protected files in memory.
    var keysHeld = true
    var stopped = false
    var pending: [Pending] = []
    var ticket: UInt64 = 0
    var lastPID: Int32 = 100
    /// The daemon is killed after this many events.
    var killedAfter: Int?
    /// It is killed before it carries out what that event asked for, but for what lasts.
    var killedBeforeActing = false
    var daemonIsDead = false

    init(_ profile: PolicyProfile = .ios8, installing manifests: AppManifest...) {
        machine = SystemMachine(profile: profile)
        stored["device"] = .device(DeviceFact(recents: [], lastWake: 0))
        for manifest in manifests { install(manifest) }
    }
}
