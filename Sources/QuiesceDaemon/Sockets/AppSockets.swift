import Glibc
import QuiesceLinux
import QuiesceProtection

/// The sockets that apps connect to: `app.sock` and `keys.sock`, and a folder `sockets` beside them
/// that has both by a second name. Apps use that. In a folder they see whatever comes into it; a
/// socket that is itself mounted in their view would stay a dead daemon's.
struct AppSockets: Sendable {
    /// `app.sock`
    let app: String
    var keys: String { KeyProtocol.socket(beside: app) }
    let folder: String
    /// `app.sock`, for apps.
    let appsOwn: String

    static let folderName = "sockets"

    init(_ app: String) {
        self.app = app
        let slash = app.lastIndex(of: "/") ?? app.startIndex
        folder = "\(app[..<slash])/\(Self.folderName)"
        appsOwn = folder + app[slash...]
    }

    private var names: [(name: String, own: String)] {
        [(app, appsOwn), (keys, KeyProtocol.socket(beside: appsOwn))]
    }

    func makeFolder() throws(SystemCallError) {
        guard mkdir(folder, 0o711) == 0 || errno == EEXIST else {
            throw SystemCallError("mkdir \(folder)")
        }
    }

    /// Puts what is listened to into the folder.
    /// - Throws: when something else has a name there.
    func offer() throws(SystemCallError) {
        for (name, own) in names {
            unlink(own)
            guard Glibc.link(name, own) == 0 else { throw SystemCallError("link \(own)") }
        }
    }

    /// The folder stays: it is mounted in the views of apps that the next daemon takes over.
    func withdraw() {
        for (name, own) in names {
            unlink(own)
            unlink(name)
        }
    }
}
