/// An app's settings, as it was last told of them (Q5). Their values are in its container; a number
/// stands for all of them together.
// derive: json
struct AppSettings: Sendable, Hashable {
    /// As the app knows them, and as they are, since they were first changed without its being
    /// told.
    var told: UInt64 = 0
    var current: UInt64 = 0
    /// Changes that it hasn't been told of.
    var changes: UInt64 = 0

    var isUntold: Bool { changes > 0 && told != current }

    /// The settings that the app knows and the current ones, if they were changed since the app was
    /// told.
    var untold: (told: UInt64, current: UInt64)? { changes > 0 ? (told, current) : nil }

    /// Somebody else changed them. The app may have changed them itself since the last time: that
    /// it knows.
    mutating func change(from: UInt64, to: UInt64) {
        if changes == 0 { told = from }
        current = to
        changes &+= 1
    }

    /// Everything is told.
    /// - Returns: how much there is to tell.
    mutating func tell() -> Int {
        let tellings = isUntold ? 1 : 0
        self = AppSettings()
        return tellings
    }
}

extension Surroundings {
    /// The user changed an app's settings. They are on disk.
    mutating func settingsChanged(
        _ app: AppID, from: UInt64, to: UInt64, _ ticket: Ticket
    ) {
        guard isInstalled(app) else { return refuse(Refusal(.unknownApp), app, ticket) }
        _ = out.decide(.input, .settingsChanged, .q5, app: app)
        update(app) { app, _, _ in
            if app.isAlive { app.settings.change(from: from, to: to) }
        }
        answer(ticket)
    }
}
