import Foundation
import QuiesceWire

/// A device's screen as its user sees it, and the user's finger. It is composed of answers to
/// tools: the daemon draws nothing of it.
public struct SystemScreen {
    let line: any DeviceLine

    public init(_ line: any DeviceLine) { self.line = line }

    /// The effect of a touch.
    public enum TouchResult: Sendable, Hashable {
        /// The device has done it; its own words, if it has some.
        case done(message: String?)
        /// The device has nothing to do: another place is to be looked at.
        case view(SystemView.Place)
    }

    /// - Throws: `ScreenProblem`, or the line's own errors.
    public func picture(_ view: SystemView = SystemView()) throws -> SystemPicture {
        let ruler = try TextRuler()
        let (state, home) = try state(for: view)
        var picture = Composer.picture(of: state, view, ruler: ruler)
        picture.home = home
        return picture
    }

    /// The picture of a scene alone, without the system's.
    public func picture(of scene: Scene, app: String, home: String) -> SystemPicture {
        var whole = scene
        whole.root = .init(
            frame: .init(x: 0, y: 0, width: scene.size.width, height: scene.size.height),
            background: Palette.white, clips: true, children: [scene.root.moved(below: app)])
        var picture = SystemPicture(scene: whole, elements: [], app: app)
        picture.home = home
        return picture
    }

    /// Touches the frontmost thing at a place, in points of the picture.
    ///
    /// - Throws: `TouchRefused` where nothing can be touched; the line's error where the daemon
    ///   refuses.
    public func touch(x: Double, y: Double, on picture: SystemPicture) throws -> TouchResult {
        if let element = picture.element(x: x, y: y), let action = element.action,
            action != .touchApp
        {
            return try perform(action)
        }
        if picture.app != nil { return try touchApp(x: x, y: y) }
        throw TouchRefused.nothing(x, y, picture)
    }

    private func perform(_ action: SystemAction) throws -> TouchResult {
        if case .show(let place) = action { return .view(place) }
        var message: String?
        for request in action.requests { message = try line.ask(request) { _ in } }
        return .done(message: message)
    }

    private func touchApp(x: Double, y: Double) throws -> TouchResult {
        var message: String?
        for phase in ["began", "ended"] {
            message = try line.ask(.sendEvent(["touch", phase, "\(x)", "\(y)"])) { _ in }
        }
        return .done(message: message)
    }

    // MARK: The state

    /// All that is drawn, and the device's home.
    public func state(for view: SystemView) throws -> (state: SystemState, home: String) {
        guard let status = try line.rows(.status, DeviceStatus.self).first else {
            throw ScreenProblem.noRow
        }
        var state = SystemState(
            now: Date(), status: status, apps: try line.rows(.apps, AppRow.self))
        let files = AppFiles(status.home)
        for at in state.apps.indices {
            state.apps[at].icon = AppFacts(of: state.apps[at].id, files).icon
        }
        guard !state.isAsleep else { return (state, status.home) }
        let notifications = ControlRequest.notification(
            .notifications(app: nil, scheduled: false, follow: false))
        state.notifications = try line.rows(notifications, NotificationRow.self)
            .map(SystemState.Notification.init)
        // A daemon that was started before an upgrade may know of none.
        let tasks = try? line.rows(.continuedTasks(.continuedTasks), ContinuedRow.self)
        state.tasks = (tasks ?? []).map(SystemState.Task.init)
        guard state.lock == nil else { return (state, status.home) }
        state.prompts = try line.rows(.permission(.prompts), PromptRow.self).map { row in
            var prompt = SystemState.Prompt(row)
            prompt.purpose = AppFacts(of: row.app, files).purposes[row.permission]
            return prompt
        }
        if case .switcher(let page) = view.place {
            try addRecents(page, to: &state)
        } else if let app = status.foreground {
            let screen = try line.screen()
            state.front = .init(app: app, scene: screen.row.app == app ? screen.scene : nil)
        }
        return (state, status.home)
    }

    private func addRecents(_ page: Int, to state: inout SystemState) throws {
        state.recents = try line.rows(.switcher, ProcessRow.self).map { .init(app: $0.id) }
        for at in Composer.shown(on: page, of: state) {
            state.recents[at].scene = try line.screen(of: state.recents[at].app).scene
        }
    }
}
