import ArgumentParser
import QuiesceWire

/// The options of commands that make an app of a program.
struct HostedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The program's name in lists. Default: its own.", valueName: "name"))
    var name: String?
    @Option(
        help: ArgumentHelp(
            "When the program is thawed while it is out of sight: \(ThawSchedule.form); or never. Default: on traffic.",
            valueName: "schedule"))
    var thaw: String?

    func validate() throws {
        guard let thaw, thaw != HostedCommand.never, ThawSchedule(thaw) == nil else { return }
        throw ValidationError("--thaw is never, or \(ThawSchedule.form)")
    }
}
