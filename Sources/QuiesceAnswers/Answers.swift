import QuiesceCore
import QuiesceWire

/// Answers "why" from what the core knows, the same for a live device, a journal and a simulation:
/// each of them has a machine, a moment, and perhaps the decisions that led there.
public struct Answers: Sendable {
    private let machine: SystemMachine
    private let now: Moment
    private let earlier: [Decision]

    /// - Parameter earlier: decisions that are known beyond those that the machine remembers,
    ///   oldest first.
    public init(_ machine: SystemMachine, at now: Moment, earlier: [Decision] = []) {
        self.machine = machine
        self.now = now
        self.earlier = earlier
    }

    /// Why an app is in its state; with `cause`, why it isn't woken for that.
    ///
    /// - Throws: what to tell who asked about an app or a cause that isn't known.
    public func why(_ name: String, not cause: String? = nil) throws(ControlReply.Refusal)
        -> WhyAnswer
    {
        let app = try id(name)
        if cause == WakeKind.notificationName {
            guard let found = machine.whyNotNotified(app, at: now) else { throw unknown(name) }
            return WhyAnswer(found, at: now)
        }
        let cause = try cause.map { cause throws(ControlReply.Refusal) in try Self.cause(cause) }
        let found =
            if let cause { machine.whyNot(app, cause, at: now) } else { machine.why(app, at: now) }
        guard let found else { throw unknown(name) }
        return WhyAnswer(found, at: now)
    }

    /// The obstacles that the device itself waits for, and the requests that it refused.
    public func whyDevice() -> DeviceWhyAnswer { DeviceWhyAnswer(machine.why(), at: now) }

    /// The reasons that keep the device awake, and the apps that execute.
    public func whyAwake() -> AwakeAnswer {
        AwakeAnswer(
            machine.whyAwake(), pending: machine.why().pending,
            location: LocationKeeper.all(among: machine.locationViews(at: now)), at: now)
    }

    /// How launches ended, of one app or of all, the newest last.
    ///
    /// - Throws: what to tell who asked about an app that isn't known.
    public func whyKilled(_ name: String? = nil) throws(ControlReply.Refusal) -> [EndingRow] {
        let all = machine.whyKilled(earlier: earlier)
        guard let name else { return all.map(EndingRow.init) }
        let app = try id(name)
        if machine.view(app) != nil {
            return machine.whyKilled(app, earlier: earlier).map(EndingRow.init)
        }
        // It was uninstalled, or never was here.
        let ended = Set(all.map(\.app))
        let meant = ended.contains(app) ? [app] : ended.filter { $0.name.hasSuffix("." + name) }
        guard let gone = meant.first, meant.count == 1 else {
            if machine.why(app) == nil { throw unknown(name) }
            return []
        }
        return machine.whyKilled(gone, earlier: earlier).map(EndingRow.init)
    }

    /// A cause by the name that `--not` takes.
    ///
    /// - Throws: what to tell who named another; it lists those that are known.
    @discardableResult
    public static func cause(_ name: String) throws(ControlReply.Refusal) -> WakeCause {
        if let kind = WakeKind(rawValue: name) { return WakeCause(kind) }
        let known = (WakeKind.names + [WakeKind.notificationName]).joined(separator: ", ")
        let what =
            WakeKind.namesToCome.contains(name)
            ? "this version wakes no app for \"\(name)\" yet"
            : "\"\(name.printable)\" is not a wake-up"
        throw ControlReply.Refusal(
            reason: "unknownCause", message: "\(what); --not takes one of: \(known)")
    }

    private func id(_ name: String) throws(ControlReply.Refusal) -> AppID {
        if let id = AppID(name) { return id }
        throw ControlReply.Refusal(
            reason: Reason.unknownApp.rawValue,
            message:
                "\"\(name.printable)\" is not an app id; an id looks like org.example.App, see `quiesce apps`"
        )
    }

    private func unknown(_ name: String) -> ControlReply.Refusal {
        ControlReply.Refusal(
            reason: Reason.unknownApp.rawValue,
            message: "\(name): " + Refusal(.unknownApp).explained(at: now))
    }
}
