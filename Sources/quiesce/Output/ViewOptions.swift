import ArgumentParser
import QuiesceClient
import QuiesceSystemScreen
import QuiesceTerminal
import QuiesceWire

/// The part of the screen that the device doesn't know of, as nobody looks at it all the time.
struct ViewOptions: ParsableArguments {
    @Flag(help: "The app switcher.") var switcher = false
    @Option(help: ArgumentHelp("A page of the home screen or the switcher.", valueName: "n"))
    var page: Int?

    var place: SystemView.Place {
        let page = (page ?? 1) - 1
        if switcher { return .switcher(page: page) }
        return self.page == nil ? .screen : .home(page: page)
    }

    func validate() throws {
        if let page, page < 1 { throw ValidationError("pages are counted from 1") }
    }

    /// As options of the command line.
    static func words(_ place: SystemView.Place) -> String {
        switch place {
        case .screen: ""
        case .home(let page): " --page \(page + 1)"
        case .switcher(let page): " --switcher" + (page > 0 ? " --page \(page + 1)" : "")
        }
    }
}

extension ControlClient: DeviceLine {
    package func ask(_ request: ControlRequest, row: (String) throws -> Void) throws -> String? {
        try call(request, row: row)
    }

    /// Runs what draws or touches the screen, and refuses with its reason.
    func drawing<Result>(_ body: (SystemScreen) throws -> Result) throws -> Result {
        do {
            return try body(SystemScreen(self))
        } catch let problem as ScreenProblem {
            throw Failure.refused(problem.description)
        } catch let refused as TouchRefused {
            throw Failure.refused(oneLine(refused.description))
        }
    }
}
