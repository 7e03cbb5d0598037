import ArgumentParser
import GatewayRules
import GatewayServer

struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a gateway's home: its certificates, and a first provider key.",
        discussion: """
            Prints JSON: `certificate`, which providers and devices trust the gateway by; \
            `providerKey`, `keyID` and `teamID`, which a provider signs its tokens with. On a home that \
            is there already it changes nothing, unless a host is new: then the server's certificate is \
            issued again, and everyone who trusts the gateway still does.
            """)

    @OptionGroup var home: HomeOption

    @Option(
        help:
            "A name or address that the gateway is reached by, besides localhost; may be repeated.")
    var host: [String] = []

    @Option(help: "The team's id, 10 capital letters and digits, if providers have one already.")
    var team: String?

    func run() throws {
        print(JSON.text(try home.folder.initialize(hosts: host, teamID: team, at: .now)))
    }
}
