import Foundation
import FuzzChecks
import TestSupport
import Testing

/// The fuzzers' corpora, without the fuzzers.
@Suite struct CorpusTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fuzz/Corpus").standardized

    static func inputs(_ corpus: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: corpus), includingPropertiesForKeys: nil
        ).sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    static let checks: [(String, any Check.Type)] = [
        ("wire", WireCheck.self), ("bundle", BundleCheck.self), ("events", EventsCheck.self),
        ("audio", AudioCheck.self),
    ]

    @Test(
        "Nothing is wrong with any input of the corpora",
        .behaviour("reliability A3", "reliability B1", "reliability B2", "reliability D10"),
        arguments: checks.map(\.0))
    func corpus(name: String) throws {
        let check = try #require(Self.checks.first { $0.0 == name }).1
        let inputs = try Self.inputs(name)
        #expect(inputs.count > 20, "the corpus \(name) is missing")
        for input in inputs {
            let name = input.lastPathComponent
            do {
                let isRead = try check.check([UInt8](Data(contentsOf: input)))
                // Or the others might all be refused for one and the same reason.
                #expect(isRead || !name.hasPrefix("sound-"), "\(name) is refused")
            } catch {
                Issue.record("\(name): \(error)")
            }
        }
    }
}
