import ArgumentParser
import QuiesceCore
import QuiesceTerminal
import QuiesceWire

// Events of the device: changes of its conditions (Q1, D1), and interruptions (S7, S12). Apps that
// run are told at once, the others of the net change when they wake.

/// A command that sends one event, in words that `DeviceChange` or `Interruption` reads.
protocol SendsEvent: ParsableCommand {
    var device: DeviceOptions { get }
    var output: JSONOption { get }
    var words: [String] { get }
}

extension SendsEvent {
    func validate() throws {
        if Interruption(words: words) != nil { return }
        do {
            _ = try DeviceChange(words: words)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func run() throws { output.report(try device.client().call(.sendEvent(words))) }
}

struct SendOrientation: SendsEvent {
    static let configuration = CommandConfiguration(
        commandName: "orientation", abstract: "Turns the device.",
        discussion: "  quiesce send orientation landscapeLeft")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(
        help: "\(DeviceConditions.Orientation.allCases.map(\.rawValue).joined(separator: ", ")).")
    var orientation: String

    var words: [String] { ["orientation", orientation] }
}

struct SendBattery: SendsEvent {
    static let configuration = CommandConfiguration(
        commandName: "battery", abstract: "Sets the battery's level and state.",
        discussion: """
            What the machine's own battery says counts again after auto.

              quiesce send battery 35%
              quiesce send battery 1 full
              quiesce send battery auto
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "From 0 to 1, or from 0% to 100%; auto: the machine's own.") var level: String
    @Argument(help: "unplugged, charging or full. Default: unplugged.") var state: String?

    var words: [String] { ["battery", level] + [state].compactMap(\.self) }
}

struct SendProximity: SendsEvent {
    static let configuration = CommandConfiguration(
        commandName: "proximity",
        abstract: "Tells the proximity sensor that something is near, or far.",
        discussion: "  quiesce send proximity near")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "near or far.") var proximity: String

    var words: [String] { ["proximity", proximity] }
}

struct SendLocale: SendsEvent {
    static let configuration = CommandConfiguration(
        commandName: "locale", abstract: "Changes the user's language and region.",
        discussion: "  quiesce send locale fr_FR")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "A language, and maybe a script and a region: fr_FR, zh_Hant_TW; auto.")
    var locale: String

    var words: [String] { ["locale", locale] }
}

struct SendNetwork: SendsEvent {
    static let configuration = CommandConfiguration(
        commandName: "network", abstract: "Changes the device's network connection (X4).",
        discussion: """
            Wi-Fi stands for all that costs nothing by the byte. Without a network, and for some on a \
            cellular one, transfers wait.

              quiesce send network none
              quiesce send network auto
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "wifi, cellular or none; auto: as the machine itself is connected.")
    var network: String

    var words: [String] { ["network", network] }
}

struct SendLowPower: SendsEvent {
    static let configuration = CommandConfiguration(
        commandName: "low-power", abstract: "Switches Low Power Mode on or off (F2, F3, X4).",
        discussion: """
            In it planned fetches, processing tasks and discretionary transfers wait. What the \
            machine's power profile says counts again after auto.

              quiesce send low-power on
              quiesce send low-power auto
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "on or off; auto: on while the machine's power profile is power-saver.")
    var state: String

    var words: [String] { ["low-power", state] }
}

struct SendThermal: SendsEvent {
    static let configuration = CommandConfiguration(
        commandName: "thermal", abstract: "Tells apps how warm the device is.",
        discussion: """
              quiesce send thermal serious
              quiesce send thermal auto
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(
        help:
            "\(DeviceConditions.ThermalState.allCases.map(\.rawValue).joined(separator: ", ")); auto: as the machine's sensors say."
    )
    var thermal: String

    var words: [String] { ["thermal", thermal] }
}

struct SendTimeZone: SendsEvent {
    static let configuration = CommandConfiguration(
        commandName: "timezone", abstract: "Changes the time zone.",
        discussion: "  quiesce send timezone Europe/Paris")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "A name of the time zone database; auto: the machine's own.") var zone: String

    var words: [String] { ["timezone", zone] }
}

struct SendIdentity: SendsEvent {
    static let configuration = CommandConfiguration(
        commandName: "identity",
        abstract: "Changes the account that documents are kept in sync with.",
        discussion: "  quiesce send identity none")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "A name for the account; none: no account.") var token: String

    var words: [String] { ["identity", token] }
}

struct SendScreen: SendsEvent {
    static let configuration = CommandConfiguration(
        commandName: "screen",
        abstract: "Connects or disconnects an external screen, or changes its mode.",
        discussion: """
            Without a mode it is connected with \(ScreenMode.usual.text).

              quiesce send screen connect
              quiesce send screen mode 1280x720
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "connect, mode or disconnect.") var change: String
    @Argument(help: "WIDTHxHEIGHT.") var mode: String?

    var words: [String] { ["screen", change] + [mode].compactMap(\.self) }
}

struct SendBackgroundRefresh: SendsEvent {
    static let configuration = CommandConfiguration(
        commandName: "background-refresh",
        abstract: "Switches background refresh on or off, for all apps.",
        discussion: """
            Off, no app is launched or resumed in the background (F8). See `quiesce permissions` for \
            one app.

              quiesce send background-refresh off
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "on or off.") var state: String

    var words: [String] { ["background-refresh", state] }
}

struct SendCall: SendsEvent {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Has a phone call come in, be answered, or end.",
        discussion: """
            An incoming call makes the app in front inactive; an answered one sends it to the \
            background, and it comes back when the call ends.

              quiesce send call incoming
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "incoming, answer or end.") var call: String

    var words: [String] { ["call", call] }
}

struct SendAlert: SendsEvent {
    static let configuration = CommandConfiguration(
        commandName: "alert",
        abstract: "Shows a system alert over the app in front, or dismisses it.",
        discussion: """
            As for an SMS. The alert of an app's notification waits in `quiesce notifications`.

              quiesce send alert show
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "show or dismiss.") var alert: String

    var words: [String] { ["alert", alert] }
}

struct SendNotificationCenter: SendsEvent {
    static let configuration = CommandConfiguration(
        commandName: "notification-center",
        abstract: "Pulls the notification centre down over the app in front, or dismisses it.",
        discussion: "  quiesce send notification-center show")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: "show or dismiss.") var center: String

    var words: [String] { ["notification-center", center] }
}
