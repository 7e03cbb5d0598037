import QuiesceBus

/// Whoever owns `org.freedesktop.Notifications` now, and what it is sent
/// (Desktop Notifications Specification 1.2).
struct NotificationServer: Sendable, Hashable {
    static let name = "org.freedesktop.Notifications"
    static let path = "/org/freedesktop/Notifications"
    static let interface = "org.freedesktop.Notifications"

    /// The actions of ours that open the app: a click on the notification, and a button.
    static let choices: Set<String> = ["default", "open"]
    /// Before the identifier of a button of the app's own.
    static let buttonPrefix = "button:"
    /// A field for a text, where the server has one: an extension of KDE's to the specification.
    static let reply = "inline-reply"

    /// Its unique name on the bus.
    var owner: String
    var capabilities: Set<String>

    /// - Parameter replacing: the server's number of what it replaces.
    func notify(
        _ banner: Banner, replacing: UInt32?, on bus: MessageBus
    ) throws(BusError) -> BusMessage {
        // A number is this server's alone; its successor would replace somebody else's
        // notification.
        let message = try bus.call(
            replacing == nil ? Self.name : owner, path: Self.path, interface: Self.interface,
            method: "Notify")
        let title = PlainText.clean(banner.title, characters: DesktopLimits.titleCharacters)
        try message.append(title)
        try message.append(replacing ?? 0)
        try message.append(banner.icon.map(PlainText.fileAddress) ?? "")
        try message.append(title)
        try message.append(body(banner))
        try message.append(actions(banner))
        try message.container(BusType.array, "{sv}") { () throws(BusError) in
            // Servers keep what is critical on the screen, whatever they make of the time below.
            try message.entry("urgency", "y") { () throws(BusError) in
                try message.append(byte: banner.stays ? 2 : 1)
            }
            try message.text("category", "x-quiesce.notification")
            // An app chooses its identifier: it must not pass for a program of the desktop.
            try message.text("desktop-entry", "quiesce-\(banner.app)")
            if let picture = banner.picture ?? banner.icon {
                try message.text("image-path", PlainText.fileAddress(picture))
            }
            if let reply = replyButton(banner) {
                let placeholder = PlainText.clean(
                    reply.placeholder ?? "", characters: DesktopLimits.actionCharacters)
                try message.text("x-kde-reply-placeholder-text", placeholder)
            }
            switch banner.sound {
            case .none:
                try message.entry("suppress-sound", "b") { () throws(BusError) in
                    try message.append(true)
                }
            case .standard: try message.text("sound-name", "message-new-instant")
            case .file(let path): try message.text("sound-file", path)
            }
        }
        // 0: until it is closed; -1: as the server likes.
        try message.append(banner.stays ? Int32(0) : Int32(-1))
        return message
    }

    private func body(_ banner: Banner) -> String {
        let text = PlainText.clean(
            banner.body, characters: DesktopLimits.bodyCharacters, multiline: true)
        return capabilities.contains("body-markup") ? PlainText.escaped(text) : text
    }

    /// Keys and labels in turn.
    private func actions(_ banner: Banner) -> [String] {
        guard capabilities.contains("actions") else { return [] }
        func clean(_ label: String) -> String {
            PlainText.clean(label, characters: DesktopLimits.actionCharacters)
        }
        var actions = ["default", clean(banner.action ?? "")]
        // An app's own buttons take the place of the one that does what a click does anyway.
        if let action = banner.action, banner.buttons.isEmpty {
            actions += ["open", clean(action)]
        }
        if let reply = replyButton(banner) { actions += [Self.reply, clean(reply.label)] }
        for button in banner.buttons.prefix(DesktopLimits.buttons) where button.placeholder == nil {
            actions += [Self.buttonPrefix + button.identifier, clean(button.label)]
        }
        return actions
    }

    private func replyButton(_ banner: Banner) -> Banner.Button? {
        guard capabilities.contains("actions"), capabilities.contains(Self.reply) else {
            return nil
        }
        return banner.buttons.first { $0.placeholder != nil }
    }

    /// Takes a notification away. To the server that shows it, if it is still there.
    static func close(
        _ number: UInt32, of owner: String, on bus: MessageBus
    ) throws(BusError) -> BusMessage {
        let message = try bus.call(
            owner, path: path, interface: interface, method: "CloseNotification")
        try message.append(number)
        return message
    }

    /// The meaning of an answer that is of no use, by its error; nil: the answer is no error.
    static func problem(_ errorName: String?) -> String {
        switch errorName {
        case "org.freedesktop.DBus.Error.ServiceUnknown",
            "org.freedesktop.DBus.Error.NameHasNoOwner":
            "nobody shows notifications on this desktop (\(name))"
        case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout":
            "the desktop's notification server doesn't answer"
        case let error?: "the desktop's notification server refused: \(error)"
        case nil: "the desktop's notification server answers what isn't in its standard"
        }
    }
}
