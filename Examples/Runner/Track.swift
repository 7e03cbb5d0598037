import ExampleSupport
import Foundation

/// `Documents/track.csv`: a line for each place, with its time.
struct Track {
    private let file = documentsFolder?.appendingPathComponent("track.csv")

    func write(_ place: Run.Place, at time: Date) {
        guard let file else { return }
        let line = "\(time.timeIntervalSince1970),\(place.latitude),\(place.longitude)\n"
        do {
            if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
            let handle = try FileHandle(forWritingTo: file)
            defer { try? handle.close() }
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(line.utf8))
        } catch {
            print("a place wasn't kept: \(error.localizedDescription)")
        }
    }

    /// The places of earlier launches.
    func kept() -> [Run.Place] {
        let text = file.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
        return (text ?? "").split(separator: "\n").compactMap { line in
            let numbers = line.split(separator: ",").compactMap { Double($0) }
            guard numbers.count == 3 else { return nil }
            return Run.Place(latitude: numbers[1], longitude: numbers[2])
        }
    }
}
