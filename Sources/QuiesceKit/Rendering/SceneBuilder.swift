import Foundation
import QuiesceWire

/// Makes the scene of what the windows show, within what a screen takes.
@MainActor struct SceneBuilder {
    /// Bytes of a node's JSON without its text and its image's path, at most; and of what each
    /// byte of those may become.
    private static let nodeBytes = 512
    private static let bytesPerByte = 6

    private var nodes = 0
    private var textBytes = 0

    /// - Throws: where there is more than a screen takes. What else is wrong with a scene is found
    ///   when it is sent.
    static func scene(of display: Display) throws(WireError) -> Scene {
        var builder = SceneBuilder()
        var roots: [Scene.Node] = []
        for window in display.windows {
            if let node = try builder.node(of: window, depth: 1) { roots.append(node) }
        }
        let bounds = display.bounds
        // One window is the scene; of several, each is a node on the screen.
        let root =
            roots.count == 1
            ? roots[0]
            : Scene.Node(frame: .init(bounds), children: roots.isEmpty ? nil : roots)
        let scene = Scene(
            size: .init(width: bounds.width, height: bounds.height),
            orientation: display.interfaceOrientation.word, root: root)
        try builder.checkBytes(of: scene)
        return scene
    }

    /// A screen with nothing on it.
    static func emptyScene(of display: Display) -> Scene {
        let bounds = display.bounds
        return Scene(
            size: .init(width: bounds.width, height: bounds.height),
            orientation: display.interfaceOrientation.word, root: .init(frame: .init(bounds)))
    }

    /// Few scenes come near the limit: only those are written out to be measured.
    private func checkBytes(of scene: Scene) throws(WireError) {
        let atMost = nodes * Self.nodeBytes + textBytes * Self.bytesPerByte
        guard atMost > SceneLimits.bytes else { return }
        _ = try WireCoder().document(of: scene)
    }

    /// - Returns: nil where nothing is to be seen of the view.
    private mutating func node(of view: UIView, depth: Int) throws(WireError) -> Scene.Node? {
        guard !view.isHidden, view.alpha > 0 else { return nil }
        guard depth <= SceneLimits.depth else {
            throw WireError(
                code: .badScene,
                message: "views more than \(SceneLimits.depth) deep; take some out between them")
        }
        nodes += 1
        guard nodes <= SceneLimits.nodes else {
            throw WireError(
                code: .badScene,
                message: "more than \(SceneLimits.nodes) views; hide those that can't be seen")
        }
        var children: [Scene.Node] = []
        for subview in view.subviews {
            guard var child = try node(of: subview, depth: depth + 1) else { continue }
            child.frame.x -= view.bounds.minX
            child.frame.y -= view.bounds.minY
            children.append(child)
        }
        let text = (view as? UILabel)?.sceneText
        let image = (view as? UIImageView)?.image?.path
        textBytes += (text?.string.utf8.count ?? 0) + (image?.utf8.count ?? 0)
        return Scene.Node(
            frame: .init(view.frame), background: view.backgroundColor?.hex(in: view),
            alpha: view.alpha < 1 ? view.alpha : nil, text: text, image: image,
            clips: view.clipsToBounds && !children.isEmpty ? true : nil,
            children: children.isEmpty ? nil : children)
    }
}

extension UILabel {
    fileprivate var sceneText: Scene.Text? {
        guard let text, !text.isEmpty else { return nil }
        let alignment =
            switch textAlignment {
            case .left, .justified, .natural: "left"
            case .center: "center"
            case .right: "right"
            }
        return Scene.Text(
            string: text, size: font.pointSize, color: textColor.hex(in: self),
            alignment: alignment,
            weight: font.weight == .regular ? nil : font.weight.scale)
    }
}

extension Scene.Frame {
    fileprivate init(_ rect: CGRect) {
        self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
    }
}
