import Foundation

/// State preservation and restoration (P1): what the app shows is saved when it is left, and when a
/// wake-up is completed, and restored by its next launch, into the background too: otherwise a
/// fetch would save an app that its user hasn't seen over what its user had left.
@MainActor final class Restoration {
    /// How launches end that the state they restored isn't to blame for.
    static let blamelessEnds: Set = [
        "memoryPressure", "shutDown", "deviceRestarted", "updated",
    ]

    /// nil: the app has no container, so nothing is saved.
    private let folder: StateFolder?
    /// This launch took the state and has not yet come through.
    private var isOnTrial = false

    init(container: URL?) { folder = container.map(StateFolder.init) }

    // MARK: Restoring

    /// Between `willFinishLaunching` and `didFinishLaunching`.
    ///
    /// - Parameter previousExit: how the launch before ended, a word of `quiesce log`. After a
    ///   force-quit nothing is restored, as on iOS.
    func restore(_ application: UIApplication, after previousExit: String?) {
        guard let folder, application.scenes.isAdopted != true else { return }
        if previousExit == "forceQuit" { return folder.discard() }
        let blameless = previousExit.map(Self.blamelessEnds.contains) ?? false
        guard let state = folder.take(blameless: blameless) else { return }
        isOnTrial = true
        guard let delegate = application.delegate,
            let coder = try? RestorationCoder(data: state.application),
            delegate.application(application, shouldRestoreApplicationState: coder)
        else { return }
        restore(state.controllers, of: application)
        delegate.application(application, didDecodeRestorableStateWith: coder)
    }

    /// All controllers are there before the first decodes its state.
    private func restore(_ saved: [SavedState.Controller], of application: UIApplication) {
        var found: [(UIViewController, RestorationCoder)] = []
        for saved in saved {
            guard let coder = try? RestorationCoder(data: saved.state),
                let controller = ControllerPath.controller(at: saved.path, of: application)
                    ?? present(saved.path, coder, application)
            else { continue }
            found.append((controller, coder))
        }
        for (controller, coder) in found {
            controller.loadViewIfNeeded()
            controller.decodeRestorableState(with: coder)
        }
    }

    /// A controller that had been presented, which the delegate makes again if it wants it back.
    private func present(
        _ path: [String], _ coder: RestorationCoder, _ application: UIApplication
    ) -> UIViewController? {
        guard
            let presenting = ControllerPath.controller(at: path.dropLast(), of: application),
            presenting.presentedViewController == nil,
            let controller = application.delegate?.application(
                application, viewControllerWithRestorationIdentifierPath: path, coder: coder),
            controller.presentingViewController == nil, controller !== presenting
        else { return nil }
        if controller.restorationIdentifier == nil { controller.restorationIdentifier = path.last }
        presenting.presented = controller
        controller.presenter = presenting
        presenting.viewIfLoaded?.window?.stack.update()
        return controller
    }

    /// The launch has come through: the app is active, or was left, or has done what it was woken
    /// for, or ends as the system wants it.
    func launchCameThrough() {
        guard isOnTrial else { return }
        isOnTrial = false
        folder?.keep()
    }

    // MARK: Saving

    /// In the background, before the system is told that the app is done.
    func save(_ application: UIApplication) {
        launchCameThrough()
        // An app with scenes is asked by its scene's delegate.
        guard application.scenes.isAdopted != true else { return }
        guard let folder, let delegate = application.delegate else { return }
        let coder = RestorationCoder()
        guard delegate.application(application, shouldSaveApplicationState: coder) else {
            // The state that was saved earlier isn't where the app was left.
            return folder.discard()
        }
        let version = Bundle.main.object(forInfoDictionaryKey: "CFBundleVersion") as? String
        coder.encode(version, forKey: UIApplication.stateRestorationBundleVersionKey)
        coder.encode(AppTime.source.date, forKey: UIApplication.stateRestorationTimestampKey)
        delegate.application(application, willEncodeRestorableStateWith: coder)
        do {
            var state = SavedState(application: try coder.data())
            for (path, controller) in ControllerPath.all(of: application) {
                let coder = RestorationCoder()
                controller.encodeRestorableState(with: coder)
                state.controllers.append(.init(path: path, state: try coder.data()))
            }
            try folder.save(state.bytes())
        } catch {
            note("the app's state isn't saved, what was saved before stays: \(error)")
        }
    }
}
