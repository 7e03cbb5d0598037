import Glibc
import QuiesceCore
import QuiesceLinux

/// The views of a device's apps, where the machine lets the daemon make them.
struct AppViews: Sendable {
    /// One line each, for `quiesce status`.
    let notes: [String]
    /// Whether apps have views.
    let areMade: Bool
    /// The sockets' folder, for apps.
    private let sockets: String
    /// Files and folders that its owner shows to all apps, in the daemon's environment.
    private let reads: [String]
    private let writes: [String]
    private let sound: SoundPlace

    private static let readVariable = "QUIESCE_APP_READS"
    private static let writeVariable = "QUIESCE_APP_WRITES"

    /// Tries whether views can be made: some milliseconds.
    ///
    /// - Parameters:
    ///   - home: the device's.
    ///   - sockets: the folder of the sockets that apps connect to.
    ///   - environment: the daemon's.
    init(home: String, sockets: String, environment: [String: String]) {
        self.sockets = sockets
        sound = SoundPlace(environment: environment)
        var notes: [String] = []
        func named(_ variable: String) -> [String] {
            (environment[variable] ?? "").split(separator: ":").map(String.init).filter {
                guard let refusal = Self.refusal(of: $0, home: home) else { return true }
                notes.append("\(variable): \(refusal)")
                return false
            }
        }
        reads = named(Self.readVariable)
        writes = named(Self.writeVariable)
        let obstacle = AppView.obstacle()
        areMade = obstacle == nil
        if let obstacle {
            let seen =
                geteuid() == 0
                ? "what others leave open in /tmp, /dev/shm and System V memory"
                : "your files, terminals and the sockets of your session"
            notes.append(
                "apps have no view of their own here, and reach \(seen): \(obstacle)")
        }
        self.notes = notes
    }

    /// Why apps can't be shown that; nil: they can.
    private static func refusal(of path: String, home: String) -> String? {
        guard path.hasPrefix("/"), let real = realpath(path, nil) else {
            return "there is no \(path)"
        }
        defer { free(real) }
        let place = String(cString: real)
        guard place != "/", !"\(home)/".hasPrefix("\(place)/") else {
            return "\(path) has the device's home in it"
        }
        return nil
    }

    /// - Parameters:
    ///   - host: the program that speaks for the app's; nil: it does itself.
    ///   - groups: the containers that it shares.
    func view(
        bundle: String, container: String, groups: [String], host: String?
    ) -> (@Sendable () -> AppView)? {
        guard areMade else { return nil }
        return {
            var view = AppView(reads: reads)
            if let host, let slash = host.lastIndex(of: "/") {
                view.add(String(host[..<slash]), .read)
            }
            view.need(bundle, .read)
            view.need(sockets, .read)
            for folder in [container] + groups { view.need(folder, .write) }
            for path in writes { view.add(path, .write) }
            if let socket = sound.found { view.add(sound: socket) }
            return view
        }
    }
}
