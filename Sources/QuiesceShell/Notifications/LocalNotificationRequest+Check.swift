import Foundation
import QuiesceCore
import QuiesceWire

extension LocalNotificationRequest {
    /// Whether it is within bounds and can be what an app means.
    ///
    /// - Throws: for its sender, whose connection ends. A fire date that never comes isn't here:
    ///   the app is told that such a notification isn't scheduled.
    package func check() throws(WireError) {
        switch self {
        case .schedule(let content): try content.check()
        case .cancel(let name): if let name { try Self.check(name: name) }
        case .setCategories(let categories): try Self.check(categories)
        case .unschedule(let names), .withdraw(let names):
            for name in names ?? [] { try Self.check(name: name) }
        case .present(let name, let words):
            try Self.check(name: name)
            for word in words ?? [] where !PresentationWish.words.contains(word) {
                throw WireError.malformed(
                    "\"\(word.printable.prefix(40))\" is no way to present a notification; there are \(PresentationWish.words.joined(separator: ", "))"
                )
            }
        case .listDelivered: break
        case .setBadge(let badge): try Self.check(badge: badge)
        case .register(let words):
            for word in words where !NotificationTypes.named.contains(where: { $0.word == word }) {
                throw WireError.malformed(
                    "\"\(word.printable.prefix(40))\" is not a type of notification; there are alert, sound and badge"
                )
            }
        }
    }

    fileprivate static func check(name: String) throws(WireError) {
        guard (1...Limits.notificationNameBytes).contains(name.utf8.count) else {
            throw WireError.malformed(
                "a notification's name has 1 to \(Limits.notificationNameBytes) bytes")
        }
    }

    private static func check(_ categories: [NotificationCategory]) throws(WireError) {
        var bytes = 0
        for category in categories { bytes += category.json.count }
        guard bytes <= Limits.notificationCategoriesBytes else {
            throw WireError.malformed(
                "an app's categories of notifications have at most \(Limits.notificationCategoriesBytes) bytes, these have \(bytes)"
            )
        }
        for category in categories {
            try check(name: category.identifier)
            for action in category.actions { try check(name: action.identifier) }
        }
    }

    fileprivate static func check(badge: Int) throws(WireError) {
        guard (0...Int(Int32.max)).contains(badge) else {
            throw WireError.malformed("a badge is from 0 to \(Int32.max), not \(badge)")
        }
    }
}

extension NotificationContent {
    fileprivate func check() throws(WireError) {
        try LocalNotificationRequest.check(name: name)
        if let badge { try LocalNotificationRequest.check(badge: badge) }
        if let repeatInterval, RepeatInterval(rawValue: repeatInterval) == nil {
            let words = RepeatInterval.units.map(\.rawValue).joined(separator: ", ")
            throw WireError.malformed(
                "\"\(repeatInterval.printable.prefix(40))\" is not a repeat interval; use one of \(words), seconds from \(Limits.shortestRepeat) as \"90 s\", or what a wall shows, as \"weekday=2 hour=8\""
            )
        }
        if let region {
            guard case .circle = region.region.area, fireDate == nil, repeatInterval == nil else {
                throw WireError.malformed(
                    "a notification comes at a time or in a circular region, and repeats by its region's own word"
                )
            }
        }
        let bytes = json.count
        guard bytes <= Limits.notificationBytes else {
            throw WireError.malformed(
                "a notification has at most \(Limits.notificationBytes) bytes, this one has \(bytes)"
            )
        }
    }

    /// The types of the presentation: alert, sound, badge.
    var types: NotificationTypes {
        var types: NotificationTypes = []
        if title != nil || subtitle != nil || body != nil { types.insert(.alert) }
        if sound != nil { types.insert(.sound) }
        if badge != nil { types.insert(.badge) }
        return types
    }
}
