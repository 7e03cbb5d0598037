import QuiesceCore

/// Some zones as they are known to everyone, in place of a machine's database: simulations then run
/// the same on all machines. They follow one rule at all times, but Samoa, which skips a day
/// in 2011.
package enum BuiltInZones {
    package static let rules: [String: String] = [
        "UTC": "UTC0",
        "Europe/Berlin": "CET-1CEST,M3.5.0,M10.5.0/3",
        "Europe/Paris": "CET-1CEST,M3.5.0,M10.5.0/3",
        "America/New_York": "EST5EDT,M3.2.0,M11.1.0",
        "Australia/Lord_Howe": "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
        "Pacific/Auckland": "NZST-12NZDT,M9.5.0,M4.1.0/3",
        "Asia/Kolkata": "IST-5:30",
        "Asia/Tokyo": "JST-9",
    ]

    package static func zone(_ name: ZoneName) -> Zone? {
        if name.name == "Pacific/Apia" { return apia }
        return rules[name.name].flatMap(DaylightRule.init).map { Zone($0) }
    }

    /// The offsets of the zone that is called so, here or else in the machine's database.
    ///
    /// - Returns: nil if neither has such a zone.
    package static func offsets(of name: String, around time: WallTime) -> UTCOffsets? {
        ZoneName(name).flatMap(zone)?.offsets(around: time)
            ?? ZoneDatabase().offsets(of: name, around: time)
    }

    /// Two summers, and the step over the date line at the end of 29 December 2011. Later summers
    /// are left out.
    private static let apia = Zone(
        first: -39_600,
        changes: [
            Zone.Change(at: 1_285_498_800, seconds: -36_000),
            Zone.Change(at: 1_301_752_800, seconds: -39_600),
            Zone.Change(at: 1_316_872_800, seconds: -36_000),
            Zone.Change(at: 1_325_239_200, seconds: 50_400),
            Zone.Change(at: 1_333_202_400, seconds: 46_800),
        ], rule: DaylightRule("<+13>-13"))
}
