import Foundation
import QuiesceWire

// Time, network, battery, and what goes on.
extension Composer {
    mutating func composeStatusBar() {
        let bar = Scene.Frame(x: 0, y: 0, width: size.width, height: barHeight)
        var color = Palette.white
        if state.call == .answered {
            box(bar, Palette.accept)
        } else if let back = behindBar() {
            let isLight = back.contrast(to: Colour(Palette.white)) < 4.6
            color = isLight ? Palette.black : Palette.white
        } else {
            box(bar, Palette.black)
        }
        statusLine(color: color)
        guard state.call == .answered else { return }
        words(
            "Call", in: .init(x: 12, y: 20, width: size.width - 96, height: 18), size: 13,
            weight: 600, color: Palette.white)
        button(
            "End", in: .init(x: size.width - 72, y: 19, width: 60, height: 19), size: 12,
            weight: 600, color: Palette.white, background: Palette.decline, radius: 9.5, .endCall)
    }

    /// The one colour that is behind the bar; nil: there are several, or an image.
    private func behindBar() -> Colour? {
        let places = stride(from: 2, through: size.width - 2, by: 12)
        let colours = places.flatMap { x in [3.0, 10, 17].map { y in colour(x: x, y: y) } }
        guard let first = colours.first, let first else { return nil }
        let isLight = first.contrast(to: Colour(Palette.white)) < 4.6
        let isReadable = colours.allSatisfy { colour in
            guard let colour else { return false }
            let text = Colour(isLight ? Palette.black : Palette.white)
            return colour.contrast(to: text) >= 4.5
        }
        return isReadable ? first : nil
    }

    private func colour(x: Double, y: Double) -> Colour? {
        Scene.Node(frame: whole, background: Palette.black, children: nodes)
            .colour(x: x, y: y, on: Colour(Palette.black))
    }

    /// The bar's first 20 points.
    mutating func statusLine(color: String) {
        let (height, fontSize) = (20.0, 12.5)
        words(
            time, in: .init(x: 12, y: 0, width: 90, height: height), size: fontSize, weight: 600,
            color: color)
        var right = size.width - 12
        func place(_ width: Double) -> Double {
            right -= width
            defer { right -= 6 }
            return right
        }
        battery(color, place)
        network(color, place)
        if state.isRecording {
            let x = place(8)
            box(.init(x: x, y: 6, width: 8, height: 8), color, radius: 4)
            box(.init(x: x + 1, y: 7, width: 6, height: 6), "#FF453A", radius: 3)
            elements.append(
                .init(words: "Recording", frame: .init(x: x, y: 2, width: 8, height: 16)))
        }
        if state.isLocationInUse {
            let width = ruler.width(of: "➤", size: 11)
            let frame = Scene.Frame(x: place(width), y: 0, width: width, height: height)
            words("➤", in: frame, size: 11, color: color, isElement: false)
            elements.append(.init(words: "Location in use", frame: frame))
        }
    }

    private mutating func battery(_ color: String, _ place: (Double) -> Double) {
        guard let percent = state.batteryPercent else { return }
        let pill = Scene.Frame(x: place(24), y: 4.5, width: 22, height: 11)
        let faint = color + "59"
        box(pill, faint, radius: 3.5)
        box(.init(x: pill.maxX + 0.8, y: 8, width: 1.4, height: 4), faint, radius: 0.7)
        let full = max(2, (pill.width - 2) * Double(min(100, max(0, percent))) / 100)
        let level = !state.isCharging && percent <= 20 ? "#FF453A" : color
        box(
            .init(x: pill.x + 1, y: pill.y + 1, width: full, height: pill.height - 2), level,
            radius: 2.5)
        let text = (state.isCharging ? "⚡\u{FE0E}" : "") + "\(percent)%"
        let width = ruler.width(of: text, size: 11, weight: 500)
        let frame = Scene.Frame(x: place(width), y: 0, width: width, height: 20)
        words(text, in: frame, size: 11, weight: 500, color: color, isElement: false)
        elements.append(
            .init(words: "\(percent)%\(state.isCharging ? ", charging" : "")", frame: frame))
    }

    private mutating func network(_ color: String, _ place: (Double) -> Double) {
        switch state.network {
        case .wifi:
            let x = place(16)
            for (index, width) in [16.0, 10, 4].enumerated() {
                box(
                    .init(
                        x: x + (16 - width) / 2, y: 5 + Double(index) * 3.8, width: width,
                        height: 2.6),
                    color, radius: 1.3)
            }
            elements.append(
                .init(words: "Wi-Fi", frame: .init(x: x, y: 3, width: 16, height: 14)))
        case .cellular:
            let x = place(16)
            for (index, height) in [4.0, 6, 8, 10].enumerated() {
                box(
                    .init(x: x + Double(index) * 4.2, y: 15 - height, width: 3, height: height),
                    color, radius: 0.8)
            }
            elements.append(
                .init(words: "Cellular", frame: .init(x: x, y: 3, width: 16, height: 14)))
        case .some(.none):
            let text = "No Network"
            let width = ruler.width(of: text, size: 11, weight: 500)
            words(
                text, in: .init(x: place(width), y: 0, width: width, height: 20), size: 11,
                weight: 500, color: color)
        case nil: break
        }
    }

    // MARK: The clock

    /// By the device's own zone and the user's habits, without AM and PM: "9:41", "21:41".
    var time: String { formatted { $0.setLocalizedDateFormatFromTemplate("Jmm") } }

    /// "Saturday, 28 November"
    var date: String {
        formatted { $0.setLocalizedDateFormatFromTemplate("EEEEdMMMM") }
    }

    func formatted(_ date: Date? = nil, _ style: (DateFormatter) -> Void) -> String {
        let formatter = DateFormatter()
        formatter.locale = state.locale
        formatter.timeZone = state.timeZone
        style(formatter)
        return formatter.string(from: date ?? state.now)
    }
}
