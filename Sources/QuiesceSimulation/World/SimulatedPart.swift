import QuiesceCore
import QuiesceShell
import QuiesceWire

/// A capability's room in the simulator: what of the world is its own, and the checker that judges
/// what the core makes of it. The device tells each of its parts what happens, and knows none of
/// them.
///
/// A part leaves out the methods that it doesn't care for.
protocol SimulatedPart: AnyObject {
    /// Puts the world behind its port.
    func connect(_ ports: inout Ports, of device: SimulatedDevice)

    // MARK: Events

    /// It is about to be recorded, and then the core is told.
    func comes(_ event: Event, _ device: SimulatedDevice)
    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice)
    /// The daemon writes to the app's socket.
    func sends(_ message: MessageToApp, to key: ProcessKey, _ device: SimulatedDevice)
    /// An app has said something that is no event.
    func takes(
        _ message: MessageFromApp, from key: ProcessKey, _ device: SimulatedDevice
    ) throws(WireError)
    func installs(_ app: AppID, _ device: SimulatedDevice)
    /// Its container goes.
    func removes(_ app: AppID, _ device: SimulatedDevice)

    // MARK: Processes

    /// It executes from now on, or no longer, or in another way: it hasn't begun to yet.
    func useChanges(of process: SimulatedProcess, _ device: SimulatedDevice)
    /// It may run out of sight for as long as it does what it does.
    func keepsRunning(_ process: SimulatedProcess, _ device: SimulatedDevice) -> Bool

    // MARK: Scripted apps

    /// The daemon has welcomed one, over its first connection or another.
    func welcomes(_ app: ScriptedApp)
    /// Their main thread begins with a callback.
    func begins(_ call: MessageToApp.Call, in app: ScriptedApp)
    /// It is done with it.
    func ends(_ call: MessageToApp.Call, in app: ScriptedApp)
    /// It has said so, and the daemon may have heard.
    func leaves(_ call: MessageToApp.Call, in app: ScriptedApp)
    /// The daemon has on disk what was asked up to that request.
    func settles(upTo request: UInt64, in app: ScriptedApp)

    // MARK: Deaths

    /// A tool has asked the daemon to shut the device down.
    func shutsDown(_ device: SimulatedDevice)
    /// The daemon is gone, by whatever cause.
    func daemonEnded(_ device: SimulatedDevice)
    /// Data that isn't on disk is about to be lost, and then the daemon ends.
    func powerFails(_ device: SimulatedDevice)
    /// Nobody was told that what the payload is of will last.
    func isUnpromised(_ payload: PayloadHandle, _ stored: SimulatedStore.Contents) -> Bool
    /// Every process has ended, and the daemon that lives goes on as after a boot.
    func deviceRestarts(_ device: SimulatedDevice)
    /// A new daemon knows less than the last did.
    ///
    /// - Parameter last: the last event that the journal gave; nil: the machine knows what the
    ///   store knows.
    func goOn(
        from machine: SystemMachine, _ facts: [Fact], journalUpTo last: UInt64?,
        _ device: SimulatedDevice)
    /// The power is there again, and no daemon yet.
    func boots(_ device: SimulatedDevice)
    /// A new daemon begins.
    ///
    /// - Parameter knowsAll: the machine is as the daemon before left it.
    func daemonStarts(
        as machine: SystemMachine, knowsAll: Bool, _ device: SimulatedDevice)
    /// It is about to hear of the restart, and finds out first what changed without it.
    func setsRight(_ device: SimulatedDevice)
    /// A daemon that starts has the device locked, and refuses much until its user has unlocked it.
    func locksAtStart(_ device: SimulatedDevice) -> Bool
    /// The daemon has heard what processes there are.
    func tookOver(_ device: SimulatedDevice)
    /// It looks at the machine, a new one also at what an earlier one has left.
    func looksAround(_ device: SimulatedDevice, isNew: Bool)
    /// The device has booted after a power cut, and apps begin again with what they were at.
    func beginsAgain(_ device: SimulatedDevice)

    // MARK: The end

    /// Faults are over.
    func calm(_ device: SimulatedDevice)
    /// An hour of the day in peace begins.
    func hourBegins(_ device: SimulatedDevice)
    /// The day in peace is over: what is about to end gets its time.
    func finish(_ device: SimulatedDevice)
    func checkSettled(_ device: SimulatedDevice)

    // MARK: What lasts

    /// Whatever came to its end, and may be known by no fact any more.
    func noteEndings(
        of reaction: Reaction, in outcome: inout DurableOutcome, _ device: SimulatedDevice)
    /// Describes the state outside of the daemon while everything rests.
    func describe(
        _ rest: inout DurableOutcome.Rest, _ names: DurableNames, _ device: SimulatedDevice)
}

extension SimulatedPart {
    func connect(_: inout Ports, of _: SimulatedDevice) {}
    func comes(_: Event, _: SimulatedDevice) {}
    func note(_: Event, _: Reaction, _: SimulatedDevice) {}
    func sends(_: MessageToApp, to _: ProcessKey, _: SimulatedDevice) {}
    func takes(
        _: MessageFromApp, from _: ProcessKey, _: SimulatedDevice
    ) throws(WireError) {}
    func installs(_: AppID, _: SimulatedDevice) {}
    func removes(_: AppID, _: SimulatedDevice) {}
    func useChanges(of _: SimulatedProcess, _: SimulatedDevice) {}
    func keepsRunning(_: SimulatedProcess, _: SimulatedDevice) -> Bool { false }
    func welcomes(_: ScriptedApp) {}
    func begins(_: MessageToApp.Call, in _: ScriptedApp) {}
    func ends(_: MessageToApp.Call, in _: ScriptedApp) {}
    func leaves(_: MessageToApp.Call, in _: ScriptedApp) {}
    func settles(upTo _: UInt64, in _: ScriptedApp) {}
    func shutsDown(_: SimulatedDevice) {}
    func daemonEnded(_: SimulatedDevice) {}
    func powerFails(_: SimulatedDevice) {}
    func isUnpromised(_: PayloadHandle, _: SimulatedStore.Contents) -> Bool { false }
    func deviceRestarts(_: SimulatedDevice) {}
    func goOn(from _: SystemMachine, _: [Fact], journalUpTo _: UInt64?, _: SimulatedDevice) {}
    func boots(_: SimulatedDevice) {}
    func daemonStarts(as _: SystemMachine, knowsAll _: Bool, _: SimulatedDevice) {}
    func setsRight(_: SimulatedDevice) {}
    func locksAtStart(_: SimulatedDevice) -> Bool { false }
    func tookOver(_: SimulatedDevice) {}
    func looksAround(_: SimulatedDevice, isNew _: Bool) {}
    func beginsAgain(_: SimulatedDevice) {}
    func calm(_: SimulatedDevice) {}
    func hourBegins(_: SimulatedDevice) {}
    func finish(_: SimulatedDevice) {}
    func checkSettled(_: SimulatedDevice) {}
    func noteEndings(of _: Reaction, in _: inout DurableOutcome, _: SimulatedDevice) {}
    func describe(_: inout DurableOutcome.Rest, _: DurableNames, _: SimulatedDevice) {}
}
