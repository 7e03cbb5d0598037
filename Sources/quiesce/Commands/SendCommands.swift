import ArgumentParser
import QuiesceTerminal
import QuiesceWire

struct Send: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sends the device an event, as the world would.",
        subcommands: [
            SendFetch.self, SendPush.self, SendTask.self, SendOrientation.self, SendBattery.self,
            SendProximity.self, SendCall.self, SendAlert.self, SendNotificationCenter.self,
            SendLocale.self, SendTimeZone.self, SendNetwork.self, SendLowPower.self,
            SendThermal.self,
            SendIdentity.self,
            SendAccessory.self,
            SendScreen.self, SendDefaults.self, SendBackgroundRefresh.self,
            SendMemoryWarning.self, SendTouch.self, SendShake.self, SendRemoteControl.self,
            SendMotion.self, SendLocation.self, SendBeacon.self, SendBluetooth.self,
            SendSleep.self, SendWake.self,
        ])
}

struct SendSleep: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sleep",
        abstract: "The device falls asleep: background time stands still.",
        discussion: """
            The sleep/wake button: the app in front leaves, the screen locks, and the device sleeps. Returns when \
            the screen is locked. `quiesce lock` locks it without sleep.
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption

    func run() throws { output.report(try device.client().call(.sendSleep)) }
}

struct SendWake: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wake", abstract: "The device wakes up again.")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption

    func run() throws { output.report(try device.client().call(.sendWake)) }
}
