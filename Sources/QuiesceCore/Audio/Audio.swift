/// The apps whose sound is heard: sessions that mix or interrupt each other, apps that may play on
/// out of sight and until when, and apps that the keys of a headset reach (A1 to A5).
///
/// A sound server is believed before an app's own word, so any program counts that makes sound, and
/// one that only claims to play doesn't (A1). Where there is none, the word of an app's players is
/// all there is.
// derive: json sparse
struct Audio: Room, Sendable, Hashable {
    /// In the order in which they were first heard of.
    var clients: [AudioClient] = []
    // json: hasServer unless false
    var hasServer = false
    /// The app that played last: remote commands are for that app, also once it has ended (A5).
    var player: AudioFact?

    init() {}

    /// Nobody has made a sound.
    var isIdle: Bool { clients.isEmpty }
    var followsApps: Bool { !isIdle }

    mutating func handle(_ event: AudioEvent, in around: inout Surroundings) {
        switch event {
        case .asked(let app, let launch, let request, let asked):
            guard around.takeRequest((app, launch, request), lasts: false) else { return }
            take(asked, from: app, launch, in: &around)
        case .server(let isThere): follow(server: isThere, in: &around)
        case .heard(let app, let reading):
            guard let launch = around.launch(of: app), around.isAlive(app) else { return }
            if place(of: app) == nil, reading == AudioReading() { return }
            let at = client(app, launch)
            read(reading, at, in: &around)
        case .ordered(let order, let ticket): obey(order, ticket, in: &around)
        }
        tellSurroundings(in: &around)
    }

    /// Takes note of apps that came to the front, left it or ended, of a call, and of silence that
    /// has lasted.
    mutating func settle(in around: inout Surroundings) {
        guard !isIdle else { return }
        followCall(in: &around)
        for app in around.changedApps { if let at = place(of: app) { refresh(at, in: &around) } }
        if let due, due <= around.now.awake {
            for at in clients.indices { refresh(at, in: &around) }
        }
        if !around.changedApps.isEmpty { forgetEnded(around) }
        tellSurroundings(in: &around)
    }

    /// Silence counts as no playing then (A1); nil: nobody is silent.
    private var due: AwakeInstant? { clients.lazy.compactMap(\.goesOnUntil).min() }

    /// On time, as an app runs until then.
    func timedWork(at _: Moment, _: borrowing Surroundings) -> AwakeWindow? {
        due.map { AwakeWindow(at: $0) }
    }

    func place(of app: AppID) -> Int? { clients.firstIndex { $0.app == app } }

    mutating func client(_ app: AppID, _ launch: Launch) -> Int {
        guard let at = place(of: app) else {
            clients.append(AudioClient(app: app, launch: launch))
            return clients.count - 1
        }
        if clients[at].launch != launch { clients[at].begin(launch) }
        return at
    }

    func tell(_ client: AudioClient, _ update: AudioUpdate, in around: inout Surroundings) {
        around.out.effects.append(.audio(.tell(client.app, client.launch, update)))
    }

    /// The app is uninstalled.
    mutating func remove(of app: AppID, in around: inout Surroundings) {
        guard let at = place(of: app) else { return }
        clients.remove(at: at)
        if player?.app == app { setPlayer(nil, in: &around) }
        resumeInterrupted(by: .app(app), shouldResume: true, in: &around)
    }

    /// A new daemon: it hears anew from apps and the sound server what sounds.
    mutating func restart(deviceRestarted: Bool, in around: inout Surroundings) {
        hasServer = false
        for at in clients.indices {
            // Its clock began anew.
            if deviceRestarted { clients[at].quietSince = nil }
            read(AudioReading(), at, in: &around)
        }
        forgetEnded(around)
    }

    private mutating func follow(server isThere: Bool, in around: inout Surroundings) {
        guard hasServer != isThere else { return }
        hasServer = isThere
        _ = around.out.decide(.input, isThere ? .soundServerFound : .soundServerLost, .a1)
        for at in clients.indices {
            if isThere, clients[at].setting != nil, around.hears(clients[at].app) {
                tell(clients[at], .reset, in: &around)
            }
            read(AudioReading(), at, in: &around)
        }
    }

    /// Forgets every app that has ended, unless the app played last.
    private mutating func forgetEnded(_ around: borrowing Surroundings) {
        clients.removeAll { $0.app != player?.app && !around.isAlive($0.app, $0.launch) }
    }
}
