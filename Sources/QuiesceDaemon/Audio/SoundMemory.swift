import Foundation
import Glibc
import QuiesceCore
import QuiesceLinux

/// Apps whose streams we have muted, in a file of ours: a server keeps for the next streams of a
/// program that those before were muted, so the daemon must know for longer than it lives that it
/// wasn't their owner.
struct SoundMemory: Sendable {
    /// nil: nothing is kept.
    var path: String?

    func read() -> Set<AppID> {
        guard let path, let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            return []
        }
        return Set(text.split(separator: "\n").compactMap { AppID(String($0)) })
    }

    /// In one step, and not synced: a power cut may take what was written last, and an app would
    /// have to be unmuted by hand.
    func write(_ apps: Set<AppID>) {
        guard let path else { return }
        let text = apps.map { "\($0)\n" }.sorted().joined()
        let new = path + ".tmp"
        do throws(SystemCallError) {
            let file = try Files.open(new, in: AT_FDCWD, O_WRONLY | O_CREAT | O_TRUNC)
            defer { close(file) }
            try Files.write(Data(text.utf8), to: file)
            rename(new, path)
        } catch {
            // A full disk: as if the power had gone.
            unlink(new)
        }
    }
}
