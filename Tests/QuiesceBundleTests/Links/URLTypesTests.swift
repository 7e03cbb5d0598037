import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceBundle

/// `CFBundleURLTypes` in Info.plist.
@Suite struct URLTypesTests {
    private func schemes(_ types: [[String: [String]]]) throws -> [String] {
        let plist = try Fixture.plist(["CFBundleURLTypes": types])
        return try BundleReader.manifest(infoPlist: plist).urlSchemes
    }

    @Test("Schemes are read in order and in lower case, each once", .behaviour("O4"))
    func read() throws {
        #expect(
            try schemes([
                ["CFBundleURLSchemes": ["Notes", "x-notes"]], [:],
                ["CFBundleURLSchemes": ["notes", "b+1.c"]],
            ]) == ["notes", "x-notes", "b+1.c"])
    }

    @Test(
        "An app is refused that declares what is no scheme, or too many", .behaviour("O4"),
        arguments: ["", "notes:", "notes://", "1a", "no tes", "nötes"])
    func wrong(scheme: String) throws {
        #expect(throws: BundleError.self) { try schemes([["CFBundleURLSchemes": [scheme]]]) }
        let many = (0...Limits.urlSchemesPerApp).map { "a\($0)" }
        #expect(throws: BundleError.self) { try schemes([["CFBundleURLSchemes": many]]) }
    }
}
