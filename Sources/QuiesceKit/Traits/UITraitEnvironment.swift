import Foundation

/// An object that has traits: a screen, a scene, a view or its controller.
@preconcurrency @MainActor public protocol UITraitEnvironment: AnyObject {
    /// Its traits, as they are now.
    var traitCollection: UITraitCollection { get }
}

extension UIScreen: UITraitEnvironment {
    /// Light, with the room that the interface has as it lies on the screen.
    public var traitCollection: UITraitCollection {
        UITraitCollection(size: bounds.size, scale: scale)
    }
}

extension UIWindowScene: UITraitEnvironment {
    /// The screen's.
    public var traitCollection: UITraitCollection { screen.traitCollection }
}

extension UIView: UITraitEnvironment {
    /// The screen's, in the style that the nearest `overrideUserInterfaceStyle` says: its own, its
    /// controller's, its superview's, and so on up to its window's.
    public var traitCollection: UITraitCollection {
        UIScreen.main.traitCollection.styled(givenStyle)
    }

    /// nil: nobody has said one.
    private var givenStyle: UIUserInterfaceStyle {
        for view in sequence(first: self, next: \.superview) {
            if view.overrideUserInterfaceStyle != .unspecified {
                return view.overrideUserInterfaceStyle
            }
            if let style = view.controller?.overrideUserInterfaceStyle, style != .unspecified {
                return style
            }
        }
        return .unspecified
    }

    /// Tells the view's controller, the view and those in it, if their traits are others than
    /// before.
    func traitsMayHaveChanged() {
        follow(superview?.traitCollection ?? UIScreen.main.traitCollection)
    }

    private func follow(_ around: UITraitCollection) {
        let here = controller?.follow(around) ?? around
        let now = here.styled(overrideUserInterfaceStyle)
        let before = knownTraits ?? UIScreen.main.traitCollection
        knownTraits = now
        if now != before {
            needsRendering()
            traitCollectionDidChange(before)
        }
        for view in subviews { view.follow(now) }
    }
}

extension UIViewController: UITraitEnvironment {
    /// Those around its view, in the style that it says itself.
    public var traitCollection: UITraitCollection {
        let around = viewIfLoaded?.superview?.traitCollection ?? UIScreen.main.traitCollection
        return around.styled(overrideUserInterfaceStyle)
    }

    /// - Returns: the traits that its view is to have.
    @discardableResult func follow(_ around: UITraitCollection) -> UITraitCollection {
        let now = around.styled(overrideUserInterfaceStyle)
        let before = knownTraits ?? UIScreen.main.traitCollection
        knownTraits = now
        if now != before { traitCollectionDidChange(before) }
        return now
    }

    /// Its own flag has changed.
    func traitsMayHaveChanged() {
        if let view = viewIfLoaded {
            view.traitsMayHaveChanged()
        } else {
            follow(UIScreen.main.traitCollection)
        }
    }
}

extension UIApplication {
    /// `large`, iOS's usual size: the user can't choose one here.
    public var preferredContentSizeCategory: UIContentSizeCategory { .large }
}
