import Foundation
import QuiesceCore

// Local notifications, as the user sees them.
extension VirtualDevice {
    /// The app's notifications that are shown, the oldest first, until the user has chosen one or
    /// the app has taken it back (N2). A sound or a badge alone isn't here.
    public var notifications: [VirtualNotification] {
        guard let world, let id = try? id else { return [] }
        let shown = world.machine.notificationViews(of: id).compactMap { view in
            view.shown.map { shown in
                let content = world.notification(view.content)
                return VirtualNotification(
                    id: view.id, title: content?.title, subtitle: content?.subtitle,
                    body: content?.body, date: shown.at.date, style: shown.style ?? .listed,
                    actions: view.actions.map(\.identifier))
            }
        }
        return shown.sorted { $0.date < $1.date }
    }

    /// The number on the app's icon; 0: none is shown.
    public var badge: Int {
        guard let world, let id = try? id else { return 0 }
        return Int(world.machine.badge(of: id))
    }

    /// The user chooses a notification: the app comes to the front with it (N2).
    ///
    /// - Throws: ``VirtualDeviceError``: `refused` when it isn't shown any more.
    public func open(_ notification: VirtualNotification) async throws {
        try await perform { .notification(.open(notification.id, $0)) }
    }

    /// The user chooses an action of a notification: the app comes to the front with it, if the
    /// action says so, or is woken or launched in the background.
    ///
    /// - Parameters:
    ///   - action: its identifier, of the notification's category.
    ///   - text: what the user writes, for an action that asks for that.
    /// - Throws: ``VirtualDeviceError``: `refused` when it isn't shown any more, or has no such
    ///   action.
    public func open(
        _ notification: VirtualNotification, action: String, text: String? = nil
    ) async throws {
        let answer = NotificationAnswer.action(identifier: action, text: text)
        try await perform { .notification(.answer(notification.id, answer, $0)) }
    }

    /// The user wants to see the app's own settings for notifications: it comes to the front.
    ///
    /// - Throws: ``VirtualDeviceError``: `refused` when it isn't shown any more.
    public func openSettings(from notification: VirtualNotification) async throws {
        try await perform { .notification(.answer(notification.id, .settings, $0)) }
    }

    /// The user clears a notification away; the app hears nothing of it, unless its category asks
    /// for that.
    ///
    /// - Throws: ``VirtualDeviceError``: `refused` when it isn't shown any more.
    public func dismiss(_ notification: VirtualNotification) async throws {
        try await perform { .notification(.dismiss(notification.id, $0)) }
    }

    /// The user chooses how the app's notifications come over the app in front (S12).
    ///
    /// - Parameter style: nil: as the profile has it.
    /// - Throws: ``VirtualDeviceError``: `refused` for banners before iOS 5.
    public func setAlertStyle(_ style: AlertStyle?) async throws {
        let id = try id
        try await perform { .notification(.setStyle(id, style, $0)) }
    }

    /// The user lets the app do something, or no longer (U4). What it asks for before is answered
    /// by it.
    ///
    /// - Throws: ``VirtualDeviceError``
    public func allow(_ permission: Permission, _ isAllowed: Bool = true) async throws {
        let id = try id
        try await perform { .setPermission(id, permission, isAllowed ? .authorized : .denied, $0) }
    }
}
