import QuiesceCore
import Testing

@testable import QuiesceTesting

/// The sentence that a case holds Quiesce to: the test's title has the sentence in our words.
/// `scripts/equivalence` lists all in docs/equivalence.md.
///
/// The test gets a virtual device. A sentence that speaks of several systems has the test run once
/// under the rules of each; so has a test that two documents' sentences are about.
struct Sentence: TestTrait, TestScoping, Hashable {
    let document: Document
    /// The heading above the sentence, or the symbol that the sentence describes.
    let section: String
    /// The systems that the sentence speaks of.
    let rules: [Rules]
    /// How Quiesce differs, and why; nil: Quiesce does as the sentence says.
    let difference: String?

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let sentences = test.traits.compactMap { $0 as? Sentence }
        // The first makes the devices for all of them.
        guard testCase != nil, self == sentences.first else { return try await function() }
        let named = Set(sentences.flatMap(\.rules))
        let profiles = Rules.allCases.filter(named.contains).map(\.profile)
        try await VirtualDeviceTrait(profiles: profiles).provideScope(
            for: test, testCase: testCase
        ) {
            do { try await function() } catch {
                await Subject.reset()
                throw error
            }
            await Subject.reset()
        }
    }
}

/// The systems whose rules are built in.
enum Rules: String, CaseIterable {
    case ios4, ios7, ios8, ios26, ios27

    var profile: PolicyProfile {
        switch self {
        case .ios4: .ios4
        case .ios7: .ios7
        case .ios8: .ios8
        case .ios26: .ios26
        case .ios27: .ios27
        }
    }
}

extension Trait where Self == Sentence {
    /// Quiesce does as the document says, or as `differs` says.
    static func says(
        _ document: Document, _ section: String, under rules: [Rules] = [.ios8, .ios26],
        differs: String? = nil
    ) -> Self {
        Sentence(document: document, section: section, rules: rules, difference: differs)
    }
}
