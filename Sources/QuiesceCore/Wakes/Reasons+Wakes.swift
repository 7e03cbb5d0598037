/// Reasons of finite-length tasks and wake-ups.
extension Reason {
    public static let taskBegan = Reason("taskBegan") { detail, _ in
        .event("it began \(detail?.words ?? "a task")")
    }
    public static let taskEnded = Reason("taskEnded") { detail, _ in
        .event("it ended \(detail?.words ?? "a task")")
    }
    public static let expirationWarning = Reason("expirationWarning") { detail, _ in
        .event(
            "its background time is nearly used up, so the expiration handler of \(detail?.words ?? "each task") is called"
        )
    }
    public static let connectionLost = Reason("connectionLost") { detail, _ in
        .event("its connection broke, and \(detail?.words ?? "every task") ended with it")
    }
    public static let completedNewData = Reason("completedNewData") { detail, _ in
        .event("it completed \(detail.result)\(detail.news)")
    }
    public static let completedNoData = Reason("completedNoData") { detail, _ in
        .event("it completed \(detail.result), without new data")
    }
    public static let completedFailed = Reason("completedFailed") { detail, _ in
        .event("it completed \(detail.result), and failed")
    }
    public static let appEnded = Reason("appEnded") { detail, _ in
        .event("its process ended during \(detail.result)")
    }
    public static let timeIsOver = Reason("timeIsOver") { detail, _ in
        .event("the time of \(detail.result) is over")
    }
    public static let timerLate = Reason(
        "timerLate",
        .event("the machine stood still, so every limit is extended"))

    static let ofWakes: [Reason] = [
        .taskBegan, .taskEnded, .expirationWarning, .connectionLost, .completedNewData,
        .completedNoData, .completedFailed, .appEnded, .timerLate, .timeIsOver,
    ]
}
