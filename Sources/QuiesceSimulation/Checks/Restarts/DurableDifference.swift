import QuiesceCore

/// A thing that has come out otherwise than without the daemon's death.
public struct DurableDifference: Sendable, Hashable, CustomStringConvertible {
    /// nil: what is outside of the daemon.
    var kind: DurableKind?
    public var description: String
}

// How two runs of a scenario are compared.
extension DurableOutcome {
    /// The changes that a death may rightly make.
    struct Death {
        /// A passcode is set: nobody has the keys but the dead daemon, so the next one locks the
        /// device.
        var locks = false
        /// The story in which the daemon died; nil: nobody knows.
        var story: Int?
        /// The story in which the power was cut: the device restarted, which ends every process and
        /// lifts force-quits and back-offs (U2, W5). The story is begun again: what apps had asked
        /// for and weren't told that it lasts is asked for twice. nil: the daemon alone died.
        var cutIn: Int?
        /// Pushes that gave way at the gateway to a newer one of their collapse id: some before the
        /// device had them.
        var replaced: Set<String> = []

        var cutsPower: Bool { cutIn != nil }
        /// Nobody is in front then: what comes is shown, and not told.
        var leavesFront: Bool { locks || cutsPower }
    }

    /// The first thing that is otherwise here than in `expected`; nil: all is the same.
    ///
    /// - Parameter death: that of this run.
    func difference(from expected: DurableOutcome, after death: Death) -> DurableDifference? {
        if let unrestored { return unrestored }
        let again = death.leavesFront ? expected.told(in: death.story) : []
        for other in expected.rests {
            // It is begun again.
            if let story = death.cutIn, other.story == story, other.step != nil { continue }
            guard let mine = rests.first(where: { $0.step == other.step }) else {
                return DurableDifference(description: "it never comes to step \(other.step ?? 0)")
            }
            if let found = mine.difference(from: other, after: death, showing: again) {
                return found
            }
        }
        return taskDifference(from: expected, death) ?? endingDifference(from: expected, death)
    }

    /// Notifications and pushes of which an app in front was told in a story, by the names under
    /// which they would be shown.
    private func told(in story: Int?) -> Set<DurableName> {
        let told = endings.filter { $0.story == story && $0.mayBeShownInstead }
        return Set(told.map { DurableName(kind: .notification, words: $0.name.words) })
    }

    /// After a power cut background tasks come at other moments: one that waits in one run may have
    /// been carried out in the other.
    private func taskDifference(
        from expected: DurableOutcome, _ death: Death
    ) -> DurableDifference? {
        guard death.cutsPower else { return nil }
        let (mine, other) = (backgroundTasks, expected.backgroundTasks)
        if let lost = other.subtracting(mine).min() {
            return DurableDifference(kind: .fetch, description: "\(lost) is lost")
        }
        return mine.subtracting(other).min().map {
            DurableDifference(kind: .fetch, description: "\($0) is there, and shouldn't be")
        }
    }

    /// Those that wait at the end, and those that came to one.
    private var backgroundTasks: Set<DurableName> {
        var names = Set(endings.map(\.name).filter(\.isOfTasks))
        for case .fetch(let fact) in (rests.last?.facts ?? [:]).values.joined() {
            for task in fact.tasks {
                names.insert(DurableName(kind: .wake, words: "\(fact.app) \(task.identifier)"))
            }
        }
        return names
    }

    private func endingDifference(
        from expected: DurableOutcome, _ death: Death
    ) -> DurableDifference? {
        let (mine, other) = (endingsByName, expected.endingsByName)
        let names = Set(mine.keys).union(other.keys)
        for name in names.sorted() {
            let (mine, other) = (mine[name] ?? [], other[name] ?? [])
            let isSame =
                if mine.isEmpty, death.replaced.contains(where: { name.words.hasSuffix(" \($0)") })
                {
                    true
                } else if name.isOfPushes, mine.count < other.count,
                    other.count - mine.count <= death.replaced.count
                {
                    Set(mine.map(\.words)) == Set(other.map(\.words))
                } else if death.cutsPower, name.isOfFetches || name.isOfTasks {
                    // At other moments, and tasks perhaps not yet.
                    mine.isEmpty || other.isEmpty
                        || !Set(mine.map(\.words)).isDisjoint(with: other.map(\.words))
                } else if death.leavesFront,
                    other.contains(where: { $0.story == death.story && $0.isTold }),
                    mine.contains(where: \.isShown)
                {
                    name.kind != .push || mine.allSatisfy { $0.isShown || $0.isTold }
                } else if let story = death.cutIn {
                    Self.isSame(mine, other, twiceIn: story)
                } else if name.isOfTransfers, mine.isEmpty || other.isEmpty {
                    // A transfer that begins anew ends later, perhaps only once its app has been
                    // left.
                    true
                } else if death.locks, name.isOfFetches {
                    // One more or less, as they come at other moments.
                    Set(mine.map(\.words)) == Set(other.map(\.words))
                } else { mine.map(\.words) == other.map(\.words) }
            if isSame { continue }
            return DurableDifference(
                kind: name.kind,
                description: "\(name) ends \(Self.said(mine)), not \(Self.said(other))")
        }
        return nil
    }

    /// Things that were under way when the power was cut may be told and done again. In the story
    /// that was begun again more may come of a thing.
    private static func isSame(_ mine: [Ending], _ other: [Ending], twiceIn story: Int) -> Bool {
        let (all, expected) = (Set(mine.map(\.words)), Set(other.map(\.words)))
        if all == expected { return true }
        return expected.isSubset(of: all) && (mine + other).contains { $0.story == story }
    }

