import QuiesceWire

// The app switcher: the apps used lately, with their last screens.
extension Composer {
    /// Cards on one page, for a screen of that size.
    static func cards(on size: Scene.Size) -> (columns: Int, rows: Int) {
        size.width > size.height ? (4, 1) : (2, 2)
    }

    /// The recents on a page, whose screens are needed.
    static func shown(on page: Int, of state: SystemState) -> Range<Int> {
        let (columns, rows) = cards(on: state.screen)
        let perPage = columns * rows
        let pages = max(1, (state.recents.count + perPage - 1) / perPage)
        let first = min(max(0, page), pages - 1) * perPage
        return first..<min(state.recents.count, first + perPage)
    }

    mutating func composeSwitcher(page: Int) {
        wallpaper()
        box(whole, "#00000066")
        statusLine(color: Palette.white)
        cover(
            .init(words: "the switcher", command: "quiesce open APP"))
        let (columns, rows) = Self.cards(on: size)
        let range = Self.shown(on: page, of: state)
        let pages = max(1, (state.recents.count + columns * rows - 1) / (columns * rows))
        let dots = Scene.Frame(x: 0, y: size.height - 72, width: size.width, height: 24)
        let area = Scene.Frame(
            x: 14, y: barHeight + 8, width: size.width - 28, height: dots.y - barHeight - 14)
        let (width, height) = (area.width / Double(columns), area.height / Double(rows))
        for index in range {
            let place = index - range.lowerBound
            card(
                state.recents[index],
                in: .init(
                    x: area.x + Double(place % columns) * width,
                    y: area.y + Double(place / columns) * height, width: width, height: height
                ).inset(by: 6, 4))
        }
        if state.recents.isEmpty {
            words(
                "No recent apps",
                in: .init(
                    x: 16, y: size.height * 0.42, width: size.width - 32,
                    height: line(scaled(17))),
                size: scaled(17), color: Palette.white, alignment: "center")
        }
        if pages > 1 {
            let shown = range.lowerBound / (columns * rows)
            pageDots(shown, of: pages, in: dots) { .switcher(page: $0) }
        }
        button(
            "Back", in: .init(x: size.width / 2 - 60, y: size.height - 44, width: 120, height: 34),
            size: 15, weight: 500, color: Palette.white, background: "#FFFFFF26", radius: 17,
            .show(.screen))
    }

    private mutating func card(_ recent: SystemState.Recent, in frame: Scene.Frame) {
        let app = state.app(recent.app)
        let nameSize = min(scaled(13), 18)
        let head = 28.0
        icon(of: app, in: .init(x: frame.x, y: frame.y + 2, width: 22, height: 22))
        words(
            app.name,
            in: .init(
                x: frame.x + 28, y: frame.y + 2, width: max(0, frame.width - 56), height: 22),
            size: nameSize, weight: 500, color: Palette.white, isElement: false)
        let body = Scene.Frame(
            x: frame.x, y: frame.y + head, width: frame.width, height: frame.height - head)
        let scene = recent.scene
        let shape = scene?.size ?? size
        let factor = min(body.width / shape.width, body.height / shape.height)
        let shot = Scene.Frame(
            x: body.x + (body.width - shape.width * factor) / 2, y: body.y,
            width: shape.width * factor, height: shape.height * factor)
        nodes.append(
            .init(
                frame: shot, background: scene == nil ? palette.panel : Palette.white,
                cornerRadius: 12, clips: true,
                children: scene.map { [$0.root.moved(below: recent.app).scaled(by: factor)] }))
        if scene == nil {
            icon(
                of: app,
                in: .init(
                    x: shot.middle.x - 24, y: shot.middle.y - 24, width: 48, height: 48))
        }
        touchable(
            app.name, .init(x: frame.x, y: frame.y, width: frame.width - 28, height: 26),
            .open(app: app.id))
        touchable(app.name, shot, .open(app: app.id))
        let cross = Scene.Frame(x: frame.maxX - 26, y: frame.y, width: 26, height: 26)
        words(
            "×", in: cross, size: 18, weight: 500, color: Palette.white, alignment: "center",
            isElement: false)
        touchable("Quit \(app.name)", cross, .quit(app: app.id))
    }
}
