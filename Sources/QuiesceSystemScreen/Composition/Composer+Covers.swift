import QuiesceWire

// Alerts and questions, each over all that was drawn before.
extension Composer {
    private struct Choice {
        var title: String
        var action: SystemAction
        var isDestructive = false
    }

    mutating func composeCovers() {
        let prompt = state.front.flatMap { front in
            state.prompts.first { $0.app == front.app }
        }
        if let prompt { compose(prompt) }
        // An alert waits below the notification centre, which the user pulled over it.
        for alert in state.notifications where alert.covers { compose(alert) }
        if state.hasAlert {
            alert(
                title: "Message", message: "The system shows an alert.",
                [Choice(title: "Close", action: .dismissAlert)],
                .init(words: "a system alert", command: "quiesce send alert dismiss"))
        }
        if state.showsNotificationCenter { composeNotificationCenter() }
    }

    private mutating func compose(_ notification: SystemState.Notification) {
        let app = state.app(notification.app)
        let said = [notification.title, notification.body].compactMap { $0 }
            .filter { !$0.isEmpty }
        alert(
            title: app.name, message: said.joined(separator: "\n"),
            [
                Choice(title: "Close", action: .dismissNotification(notification.id)),
                Choice(
                    title: "Open", action: .openNotification(notification.id, unlocking: false)),
            ],
            .init(
                words: "an alert of \(app.name)",
                command: "quiesce notifications dismiss \(notification.id)"))
    }

    private mutating func compose(_ prompt: SystemState.Prompt) {
        let name = state.app(prompt.app).name
        let (title, message) = Self.question(prompt, of: name)
        let allow = prompt.range == "whenInUse" ? "Allow While Using App" : "Allow"
        alert(
            title: title, message: prompt.purpose ?? message,
            [
                Choice(title: "Don’t Allow", action: .answerPrompt(prompt.id, allow: false)),
                Choice(title: allow, action: .answerPrompt(prompt.id, allow: true)),
            ],
            .init(
                words: "a question of \(name)",
                command: "quiesce answer \(prompt.id) allow` or `deny"))
    }

    private static func question(
        _ prompt: SystemState.Prompt, of name: String
    ) -> (title: String, message: String) {
        let name = "“\(name)”"
        switch prompt.permission {
        case "notifications":
            return (
                "\(name) Would Like to Send You Notifications",
                "They may be alerts, sounds and badges on its icon."
            )
        case "location":
            let when = prompt.range == "whenInUse" ? " While You Use the App?" : "?"
            return (
                "Allow \(name) to Use Your Location\(when)",
                prompt.range == "whenInUse"
                    ? "" : "Also when you don’t use the app."
            )
        case "microphone": return ("\(name) Would Like to Use the Microphone", "")
        case "bluetooth":
            return (
                "\(name) Would Like to Use Bluetooth", "It finds and connects to what is near."
            )
        case let other: return ("\(name) Would Like Permission for \(other)", "")
        }
    }

    /// A box in the middle of the screen, as high as its texts need.
    private mutating func alert(
        title: String, message: String, _ choices: [Choice], _ cover: SystemPicture.Cover
    ) {
        dim()
        self.cover(cover)
        let width = min(280, size.width - 24)
        let inner = width - 36
        let (titleSize, messageSize, buttonSize) = (scaled(16), scaled(13), scaled(16))
        let buttonHeight = max(44, line(buttonSize) + 16)
        let isRow = choices.allSatisfy { choice in
            ruler.width(of: choice.title, size: buttonSize, weight: 600)
                <= width / Double(choices.count) - 16
        }
        let buttons = buttonHeight * (isRow ? 1 : Double(choices.count))
        // Long texts are cut where the screen ends.
        let room = size.height - barHeight - 24 - buttons - 44
        let titleHeight = min(
            ruler.height(of: title, size: titleSize, weight: 600, width: inner, most: 6),
            max(line(titleSize), room * 0.6))
        var messageHeight = 0.0
        if !message.isEmpty {
            messageHeight = min(
                ruler.height(of: message, size: messageSize, width: inner, most: 40),
                max(line(messageSize), room - titleHeight))
        }
        let height = 20 + titleHeight + (message.isEmpty ? 0 : 6 + messageHeight) + 18 + buttons
        let box = Scene.Frame(
            x: (size.width - width) / 2, y: max(2, (size.height - height) / 2), width: width,
            height: height)
        self.box(box, palette.panel, radius: 16)
        var y = box.y + 20
        words(
            title, in: .init(x: box.x + 18, y: y, width: inner, height: titleHeight),
            size: titleSize, weight: 600, color: palette.text, alignment: "center")
        y += titleHeight
        if !message.isEmpty {
            words(
                message, in: .init(x: box.x + 18, y: y + 6, width: inner, height: messageHeight),
                size: messageSize, color: palette.text, alignment: "center")
        }
        place(
            choices, in: .init(x: box.x, y: box.maxY - buttons, width: width, height: buttons),
            size: buttonSize, isRow: isRow)
    }

