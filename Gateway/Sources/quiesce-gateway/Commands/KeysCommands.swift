import ArgumentParser
import Foundation
import GatewayRules
import GatewayServer

struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List, add and revoke the keys and certificates of providers.",
        subcommands: [List.self, Add.self, Revoke.self], defaultSubcommand: List.self)

    /// A provider as it is told.
    struct Row: Encodable {
        var keyID: String
        var kind: String
        var topics: [String]?
        var added: Moment
        var revoked: Moment?
        /// The file with what is secret of it, if the gateway made it.
        var file: String?

        init(_ provider: Provider, home: Home) {
            keyID = provider.id.rawValue
            kind = provider.kind.rawValue
            topics = provider.topics?.sorted()
            added = provider.added
            revoked = provider.revoked
            let path =
                switch provider.kind {
                case .key: home.keyPath(provider.id)
                case .certificate: home.certificatePath(provider.id)
                }
            file = FileManager.default.fileExists(atPath: path) ? path : nil
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the keys and certificates of providers.")

        @OptionGroup var home: HomeOption
        @OptionGroup var json: JSONFlag

        private struct Answer: Encodable {
            var teamID: String
            var keys: [Row]
        }

        func run() throws {
            let home = try home.made()
            let providers = try home.providers()
            let rows = providers.providers.map { Row($0, home: home) }
            guard !json.json else {
                print(JSON.text(Answer(teamID: providers.teamID, keys: rows)))
                return
            }
            print("team \(providers.teamID)")
            for row in rows {
                let topics = row.topics?.joined(separator: " ") ?? "any topic"
                let end = row.revoked.map { ", revoked \(time($0))" } ?? ""
                print("\(row.keyID)  \(row.kind)  added \(time(row.added))\(end)  \(topics)")
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a key, or with --certificate a client certificate.",
            discussion: """
                Without a file it makes one, whose private half is then in the home. With the .p8 file \
                of a key that the provider has already, and its id, it keeps the public half.
                """)

        @OptionGroup var home: HomeOption
        @OptionGroup var json: JSONFlag

        @Argument(help: "The file of a key that the provider has, .p8 or public, in PEM.")
        var file: String?

        @Option(help: "The id of the key in the file.")
        var id: String?

        @Flag(help: "Make a client certificate instead of a key.")
        var certificate = false

        @Option(help: "A topic that it may send to; may be repeated. Without one, any.")
        var topic: [String] = []

        func validate() throws {
            guard (file == nil) == (id == nil) else {
                throw ValidationError("a key's file and its --id belong together")
            }
            guard file == nil || !certificate else {
                throw ValidationError("a certificate is made, not read from a file")
            }
            for topic in topic where !PushHead.isTopic(topic) {
                throw ValidationError("\(topic) is not a topic")
            }
        }

        func run() throws {
            let home = try home.made()
            let topics = topic.isEmpty ? nil : Set(topic)
            let provider: Provider
            if let file, let id {
                guard let pem = try? String(contentsOfFile: file, encoding: .utf8) else {
                    throw Failure("can't read \(file)", .refused)
                }
                provider = try home.importKey(
                    pem, id: KeyID(rawValue: id), topics: topics, at: .now)
            } else if certificate {
                provider = try home.addCertificate(topics: topics, at: .now)
            } else {
                provider = try home.addKey(topics: topics, at: .now)
            }
            let row = Row(provider, home: home)
            print(json.json ? JSON.text(row) : [row.keyID, row.file ?? ""].joined(separator: " "))
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take no more pushes with a key or certificate, from the next second on.")

        @OptionGroup var home: HomeOption

        @Argument(help: "Its id.")
        var id: String

        func run() throws {
            if try !home.made().revoke(KeyID(rawValue: id), at: .now) {
                throw Failure("\(id) was revoked before", .refused)
            }
        }
    }
}

struct Token: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print a provider token, good for an hour: to try a push with curl.")

    @OptionGroup var home: HomeOption

    @Option(help: "The key to sign with; without it the first that isn't revoked.")
    var key: String?

    func run() throws {
        print(try home.made().makeToken(key.map(KeyID.init(rawValue:)), at: .now))
    }
}

/// A moment as people read it.
func time(_ moment: Moment) -> String {
    Date(timeIntervalSince1970: Double(moment.milliseconds) / 1_000).formatted(.iso8601)
}
