import Logging
import QuiesceCore
import QuiesceDesktop
import QuiesceShell

/// The machine's sound, and the desktop's player controls. Belongs to the loop's thread.
final class AudioService: DaemonService {
    private let sound: MachineSound
    private let player: DesktopPlayer

    /// The device's, which keeps the port.
    init(
        _ directory: StateDirectory, _ processes: any AppProcesses, _ device: Device,
        environment: [String: String], loop: EventLoop, logger: Logger
    ) {
        // JOIN HERE: `device.soundServer`, `device.heard` and `device.ordered` take the place of these three, and the
        // port below goes to `device.audio.port`.
        let isThere: (Bool) -> Void = { _ in }
        let heard: (AudioReading, AppID) -> Void = { _, _ in }
        let ordered: (RemoteOrder) -> Void = { _ in }

        sound = MachineSound(
            SoundPlace(environment: environment),
            memory: SoundMemory(path: "\(directory.path)/muted"), loop: loop, logger: logger,
            whose: { [processes] pid in
                if let key = processes.identify(pid: pid) { return .app(key.app) }
                return processes.mayBeStarting ? .unknown : .nobody
            },
            report: { report in
                switch report {
                case .server(let answers): isThere(answers)
                case .heard(let reading, let app): heard(reading, app)
                }
            })
        player = DesktopPlayer(
            address: { DesktopNotifications.sessionBus(environment) }, loop: loop, logger: logger,
            appName: { [unowned device] in device.machine.view($0)?.manifest.name ?? $0.name },
            ordered: ordered)
    }

    var port: AudioPort {
        AudioPort(
            measure: { [sound] in sound.measure($0) }, mute: { [sound] in sound.mute($0) },
            show: { [player] in player.show($0) })
    }

    /// A process may be an app's whose start wasn't known before.
    func identifyStrangers() { sound.identifyStrangers() }

    func begin() { sound.begin() }

    func shutdown() {
        player.shutdown()
        sound.shutdown()
    }
}
