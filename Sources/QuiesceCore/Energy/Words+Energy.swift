// Energy in plain words, for the log and `why`.
extension EnergyCharge {
    /// "7.9 J: 120 ms of CPU, 48 KB, 12.6 s of radio"
    var words: String {
        var parts = ["\(cpu.spoken) of CPU", received.spokenAsBytes]
        if radio > .zero { parts.append("\(radio.spoken) of radio") }
        return "\(Self.joules(microjoules)): " + parts.joined(separator: ", ")
    }

    /// In thousandths of a joule below one, in tenths above.
    static func joules(_ microjoules: UInt64) -> String {
        let millijoules = microjoules / 1_000 + (microjoules % 1_000 + 500) / 1_000
        if millijoules < 1_000 { return "\(millijoules) mJ" }
        let tenths = millijoules / 100 + (millijoules % 100 + 50) / 100
        return "\(tenths / 10).\(tenths % 10) J"
    }
}

extension Reason {
    public static let energyCharged = Reason("energyCharged") { detail, _ in
        .event("its fetch cost about \(detail.words(or: "nothing that is known"))")
    }
}

extension Energy {
    static let reasons: [Reason] = [.energyCharged]
}
