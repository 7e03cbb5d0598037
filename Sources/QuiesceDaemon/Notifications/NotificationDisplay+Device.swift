import Logging
import QuiesceCore
import QuiesceShell
import QuiesceWire
import QuiesceZones

extension NotificationDisplay: DaemonService {
    /// Shows a device's notifications, and tells it what the user does with them until the device
    /// ends.
    convenience init(
        _ directory: StateDirectory, _ device: Device, environment: [String: String],
        loop: EventLoop, logger: Logger, isStopping: @escaping () -> Bool
    ) throws {
        func tell(_ event: NotificationEvent) {
            if !isStopping() { device.take(.notification(event)) }
        }
        try self.init(
            AppSounds(directory), memory: "\(directory.path)/desktop", environment: environment,
            loop: loop, logger: logger,
            appName: { [device] in device.machine.view($0)?.manifest.name ?? $0.name },
            chosen: { tell(.open($0, nil)) },
            pressed: { tell(.answer($0, .action(identifier: $1, text: nil), nil)) },
            replied: { [device] id, text in
                // The desktop has one field, and doesn't say whose it is.
                let actions = device.inspect { $0.notificationView(id)?.actions ?? [] }
                guard let action = actions.first(where: \.takesText) else { return }
                tell(.answer(id, .action(identifier: action.identifier, text: text), nil))
            }, dismissed: { tell(.dismiss($0, nil)) },
            vanished: { [device] id in
                // Banners go all the time, and nobody waits for that.
                let covers = device.inspect { $0.notificationView(id)?.covers == true }
                if covers { tell(.lowered(id)) }
            })
    }

    var port: NotificationPort {
        NotificationPort(
            show: { [unowned self] in show($0, $1) }, withdraw: { [unowned self] in withdraw($0) },
            keep: { [unowned self] in keep($0) }, offsets: ZoneDatabase().offsets)
    }
}