    private var endingsByName: [DurableName: [Ending]] {
        Dictionary(grouping: endings, by: \.name)
    }

    private static func said(_ endings: [Ending]) -> String {
        endings.isEmpty ? "never" : endings.map(\.words).joined(separator: "; ")
    }
}

extension DurableOutcome.Ending {
    /// An app in front was told, and nothing was shown.
    fileprivate var isTold: Bool {
        words == (name.kind == .push ? "told" : Reason.notificationTold.rawValue)
    }

    fileprivate var isShown: Bool {
        words == (name.kind == .push ? "shown" : Reason.notificationFired.rawValue)
    }

    /// So may what a push says be that an app in front was woken for.
    fileprivate var mayBeShownInstead: Bool {
        isTold || (name.kind == .push && words.hasPrefix("woke it"))
    }
}

extension DurableOutcome.Rest {
    /// - Parameter again: what may be shown that wasn't.
    fileprivate func difference(
        from expected: Self, after death: DurableOutcome.Death, showing again: Set<DurableName>
    ) -> DurableDifference? {
        func comparable(_ facts: [Fact]?) -> [Fact] {
            (facts ?? []).map { $0.comparable(after: death) }
        }
        let place = step.map { "before step \($0 + 1)" } ?? "at the end"
        for name in Set(facts.keys).union(expected.facts.keys).sorted() {
            let (mine, other) = (comparable(facts[name]), comparable(expected.facts[name]))
            if mine.elementsEqual(other, by: { $0.isLike($1) }) { continue }
            if death.cutsPower, isOnTheWay(name.kind, mine, other) { continue }
            // News that an app is told in front is shown otherwise, with its badge.
            if name.kind == .presentation,
                again.contains(where: { $0.words.hasPrefix("\(name.words) ") }),
                mine.map(\.withoutBadge) == other.map(\.withoutBadge)
            {
                continue
            }
            if other.isEmpty, name.kind == .notification || name.kind == .notifications,
                facts.keys.contains(where: { again.contains($0) && expected.facts[$0] == nil }),
                name.kind == .notifications || again.contains(name)
            {
                continue
            }
            if death.locks || death.cutsPower, name.isOfFetches || name.isOfTasks { continue }
            // One without a transfer is its launch's, and a new daemon tidies up sooner.
            if name.kind == .session, !hasTransfers, !expected.hasTransfers { continue }
            let (said, expected) = DurableOutcome.said(mine, other)
            return DurableDifference(
                kind: name.kind, description: "\(place), \(name) is \(said), not \(expected)")
        }
        // A screen that restarts shows nothing, and nothing fires twice.
        let (mine, other) =
            death.cutsPower
            ? (world, expected.world)
            : (
                world.union(screen.subtracting(again.map(Self.onScreen))),
                expected.world.union(expected.screen.subtracting(again.map(Self.onScreen)))
            )
        if let gained = mine.subtracting(other).min() {
            return DurableDifference(description: "\(place), \(gained), and shouldn't be")
        }
        if let lost = other.subtracting(mine).min() {
            return DurableDifference(description: "\(place), not \(lost)")
        }
        return nil
    }

    static func onScreen(_ name: DurableName) -> String { "on the screen: \(name)" }

    private var hasTransfers: Bool { facts.keys.contains { $0.kind == .transfer } }

    /// A transfer that has failed is tried again sooner, as the clock by which it waits begins
    /// anew; and a session without a transfer is its launch's, and goes with that. A task that was
    /// made twice may be resumed once.
    private func isOnTheWay(_ kind: DurableKind, _ mine: [Fact], _ other: [Fact]) -> Bool {
        kind == .session
            || (kind == .transfer && (step != nil || other.allSatisfy(mine.contains)))
    }
}

extension DurableOutcome {
    /// Both from where they part on, as facts are long.
    fileprivate static func said(_ mine: [Fact], _ other: [Fact]) -> (String, String) {
        func words(_ facts: [Fact]) -> String {
            facts.isEmpty ? "nothing" : facts.map { "\($0)" }.joined(separator: "; ")
        }
        let (mine, other) = (words(mine), words(other))
        let same = zip(mine, other).prefix { $0 == $1 }.count
        func rest(_ words: String) -> String {
            let shown = words.dropFirst(max(0, same - 60))
            return (same > 60 ? "… " : "") + shown.prefix(200) + (shown.count > 200 ? " …" : "")
        }
        return (rest(mine), rest(other))
    }

    /// A device that restarts knows what was stored, all of it and nothing else.
    mutating func restored(_ facts: [Fact], from stored: [Fact]) {
        let known = Dictionary(facts.map { ($0.key, $0) }) { first, _ in first }
        let stored = Dictionary(stored.map { ($0.key, $0) }) { first, _ in first }
        let keys = Set(known.keys).union(stored.keys).sorted()
        guard let key = keys.first(where: { known[$0] != stored[$0] }) else { return }
        let (mine, other) = ([known[key]].compactMap { $0 }, [stored[key]].compactMap { $0 })
        let words = Self.said(mine, other)
        unrestored = DurableDifference(
            kind: (mine + other).first.map(DurableKind.init),
            description: "after the power cut \(key) is \(words.0), and stored was \(words.1)")
    }
}
