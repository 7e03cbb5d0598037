import Foundation

extension Display {
    /// Turns the interface as the device is held, where the frontmost controller takes that. An app
    /// starts in portrait and is turned before it is displayed (H4).
    func rotateIfNeeded() {
        guard let upright = UIInterfaceOrientation(UIDevice.current.orientation),
            upright != interfaceOrientation,
            // A window that covers the app for a moment, as an alert does, isn't asked.
            let asked = windows.last(where: { $0.windowLevel == .normal && $0.stack.root != nil }),
            let controller = asked.stack.top, controller.shouldAutorotate,
            controller.supportedInterfaceOrientations.contains(.init(upright)),
            delegateTakes(upright, asked)
        else { return }
        let old = bounds
        let coordinator = RotationCoordinator()
        let controllers = windows.flatMap(\.stack.all)
        let size = size(in: upright)
        let traits = UIScreen.main.traitCollection
        let turned = UITraitCollection(size: size, scale: traits.displayScale)
        if turned != traits {
            for controller in controllers {
                let style = controller.traitCollection.userInterfaceStyle
                controller.willTransition(to: turned.styled(style), with: coordinator)
            }
        }
        for controller in controllers { controller.viewWillTransition(to: size, with: coordinator) }
        let before = interfaceOrientation
        interfaceOrientation = upright
        for window in windows where window.frame == old {
            window.frame = bounds
            window.stack.layout()
        }
        for window in windows { window.traitsMayHaveChanged() }
        coordinator.alongside()
        for window in windows { window.layoutIfNeeded() }
        needsCommit()
        coordinator.completed()
        guard let scene = UIApplication.running?.scenes.scene else { return }
        (scene.delegate as? any UIWindowSceneDelegate)?.windowScene(
            scene, didUpdate: FormerSpace(old), interfaceOrientation: before,
            traitCollection: traits)
    }
}

extension Display {
    /// Whether the application's delegate lets the interface lie so.
    private func delegateTakes(_ orientation: UIInterfaceOrientation, _ window: UIWindow) -> Bool {
        guard let application = UIApplication.running, let delegate = application.delegate else {
            return true
        }
        return delegate.application(application, supportedInterfaceOrientationsFor: window)
            .contains(.init(orientation))
    }

    /// The screen has more or less room for controllers.
    func layout() {
        for window in windows {
            window.stack.layout()
            window.layoutIfNeeded()
        }
        needsCommit()
    }
}

/// The bounds of a scene until it was turned.
private final class FormerSpace: UICoordinateSpace {
    let bounds: CGRect

    init(_ bounds: CGRect) { self.bounds = bounds }
}

/// The context of a transition, while an interface is turned.
@preconcurrency @MainActor public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
    /// Never here: the interface is turned at once.
    var isAnimated: Bool { get }
}

/// Takes what a controller wants done with a rotation.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinator:
    UIViewControllerTransitionCoordinatorContext
{
    /// - Parameters:
    ///   - animation: called once the views have their new sizes.
    ///   - completion: called when they are laid out.
    @discardableResult func animate(
        alongsideTransition animation: (
            (any UIViewControllerTransitionCoordinatorContext) -> Void
        )?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
}

private final class RotationCoordinator: UIViewControllerTransitionCoordinator {
    typealias Step = (any UIViewControllerTransitionCoordinatorContext) -> Void

    let isAnimated = false
    private var animations: [Step] = []
    private var completions: [Step] = []

    func animate(alongsideTransition animation: Step?, completion: Step?) -> Bool {
        if let animation { animations.append(animation) }
        if let completion { completions.append(completion) }
        return true
    }

    func alongside() { for step in animations { step(self) } }
    func completed() { for step in completions { step(self) } }
}
