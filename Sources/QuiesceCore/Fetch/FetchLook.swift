extension FetchScheduler {
    /// A moment at which apps are looked at.
    struct Look: Sendable {
        let time: LocalTime
        /// A factor of every app's value: above 1 while apps are opened one after the other, below
        /// 1 when the device has rested.
        let liveliness: Double
    }

    func look(at time: LocalTime) -> Look { look(at: time, opens: lately(at: time)) }

    /// Looks at `times`, which are in order, if nothing happens meanwhile.
    func looks(at times: [LocalTime]) -> [Look] {
        guard let first = times.first else { return [] }
        let opens = lately(at: first)
        return times.map { look(at: $0, opens: opens) }
    }

    private func look(at time: LocalTime, opens: [LocalTime]) -> Look {
        let inSession = owner.screenOn ? opens.count { $0 >= owner.sessionBegan(at: time) } : 0
        let inHalfHour = opens.count { time - $0 < FetchModel.lately }
        let minutesRested = Double(owner.rested(at: time)) / 60
        return Look(
            time: time,
            liveliness: Double((1 + inSession) * (1 + inHalfHour)).fourthRoot
                / (1 + minutesRested).eighthRoot)
    }

    /// The last opens of the apps that were opened in this session or the last half hour. Where the
    /// device has rested for longer nothing was, and no app is looked at.
    private func lately(at time: LocalTime) -> [LocalTime] {
        if owner.rested(at: time) >= FetchModel.lately { return [] }
        let since = min(owner.sessionBegan(at: time), time + -FetchModel.lately)
        return known.compactMap { app in
            app.habits.opened.flatMap { $0 >= since && $0 <= time ? $0 : nil }
        }
    }
}

extension OwnerHabits {
    /// When the screen came on; while it is off, or if that isn't known: now.
    fileprivate func sessionBegan(at time: LocalTime) -> LocalTime {
        screenOn ? screenChanged ?? time : time
    }
}

extension Double {
    var fourthRoot: Double { squareRoot().squareRoot() }
    var eighthRoot: Double { fourthRoot.squareRoot() }
}
