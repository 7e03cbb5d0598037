import ArgumentParser
import QuiesceCore
import QuiesceWire

// Changes of what the device is like (Q1, D1). Apps that run are told at once, the others of the net
// change when they wake.

/// A command that sends one change, in words that `DeviceChange` reads.
protocol SendsChange: ParsableCommand {
    var device: DeviceOptions { get }
    var words: [String] { get }
}

extension SendsChange {
    func validate() throws {
        do {
            _ = try DeviceChange(words: words)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func run() throws { report(try device.client().call(.sendChange(words))) }
}

struct SendOrientation: SendsChange {
    static let configuration = CommandConfiguration(
        commandName: "orientation", abstract: "Turns the device.",
        discussion: "  quiesce send orientation landscapeLeft")

    @OptionGroup var device: DeviceOptions
    @Argument(
        help: "\(DeviceConditions.Orientation.allCases.map(\.rawValue).joined(separator: ", ")).")
    var orientation: String

    var words: [String] { ["orientation", orientation] }
}

struct SendBattery: SendsChange {
    static let configuration = CommandConfiguration(
        commandName: "battery", abstract: "Sets the battery's level and what it does.",
        discussion: "  quiesce send battery 0.35 unplugged")

    @OptionGroup var device: DeviceOptions
    @Argument(help: "From 0 to 1.") var level: String
    @Argument(help: "unplugged, charging or full.") var state: String

    var words: [String] { ["battery", level, state] }
}

struct SendProximity: SendsChange {
    static let configuration = CommandConfiguration(
        commandName: "proximity", abstract: "Brings something close to the screen, or away.",
        discussion: "  quiesce send proximity near")

    @OptionGroup var device: DeviceOptions
    @Argument(help: "near or far.") var proximity: String

    var words: [String] { ["proximity", proximity] }
}

struct SendLocale: SendsChange {
    static let configuration = CommandConfiguration(
        commandName: "locale", abstract: "Changes the user's language and region.",
        discussion: "  quiesce send locale fr_FR")

    @OptionGroup var device: DeviceOptions
    @Argument(help: "A language, and maybe a script and a region: fr_FR, zh_Hant_TW.")
    var locale: String

    var words: [String] { ["locale", locale] }
}

struct SendTimeZone: SendsChange {
    static let configuration = CommandConfiguration(
        commandName: "timezone", abstract: "Changes the time zone.",
        discussion: "  quiesce send timezone Europe/Paris")

    @OptionGroup var device: DeviceOptions
    @Argument(help: "A name of the time zone database.") var zone: String

    var words: [String] { ["timezone", zone] }
}

struct SendIdentity: SendsChange {
    static let configuration = CommandConfiguration(
        commandName: "identity",
        abstract: "Changes the account that documents are kept in sync with.",
        discussion: "  quiesce send identity none")

    @OptionGroup var device: DeviceOptions
    @Argument(help: "Anything that stands for the account; none: no account.") var token: String

    var words: [String] { ["identity", token] }
}
