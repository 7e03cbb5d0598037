import Foundation
import Glibc
import QuiesceClient
import QuiesceWire

/// The ids of desktop entries from which a device's apps came: `quiesce desktop` and `quiesce
/// install NAME.desktop` mark their copies.
struct EntryNames {
    private let folder: String
    private let home: String
    private var read: (time: timespec, names: [String: [String]])?

    init(
        _ home: String, _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.home = home
        folder = UserFolder.path("XDG_DATA_HOME", ".local/share", environment) + "/applications"
    }

    /// By the device's id. Looked for again once the folder has changed.
    mutating func names() -> [String: [String]] {
        var status = stat()
        guard stat(folder, &status) == 0 else { return [:] }
        let time = status.st_mtim
        if let read, read.time.tv_sec == time.tv_sec, read.time.tv_nsec == time.tv_nsec {
            return read.names
        }
        let found = look()
        // A change within a tick of the clock after this look would have the same time.
        read = time.tv_sec < Int(Date().timeIntervalSince1970) - 1 ? (time, found) : nil
        return found
    }

    private func look() -> [String: [String]] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var names: [String: [String]] = [:]
        for file in files.sorted().prefix(PortalLimits.entries) where file.hasSuffix(".desktop") {
            guard let handle = FileHandle(forReadingAtPath: "\(folder)/\(file)"),
                let data = try? handle.read(upToCount: PortalLimits.entryBytes)
            else { continue }
            let text = String(decoding: data, as: UTF8.self)
            guard let app = EntryText.value(EntryText.appKey, in: text),
                EntryText.value(EntryText.homeKey, in: text) == home
            else { continue }
            // Flatpak's own entries say whose they are.
            let name =
                EntryText.value(Autostart.mark, in: text) ?? String(file.dropLast(".desktop".count))
            if PortalID(name) != nil, names[app]?.contains(name) != true {
                names[app, default: []].append(name)
            }
        }
        return names
    }
}
