// The views of windows for `why`, tools and the shell.
extension Windows {
    func pending(of app: AppID, at _: Moment?, _: borrowing Surroundings) -> [Pending] {
        guard let client = clients.last(where: { $0.app == app }) else { return [] }
        if !isFollowed, client.isKnown {
            return [
                Pending(
                    .window,
                    "The desktop doesn't say which windows are shown, so it isn't suspended", .y3)
            ]
        }
        if client.isShown {
            return [
                Pending(
                    .window,
                    focused?.app == app
                        ? "One of its windows has the focus"
                        : "One of its windows is shown, so it isn't suspended", .y3)
            ]
        }
        guard let end = client.staysUntil else {
            return client.hasWindow
                ? [Pending(.window, "It is thawed once one of its windows is shown", .y3)] : []
        }
        return [
            Pending(
                .window,
                client.isKnown
                    ? "None of its windows is shown any more; it runs on for a moment"
                    : "It has opened no window yet; it has a minute for that", .y3,
                latest: .awake(end))
        ]
    }
}

extension SystemMachine {
    /// Whether a desktop says which windows there are; nil: none of the apps has had any.
    public var followsWindows: Bool? {
        windows.clients.contains(where: \.isKnown) ? windows.isFollowed : nil
    }

    /// The app in front, where its windows are behind others: the user opened it otherwise than by
    /// a window.
    public var windowToRaise: AppID? {
        guard windows.isFollowed, !windows.isFocusNew, let front = around.foreground,
            front != windows.focused?.app,
            windows.clients.contains(where: { $0.app == front && $0.hasWindow })
        else { return nil }
        return front
    }
}
