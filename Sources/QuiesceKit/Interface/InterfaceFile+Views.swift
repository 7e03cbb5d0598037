import Foundation
import QuiesceWire

extension InterfaceFile.Node {
    /// The view, with those in it.
    @MainActor func make(depth: Int) throws(InterfaceError) -> UIView {
        guard depth <= SceneLimits.depth else {
            throw InterfaceError("views in views over \(SceneLimits.depth) deep")
        }
        let name = self.class ?? "UIView"
        guard let type = InterfaceFile.named(name) as? UIView.Type, !(type is UIWindow.Type) else {
            throw InterfaceError("\(name) names no UIView class")
        }
        guard let view = type.init(coder: NSCoder()) else {
            throw InterfaceError("\(name) makes no view of init?(coder:)")
        }
        view.frame = CGRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
        view.accessibilityIdentifier = identifier
        if let tag { view.tag = tag }
        if let background { view.backgroundColor = try Self.color(background) }
        if let alpha { view.alpha = alpha }
        if let isHidden { view.isHidden = isHidden }
        if let text { try show(text, in: view) }
        if let image { try show(image, in: view) }
        view.autoresizingMask = try mask(autoresizing ?? [])
        for child in children ?? [] { view.addSubview(try child.make(depth: depth + 1)) }
        return view
    }

    @MainActor private func show(
        _ text: InterfaceFile.Text, in view: UIView
    ) throws(InterfaceError) {
        let label: UILabel
        switch view {
        case let found as UILabel: label = found
        case let button as UIButton:
            button.setTitle(text.string, for: .normal)
            if let color = text.color { button.setTitleColor(try Self.color(color), for: .normal) }
            label = button.titleLabel
        case _: throw InterfaceError("a \(self.class ?? "UIView") has no text; a UILabel has")
        }
        label.text = text.string
        if let size = text.size { label.font = .systemFont(ofSize: size) }
        if let color = text.color { label.textColor = try Self.color(color) }
        switch text.alignment {
        case nil: break
        case "left": label.textAlignment = .left
        case "center": label.textAlignment = .center
        case "right": label.textAlignment = .right
        case let other?: throw InterfaceError("alignment is left, center or right, not \(other)")
        }
    }

    @MainActor private func show(_ path: String, in view: UIView) throws(InterfaceError) {
        guard let imageView = view as? UIImageView ?? (view as? UIButton)?.imageView else {
            throw InterfaceError("a \(self.class ?? "UIView") has no image; a UIImageView has")
        }
        guard let image = UIImage(named: path) else {
            throw InterfaceError("the bundle has no image \(path)")
        }
        imageView.image = image
    }

    private func mask(_ names: [String]) throws(InterfaceError) -> UIView.AutoresizingMask {
        var mask: UIView.AutoresizingMask = []
        for name in names {
            switch name {
            case "flexibleLeftMargin": mask.insert(.flexibleLeftMargin)
            case "flexibleWidth": mask.insert(.flexibleWidth)
            case "flexibleRightMargin": mask.insert(.flexibleRightMargin)
            case "flexibleTopMargin": mask.insert(.flexibleTopMargin)
            case "flexibleHeight": mask.insert(.flexibleHeight)
            case "flexibleBottomMargin": mask.insert(.flexibleBottomMargin)
            case _: throw InterfaceError("\(name) is no way of autoresizing")
            }
        }
        return mask
    }

    private static func color(_ hex: String) throws(InterfaceError) -> UIColor {
        guard let color = UIColor(hex: hex) else {
            throw InterfaceError("\(hex) is no colour: write #RRGGBB or #RRGGBBAA")
        }
        return color
    }
}
