import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceBundle

@Suite("QuiesceThaw in an Info.plist") struct ThawKeyTests {
    private func manifest(_ keys: [String: any Sendable]) throws -> AppManifest {
        let scratch = try Fixture.bundle(try Fixture.plist(keys, format: .xml))
        return try scratch.opened("App.app") { try BundleReader.manifest(of: $0) }
    }

    @Test("A hosted program has the schedule that is written there", .behaviour("Y1", "O4"))
    func schedule() throws {
        let manifest = try manifest(["QuiesceHosted": true, "QuiesceThaw": "every 10m for 20s"])
        #expect(manifest.thaw == ThawSchedule(every: .seconds(600), lasting: .seconds(20)))
    }

    @Test(
        "A schedule that isn't possible, of another type or of an app of iOS is refused with its key",
        .behaviour("Y1", "reliability B2"),
        arguments: [
            ("every 1s for 20s", true), ("often", true), ("", true), ("every 10m for 20s", false),
        ])
    func refused(text: String, isHosted: Bool) throws {
        let error = #expect(throws: BundleError.self) {
            try manifest(["QuiesceHosted": isHosted, "QuiesceThaw": text])
        }
        #expect(error?.reason == .wrongValue)
        #expect(error?.message.contains("QuiesceThaw") == true)
        #expect(throws: BundleError.self) {
            try manifest(["QuiesceHosted": isHosted, "QuiesceThaw": 600])
        }
    }
}
