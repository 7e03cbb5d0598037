import QuiesceWire

// The app in front.
extension Composer {
    mutating func composeApp() {
        guard let front = state.front else { return }
        app = front.app
        if let scene = front.scene {
            // As a browser has what is drawn on nothing.
            let shown = scene.root.moved(below: front.app)
            nodes.append(
                .init(frame: whole, background: Palette.white, clips: true, children: [shown]))
            collect(scene.root, x: 0, y: 0)
        } else {
            let tile = 72.0
            box(whole, palette.panel)
            let app = state.app(front.app)
            let frame = Scene.Frame(
                x: (size.width - tile) / 2, y: size.height * 0.4 - tile / 2, width: tile,
                height: tile)
            icon(of: app, in: frame)
            words(
                app.name,
                in: .init(
                    x: 16, y: frame.maxY + 12, width: size.width - 32, height: line(scaled(17))),
                size: scaled(17), weight: 600, color: palette.text, alignment: "center")
        }
        appNodes = nodes.count
    }

    /// The app's texts, each of which can be touched.
    private mutating func collect(_ node: Scene.Node, x: Double, y: Double) {
        let frame = Scene.Frame(
            x: x + node.frame.x, y: y + node.frame.y, width: node.frame.width,
            height: node.frame.height)
        if let text = node.text?.string { touchable(text, frame, .touchApp) }
        for child in node.children ?? [] { collect(child, x: frame.x, y: frame.y) }
    }
}

extension Scene.Node {
    /// With its images' paths below the app's folder.
    func moved(below app: String) -> Scene.Node {
        var node = self
        node.image = image.map { "\(app)/\($0)" }
        node.children = children.map { $0.map { $0.moved(below: app) } }
        return node
    }

    /// Smaller or larger, with all that is in it.
    func scaled(by factor: Double) -> Scene.Node {
        var node = self
        node.frame = .init(
            x: frame.x * factor, y: frame.y * factor, width: frame.width * factor,
            height: frame.height * factor)
        node.text?.size *= factor
        node.cornerRadius = cornerRadius.map { $0 * factor }
        node.children = children.map { $0.map { $0.scaled(by: factor) } }
        return node
    }

    /// The colour at a place; nil: an image's, which isn't known.
    func colour(x: Double, y: Double, on back: Colour?) -> Colour? {
        let isInside = x >= 0 && y >= 0 && x < frame.width && y < frame.height
        var colour = back
        if isInside {
            if image != nil { colour = nil }
            if let background {
                let front = Colour(background)
                colour = front.alpha < 1 ? colour.map(front.over) : front
            }
        } else if clips == true {
            return back
        }
        for child in children ?? [] {
            colour = child.colour(x: x - child.frame.x, y: y - child.frame.y, on: colour)
        }
        guard let alpha, alpha < 1, colour != back else { return colour }
        guard var front = colour, let back else { return nil }
        front.alpha = alpha
        return front.over(back)
    }
}
