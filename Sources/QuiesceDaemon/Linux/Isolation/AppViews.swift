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
    /// As `QUIESCE_APP_READS` names them.
    private let reads: [String]
    private let sound: SoundPlace

    static let variable = "QUIESCE_APP_READS"

    /// Tries whether views can be made: some milliseconds.
    ///
    /// - Parameters:
    ///   - home: the device's.
    ///   - sockets: the folder of the sockets that apps connect to.
    ///   - environment: the daemon's.
    init(home: String, sockets: String, environment: [String: String]) {
        self.sockets = sockets
        sound = SoundPlace(environment: environment)
        let named = (environment[Self.variable] ?? "").split(separator: ":").map(String.init)
        reads = named.filter { Self.refusal(of: $0, home: home) == nil }
        let obstacle = AppView.obstacle()
        areMade = obstacle == nil
        var notes = named.compactMap { Self.refusal(of: $0, home: home) }
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

    /// Why `QUIESCE_APP_READS` can't name that; nil: it can.
    private static func refusal(of path: String, home: String) -> String? {
        guard path.hasPrefix("/"), let real = realpath(path, nil) else {
            return "\(variable): there is no \(path)"
        }
        defer { free(real) }
        let place = String(cString: real)
        guard place != "/", !"\(home)/".hasPrefix("\(place)/") else {
            return "\(variable): \(path) has the device's home in it"
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
            if let socket = sound.found { view.add(sound: socket) }
            return view
        }
    }
}
