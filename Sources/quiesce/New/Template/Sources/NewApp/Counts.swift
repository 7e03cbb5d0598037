import Foundation

/// The counts that the app keeps for good.
struct Counts: Codable, Equatable {
    var launches = 0
    var refreshes = 0

    var sentence: String { "launches \(launches), refreshes in the background \(refreshes)" }
}

extension Counts {
    private static func file(in folder: URL) -> URL {
        folder.appendingPathComponent("counts.json")
    }

    /// Those of the last launch; none the first time.
    init(savedIn folder: URL) {
        guard let data = try? Data(contentsOf: Self.file(in: folder)),
            let saved = try? JSONDecoder().decode(Counts.self, from: data)
        else { return }
        self = saved
    }

    func save(in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try JSONEncoder().encode(self).write(to: Self.file(in: folder), options: .atomic)
    }
}
