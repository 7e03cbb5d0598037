import Foundation
import QuiesceWire

/// Makes the scene of what the windows show, within what a screen takes.
@MainActor struct SceneBuilder {
    private var nodes = 0

    static func scene(of display: Display) -> Result<Scene, SceneProblem> {
        do throws(SceneProblem) {
            let scene = try build(display)
            let bytes = (try? JSONEncoder().encode(scene).count) ?? .max
            guard bytes <= SceneLimits.bytes else { throw .tooManyBytes(bytes) }
            return .success(scene)
        } catch {
            return .failure(error)
        }
    }

    private static func build(_ display: Display) throws(SceneProblem) -> Scene {
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
        return Scene(
            size: .init(width: bounds.width, height: bounds.height),
            orientation: display.interfaceOrientation.word, root: root)
    }

    /// - Returns: nil where nothing is to be seen of the view.
    private mutating func node(of view: UIView, depth: Int) throws(SceneProblem) -> Scene.Node? {
        guard !view.isHidden, view.alpha > 0 else { return nil }
        guard depth <= SceneLimits.depth else { throw .tooDeep }
        nodes += 1
        guard nodes <= SceneLimits.nodes else { throw .tooManyNodes }
        var children: [Scene.Node] = []
        for subview in view.subviews {
            guard var child = try node(of: subview, depth: depth + 1) else { continue }
            child.frame.x -= view.bounds.minX
            child.frame.y -= view.bounds.minY
            children.append(child)
        }
        return Scene.Node(
            frame: .init(view.frame), background: view.backgroundColor?.hex,
            alpha: view.alpha < 1 ? view.alpha : nil, text: (view as? UILabel)?.sceneText,
            image: (view as? UIImageView)?.image?.path,
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
            string: text, size: font.pointSize, color: textColor.hex, alignment: alignment)
    }
}

extension Scene.Frame {
    fileprivate init(_ rect: CGRect) {
        self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
    }
}
