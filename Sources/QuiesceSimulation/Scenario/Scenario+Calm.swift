import QuiesceCore

extension Scenario {
    /// A scenario without faults, with something of everything in it: stories after each of which
    /// all comes to rest, with no app in front and the device unlocked, so that a crash of the
    /// daemon settles before the next.
    ///
    /// - Parameter stories: how many, after one in which each app gets what it needs for the
    ///   others.
    public static func calm(seed: UInt64, stories: Int = 8) -> Scenario {
        var random = SeededGenerator(seed: seed)
        let apps = (0..<(1 + random.below(3))).map { index in
            var app = manifest(index, &random)
            if app.backgroundModes.contains(.fetch) { app.backgroundModes.append(.processing) }
            // They end as a daemon that starts locks the device, and their user would have to open
            // them again.
            app.exitsOnSuspend = false
            app.builtForMajorVersion = nil
            app.taskIdentifiers = BackgroundTaskKind.allCases.map(ScriptedApp.taskIdentifier)
            return app
        }
        var steps = CalmStory.beginning(apps: apps.count)
        // Nobody opens it.
        let player = AppID("app.player").map {
            AppManifest(id: $0, name: "Player", version: "1", executable: "run", isHosted: true)
        }
        steps.append(
            Step(
                after: CalmStory.pause,
                .thaw(ThawStep(place: apps.count, schedule: ThawSchedule("every 1h for 5s")))))
        for number in 0..<stories {
            let told = CalmStory(app: random.below(apps.count), apps: apps.count, number: number)
                .steps(random.pick(CalmStory.Kind.all), &random)
            steps += [Step(after: CalmStory.pause, .unlock)] + told
        }
        steps += [Step(after: CalmStory.pause, .unlock), Step(after: 0, .clearPasscode)]
        let installed = apps + [player].compactMap(\.self)
        return Scenario(
            header: Header(note: "calm seed \(seed)", profile: "ios8", apps: installed),
            steps: steps)
    }
}