    private mutating func place(
        _ choices: [Choice], in frame: Scene.Frame, size: Double, isRow: Bool
    ) {
        let count = Double(choices.count)
        for (index, choice) in choices.enumerated() {
            let at = Double(index)
            let button =
                isRow
                ? Scene.Frame(
                    x: frame.x + frame.width / count * at, y: frame.y, width: frame.width / count,
                    height: frame.height)
                : Scene.Frame(
                    x: frame.x, y: frame.y + frame.height / count * at, width: frame.width,
                    height: frame.height / count)
            box(.init(x: button.x, y: button.y, width: button.width, height: 0.5), palette.line)
            if isRow, index > 0 {
                box(
                    .init(x: button.x, y: button.y, width: 0.5, height: button.height),
                    palette.line)
            }
            self.button(
                choice.title, in: button, size: size,
                weight: index == choices.count - 1 ? 600 : 400,
                color: choice.isDestructive ? palette.warning : palette.tint, choice.action)
        }
    }

    // MARK: Calls

    mutating func composeCall(isIncoming: Bool) {
        gradient(Palette.call)
        cover(
            .init(
                words: isIncoming ? "an incoming call" : "a call",
                command: isIncoming ? "quiesce send call answer` or `end" : "quiesce send call end"
            ))
        statusLine(color: Palette.white)
        let titleSize = min(scaled(28), 44)
        let top = barHeight + size.height * 0.1
        words(
            "Phone", in: .init(x: 16, y: top, width: size.width - 32, height: line(titleSize)),
            size: titleSize, weight: 500, color: Palette.white, alignment: "center")
        words(
            isIncoming ? "Incoming call" : "In a call",
            in: .init(
                x: 16, y: top + line(titleSize) + 4, width: size.width - 32,
                height: line(scaled(16))),
            size: scaled(16), color: "#C9D1DB", alignment: "center")
        let key = min(72, size.height * 0.17)
        let y = size.height - key - line(scaled(14)) - 34
        if isIncoming {
            callButton("Decline", "×", Palette.decline, x: size.width * 0.25, y, key, .endCall)
            callButton("Accept", "✓", Palette.accept, x: size.width * 0.75, y, key, .answerCall)
        } else {
            callButton("End", "×", Palette.decline, x: size.width / 2, y, key, .endCall)
        }
    }

    private mutating func callButton(
        _ title: String, _ sign: String, _ colour: String, x: Double, _ y: Double, _ key: Double,
        _ action: SystemAction
    ) {
        let circle = Scene.Frame(x: x - key / 2, y: y, width: key, height: key)
        box(circle, colour, radius: key / 2)
        words(
            sign, in: circle, size: key * 0.5, weight: 500, color: Palette.white,
            alignment: "center", isElement: false)
        let label = Scene.Frame(
            x: x - 70, y: circle.maxY + 8, width: 140, height: line(scaled(14)))
        words(
            title, in: label, size: scaled(14), color: Palette.white, alignment: "center",
            isElement: false)
        touchable(
            title, .init(x: circle.x, y: circle.y, width: key, height: label.maxY - circle.y),
            action)
    }
}
