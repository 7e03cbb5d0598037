import Foundation
import QuiesceWire

// The lock screen: clock, date, notifications, keypad.
extension Composer {
    mutating func composeLockScreen() {
        guard let lock = state.lock else { return }
        wallpaper()
        cover(.init(words: "the lock screen", command: "quiesce unlock"))
        statusLine(color: Palette.white)
        let top = clock()
        let padTop = lock.hasPasscode ? keypad(lock) : openPill()
        let list = Scene.Frame(
            x: 10, y: top + 10, width: size.width - 20, height: max(0, padTop - top - 18))
        notificationCards(in: taskCards(in: list), unlocking: lock.hasPasscode ? nil : true)
    }

    /// - Returns: where it ends.
    private mutating func clock() -> Double {
        let large = min(80, size.width * 0.22, size.height * 0.13)
        // Some write the hour in words.
        let width = ruler.width(of: time, size: large, weight: 300)
        let fontSize = min(large, large * (size.width - 26) / max(1, width))
        let clock = Scene.Frame(
            x: 12, y: barHeight + 6, width: size.width - 24, height: line(fontSize))
        words(
            time, in: clock, size: fontSize, weight: 300, color: Palette.white,
            alignment: "center")
        let dateSize = min(scaled(16), 24)
        let day = Scene.Frame(
            x: 12, y: clock.maxY, width: size.width - 24, height: line(dateSize))
        words(
            date, in: day, size: dateSize, weight: 500, color: Palette.white,
            alignment: "center")
        return day.maxY
    }

    private mutating func openPill() -> Double {
        let height = max(36, line(scaled(15)) + 14)
        let frame = Scene.Frame(
            x: size.width / 2 - 90, y: size.height - height - 16, width: 180, height: height)
        button(
            "Touch to open", in: frame, size: scaled(15), weight: 500, color: Palette.white,
            background: "#FFFFFF26", radius: height / 2, .unlock)
        return frame.y
    }

    private mutating func keypad(_ lock: SystemState.Lock) -> Double {
        let key = min(62, size.width * 0.19, (size.height * 0.52 - 60) / 4.5)
        let gap = key * 0.16
        let height = key * 4 + gap * 3
        let top = size.height - height - 14
        let left = (size.width - key * 3 - gap * 2 * 1.6) / 2
        typed(lock, above: top - 12)
        let keys = (1...9).map { "\($0)" } + ["delete", "0", "ok"]
        for (index, name) in keys.enumerated() {
            let (row, column) = index.quotientAndRemainder(dividingBy: 3)
            let frame = Scene.Frame(
                x: left + Double(column) * (key + gap * 1.6), y: top + Double(row) * (key + gap),
                width: key, height: key)
            let isDigit = name.count == 1
            let title = isDigit ? name : name == "ok" ? "OK" : "Delete"
            if isDigit { box(frame, "#FFFFFF1F", radius: key / 2) }
            words(
                title, in: frame, size: isDigit ? key * 0.46 : min(15, key * 0.25),
                weight: isDigit ? 400 : 500, color: Palette.white, alignment: "center",
                isElement: false)
            touchable(title, frame, .press(key: name))
        }
        return top - 12 - 46
    }

    /// A circle for each digit, and the tries that failed.
    private mutating func typed(_ lock: SystemState.Lock, above bottom: Double) {
        let title =
            switch lock.wrong {
            case 0: "Enter Passcode"
            case 1: "Wrong passcode: 1 failed try"
            case let wrong: "Wrong passcode: \(wrong) failed tries"
            }
        words(
            title, in: .init(x: 12, y: bottom - 40, width: size.width - 24, height: 20), size: 15,
            weight: 500, color: Palette.white, alignment: "center")
        let shown = min(lock.typed, 12)
        guard shown > 0 else { return }
        let step = 18.0
        let left = size.width / 2 - step * Double(shown) / 2
        for index in 0..<shown {
            box(
                .init(
                    x: left + Double(index) * step + 4, y: bottom - 14, width: 10, height: 10),
                Palette.white, radius: 5)
        }
        elements.append(
            .init(
                words: "\(lock.typed) typed",
                frame: .init(
                    x: left, y: bottom - 16, width: step * Double(shown), height: 14)))
    }
}
