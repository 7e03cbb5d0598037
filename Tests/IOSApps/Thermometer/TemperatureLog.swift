import Foundation

/// A line of text each, in a file that outlives the app.
class TemperatureLog {
    private let file = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
        .appendingPathComponent("temperatures.txt")

    var count: Int { lines.count }

    private var lines: [Substring] {
        ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
    }

    func append(_ degrees: Double) {
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let all = lines + ["\(degrees)"]
            try all.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        } catch {
            say("not written: \(error.localizedDescription)")
        }
    }
}
