import Foundation

/// Keeps an app's quick actions over launches: `Library/Saved Application State/shortcuts` in its
/// container.
struct ShortcutStore {
    private let file: KeptPropertyList

    /// The store of the running app; nil: the app has no container.
    @MainActor static var current: ShortcutStore? {
        AppContainer.current.map {
            ShortcutStore(file: KeptPropertyList("shortcuts", container: $0))
        }
    }

    /// The one of that type: the app's own, or Info.plist's; one without a title, if it has none.
    @MainActor static func item(
        _ type: String, of application: UIApplication
    ) -> UIApplicationShortcutItem {
        let all = (application.shortcutItems ?? []) + declared
        return all.first { $0.type == type }
            ?? UIApplicationShortcutItem(type: type, localizedTitle: "")
    }

    /// Those of Info.plist.
    @MainActor private static var declared: [UIApplicationShortcutItem] {
        let list =
            Bundle.main.object(forInfoDictionaryKey: "UIApplicationShortcutItems")
            as? [[String: Any]] ?? []
        return list.compactMap { entry in
            guard let type = entry["UIApplicationShortcutItemType"] as? String else { return nil }
            return UIApplicationShortcutItem(
                type: type,
                localizedTitle: entry["UIApplicationShortcutItemTitle"] as? String ?? "",
                localizedSubtitle: entry["UIApplicationShortcutItemSubtitle"] as? String,
                userInfo: userInfo(entry["UIApplicationShortcutItemUserInfo"]))
        }
    }

    /// Converts a property list's values to objects such as an app gives.
    private static func userInfo(_ list: Any?) -> [String: any NSSecureCoding]? {
        (list as? [String: Any])?.compactMapValues(object)
    }

    private static func object(_ value: Any) -> (any NSSecureCoding)? {
        switch value {
        case let text as String: NSString(string: text)
        case let flag as Bool: NSNumber(value: flag)
        case let number as Int: NSNumber(value: number)
        case let number as Double: NSNumber(value: number)
        case let data as Data: NSData(data: data)
        case let date as Date:
            NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        case let list as [Any]: NSArray(array: list)
        case let list as [String: Any]: NSDictionary(dictionary: list)
        case let object as any NSSecureCoding: object
        case _: nil
        }
    }

    @MainActor func read() -> [UIApplicationShortcutItem] {
        guard let kept = file.read() as? [[String: Any]] else { return [] }
        return kept.compactMap { entry in
            guard let type = entry["type"] as? String else { return nil }
            return UIApplicationShortcutItem(
                type: type, localizedTitle: entry["title"] as? String ?? "",
                localizedSubtitle: entry["subtitle"] as? String,
                userInfo: Self.userInfo(entry["userInfo"]))
        }
    }

    /// Where they can't be kept, stderr says why, and the old ones stay.
    @MainActor func write(_ items: [UIApplicationShortcutItem]) {
        let kept = items.map { item in
            var entry: [String: Any] = ["type": item.type, "title": item.localizedTitle]
            entry["subtitle"] = item.localizedSubtitle
            entry["userInfo"] = item.userInfo
            return entry
        }
        do { try file.write(kept) } catch {
            note("the quick actions aren't kept, those before stay: \(error)")
        }
    }
}
