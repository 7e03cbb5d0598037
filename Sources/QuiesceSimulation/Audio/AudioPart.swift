import QuiesceCore
import QuiesceShell
import QuiesceWire

/// The sound server, and the sound that apps make.
final class AudioPart: SimulatedPart {
    /// The sound that a process of an app plays and records, in truth.
    private var sounds: [AppID: (pid: Int32, sound: AudioReading)] = [:]
    /// The audio session that the newest process of each app has asked for, as its SDK says it
    /// again.
    private var sessions: [AppID: (pid: Int32, setting: AudioSetting?, isActive: Bool)] = [:]
    private var isThere = false
    private var measured: Set<AppID> = []
    private var muted: Set<AppID> = []
    private var watch = AudioWatch()
    private var isNew = false
    /// The sound server mutes nobody: how a test plants a bug.
    var mutesNobody = false
    /// Tells which requests an app takes for sent, and never sends: another way to plant a bug.
    var loses: ((AudioRequest) -> Bool)?

    func connect(_ ports: inout Ports, of device: SimulatedDevice) {
        measured = []
        muted = []
        device.device.audio.port = AudioPort(
            measure: { [unowned self, unowned device] apps in
                guard device.permits() else { return }
                measured = apps
                // A stream that is measured tells soon whether it can be heard.
                for app in apps.sorted() { report(app, device) }
            },
            mute: { [unowned self, unowned device] apps in
                if device.permits() { muted = mutesNobody ? [] : apps }
            })
    }

    func tookOver(_ device: SimulatedDevice) {
        guard isThere else { return }
        device.device.soundServer(true)
        for app in sounds.keys.sorted() { report(app, device) }
    }

    // MARK: Steps

    func server(isThere: Bool, _ device: SimulatedDevice) {
        guard isThere != self.isThere else { return }
        self.isThere = isThere
        guard device.daemonRuns, device.hasTakenOver else { return }
        device.daemon { $0.soundServer(isThere) }
        if isThere { for app in sounds.keys.sorted() { report(app, device) } }
    }

    func press(_ command: RemoteCommand, _ device: SimulatedDevice) {
        if device.hasTakenOver { device.daemon { $0.ordered(RemoteOrder(command)) } }
    }

    func sound(_ sound: AudioReading, of app: ScriptedApp, _ device: SimulatedDevice) {
        let id = app.process.key.app
        sounds[id] = (app.process.pid, sound)
        if let session = session(of: app.process), session.setting != nil {
            say(.working(plays: sound.plays, records: sound.records), in: app)
        }
        report(id, device)
    }

    /// Later, as the server's word comes by another way than the daemon's.
    private func report(_ app: AppID, _ device: SimulatedDevice) {
        let say: () -> Void = { [unowned self, unowned device] in
            guard isThere, device.daemonRuns, device.hasTakenOver else { return }
            device.device.heard(reading(of: app, device), of: app)
        }
        device.plan(.told(say, life: device.life), after: .milliseconds(20))
    }

    private func reading(of app: AppID, _ device: SimulatedDevice) -> AudioReading {
        guard let (pid, sound) = sounds[app], let process = device.process(of: app),
            process.pid == pid
        else { return AudioReading() }
        let isAudible = sound.isAudible == true && !process.isFrozen
        return AudioReading(
            plays: sound.plays, records: sound.records,
            isAudible: measured.contains(app) ? isAudible : nil)
    }

    // MARK: Scripted apps

    func ask(_ request: AudioRequest, in app: ScriptedApp) {
        let id = app.process.key.app
        var session = session(of: app.process) ?? (app.process.pid, nil, false)
        switch request {
        case .set(let setting): session.setting = setting
        case .activate:
            session.setting = session.setting ?? AudioSetting(.soloAmbient)
            session.isActive = true
        case .deactivate: session.isActive = false
        case .working, .show, .takes: break
        }
        sessions[id] = session
        say(request, in: app)
    }

    private func say(_ request: AudioRequest, in app: ScriptedApp) {
        guard loses?(request) != true else { return }
        app.session.ask(request)
        app.flush()
    }

    /// As the SDK does.
    func welcomes(_ app: ScriptedApp) {
        guard let session = session(of: app.process), let setting = session.setting else { return }
        app.session.ask(.set(setting))
        if session.isActive { app.session.ask(.activate) }
        if let (pid, sound) = sounds[app.process.key.app], pid == app.process.pid {
            app.session.ask(.working(plays: sound.plays, records: sound.records))
        }
    }

    private func session(
        of process: SimulatedProcess
    ) -> (pid: Int32, setting: AudioSetting?, isActive: Bool)? {
        sessions[process.key.app].flatMap { $0.pid == process.pid ? $0 : nil }
    }

    /// It plays for a key as a player does, and the SDK completes the wake-up once its handlers
    /// have returned.
    func ends(_ call: MessageToApp.Call, in app: ScriptedApp) {
        guard case .audio(let wake, let order) = call else { return }
        app.session.wakeBegan(wake)
        if order.command == .play {
            ask(.set(AudioSetting(.playback)), in: app)
            ask(.activate, in: app)
            let sound = AudioReading(plays: true, isAudible: true)
            sounds[app.process.key.app] = (app.process.pid, sound)
            say(.working(plays: true, records: false), in: app)
        }
        app.complete(wake, .newData)
    }

    /// An app that plays goes on for ever: before the day without faults all sounds come to an end.
    func calm(_ device: SimulatedDevice) {
        for app in sounds.keys.sorted() {
            guard let scripted = device.process(of: app)?.app as? ScriptedApp else { continue }
            sound(AudioReading(), of: scripted, device)
        }
    }

    // MARK: The checker

    /// The SDK stops an app's players when it is interrupted.
    func sends(_ message: MessageToApp, to key: ProcessKey, _ device: SimulatedDevice) {
        guard case .audio(.interrupted) = message else { return }
        let stop: () -> Void = { [unowned self, unowned device] in
            guard let app = device.process(of: key.app)?.app as? ScriptedApp,
                app.process.key == key, app.runs
            else { return }
            sessions[key.app]?.isActive = false
            sound(AudioReading(), of: app, device)
        }
        device.plan(.told(stop, life: device.life), after: .milliseconds(5))
    }

    func comes(_ event: Event, _ device: SimulatedDevice) {
        guard case .audio(.asked(let app, _, let request, _)) = event else { return }
        isNew = device.device.inspect { $0.lastRequest(of: app).map { request > $0 } ?? false }
    }

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        watch.note(event, reaction, device, isNew: isNew)
        watch.judge(measured: measured, muted: muted, isThere: isThere, device)
    }

    func keepsRunning(_ process: SimulatedProcess, _ device: SimulatedDevice) -> Bool {
        watch.mayPlayOn(process.key.app, process.key.launch, device)
    }

    func goOn(
        from _: SystemMachine, _: [Fact], journalUpTo _: UInt64?, _: SimulatedDevice
    ) { watch.forget() }
}
