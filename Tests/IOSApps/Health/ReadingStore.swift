import Foundation
import QuiesceKitProtection

struct Day: Codable, Equatable {
    var name: String
    var steps: Int
    var isSent = false
}

/// The measurements, in a file that nobody reads before the device's first unlock.
class ReadingStore {
    private let folder: URL
    private let lock = NSLock()
    private var kept: [Day] = []
    private var file: URL { folder.appendingPathComponent("days.json") }

    var days: [Day] { lock.withLock { kept } }
    var steps: Int { days.reduce(0) { $0 + $1.steps } }

    init(
        folder: URL = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    ) { self.folder = folder }

    func load() {
        do {
            guard FileManager.default.fileExists(atPath: file.path) else { return }
            let saved = try JSONDecoder().decode(
                [Day].self, from: Data(contentsOfProtected: file))
            lock.withLock { if kept.isEmpty { kept = saved } }
        } catch let error as ProtectedDataError where error.code == .unavailable {
            say("locked")
        } catch {
            say("not read: \(error.localizedDescription)")
        }
    }

    func add(steps: Int) {
        let today = Self.name(of: Date())
        lock.withLock {
            if let at = kept.firstIndex(where: { $0.name == today }) {
                kept[at].steps += steps
                kept[at].isSent = false
            } else {
                kept.append(Day(name: today, steps: steps))
            }
        }
    }

    func markSent(_ name: String) {
        lock.withLock {
            if let at = kept.firstIndex(where: { $0.name == name }) { kept[at].isSent = true }
        }
        if !save() { say("not saved") }
    }

    func save() -> Bool {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            try JSONEncoder().encode(days).write(
                to: file, protection: .completeUntilFirstUserAuthentication)
            return true
        } catch {
            return false
        }
    }

    private static func name(of date: Date) -> String {
        let parts = Calendar(identifier: .gregorian).dateComponents(
            [.year, .month, .day], from: date)
        return String(format: "%d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    }
}
