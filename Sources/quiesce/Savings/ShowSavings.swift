import ArgumentParser
import Foundation
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct ShowSavings: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "savings",
        abstract: "Says how much CPU time and how many wake-ups programs didn't take while frozen.",
        discussion: """
            The kernel's counters of each hosted program that was frozen out of sight, beside its own \
            rate before, awake and out of sight. The rate is measured from when it is left until it is \
            frozen, often for seconds only, and so is rough: the lower quartile of the last 15 times counts, \
            and of the first minute after its start only while there is no other. Out of sight is from a freeze to the \
            program's return, without the time in which it plays or has work. Taken is the use in \
            thaws. Saved is the rate for that time less the part taken; below zero, the program costs \
            more than awake. A wake-up is a thread that went to sleep and was woken. A new daemon \
            begins anew, and so does a device that starts again. With --json, one array of objects: \
            app, since, outOfSightSeconds, frozenSeconds, cpuTakenSeconds, wakeUpsTaken, \
            cpuSavedSeconds, wakeUpsSaved, awakeCPUSecondsPerSecond, awakeWakeUpsPerSecond, \
            measuredSeconds, measuredStretches, measuredAtStart, swappedBytes (of it in swap now).

              quiesce savings
              quiesce savings Mail --since 10m
              quiesce savings --json | jq '.[0].cpuSavedSeconds'
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "The program's id, or its end; without one all are listed.")
    var app: String?
    @Option(
        help: ArgumentHelp(
            "Only of the last so much time, as 10m or 2h; to the minute.", valueName: "time"))
    var since: String?

    func validate() throws { _ = try lastSeconds() }

    private func lastSeconds() throws -> Int? {
        guard let since else { return nil }
        guard let seconds = DurationText.seconds(since), (60...86_400).contains(seconds) else {
            throw ValidationError(
                "--since takes a time from 1m to 24h, as 10m: savings are kept by the minute, for a day."
            )
        }
        return Int(seconds)
    }

    func run() throws {
        let client = try device.client()
        var id: String?
        if let app {
            id = try AppName.resolve(app, among: client.rows(.apps, as: AppRow.self).map(\.id))
        }
        let rows = try client.rows(
            .savings(app: id, lastSeconds: lastSeconds()), as: SavingsRow.self)
        if output.json { return say(JSONOutput.array(rows.map(\.jsonText))) }
        SavingsText.lines(rows, of: id).forEach(say)
    }
}
