import Testing

@testable import FetchEvaluation

@Suite struct MeasuredAppTests {
    private let setting = FetchSetting(budget: 2, windowMinutes: 15, lead: 60)

    @Test("Opens count from the owner's 8th day on, and an app's days up to the owner's last")
    func days() {
        let owner = owner(opening: [at(1, 12), at(7, 23, 59, 59), at(8, 0), at(10, 12)])
        let app = MeasuredApp(owner.apps[0], of: owner)
        #expect(app.opens == [at(8, 0), at(10, 12)])
        #expect(app.days == 7...9)
    }

    @Test("An app's first open doesn't count, and its days begin with it")
    func firstOpen() {
        let apps = [
            Owner.App(name: "old", uses: [Span(at(1, 12), at(1, 13))]),
            Owner.App(name: "new", uses: [at(9, 12), at(10, 12)].map { Span($0, $0 + 60) }),
        ]
        let owner = Owner(name: "owner", apps: apps, screen: [])
        let measured = owner.apps.map { MeasuredApp($0, of: owner) }
        #expect(measured.map(\.opens) == [[at(10, 12)], []])
        #expect(measured.map(\.days) == [8...9, 7...9])
    }

    @Test("The owner's first day may be one of the screen's alone")
    func screen() {
        let owner = owner(
            opening: [at(3, 12), at(8, 12)], screen: [Span(at(1, 12), at(1, 13))])
        #expect(MeasuredApp(owner.apps[0], of: owner).opens == [at(8, 12)])
    }

    @Test("An owner with less than 8 days of records has nothing that counts")
    func tooShort() {
        let owner = owner(opening: [at(1, 12), at(7, 12)])
        let app = MeasuredApp(owner.apps[0], of: owner)
        #expect(app.days == nil)
        #expect(app.tally(AppFetches(at: [at(7, 11, 50)], setting), setting) == Tally())
    }

    @Test("A fetch of the day before the first that counts is not counted, and serves nothing")
    func fetchesBefore() {
        let owner = owner(opening: [at(1, 12), at(8, 0, 5), at(8, 12), at(8, 13)])
        let app = MeasuredApp(owner.apps[0], of: owner)
        let tally = app.tally(AppFetches(at: [at(7, 23, 55), at(8, 11, 50)], setting), setting)
        #expect(tally.opens == 3)
        #expect(tally.fresh == 1)
        #expect(tally.fetches == 1)
        #expect(tally.appDays == 1)
        #expect(tally.fetchesPerAppDay == 1)
    }

    @Test("A share over all counts opens alike, the mean of shares apps")
    func shares() {
        var sum = Tally(opens: 30, fresh: 30, fetches: 10, appDays: 20)
        sum += Tally(opens: 10, fresh: 0, fetches: 0, appDays: 20)
        sum += Tally(opens: 0, fresh: 0, fetches: 2, appDays: 20)
        #expect(sum.share == 0.75)
        #expect(sum.meanShare == 0.5)
        #expect(sum.fetchesPerAppDay == 0.2)
    }
}
