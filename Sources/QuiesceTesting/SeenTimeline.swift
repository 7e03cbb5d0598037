import Foundation

/// The device as its user has seen it so far: the app in front, its notifications, its badge.
public struct SeenTimeline: Sendable, Hashable {
    /// Something that the user saw begin.
    public struct Sight: Sendable, Hashable {
        /// When it began.
        public let date: Date
        /// Its kind.
        public let kind: Kind
    }

    /// The kinds of sights.
    public enum Kind: Sendable, Hashable {
        /// The app comes to the front (S3, S6).
        case app
        /// The app is no longer in front (S5).
        case noApp
        /// A notification of the app is shown (N2).
        case notification(VirtualNotification)
        /// The number on the app's icon; 0: none is shown any more.
        case badge(Int)
    }

    /// All of them, the oldest first.
    public internal(set) var sights: [Sight] = []

    /// Whether a notification of the app has shown that text, in its title, subtitle or body.
    public func shows(_ text: String) -> Bool { date(of: text) != nil }

    /// Whether the app's icon has had that number.
    public func shows(badge number: Int) -> Bool { sights.contains { $0.kind == .badge(number) } }

    /// When a notification of the app first showed that text; nil: none has.
    public func date(of text: String) -> Date? {
        let first = sights.first { sight in
            guard case .notification(let shown) = sight.kind else { return false }
            return [shown.title, shown.subtitle, shown.body].contains { $0?.contains(text) == true }
        }
        return first?.date
    }

    /// Whether the app was in front then.
    public func showsApp(at date: Date) -> Bool {
        let last = sights.last { $0.date <= date && ($0.kind == .app || $0.kind == .noApp) }
        return last?.kind == .app
    }
}

extension VirtualDevice {
    /// The device as its user has seen it so far.
    ///
    /// ```swift
    /// #expect(device.timeline.shows("Tea is ready"))
    /// ```
    public var timeline: SeenTimeline { eyes.timeline }
}

/// Writes down the user's sights.
@MainActor final class Eyes {
    private(set) var timeline = SeenTimeline()
    private var seesApp = false
    private var badge = 0
    private var shown: Set<VirtualNotification> = []

    /// The device as it is now.
    func see(_ date: Date, isInFront: Bool, _ notifications: [VirtualNotification], badge: Int) {
        func note(_ kind: SeenTimeline.Kind) {
            timeline.sights.append(SeenTimeline.Sight(date: date, kind: kind))
        }
        if isInFront != seesApp { note(isInFront ? .app : .noApp) }
        for notification in notifications where !shown.contains(notification) {
            note(.notification(notification))
        }
        if badge != self.badge { note(.badge(badge)) }
        (seesApp, shown, self.badge) = (isInFront, Set(notifications), badge)
    }
}
