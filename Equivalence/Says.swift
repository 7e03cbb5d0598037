import Testing

/// A document of Apple's. The title is how a reader finds the document.
enum Document: String {
    case executing = "iPhone Application Programming Guide: Executing Code in the Background"
    case background = "App Programming Guide for iOS: Background Execution"
    case states = "App Programming Guide for iOS: App States and Multitasking"
}

/// The sentence that a case holds Quiesce to: the test's title has the sentence in our words.
/// `scripts/equivalence` lists all in docs/equivalence.md.
struct Sentence: TestTrait {
    let document: Document
    /// The heading above the sentence.
    let section: String
    /// How Quiesce differs, and why; nil: Quiesce does as the sentence says.
    let difference: String?
}

extension Trait where Self == Sentence {
    /// Quiesce does as the document says.
    static func says(_ document: Document, _ section: String) -> Self {
        Sentence(document: document, section: section, difference: nil)
    }

    /// Quiesce does otherwise; the test shows how.
    static func says(_ document: Document, _ section: String, differs: String) -> Self {
        Sentence(document: document, section: section, difference: differs)
    }
}
