import ExampleSupport
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The letters that are here, a file each, and the server that has them all.
@MainActor final class Letters {
    private let server: String
    private let folder = (documentsFolder ?? FileManager.default.temporaryDirectory)
        .appendingPathComponent("letters", isDirectory: true)

    init(server: String) { self.server = server }

    /// The numbers of those that are here.
    var numbers: [Int] {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (files ?? []).compactMap { Int($0.split(separator: ".").first ?? "") }.sorted()
    }

    /// nil: it isn't here.
    subscript(number: Int) -> String? {
        try? String(contentsOf: file(number), encoding: .utf8)
    }

    /// Gets it from the server, and keeps it.
    func fetch(_ number: Int) async throws -> String {
        guard let url = URL(string: "\(server)/letters/\(number).txt") else {
            throw URLError(.badURL)
        }
        let (data, response) = try await URLSession.shared.data(from: url)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else {
            throw URLError(.badServerResponse)
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try data.write(to: file(number), options: .atomic)
        return String(decoding: data, as: UTF8.self)
    }

    private func file(_ number: Int) -> URL { folder.appendingPathComponent("\(number).txt") }
}
