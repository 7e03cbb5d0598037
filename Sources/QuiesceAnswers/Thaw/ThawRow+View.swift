import QuiesceCore
import QuiesceWire

extension ThawRow {
    package init(_ view: SystemMachine.ThawView, at now: Moment) {
        self.init(
            app: view.app.name, schedule: view.schedule.words,
            by: view.isChosen ? "user" : "Info.plist", allowed: view.isAllowed,
            next: view.thawsAt.map {
                When.instant(max($0, now.instant)).wall(at: now).iso8601
            })
    }
}
