import Foundation
import QuiesceCore

/// The keys of an Info.plist that Quiesce reads, each of the right type and bounded (O1, O3, O4).
struct InfoPlist: Decodable {
    let identifier: AppID
    let executable: String
    let name: String?
    let displayName: String?
    let shortVersion: String?
    let version: String?
    let backgroundModes: [String]
    let exitsOnSuspend: Bool
    let platformVersion: Int?
    let groups: [String]
    let taskIdentifiers: [String]
    let isHosted: Bool
    let accessoryProtocols: [String]
    let urlSchemes: [String]
    let linkDomains: [String]
    let activityTypes: [String]
    let thaw: ThawSchedule?

    enum Key: String, CodingKey {
        case identifier = "CFBundleIdentifier"
        case executable = "CFBundleExecutable"
        case name = "CFBundleName"
        case displayName = "CFBundleDisplayName"
        case shortVersion = "CFBundleShortVersionString"
        case version = "CFBundleVersion"
        case backgroundModes = "UIBackgroundModes"
        case exitsOnSuspend = "UIApplicationExitsOnSuspend"
        case platformVersion = "DTPlatformVersion"
        case groups = "QuiesceAppGroups"
        case taskIdentifiers = "BGTaskSchedulerPermittedIdentifiers"
        case isHosted = "QuiesceHosted"
        case accessoryProtocols = "UISupportedExternalAccessoryProtocols"
        case urlTypes = "CFBundleURLTypes"
        case domains = "com.apple.developer.associated-domains"
        case activityTypes = "NSUserActivityTypes"
        case thaw = "QuiesceThaw"
    }

    /// - Throws: `malformedInfoPlist`, `missingKey`, `wrongValue`
    static func parse(_ data: Data) throws(BundleError) -> InfoPlist {
        try PropertyListGuard.check(data)
        do {
            return try PropertyListDecoder().decode(InfoPlist.self, from: data)
        } catch let error as BundleError {
            throw error
        } catch let error as DecodingError {
            throw Self.refusal(error)
        } catch {
            throw Self.malformed
        }
    }

