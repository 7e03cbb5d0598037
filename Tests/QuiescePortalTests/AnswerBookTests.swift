import Foundation
import QuiesceTerminal
import TestSupport
import Testing

@testable import QuiescePortal

@Suite("Answers that are remembered") struct AnswerBookTests {
    private let scratch: ScratchDirectory
    private let book: AnswerBook

    init() throws {
        scratch = try ScratchDirectory()
        book = AnswerBook(["XDG_CONFIG_HOME": scratch.path])
    }

    private func id(_ text: String) throws -> PortalID { try #require(PortalID(text)) }

    @Test("The last answer about an app counts, until it is forgotten")
    func last() throws {
        #expect(try book.rows().isEmpty)
        try book.put(.sleep, for: id("b"), by: "time")
        try book.put(.end, for: id("a"), by: "user")
        try book.put(.run, for: id("b"), by: "user")
        #expect(try book.answer(for: id("b")) == .run)
        #expect(try book.rows().map(\.app) == ["a", "b"])
        #expect(try book.forget("a"))
        #expect(try !book.forget("a"))
        #expect(try book.answer(for: id("a")) == nil)
        #expect(try book.rows().map(\.by) == ["user"])
    }

    @Test(
        "A file that is damaged, or of another version, is said to be, and stays",
        arguments: ["{\"version\":1,", "{\"version\":2,\"answers\":[]}", ""])
    func damaged(_ text: String) throws {
        try book.put(.run, for: id("a"), by: "user")
        try Data(text.utf8).write(to: URL(fileURLWithPath: book.path))
        #expect(throws: Failure.self) { try book.rows() }
        #expect(throws: Failure.self) { try book.put(.run, for: id("b"), by: "user") }
        #expect(try String(contentsOfFile: book.path, encoding: .utf8) == text)
    }
}
