import QuiesceCore
import QuiesceLinux

/// The charge and state of the machine's battery, as the kernel tells them in files.
struct Battery: Equatable, Sendable {
    /// 0…100
    var percent: Int
    var state: DeviceConditions.BatteryState

    /// Reads the first battery that powers the machine itself.
    ///
    /// - Parameter root: `/sys`, or a tree like it.
    /// - Returns: nil: it has none, or doesn't say how full it is.
    static func read(root: String) -> Battery? {
        let folder = root + "/class/power_supply"
        for name in ProcFile.names(in: folder).sorted() {
            func text(_ file: String) -> String? {
                ProcFile.read("\(folder)/\(name)/\(file)").map {
                    String($0.prefix { $0 != "\n" })
                }
            }
            // A mouse has one, too: its scope says that it is not the machine's.
            guard text("type") == "Battery", text("scope") != "Device",
                let percent = text("capacity").flatMap({ Int($0) }), (0...100).contains(percent)
            else { continue }
            return Battery(percent: percent, state: state(text("status")))
        }
        return nil
    }

    private static func state(_ status: String?) -> DeviceConditions.BatteryState {
        switch status {
        case "Charging": .charging
        case "Full": .full
        case "Discharging": .unplugged
        // On the mains, and held below full to spare it.
        case "Not charging": .charging
        case _: .unknown
        }
    }

    var change: DeviceChange { .battery(percent: percent, state) }
}