    init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: Key.self)
        func string(_ key: Key) throws -> String? {
            guard keys.contains(key) else { return nil }
            return try Self.bounded(try keys.decode(String.self, forKey: key), key)
        }
        func required(_ key: Key) throws -> String {
            guard let value = try string(key) else {
                throw BundleError(
                    .missingKey, "Info.plist has no \(key.rawValue); add it, a string")
            }
            return value
        }
        func flag(_ key: Key) throws -> Bool {
            keys.contains(key) ? try keys.decode(Bool.self, forKey: key) : false
        }
        let identifier = try required(.identifier)
        guard let id = AppID(identifier) else {
            throw BundleError(
                .wrongValue,
                "CFBundleIdentifier \"\(identifier.printable)\" is not an app id; use a name such as "
                    + "org.example.Clock: ASCII letters, digits, - and ., at most "
                    + "\(AppID.mostBytes) bytes")
        }
        self.identifier = id
        executable = try required(.executable)
        guard !executable.contains("/"), executable != ".", executable != ".." else {
            throw BundleError(
                .wrongValue,
                "CFBundleExecutable \"\(executable.printable)\" is a path; name a file directly "
                    + "inside the bundle")
        }
        name = try string(.name)
        displayName = try string(.displayName)
        shortVersion = try string(.shortVersion)
        version = try string(.version)
        backgroundModes =
            try Self.strings(.backgroundModes, in: keys, atMost: BundleLimits.backgroundModes)
        groups = try Self.groups(in: keys)
        taskIdentifiers = try Self.each(
            .taskIdentifiers, in: keys, atMost: BundleLimits.taskIdentifiers)
        accessoryProtocols = try Self.each(
            .accessoryProtocols, in: keys, atMost: Limits.accessoryProtocols)
        urlSchemes = try Self.urlSchemes(in: keys)
        linkDomains = try Self.linkDomains(in: keys)
        activityTypes = try Self.activityTypes(in: keys)
        exitsOnSuspend = try flag(.exitsOnSuspend)
        isHosted = try flag(.isHosted)
        platformVersion = try string(.platformVersion).map(Self.majorVersion)
        thaw = try Self.thaw(string(.thaw), isHosted: isHosted)
    }

    /// One by one: a small binary list can hold a huge string half a million times.
    static func strings(
        _ key: Key, in keys: KeyedDecodingContainer<Key>, atMost limit: Int
    ) throws -> [String] {
        guard keys.contains(key) else { return [] }
        var list = try keys.nestedUnkeyedContainer(forKey: key)
        var values: [String] = []
        while !list.isAtEnd {
            guard values.count < limit else {
                throw BundleError(
                    .wrongValue,
                    "\(key.rawValue) has more than \(limit) values; name each once")
            }
            values.append(try bounded(try list.decode(String.self), key))
        }
        return values
    }

    /// As `strings`, each once.
    static func each(
        _ key: Key, in keys: KeyedDecodingContainer<Key>, atMost limit: Int
    ) throws -> [String] {
        var values: [String] = []
        for value in try strings(key, in: keys, atMost: limit) where !values.contains(value) {
            values.append(value)
        }
        return values
    }

    /// Each becomes a folder's name, as an app id does.
    private static func groups(in keys: KeyedDecodingContainer<Key>) throws -> [String] {
        var groups: [String] = []
        for name in try strings(.groups, in: keys, atMost: Limits.groupsPerApp) {
            guard AppID(name) != nil else {
                throw BundleError(
                    .wrongValue,
                    "QuiesceAppGroups has \"\(name.printable)\", which is not the name of a group; use "
                        + "one such as group.org.example.notes: ASCII letters, digits, - and .")
            }
            if !groups.contains(name) { groups.append(name) }
        }
        return groups
    }

    private static func bounded(_ value: String, _ key: Key) throws -> String {
        guard (1...BundleLimits.stringBytes).contains(value.utf8.count) else {
            throw BundleError(
                .wrongValue,
                "\(key.rawValue) has \(value.utf8.count) bytes; give it 1 to "
                    + "\(BundleLimits.stringBytes)")
        }
        // They are printed in tables and logs, and one becomes a file name.
        if let scalar = value.unicodeScalars.first(where: changesWhatFollows) {
            throw BundleError(
                .wrongValue,
                "\(key.rawValue) contains the control character \(String(scalar).printable); remove it"
            )
        }
        return value
    }

    /// Marks of direction count if they reach over other text: names in Arabic or Hebrew have the
    /// others.
    private static func changesWhatFollows(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        case _:
            [.control, .lineSeparator, .paragraphSeparator].contains(
                scalar.properties.generalCategory)
        }
    }

    /// "3.2" → 3 (O3)
    private static func majorVersion(_ text: String) throws -> Int {
        let major = text.prefix { $0 != "." }
        guard !major.isEmpty, major.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(major)
        else {
            throw BundleError(
                .wrongValue,
                "DTPlatformVersion \"\(text.printable)\" is not a version; write one such as 8.0")
        }
        return number
    }

    private static let malformed = BundleError(
        .malformedInfoPlist,
        "Info.plist is not a property list with a dictionary at its root; check it with plutil or "
            + "plistutil")

    private static func refusal(_ error: DecodingError) -> BundleError {
        switch error {
        case .keyNotFound(let key, _):
            return BundleError(
                .missingKey, "Info.plist has no \(key.stringValue); add it")
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            guard let name = context.codingPath.first?.stringValue, let key = Key(rawValue: name)
            else { return malformed }
            return BundleError(
                .wrongValue, "\(name) has a value of the wrong type; it must be \(key.type)")
        @unknown case _:
            return malformed
        }
    }
}

extension InfoPlist {
    var manifest: AppManifest {
        var known: [BackgroundMode] = []
        var unknown: [String] = []
        for value in backgroundModes {
            if let mode = BackgroundMode(rawValue: value) {
                if !known.contains(mode) { known.append(mode) }
            } else if !unknown.contains(value) {
                unknown.append(value)
            }
        }
        return AppManifest(
            id: identifier, name: displayName ?? name ?? identifier.end,
            version: shortVersion ?? version ?? "0", executable: executable,
            backgroundModes: known, unknownBackgroundModes: unknown,
            exitsOnSuspend: exitsOnSuspend, builtForMajorVersion: platformVersion,
            groups: groups, taskIdentifiers: taskIdentifiers,
            isHosted: isHosted, accessoryProtocols: accessoryProtocols, urlSchemes: urlSchemes,
            linkDomains: linkDomains, activityTypes: activityTypes, thaw: thaw)
    }
}

extension InfoPlist.Key {
    fileprivate var type: String {
        switch self {
        case .identifier, .executable, .name, .displayName, .shortVersion, .version,
            .platformVersion, .thaw:
            "a string"
        case .backgroundModes, .groups, .taskIdentifiers, .accessoryProtocols, .domains,
            .activityTypes:
            "an array of strings"
        case .exitsOnSuspend, .isHosted: "true or false"
        case .urlTypes:
            "an array of dictionaries, each with CFBundleURLSchemes, an array of strings"
        }
    }
}

extension String {
    /// Safe to print in one line: what isn't printable ASCII is escaped, so that a look-alike
    /// shows.
    var printable: String {
        unicodeScalars.prefix(80).map { scalar in
            scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7f
                ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        }.joined()
    }
}
