import ArgumentParser
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct Unlock: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Unlocks the device: the app that was in front comes back.",
        discussion: """
            Asks for the passcode, where one is set. After five wrong ones none is tried for a minute, \
            then for longer each time.

              quiesce unlock
              echo "$PASSCODE" | quiesce unlock --stdin
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var source: PasscodeSource

    func run() throws {
        let client = try device.client()
        if source.stdin {
            return output.report(
                try client.call(.passcode(.unlockWith(passcode: try PasscodePrompt.line()))))
        }
        let answer = try client.ask(.unlock)
        switch answer {
        case .success(let message): output.report(message)
        case .failure(let refusal) where refusal.reason == "passcodeRequired":
            let passcode = try PasscodePrompt.ask("Passcode: ")
            output.report(try client.call(.passcode(.unlockWith(passcode: passcode))))
        case .failure(let refusal): throw Failure.refused(oneLine(refusal.message))
        }
    }
}

struct Passcode: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sets the passcode that unlocks the device, or clears it.",
        discussion: """
            With one, locking the device makes protected files unreadable, and after a restart nothing \
            is launched into the background before the first unlock. A passcode is never taken from \
            the command line, where other programs could read it.
            """,
        subcommands: [Set.self, Clear.self, Status.self])

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sets the passcode, or another one.",
            discussion: """
                Asks for it twice, and for the present one first. With --stdin, the present one, if \
                there is one, and the new one are lines of standard input.

                  quiesce passcode set
                  printf '1234\\n98765\\n' | quiesce passcode set --stdin
                """)

        @OptionGroup var device: DeviceOptions
        @OptionGroup var source: PasscodeSource

        func run() throws {
            let client = try device.client()
            let isSet = try Passcode.isSet(client)
            let old = isSet ? try source.read("Present passcode: ") : nil
            let new = try source.read("New passcode: ")
            if !source.stdin, try PasscodePrompt.ask("The same again: ") != new {
                throw Failure.refused("the two are not the same; nothing was changed")
            }
            report(try client.call(.passcode(.setPasscode(new, old: old))))
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Clears the passcode: nothing is protected by it any more.")

        @OptionGroup var device: DeviceOptions
        @OptionGroup var source: PasscodeSource

        func run() throws {
            let client = try device.client()
            guard try Passcode.isSet(client) else {
                throw Failure.refused(
                    "no passcode is set; set one with `quiesce passcode set`")
            }
            let old = try source.read("Present passcode: ")
            report(try client.call(.passcode(.clearPasscode(old: old))))
        }
    }

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Says whether a passcode is set, and whether protected files can be read.")

        @OptionGroup var device: DeviceOptions
        @OptionGroup var output: JSONOption

        func run() throws {
            let status = try device.client().row(.status, as: DeviceStatus.self)
            let row = Row(
                passcode: status.passcode ?? false, locked: status.locked,
                protectedData: status.protectedData ?? true,
                wrongPasscodes: status.wrongPasscodes ?? 0)
            if output.json { return say(row.jsonText) }
            say(row.passcode ? "A passcode is set." : "No passcode is set.")
            say("Protected files \(row.protectedData ? "can" : "cannot") be read now.")
            if row.wrongPasscodes > 0 {
                say("Wrong passcodes since the last unlock: \(row.wrongPasscodes)")
            }
        }
    }

    /// The row that `passcode status --json` prints.
    // derive: json sorted written
    struct Row {
        var passcode: Bool
        var locked: Bool
        var protectedData: Bool
        var wrongPasscodes: Int
    }

    fileprivate static func isSet(_ client: ControlClient) throws -> Bool {
        try client.row(.status, as: DeviceStatus.self).passcode ?? false
    }
}

/// Where passcodes come from.
struct PasscodeSource: ParsableArguments {
    @Flag(help: "Read passcodes from standard input, one a line, instead of asking for them.")
    var stdin = false

    func read(_ question: String) throws(Failure) -> String {
        stdin ? try PasscodePrompt.line() : try PasscodePrompt.ask(question)
    }
}
