import Foundation

/// Facts of an app that its bundle alone knows: its icon, and why it asks for permissions.
struct AppFacts {
    /// `APP/FILE`; nil: it has none.
    var icon: String?
    /// The app's own words, by the permission's name.
    var purposes: [String: String] = [:]

    /// An icon at three, two or one pixels for each point.
    private static let suffixes = ["@3x.png", "@2x.png", ".png"]

    init(of app: String, _ files: AppFiles) {
        let plist = files.bundled("\(app)/Info.plist").flatMap {
            try? PropertyListSerialization.propertyList(from: $0, format: nil) as? [String: Any]
        }
        icon = Self.icon(of: app, plist ?? [:], files)
        let keys: [(String, [String])] = [
            (
                "location",
                ["NSLocationWhenInUseUsageDescription", "NSLocationAlwaysUsageDescription"]
            ),
            ("microphone", ["NSMicrophoneUsageDescription"]),
            ("bluetooth", ["NSBluetoothAlwaysUsageDescription"]),
        ]
        for (permission, names) in keys {
            purposes[permission] = names.lazy.compactMap { plist?[$0] as? String }
                .first { !$0.isEmpty }
        }
    }

    private static func icon(
        of app: String, _ plist: [String: Any], _ files: AppFiles
    ) -> String? {
        let icons = plist["CFBundleIcons"] as? [String: Any]
        let primary = icons?["CFBundlePrimaryIcon"] as? [String: Any]
        var names = primary?["CFBundleIconFiles"] as? [String] ?? []
        names += plist["CFBundleIconFiles"] as? [String] ?? []
        names += [plist["CFBundleIconFile"] as? String].compactMap(\.self) + ["Icon"]
        // The largest is named last.
        for name in names.reversed() where !name.isEmpty {
            let stem = name.hasSuffix(".png") ? String(name.dropLast(4)) : name
            for suffix in suffixes {
                let path = "\(app)/\(stem)\(suffix)"
                if files.isBundled(path) { return path }
            }
        }
        return nil
    }
}
