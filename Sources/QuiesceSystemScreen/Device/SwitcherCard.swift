import QuiesceWire

/// An app in the switcher, as a page has it.
public struct SwitcherCard: Sendable, Hashable {
    public var app: String
    public var name: String
    /// SVG.
    public var icon: String
    /// SVG; nil: it has shown nothing.
    public var screen: String?
}

extension SystemScreen {
    /// - Throws: `ScreenProblem`, or the line's own errors.
    public func cards(of apps: [String]) throws -> [SwitcherCard] {
        let (state, home) = try state(for: SystemView())
        let ruler = try TextRuler()
        return try apps.map { id in
            let app = state.app(id)
            let scene = try line.screen(of: id).scene
            return SwitcherCard(
                app: id, name: app.name,
                icon: try Composer.icon(of: app, size: 32, home: home, ruler: ruler).svg(),
                screen: try scene.map { try picture(of: $0, app: id, home: home).svg() })
        }
    }
}

extension Composer {
    /// An icon alone.
    static func icon(
        of app: SystemState.App, size: Double, home: String, ruler: TextRuler
    ) -> SystemPicture {
        var composer = Composer(SystemState(now: .distantPast), SystemView(), ruler)
        let frame = Scene.Frame(x: 0, y: 0, width: size, height: size)
        composer.icon(of: app, in: frame)
        var picture = SystemPicture(
            scene: Scene(
                size: .init(width: size, height: size),
                root: .init(frame: frame, children: composer.nodes)), elements: [])
        picture.home = home
        return picture
    }
}
