import Logging
import QuiesceCore
import QuiesceDesktop
import QuiesceShell

/// The machine's sound, and the desktop's player controls. Belongs to the loop's thread.
final class AudioService: DaemonService {
    private unowned let device: Device
    private let sound: MachineSound
    private let player: DesktopPlayer

    /// The device's, which keeps the port.
    init(
        _ directory: StateDirectory, _ processes: any AppProcesses, _ device: Device,
        environment: [String: String], loop: EventLoop, logger: Logger
    ) {
        self.device = device
        sound = MachineSound(
            SoundPlace(environment: environment),
            memory: SoundMemory(path: "\(directory.path)/muted"), loop: loop, logger: logger,
            whose: { [processes] pid in
                if let key = processes.identify(pid: pid) { return .app(key.app) }
                return .unknown
            },
            report: { [unowned device] report in
                switch report {
                case .server(let isThere): device.soundServer(isThere)
                case .heard(let reading, let app): device.heard(reading, of: app)
                }
            })
        player = DesktopPlayer(
            address: { DesktopNotifications.sessionBus(environment) }, loop: loop, logger: logger,
            appName: { [unowned device] in device.machine.view($0)?.manifest.name ?? $0.name },
            ordered: { [unowned device] in device.ordered($0) })
        // Later, as what it hears of that is told to the device, which is at an event.
        device.audio.port = AudioPort(
            measure: { [sound] apps in loop.later { sound.measure(apps) } },
            mute: { [sound] apps in loop.later { sound.mute(apps) } },
            show: { [player] in player.show($0) })
    }

    /// A process may be an app's whose start wasn't known before.
    func identifyUnknownClients() { sound.identifyUnknownClients() }

    func begin() { sound.begin() }

    func report(in status: inout DeviceStatus) { status.sound = device.machine.hasSoundServer }

    func shutdown() {
        player.shutdown()
        sound.shutdown()
    }
}
