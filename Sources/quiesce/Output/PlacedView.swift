import QuiesceWire

/// A view that shows something, and its place on the screen: a scene has it in its parent's
/// coordinates.
struct PlacedView {
    var frame: Scene.Frame
    /// How many views it lies in.
    var depth: Int
    var text: String?
    var image: String?

    /// All of them, back to front.
    static func all(in scene: Scene) -> [PlacedView] {
        var found: [PlacedView] = []
        func look(at node: Scene.Node, x: Double, y: Double, depth: Int) {
            var frame = node.frame
            frame.x += x
            frame.y += y
            if node.text != nil || node.image != nil {
                found.append(
                    PlacedView(
                        frame: frame, depth: depth, text: node.text?.string, image: node.image))
            }
            for child in node.children ?? [] {
                look(at: child, x: frame.x, y: frame.y, depth: depth + 1)
            }
        }
        look(at: scene.root, x: 0, y: 0, depth: 1)
        return found
    }
}
