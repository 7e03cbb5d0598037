import Foundation
import QuiesceCore
import QuiesceTerminal
import QuiesceWire

// `quiesce send`: events, as the world would send them.
extension ConsoleCommand {
    static func send(_ words: ArraySlice<String>, _ input: String?) throws(Failure)
        -> [ControlRequest]
    {
        guard let name = words.first else { throw .usage("send needs a command of its own") }
        let command = "send " + name
        let rest = words.dropFirst()
        func values(_ counts: ClosedRange<Int>) throws(Failure) -> [String] {
            try CommandWords(command, rest).take(counts)
        }
        switch name {
        case "orientation", "proximity", "call", "alert", "notification-center", "locale",
            "timezone", "network", "low-power", "thermal", "identity", "background-refresh":
            return try event([name] + values(1...1))
        case "battery", "screen": return try event([name] + values(1...2))
        case "remote-control": return [try userInput([name] + values(1...1))]
        case "shake": return [try userInput([name] + values(0...0))]
        case "touch":
            let given = try CommandWords(command, rest, options: ["phase"])
            let place = try given.take(2...2)
            let phases = given["phase"].map { [$0] } ?? ["began", "ended"]
            return try phases.map { phase throws(Failure) in
                try userInput([name, phase] + place)
            }
        case "memory-warning": return [.sendEvent([name] + (try values(0...0)))]
        case "sleep": return try nothing(command, rest, .sendSleep)
        case "wake": return try nothing(command, rest, .sendWake)
        case "fetch": return [.fetch(.sendFetch(app: try values(1...1)[0]))]
        case "task":
            let values = try values(2...2)
            return [.fetch(.sendTask(app: values[0], identifier: values[1]))]
        case "defaults":
            let values = try values(3...3)
            return [setting(values[0], values[1], values[2])]
        case "push": return [try push(command, rest, input)]
        case "accessory": return [try accessory(command, rest)]
        case "motion": return try motion(command, rest)
        case "location": return [try location(command, rest)]
        case "beacon": return [try beacon(command, rest)]
        case "bluetooth":
            let words = [PlayedBluetooth.word] + (try values(1...ConsoleLimits.words))
            return [
                .sendEvent(
                    try checked { () throws(DeviceChange.Malformed) in
                        _ = try PlayedBluetooth(words: words)
                        return words
                    })
            ]
        case _: throw unknown(command)
        }
    }

    /// A change of the device's, or an interruption.
    private static func event(_ words: [String]) throws(Failure) -> [ControlRequest] {
        if Interruption(words: words) == nil {
            try checked { () throws(DeviceChange.Malformed) in _ = try DeviceChange(words: words) }
        }
        return [.sendEvent(words)]
    }

    private static func userInput(_ words: [String]) throws(Failure) -> ControlRequest {
        try checked { () throws(DeviceChange.Malformed) in _ = try UserInput(words: words) }
        return .sendEvent(words)
    }

    @discardableResult
    private static func checked<Result>(
        _ body: () throws(DeviceChange.Malformed) -> Result
    ) throws(Failure) -> Result {
        do throws(DeviceChange.Malformed) {
            return try body()
        } catch {
            throw .usage(error.description)
        }
    }

    private static func push(_ command: String, _ words: ArraySlice<String>, _ input: String?)
        throws(Failure) -> ControlRequest
    {
        let given = try CommandWords(command, words, flags: ["voip"])
        let values = try given.take(2...2)
        guard values[1] == "-", let input else {
            throw .usage("\(command): the console gives the payload as standard input, for -")
        }
        let most = given.has("voip") ? 5_120 : 4_096
        guard input.utf8.count <= most else {
            throw .refused(
                "the payload is over \(most) bytes, as much as a push carries; shorten it")
        }
        guard (try? JSONSerialization.jsonObject(with: Data(input.utf8))) is [String: Any] else {
            throw .refused("the payload is not one JSON object in UTF-8, such as {\"aps\":{}}")
        }
        return .push(.sendPush(app: values[0], payload: input, voip: given.has("voip")))
    }

    private static func accessory(_ command: String, _ words: ArraySlice<String>) throws(Failure)
        -> ControlRequest
    {
        let texts = ["manufacturer", "model", "serial", "firmware", "hardware"]
        let given = try CommandWords(command, words, options: Set(texts + ["protocol", "pty"]))
        let values = try given.take(1...2)
        let action = try given.one(values[0], of: ["connect", "disconnect", "list"])
        guard (action == "list") == (values.count == 1) else {
            throw .usage(
                "\(command): \(action == "list" ? "list takes no name" : "name the accessory")")
        }
        let protocols = given.all("protocol")
        guard given["pty"] == nil || action == "connect" && !protocols.isEmpty else {
            throw .usage("--pty needs --protocol: only with those there are sessions")
        }
        let played: PlayedAccessory
        switch action {
        case "list": played = .list
        case "disconnect": played = .disconnect(values[1])
        case _ where protocols.isEmpty: played = .name(values[1])
        case _:
            played = .connect(
                Accessory(
                    name: values[1], manufacturer: given["manufacturer"], model: given["model"],
                    serial: given["serial"], firmware: given["firmware"],
                    hardware: given["hardware"], protocols: protocols),
                path: given["pty"])
        }
        return .sendEvent(played.words)
    }

    private static func motion(_ command: String, _ words: ArraySlice<String>) throws(Failure)
        -> [ControlRequest]
    {
        let sensors: [MotionSensor] = [.accelerometer, .gyroscope, .magnetometer]
        let given = try CommandWords(command, words, options: Set(sensors.map(\.rawValue)))
        _ = try given.take(0...0)
        var readings: [MotionReading] = []
        for sensor in sensors {
            guard let text = given[sensor.rawValue] else { continue }
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
            let words = [MotionReading.word, sensor.rawValue] + numbers.map(String.init)
            guard let reading = try? MotionReading(words: words) else {
                throw .usage(
                    "\"\(text.prefix(100))\" is not three numbers with commas between, such as 0,0,-1"
                )
            }
            readings.append(reading)
        }
        guard !readings.isEmpty else {
            throw .usage("nothing to play; name a sensor, such as --accelerometer 0,0,-1")
        }
        return readings.map { .sendEvent($0.words) }
    }

    private static func location(_ command: String, _ words: ArraySlice<String>) throws(Failure)
        -> ControlRequest
    {
        let details = ["accuracy", "altitude", "heading"]
        let given = try CommandWords(command, words, options: Set(details), takesNumbers: true)
        let place = try given.take(1...2)
        let values = details.compactMap { name in given[name].map { [name, $0] } }
        return .sendEvent(
            try checked { () throws(DeviceChange.Malformed) in
                try PlayedLocation(words: [PlayedLocation.word] + place + values.flatMap(\.self))
                    .words
            })
    }

    private static func beacon(_ command: String, _ words: ArraySlice<String>) throws(Failure)
        -> ControlRequest
    {
        let given = try CommandWords(
            command, words, options: ["major", "minor"], flags: ["gone"])
        let uuid = try given.take(1...1)[0]
        let numbers = [given["major"] ?? "0", given["minor"] ?? "0"]
        return .sendEvent(
            try checked { () throws(DeviceChange.Malformed) in
                try PlayedBeacon(
                    words: [PlayedBeacon.word, uuid] + numbers + (given.has("gone") ? ["gone"] : [])
                ).words
            })
    }
}
