import Foundation
import QuiesceCore

/// Apps whose streams we have muted, in a file of ours: a server keeps for the next streams of a program that those before were
/// muted, so the daemon must know for longer than it lives that it wasn't their owner.
struct SoundMemory: Sendable {
    /// nil: nothing is kept.
    var path: String?

    func read() -> Set<AppID> {
        guard let path, let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            return []
        }
        return Set(text.split(separator: "\n").compactMap { AppID(String($0)) })
    }

    /// A power cut may take what was written last: an app would then have to be unmuted by hand.
    func write(_ apps: Set<AppID>) {
        guard let path else { return }
        let text = apps.map { "\($0)\n" }.sorted().joined()
        try? text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}
