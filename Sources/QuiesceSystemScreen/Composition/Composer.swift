import Foundation
import QuiesceWire

/// Puts the screen together of the state, back to front. Decides nothing: the same state gives the
/// same picture.
struct Composer {
    let state: SystemState
    let view: SystemView
    let ruler: TextRuler
    let palette: Palette
    /// The screen as the interface lies on it.
    let size: Scene.Size
    var nodes: [Scene.Node] = []
    var elements: [SystemPicture.Element] = []
    var cover: SystemPicture.Cover?
    var app: String?
    var appNodes = 0

    init(_ state: SystemState, _ view: SystemView, _ ruler: TextRuler) {
        self.state = state
        self.view = view
        self.ruler = ruler
        palette = view.isDark ? .dark : .light
        let isDark = state.isAsleep || state.lock != nil
        let scene = isDark || view.isSwitcher ? nil : state.front?.scene
        size = scene?.size ?? state.screen
    }

    static func picture(
        of state: SystemState, _ view: SystemView, ruler: TextRuler
    ) -> SystemPicture {
        var composer = Composer(state, view, ruler)
        composer.compose()
        let isPortrait = composer.size.height >= composer.size.width
        let scene = Scene(
            size: composer.size, orientation: isPortrait ? "portrait" : "landscapeLeft",
            root: .init(
                frame: composer.whole, background: Palette.black, clips: true,
                children: composer.nodes))
        return SystemPicture(
            scene: scene, elements: composer.elements, cover: composer.cover, app: composer.app,
            appNodes: composer.appNodes)
    }

    private mutating func compose() {
        if state.isAsleep {
            cover(.init(words: "the device's sleep", command: "quiesce send wake"))
        } else if state.call == .incoming {
            composeCall(isIncoming: true)
        } else if state.lock != nil {
            composeLockScreen()
        } else if case .switcher(let page) = view.place {
            composeSwitcher(page: page)
        } else if state.call == .answered, state.front == nil, view.place == .screen {
            composeCall(isIncoming: false)
        } else {
            composeFront()
            composeCovers()
        }
    }

    private mutating func composeFront() {
        if state.front != nil { composeApp() } else { composeHomeScreen() }
        composeStatusBar()
        composeBanner()
    }

    // MARK: Places

    var whole: Scene.Frame { .init(x: 0, y: 0, width: size.width, height: size.height) }

    /// A call that goes on has the status bar higher (S9).
    var barHeight: Double { state.call == .answered ? 40 : 20 }

    /// Sizes of text that follow the user's choice.
    func scaled(_ size: Double) -> Double { size * view.textScale }

    func line(_ size: Double) -> Double { size * TextRuler.lineHeight }

    // MARK: Nodes

    mutating func box(_ frame: Scene.Frame, _ color: String, radius: Double? = nil) {
        nodes.append(.init(frame: frame, background: color, cornerRadius: radius))
    }

    /// A text, which can be read, in a frame of its own.
    mutating func words(
        _ string: String, in frame: Scene.Frame, size: Double, weight: Int? = nil, color: String,
        alignment: String = "left", isElement: Bool = true
    ) {
        nodes.append(
            .init(
                frame: frame,
                text: .init(
                    string: string, size: size, color: color, alignment: alignment, weight: weight)
            ))
        if isElement { elements.append(.init(words: string, frame: frame)) }
    }

    /// Something that is touched.
    mutating func touchable(_ words: String, _ frame: Scene.Frame, _ action: SystemAction) {
        elements.append(.init(words: words, frame: frame, action: action))
    }

    /// A pane with a text in it, which is touched.
    mutating func button(
        _ title: String, in frame: Scene.Frame, size: Double, weight: Int? = nil, color: String,
        background: String? = nil, radius: Double? = nil, _ action: SystemAction
    ) {
        if let background { box(frame, background, radius: radius) }
        words(
            title, in: frame.inset(by: background == nil ? 0 : 8, 0), size: size, weight: weight,
            color: color, alignment: "center", isElement: false)
        touchable(title, frame, action)
    }

    /// From here on nothing below can be touched.
    mutating func cover(_ cover: SystemPicture.Cover) {
        elements = []
        app = nil
        self.cover = cover
    }

    mutating func dim() { box(whole, Palette.dim) }

    mutating func wallpaper() { gradient(palette.wallpaper) }

    /// From top to bottom, in stripes that melt into one another.
    mutating func gradient(_ colours: [String]) {
        let colours = colours.map { Colour($0) }
        box(whole, colours[0].hex)
        let stripes = 96
        let height = size.height / Double(stripes)
        for index in 0..<stripes {
            let place = Double(index) / Double(stripes - 1) * Double(colours.count - 1)
            let first = min(Int(place), colours.count - 2)
            let colour = Colour.between(
                colours[first], colours[first + 1], place - Double(first))
            // Each reaches below the next, so that no gap is seen at any scale.
            let top = Double(index) * height
            box(
                .init(x: 0, y: top, width: size.width, height: min(height * 2, size.height - top)),
                colour.hex)
        }
    }

    /// An app's icon: its own, or the first letter of its name on the app's colour.
    mutating func icon(of app: SystemState.App, in frame: Scene.Frame) {
        let radius = frame.width * 0.225
        if let icon = app.icon {
            nodes.append(.init(frame: frame, image: icon, cornerRadius: radius))
            return
        }
        box(frame, Colour.ofApp(app.id).hex, radius: radius)
        let letter = app.name.first { $0.isLetter || $0.isNumber || $0.isSymbol } ?? "?"
        words(
            String(letter).uppercased().prefix(1).description, in: frame, size: frame.width * 0.5,
            weight: 600, color: Palette.white, alignment: "center", isElement: false)
    }
}

extension SystemView {
    var isSwitcher: Bool { if case .switcher = place { true } else { false } }
}

extension Scene.Frame {
    func inset(by x: Double, _ y: Double) -> Scene.Frame {
        .init(
            x: self.x + x, y: self.y + y, width: max(0, width - 2 * x),
            height: max(0, height - 2 * y))
    }

    var middle: (x: Double, y: Double) { (x + width / 2, y + height / 2) }
    var maxX: Double { x + width }
    var maxY: Double { y + height }
}
