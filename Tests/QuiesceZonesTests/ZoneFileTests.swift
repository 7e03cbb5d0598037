import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceZones

@Suite("Time zones") struct ZoneFileTests {
    private static let database = ZoneDatabase()

    private func bytes(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)")))
    }

    @Test("Zones are known by their names, old ones too", .behaviour("N5"))
    func names() throws {
        let berlin = try #require(ZoneName("Europe/Berlin"))
        #expect(Self.database.zone(berlin) != nil)
        let kolkata = try ["Asia/Calcutta", "Asia/Kolkata"].map {
            Self.database.zone(try #require(ZoneName($0)))
        }
        #expect(kolkata[0] != nil)
        #expect(kolkata[0] == kolkata[1])
    }

    @Test(
        "What isn't a zone has no offsets",
        arguments: [
            "Mars/Olympus", "Europe", "tzdata.zi", "zone1970.tab", "../../../etc/passwd", "",
            "/etc/localtime",
        ])
    func unknown(name: String) {
        #expect(ZoneName(name).flatMap(Self.database.zone) == nil)
        #expect(Self.database.offsets(of: name, around: .zero) == nil)
    }

    @Test("A file that is cut short anywhere, or damaged, is no zone or another, and no harm")
    func damaged() throws {
        let whole = try bytes("America/New_York")
        #expect(ZoneFile.zone(whole) != nil)
        for count in whole.indices {
            #expect(ZoneFile.zone(Array(whole[..<count])) == nil, "\(count) bytes")
        }
        var random = SeededGenerator(seed: 1)
        for _ in 0..<3_000 {
            var bytes = whole
            for _ in 0...random.below(4) {
                // Most of it in the headers and the footer.
                let place = random.below(2) == 0 ? random.below(44) : random.below(bytes.count)
                bytes[place] = UInt8(random.below(256))
            }
            _ = ZoneFile.zone(bytes)?.offsets(around: .zero)
        }
    }

    @Test("A zone without changes that follows a rule, and one whose summer time never ends")
    func rules() throws {
        let berlin = Zone(try #require(DaylightRule("CET-1CEST,M3.5.0,M10.5.0/3")))
        let offsets = berlin.offsets(from: 1_767_225_600, to: 1_798_761_600)
        #expect(
            offsets.changes.map(\.at.nanoseconds) == [
                1_774_746_000_000_000_000, 1_792_890_000_000_000_000,
            ])
        let always = Zone(try #require(DaylightRule("XXX3EDT4,0/0,J365/23")))
        #expect(
            always.offsets(from: 1_767_225_600, to: 1_830_000_000) == UTCOffsets(seconds: -14_400))
    }

    @Test(
        "A rule that can't be read is none",
        arguments: [
            "", "CET", "C-1", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0/3",
            "CET-1CEST,M3.6.0,M10.5.0/3", "CET-1CEST,M3.5.7,M10.5.0/3", "CET-25", "CET-1:60",
            "<CET-1", "CET-1CEST,J0,J9", "CET-1CEST,366,9", "CET-1CEST,M3.5.0,M10.5.0/168",
            "CET-99999999999999999999", "CET-1CEST,M3.5.0,M10.5.0/3 ",
        ])
    func badRules(text: String) {
        #expect(DaylightRule(text) == nil)
    }

    @Test("Simulations have zones of their own, the same as the machine's but for Samoa's summers")
    func builtIn() throws {
        let now = WallTime(nanoseconds: 1_790_000_000 * 1_000_000_000)
        for name in BuiltInZones.rules.keys {
            let zone = try #require(ZoneName(name))
            #expect(
                BuiltInZones.zone(zone)?.offsets(around: now)
                    == Self.database.zone(zone)?.offsets(around: now), "\(name)")
        }
        let skipped = WallTime(nanoseconds: 1_325_000_000 * 1_000_000_000)
        let apiaName = try #require(ZoneName("Pacific/Apia"))
        let apia = try #require(BuiltInZones.zone(apiaName))
        #expect(apia.offsets(around: skipped).changes.count == 4)
        #expect(
            BuiltInZones.offsets(of: "Europe/Helsinki", around: now)
                == Self.database.offsets(of: "Europe/Helsinki", around: now))
        #expect(BuiltInZones.offsets(of: "Mars/Olympus", around: now) == nil)
    }
}
