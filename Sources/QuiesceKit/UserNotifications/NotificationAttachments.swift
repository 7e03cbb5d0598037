import Foundation
import QuiesceWire

/// The files of notifications that are to come or shown, in the app's container, where the device
/// reads them.
@MainActor struct NotificationAttachments {
    private static let folder = "Library/UserNotifications"

    /// Moves them there; what is in the bundle, or anywhere else outside of the container, is
    /// copied.
    ///
    /// - Returns: nil: there are none.
    func take(_ attachments: [UNNotificationAttachment]) throws -> [NotificationAttachment]? {
        guard !attachments.isEmpty else { return nil }
        guard let container = AppContainer.current else {
            throw UNError(
                .attachmentMoveIntoDataStoreFailed, "The app has no container for attachments.")
        }
        let files = FileManager.default
        return try attachments.map { attachment in
            let path =
                "\(Self.folder)/\(UUID().uuidString).\(attachment.url.pathExtension.lowercased())"
            let place = container.appendingPathComponent(path)
            do {
                try files.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                if attachment.url.standardizedFileURL.path.hasPrefix(container.path + "/") {
                    try files.moveItem(at: attachment.url, to: place)
                } else {
                    try files.copyItem(at: attachment.url, to: place)
                }
            } catch {
                throw UNError(
                    .attachmentMoveIntoDataStoreFailed,
                    "\(attachment.url.path) can't be brought into the app's container: \(error.localizedDescription)"
                )
            }
            return NotificationAttachment(
                identifier: attachment.identifier, path: path, type: attachment.type)
        }
    }

    /// Drops the files that none of these notifications has.
    func keep(of contents: [NotificationContent]) {
        guard let container = AppContainer.current else { return }
        let folder = container.appendingPathComponent(Self.folder)
        let needed = Set(contents.flatMap { $0.attachments ?? [] }.map(\.path))
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
        where !needed.contains("\(Self.folder)/\(name)") {
            try? files.removeItem(at: folder.appendingPathComponent(name))
        }
    }
}

extension UNNotificationAttachment {
    @MainActor convenience init?(_ wire: NotificationAttachment) {
        guard let container = AppContainer.current else { return nil }
        self.init(
            identifier: wire.identifier, at: container.appendingPathComponent(wire.path),
            type: wire.type)
    }
}
