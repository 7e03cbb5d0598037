import Foundation
import QuiesceCore

/// A notification of the app under test, as the user sees it (N2).
public struct VirtualNotification: Sendable, Hashable {
    let id: NotificationID
    public let title: String?
    public let subtitle: String?
    public let body: String?
    /// When it was shown.
    public let date: Date
    /// How it came over whatever was in front (S12).
    public let style: AlertStyle
    /// The identifiers of its actions.
    public let actions: [String]
}
