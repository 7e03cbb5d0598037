import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceBundle

/// Domains and activities in Info.plist.
@Suite struct LinkDomainsTests {
    private func manifest(_ domains: [String], _ types: [String] = []) throws -> AppManifest {
        let plist = try Fixture.plist([
            "com.apple.developer.associated-domains": domains, "NSUserActivityTypes": types,
        ])
        return try BundleReader.manifest(infoPlist: plist)
    }

    @Test(
        "Domains of applinks are read in order and in lower case, each once, and other services left out",
        .behaviour("O4"))
    func read() throws {
        let read = try manifest(
            [
                "applinks:Example.com", "webcredentials:example.com", "applinks:*.example.com",
                "applinks:example.com?mode=developer", "applinks:xn--bcher-kva.example",
            ], ["org.example.reading", "NSUserActivityTypeBrowsingWeb", "org.example.reading"])
        #expect(
            read.linkDomains == ["example.com", "*.example.com", "xn--bcher-kva.example"])
        #expect(read.activityTypes == ["org.example.reading"])
    }

    @Test(
        "An app is refused that declares what is no domain, or too many", .behaviour("O4"),
        arguments: [
            "example.com", "applinks:", ":example.com", "applinks:https://example.com",
            "applinks:example.com/x", "applinks:example.com:8443", "applinks:localhost",
            "applinks:*.*.example.com", "applinks:*", "applinks:192.0.2.1", "applinks:-a.example",
            "applinks:a..example", "applinks:b\u{fc}cher.example",
        ])
    func wrong(entry: String) throws {
        #expect(throws: BundleError.self) { try manifest([entry]) }
    }

    @Test("Too many domains or types, and a type with white space, are refused", .behaviour("O4"))
    func tooMany() throws {
        let domains = (0...Limits.linkDomainsPerApp).map { "applinks:a\($0).example" }
        #expect(throws: BundleError.self) { try manifest(domains) }
        let types = (0...Limits.activityTypesPerApp).map { "a\($0)" }
        #expect(throws: BundleError.self) { try manifest([], types) }
        #expect(throws: BundleError.self) { try manifest([], ["org.example reading"]) }
        #expect(throws: BundleError.self) { try manifest([], [""]) }
    }
}
