import ArgumentParser
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct OpenURL: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-url",
        abstract:
            "Opens a URL: the app that has declared its scheme or its domain comes to the front with it.",
        discussion: """
            An app declares schemes in its Info.plist, under CFBundleURLTypes, CFBundleURLSchemes, and domains \
            of web pages under com.apple.developer.associated-domains. Of several apps with the same, the first \
            that was installed opens it, unless --app names one.

              quiesce open-url notes://today
              quiesce open-url notes://today --app org.example.Notes
              quiesce open-url https://example.com/notes/today
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Option(help: ArgumentHelp("The app that opens it.", valueName: "id")) var app: String?
    @Argument(help: ArgumentHelp("The URL, such as notes://today.", valueName: "url"))
    var url: String

    func run() throws {
        let client = try device.client()
        var id: String?
        if let app {
            id = try AppName.resolve(app, among: client.rows(.apps, as: AppRow.self).map(\.id))
        }
        let request = ControlRequest.link(.openURL(url: url, app: id))
        output.report(try withProgress("opening") { try client.call(request) })
    }
}
