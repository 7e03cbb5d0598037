import QuiesceWire

// The home screen: pages of icons, dots, and the dock.
extension Composer {
    private struct Grid {
        var columns, rows: Int
        var tile, cellWidth, cellHeight, margin, top, labelSize: Double
        var perPage: Int { max(1, columns * rows) }
    }

    private static let dockApps = 4
    /// More pages than these are counted in words.
    private static let mostDots = 12

    mutating func composeHomeScreen() {
        wallpaper()
        let dockHeight = min(92, size.height * 0.2)
        let dock = Scene.Frame(
            x: 8, y: size.height - dockHeight - 8, width: size.width - 16, height: dockHeight)
        let dots = Scene.Frame(x: 0, y: dock.y - 26, width: size.width, height: 24)
        let grid = grid(above: dots.y)
        // Those that were installed first are in the dock, once there are others for the page.
        let inDock = min(Self.dockApps, max(0, state.apps.count - Self.dockApps))
        let paged = Array(state.apps.dropFirst(inDock))
        let pages = max(1, (paged.count + grid.perPage - 1) / grid.perPage)
        var page = 0
        if case .home(let chosen) = view.place { page = min(max(0, chosen), pages - 1) }
        for (index, app) in paged.dropFirst(page * grid.perPage).prefix(grid.perPage).enumerated() {
            cell(app, index, grid)
        }
        if pages > 1 { pageDots(page, of: pages, in: dots) }
        composeDock(
            Array(state.apps.prefix(inDock)), in: dock, tile: min(grid.tile, dockHeight - 28))
        if state.apps.isEmpty {
            words(
                "No apps are installed.",
                in: .init(
                    x: 24, y: size.height * 0.4, width: size.width - 48,
                    height: line(scaled(17)) * 2),
                size: scaled(17), color: Palette.white, alignment: "center")
        }
    }

    private func grid(above bottom: Double) -> Grid {
        let isWide = size.width > size.height
        let columns = isWide ? 6 : 4
        let margin = max(12, size.width * 0.045)
        let cellWidth = (size.width - 2 * margin) / Double(columns)
        let labelSize = 11.5 * min(view.textScale, 1.25)
        let tile = min(64, cellWidth - 16)
        let cellHeight = tile + 5 + line(labelSize) + 12
        let top = barHeight + 12
        return Grid(
            columns: columns, rows: max(1, Int((bottom - top) / cellHeight)), tile: tile,
            cellWidth: cellWidth, cellHeight: cellHeight, margin: margin, top: top,
            labelSize: labelSize)
    }

    private mutating func cell(_ app: SystemState.App, _ index: Int, _ grid: Grid) {
        let (row, column) = index.quotientAndRemainder(dividingBy: grid.columns)
        let cell = Scene.Frame(
            x: grid.margin + Double(column) * grid.cellWidth,
            y: grid.top + Double(row) * grid.cellHeight, width: grid.cellWidth,
            height: grid.cellHeight)
        let tile = Scene.Frame(
            x: cell.x + (cell.width - grid.tile) / 2, y: cell.y, width: grid.tile,
            height: grid.tile)
        icon(of: app, in: tile)
        words(
            app.name,
            in: .init(
                x: cell.x + 2, y: tile.maxY + 5, width: cell.width - 4,
                height: line(grid.labelSize)),
            size: grid.labelSize, weight: 500, color: Palette.white, alignment: "center",
            isElement: false)
        badge(app, on: tile)
        touchable(
            app.name,
            .init(
                x: cell.x + 2, y: cell.y - 4, width: cell.width - 4, height: cell.height - 4),
            .open(app: app.id))
    }

    private mutating func composeDock(
        _ apps: [SystemState.App], in dock: Scene.Frame, tile: Double
    ) {
        guard !apps.isEmpty else { return }
        box(dock, Palette.glass, radius: 26)
        let width = (dock.width - 16) / Double(Self.dockApps)
        let left = dock.x + (dock.width - width * Double(apps.count)) / 2
        for (index, app) in apps.enumerated() {
            let cell = Scene.Frame(
                x: left + Double(index) * width, y: dock.y + 4, width: width,
                height: dock.height - 8)
            let frame = Scene.Frame(
                x: cell.middle.x - tile / 2, y: cell.middle.y - tile / 2, width: tile,
                height: tile)
            icon(of: app, in: frame)
            badge(app, on: frame)
            touchable(app.name, cell, .open(app: app.id))
        }
    }

    private mutating func badge(_ app: SystemState.App, on tile: Scene.Frame) {
        guard let badge = app.badge, badge > 0 else { return }
        let text = badge > 9_999 ? "9999+" : "\(badge)"
        let width = max(20, ruler.width(of: text, size: 12.5, weight: 500) + 11)
        let x = min(tile.maxX - width + 7, size.width - width - 1)
        let frame = Scene.Frame(x: x, y: tile.y - 6, width: width, height: 20)
        box(frame, Palette.badge, radius: 10)
        words(
            text, in: frame, size: 12.5, weight: 500, color: Palette.white, alignment: "center",
            isElement: false)
    }

    /// - Parameter place: the view of a page.
    mutating func pageDots(
        _ page: Int, of pages: Int, in frame: Scene.Frame,
        _ place: (Int) -> SystemView.Place = { .home(page: $0) }
    ) {
        guard pages <= Self.mostDots else { return pageWords(page, of: pages, in: frame, place) }
        let step = 18.0
        let left = frame.middle.x - step * Double(pages) / 2
        for index in 0..<pages {
            let cell = Scene.Frame(
                x: left + Double(index) * step, y: frame.y, width: step, height: frame.height)
            box(
                .init(x: cell.middle.x - 3.5, y: cell.middle.y - 3.5, width: 7, height: 7),
                index == page ? Palette.white : "#FFFFFF66", radius: 3.5)
            touchable("Page \(index + 1)", cell, .show(place(index)))
        }
    }

    private mutating func pageWords(
        _ page: Int, of pages: Int, in frame: Scene.Frame, _ place: (Int) -> SystemView.Place
    ) {
        words(
            "Page \(page + 1) of \(pages)",
            in: .init(
                x: frame.middle.x - 70, y: frame.y, width: 140, height: frame.height),
            size: 13, color: Palette.white, alignment: "center")
        let sides = [(-1, "‹", "Previous page"), (1, "›", "Next page")]
        for (step, sign, name) in sides where (0..<pages).contains(page + step) {
            let cell = Scene.Frame(
                x: frame.middle.x + (step < 0 ? -114 : 70), y: frame.y, width: 44,
                height: frame.height)
            words(
                sign, in: cell, size: 18, color: Palette.white, alignment: "center",
                isElement: false)
            touchable(name, cell, .show(place(page + step)))
        }
    }
}
