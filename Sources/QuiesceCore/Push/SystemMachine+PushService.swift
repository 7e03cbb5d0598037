// Tokens, and the gateway that gives them (R1).
extension SystemMachine {
    mutating func handle(
        _ event: PushServiceEvent, _ now: Moment, _ out: inout Recorder
    ) {
    }

    /// What became of the latest pushes, oldest first.
    public var pushReceipts: [PushReceipt] { pushes.receipts }

    /// nil: it hasn't registered, or has no token yet.
    public func pushToken(of app: AppID) -> String? { pushes[app]?.token }

    /// registerForRemoteNotifications was called, and not taken back.
    public func isRegisteredForPushes(_ app: AppID) -> Bool { pushes[app]?.isRetired == false }
}
