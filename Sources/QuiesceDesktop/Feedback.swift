import QuiesceBus

/// feedbackd, which knows the device's vibration motor (`org.sigxcpu.Feedback`).
enum Feedback {
    static let name = "org.sigxcpu.Feedback"
    static let path = "/org/sigxcpu/Feedback"

    static func trigger(app: String, on bus: MessageBus) throws(BusError) -> BusMessage {
        let message = try bus.call(name, path: path, interface: name, method: "TriggerFeedback")
        try message.append(
            PlainText.clean("quiesce-\(app)", characters: DesktopLimits.titleCharacters))
        try message.append("message-new-instant")
        try message.container(BusType.array, "{sv}") { () throws(BusError) in
            // Without a sound, which is ours.
            try message.text("profile", "quiet")
        }
        try message.append(Int32(-1))
        return message
    }
}
