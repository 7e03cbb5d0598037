import ArgumentParser
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

/// The argument that names an app.
struct AppArgument: ParsableArguments {
    @Argument(
        help: "The app's id, or its end: SlowCount for org.quiesce.examples.SlowCount.",
        completion: .apps)
    var id: String

    /// The full id, by what is installed.
    func resolve(_ client: ControlClient) throws -> String {
        try AppName.resolve(id, among: client.rows(.apps, as: AppRow.self).map(\.id))
    }
}

extension CompletionKind {
    /// The installed apps, by their ids and the ends of those.
    static var apps: CompletionKind {
        .shellCommand(
            #"quiesce apps --json 2>/dev/null | sed -n 's/.*"id":"\([^"]*\)".*/\1/p' | sed 'p;s/.*[.]//'"#
        )
    }
}
