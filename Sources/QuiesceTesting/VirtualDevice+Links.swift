import Foundation
import QuiesceCore
import QuiesceKit

// URLs, quick actions and activities, as the user opens the app with them.
extension VirtualDevice {
    /// The user opens a URL elsewhere: the app comes to the front with it. One of its domains is an
    /// activity.
    ///
    /// - Throws: ``VirtualDeviceError``: `refused` when the app's manifest declares neither its
    ///   scheme nor its domain.
    public func open(url: URL) async throws {
        try await perform { .link(.open(.url(url.absoluteString, source: nil), app: nil, $0)) }
    }

    /// The user chooses a quick action of the app: it comes to the front with it.
    ///
    /// - Parameter shortcut: the action's type.
    /// - Throws: ``VirtualDeviceError``
    public func open(shortcut: String) async throws {
        let id = try id
        try await perform { .link(.open(.shortcut(shortcut), app: id, $0)) }
    }

    /// The user goes on with an activity in the app: it comes to the front with it.
    ///
    /// - Parameter activity: its type and its
    ///   `userInfo`, which JSON can express, are handed over; or its `webpageURL`, if it is of the
    ///   type `NSUserActivityTypeBrowsingWeb`.
    /// - Throws: ``VirtualDeviceError``: `refused` when the app's manifest doesn't declare the
    ///   type.
    public func open(activity: NSUserActivity) async throws {
        if activity.activityType == NSUserActivityTypeBrowsingWeb, let page = activity.webpageURL {
            return try await open(url: page)
        }
        let id = try id
        let sent = AppActivity(
            type: activity.activityType, userInfo: try activity.userInfo.map(Self.json))
        try await perform { .link(.open(.activity(sent), app: id, $0)) }
    }

    private static func json(_ userInfo: [AnyHashable: Any]) throws -> String {
        var entries: [String: Any] = [:]
        for (key, value) in userInfo {
            guard let key = key as? String else {
                throw VirtualDeviceError.invalidActivity(
                    "its user info has the key \(key), which is no String")
            }
            entries[key] = value
        }
        guard JSONSerialization.isValidJSONObject(entries) else {
            throw VirtualDeviceError.invalidActivity(
                "its user info has values that JSON doesn't know")
        }
        let data = try JSONSerialization.data(withJSONObject: entries, options: .sortedKeys)
        return String(decoding: data, as: UTF8.self)
    }
}
