import Foundation

/// The user's visits, in a file that outlives the app.
class VisitLog {
    private struct Visit: Codable {
        var what: String
        var date: Date
    }

    private let file = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
        .appendingPathComponent("visits.json")

    var count: Int { visits.count }

    private var visits: [Visit] {
        guard let data = try? Data(contentsOf: file) else { return [] }
        return (try? JSONDecoder().decode([Visit].self, from: data)) ?? []
    }

    func append(_ what: String, at date: Date) {
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let all = visits + [Visit(what: what, date: date)]
            try JSONEncoder().encode(all).write(to: file, options: .atomic)
        } catch {
            say("not written: \(error.localizedDescription)")
        }
    }
}
