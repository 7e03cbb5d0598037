import ArgumentParser
import QuiesceWire

/// An app as a person names it: its id, or the end of it from a dot on.
enum AppName {
    /// The id that `name` means among the installed `ids`. An exact id always wins. A name that
    /// means nothing is returned as it is: the daemon knows what to say about it.
    static func resolve(_ name: String, among ids: [String]) throws(Failure) -> String {
        if ids.contains(name) { return name }
        let candidates = ids.filter { $0.hasSuffix("." + name) }.sorted()
        guard candidates.count > 1 else { return candidates.first ?? name }
        throw .refused(
            "\"\(oneLine(name))\" could be \(candidates.joined(separator: ", ")); name one of them in full"
        )
    }
}

/// The argument that names an app.
struct AppArgument: ParsableArguments {
    @Argument(
        help: "The app's id, or its end: SlowCount for org.quiesce.examples.SlowCount.")
    var id: String

    /// The full id, by what is installed.
    func resolve(_ client: ControlClient) throws -> String {
        try AppName.resolve(id, among: client.rows(.apps, as: AppRow.self).map(\.id))
    }
}
