/// A step of the shell, taken at once: the event is in the journal. Steps are taken in order.
// derive: cases written
public enum Effect: Sendable, Hashable {
    // Processes
    case spawn(AppID, Launch, arguments: [String])
    /// Freeze, confirm, report what the app had sent, then `Event.frozen` with this number.
    case freeze(AppID, Launch, freeze: UInt64)
    case thaw(AppID, Launch)
    /// Every process of that launch, at once.
    case kill(AppID, Launch)
    /// Look at its processes, then `Event.examined`. Nothing need be told of one that is suspended
    /// and holds nothing.
    case examine(AppID, Launch, Examination)
    case restrain(AppID, Launch, Restraint)
    // Apps
    /// `lastRequest`: what the app need not send again. `device`: as it was told, or is told now.
    /// `permissions`: likewise.
    indirect case welcome(
        AppID, Launch, lastRequest: UInt64, device: DeviceConditions, permissions: AppPermissions)
    case send(AppID, Launch, Delivery, redelivered: Bool)
    /// The app need not send the request again, which the journal has. It is for earlier requests,
    /// too, so it waits for their `Promise.ack`.
    case ack(AppID, Launch, request: UInt64)
    /// When background time ends; nil: without limit (T2).
    /// `isOver`: no task can be begun before the app comes to the foreground (T1).
    case tellBackgroundTime(AppID, Launch, deadline: AwakeInstant?, isOver: Bool = false)
    /// The app's last screen is its snapshot while it is away (P2).
    case takeSnapshot(AppID, Launch)
    // Bundles
    /// Puts a staged bundle in place of the installed one, if any; the container stays.
    case activate(StagedBundle, AppID)
    case discard(StagedBundle)
    /// The app is no more. `Promise.remove` deletes what it had; a bundle that is activated under
    /// its name before finds nothing of that.
    case uninstall(AppID)
    // Callers and time
    /// Whoever waits hears that it is done and need not last, or that it is refused.
    case answer(Ticket, Answer)
    /// The one timer; nil disarms it.
    case arm(at: Instant?)
    /// Forget the keys of protected files, or hold those that the passcode has opened (P3).
    case protectData(KeyCustody)
    /// Keep the device awake, or no longer (T5 in `ios4`).
    case keepAwake(Bool)
    indirect case transfer(TransferEffect)
    indirect case notification(NotificationEffect)
    indirect case location(LocationEffect)
    indirect case audio(AudioEffect)
    indirect case voip(VoIPEffect)
    indirect case bluetooth(BluetoothEffect)
    /// Every app has ended; the shell may stop.
    case stopped
    indirect case accessory(AccessoryEffect)
}

extension Effect {
    /// The process that it is for; nil: none in particular.
    package var process: (app: AppID, launch: Launch)? {
        switch self {
        case .spawn(let app, let launch, _), .freeze(let app, let launch, _),
            .thaw(let app, let launch), .kill(let app, let launch),
            .examine(let app, let launch, _), .restrain(let app, let launch, _),
            .welcome(let app, let launch, _, _, _), .send(let app, let launch, _, _),
            .ack(let app, let launch, _), .tellBackgroundTime(let app, let launch, _, _),
            .takeSnapshot(let app, let launch):
            (app, launch)
        case .location(.tell(let app, let launch, _)): (app, launch)
        case .audio(.tell(let app, let launch, _)): (app, launch)
        case .voip(let effect): effect.process
        case .accessory(.tell(let app, let launch, _)),
            .accessory(.give(let app, let launch, _, _)):
            (app, launch)
        case .bluetooth(.tell(let app, let launch, _)): (app, launch)
        case .activate, .discard, .uninstall, .answer, .arm, .protectData, .keepAwake, .transfer,
            .notification, .stopped, .bluetooth(.perform):
            nil
        }
    }
}

// derive: cases written
public enum Answer: Sendable, Hashable {
    case done
    case refused(Refusal)
}
