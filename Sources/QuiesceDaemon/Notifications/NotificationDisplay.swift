import Foundation
import Logging
import QuiesceBundle
import QuiesceCore
import QuiesceDesktop
import QuiesceShell

/// Shows notifications (N2, N6): on the desktop of the session, where there is one, with their
/// sound and a vibration. Belongs to the loop's thread, and never holds it up.
///
/// A notification that is to be shown again replaces the one that is shown under its number.
final class NotificationDisplay {
    /// The files that a notification names, as found in the bundle.
    private struct Found: Sendable {
        var icon: String?
        var picture: String?
        /// nil: silent.
        var sound: PlainSound?
        /// Where the app's own sound is, when it is one that may be played.
        var path: String?
        var problem: SoundProblem?
    }

    private let files: AppSounds
    private let loop: EventLoop
    private let worker: Worker
    private let player: SoundPlayer
    private let desktop: DesktopNotifications?
    private let choices: ChoiceInbox
    private let appName: (AppID) -> String
    private let logger: Logger

    /// - Parameters:
    ///   - memory: a file of ours, for what the desktop shows when the daemon ends.
    ///   - environment: the daemon's, which says where the session's bus and sound server are.
    ///   - appName: what an app is called; it is told with each of its notifications.
    ///   - chosen: the user wants to open the app from it.
    ///   - pressed: the user pressed a button of that identifier.
    ///   - replied: the user wrote a text in its field.
    ///   - dismissed: the user closed it.
    ///   - vanished: it is off the desktop by itself.
    init(
        _ files: AppSounds, memory: String, environment: [String: String], loop: EventLoop,
        logger: Logger, appName: @escaping (AppID) -> String,
        chosen: @escaping (NotificationID) -> Void,
        pressed: @escaping (NotificationID, String) -> Void = { _, _ in },
        replied: @escaping (NotificationID, String) -> Void = { _, _ in },
        dismissed: @escaping (NotificationID) -> Void,
        vanished: @escaping (NotificationID) -> Void
    ) throws {
        self.appName = appName
        self.files = files
        self.loop = loop
        self.logger = logger
        worker = try Worker(name: "quiesce-sounds")
        player = SoundPlayer(
            find: { SoundServer.find(environment) }, loop: loop, worker: worker,
            warn: { [logger] in logger.warning("\($0)") })
        choices = try ChoiceInbox()
        _ = try loop.watch(choices.descriptor) { [choices] _ in
            for choice in choices.take() {
                switch choice {
                case .chosen(let id): chosen(NotificationID(id))
                case .pressed(let id, let button): pressed(NotificationID(id), button)
                case .replied(let id, let text): replied(NotificationID(id), text)
                case .dismissed(let id): dismissed(NotificationID(id))
                case .vanished(let id): vanished(NotificationID(id))
                }
            }
        }
        desktop = DesktopNotifications(
            address: { DesktopNotifications.sessionBus(environment) }, memory: memory,
            hooks: DesktopNotifications.Hooks(
                chosen: { [choices] in choices.add(.chosen($0)) },
                pressed: { [choices] in choices.add(.pressed($0, $1)) },
                replied: { [choices] in choices.add(.replied($0, $1)) },
                dismissed: { [choices] in choices.add(.dismissed($0)) },
                vanished: { [choices] in choices.add(.vanished($0)) },
                warn: { [logger] in logger.warning("\($0)") }))
    }

    /// - Parameter completion: called on the loop once the desktop has it, or there is none.
    func show(_ notification: ShownNotification, _ completion: @escaping () -> Void) {
        logger.info("\(NotificationLine.text(notification))")
        guard !notification.types.isDisjoint(with: [.alert, .sound]) else { return completion() }
        let files = files
        loop.perform(on: worker) {
            Self.find(notification, files)
        } then: { [self] found in
            present(notification, found, completion)
        }
    }

    func withdraw(_ id: NotificationID) {
        // After it was shown, which goes by way of the worker, too.
        loop.perform(on: worker) {
        } then: { [desktop] _ in
            desktop?.close(id.value)
        }
    }

    /// Takes what an earlier daemon has left on the desktop away, but for these.
    func keep(_ ids: Set<NotificationID>) {
        desktop?.keep(Set(ids.map(\.value)))
    }

    func shutdown() {
        worker.shutdown()
        player.shutdown()
        desktop?.shutdown()
    }

    private func present(
        _ notification: ShownNotification, _ found: Found, _ completion: @escaping () -> Void
    ) {
        let app = notification.app
        var banner = Self.banner(notification, appName: appName(app))
        banner.icon = found.icon
        banner.picture = found.picture
        if let problem = found.problem, let name = notification.content?.sound {
            logger.warning(
                "\(app)'s sound \(name.printable) can't be played (\(problem)); the default sound is played instead"
            )
        }
        if let sound = found.sound {
            if !player.play(sound) {
                banner.sound = found.path.map { .file($0) } ?? .standard
            }
            desktop?.vibrate(app: "\(app)")
        }
        guard let desktop else { return completion() }
        switch notification.style {
        case nil: completion()
        case .listed?:
            // An earlier banner of the same number doesn't show the notification that is listed.
            desktop.close(banner.id)
            completion()
        case .banner?, .alert?:
            let done = loop.returning { (_: Void) in completion() }
            desktop.show(banner) { _ in done(()) }
        }
    }

    /// The app's name comes first, whatever the app says: so nobody takes it for another's.
    static func banner(_ notification: ShownNotification, appName: String) -> Banner {
        let content = notification.content
        let lines = [content?.title, content?.subtitle, content?.body]
            .compactMap { $0 }.filter { !$0.isEmpty }
        return Banner(
            id: notification.id.value, app: "\(notification.app)", title: appName,
            body: lines.joined(separator: "\n"),
            buttons: notification.actions.map {
                .init(
                    identifier: $0.identifier, label: $0.title,
                    placeholder: $0.takesText ? $0.placeholder ?? "" : nil)
            },
            action: content?.withoutAction == true ? nil : content?.action ?? "View",
            stays: notification.style == .alert)
    }

    private static func find(_ notification: ShownNotification, _ files: AppSounds) -> Found {
        var found = Found(icon: files.icon(of: notification.app))
        for attachment in notification.content?.attachments ?? [] where found.picture == nil {
            found.picture = files.picture(attachment, of: notification.app)
        }
        guard notification.types.contains(.sound), let name = notification.content?.sound else {
            return found
        }
        guard name != defaultSound else {
            found.sound = .standard
            return found
        }
        do throws(SoundProblem) {
            found.sound = PlainSound(try files.sound(name, of: notification.app))
            found.path = files.place(name, of: notification.app)
        } catch {
            found.sound = .standard
            found.problem = error
        }
        return found
    }

    /// UILocalNotificationDefaultSoundName, as it is on the wire.
    private static let defaultSound = "default"
}
