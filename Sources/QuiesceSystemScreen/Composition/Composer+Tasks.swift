import Foundation
import QuiesceWire

// Tasks that apps go on with, above the notifications: how far each has come, and a cross that
// stops it (F10).
extension Composer {
    /// As many as there is room for.
    ///
    /// - Returns: the room that is left below.
    mutating func taskCards(in list: Scene.Frame) -> Scene.Frame {
        var y = list.y
        for task in state.tasks {
            let height = 10 + line(scaled(12)) + line(scaled(14)) + 18
            guard y + height <= list.maxY else { break }
            card(task, in: .init(x: list.x, y: y, width: list.width, height: height))
            y += height + 8
        }
        return .init(x: list.x, y: y, width: list.width, height: max(0, list.maxY - y))
    }

    private mutating func card(_ task: SystemState.Task, in frame: Scene.Frame) {
        let app = state.app(task.app)
        box(frame, palette.panel, radius: 14)
        icon(of: app, in: .init(x: frame.x + 10, y: frame.y + 12, width: 34, height: 34))
        let (x, width) = (frame.x + 54, frame.width - 64)
        let (small, large) = (scaled(12), scaled(14))
        let done = task.percent.map { "\($0) %" } ?? "waiting"
        let doneWidth = ruler.width(of: done, size: small) + 1
        words(
            task.subtitle.isEmpty ? app.name : "\(app.name) · \(task.subtitle)",
            in: .init(x: x, y: frame.y + 10, width: width - 30, height: line(small)), size: small,
            weight: 500, color: palette.faint)
        let titleTop = frame.y + 10 + line(small)
        words(
            task.title,
            in: .init(x: x, y: titleTop, width: width - doneWidth - 8, height: line(large)),
            size: large, weight: 600, color: palette.text)
        words(
            done,
            in: .init(
                x: x + width - doneWidth, y: titleTop, width: doneWidth, height: line(large)),
            size: small, color: palette.faint, alignment: "right")
        let bar = Scene.Frame(x: x, y: frame.maxY - 12, width: width, height: 4)
        box(bar, palette.line, radius: 2)
        if let percent = task.percent, percent > 0 {
            box(
                .init(
                    x: bar.x, y: bar.y, width: max(4, bar.width * Double(percent) / 100),
                    height: 4),
                palette.tint, radius: 2)
        }
        let cross = Scene.Frame(x: frame.maxX - 36, y: frame.y + 2, width: 34, height: 34)
        words(
            "×", in: cross, size: 20, color: palette.faint, alignment: "center", isElement: false)
        touchable(
            "Stop \(task.title)", cross, .stopTask(app: task.app, identifier: task.identifier))
    }
}
