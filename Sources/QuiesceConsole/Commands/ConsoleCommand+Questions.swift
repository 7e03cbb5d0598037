import QuiesceTerminal
import QuiesceWire

// Commands that only read.
extension ConsoleCommand {
    static func question(_ name: String, _ words: ArraySlice<String>) throws(Failure)
        -> [ControlRequest]
    {
        switch name {
        case "why": return [try why(words)]
        case "why-awake": return try nothing(name, words, .whyAwake)
        case "why-killed":
            return [.whyKilled(app: try CommandWords(name, words).take(0...1).first)]
        case "ps": return try nothing(name, words, .ps)
        case "apps": return try nothing(name, words, .apps)
        case "status": return try nothing(name, words, .status)
        case "switcher": return try nothing(name, words, .switcher)
        case "prompts": return try nothing(name, words, .permission(.prompts))
        case "energy": return try nothing(name, words, .energy)
        case "location": return try nothing(name, words, .location(.location(track: true)))
        case "gateway": return try nothing(name, words, .push(.gateway))
        case "savings": return try nothing(name, words, .savings(app: nil, lastSeconds: nil))
        case "thaw": return try nothing(name, words, .thaw(.thaws))
        case "pushes":
            let given = try CommandWords(name, words, options: ["app"])
            _ = try given.take(0...0)
            return [.push(.pushes(app: given["app"], follow: false))]
        case "forecast":
            let given = try CommandWords(name, words, options: ["hours"])
            _ = try given.take(0...0)
            let hours = try given.number(given["hours"] ?? "24", Int.self)
            guard (1...168).contains(hours) else {
                throw .usage("forecast: --hours takes a number from 1 to 168")
            }
            return [.fetch(.forecast(hours: hours))]
        case _: throw unknown(name)
        }
    }

    private static func why(_ words: ArraySlice<String>) throws(Failure) -> ControlRequest {
        let given = try CommandWords("why", words, options: ["not", "transfer"])
        if let transfer = given["transfer"] {
            _ = try given.take(0...0)
            return .transfer(.whyTransfer(try given.number(transfer, UInt64.self)))
        }
        guard let app = try given.take(0...1).first else { return .whyDevice }
        return .why(app: app, not: given["not"])
    }
}
