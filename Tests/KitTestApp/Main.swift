import Foundation
import QuiesceKit

/// A delegate that implements nothing (S10).
final class Idle: UIApplicationDelegate {}

/// A principal class of an app's own.
final class OwnApplication: UIApplication {
    required init() {
        super.init()
        say("own application")
    }

    override func sendEvent(_ event: UIEvent) {
        say("application hears \(event.type)")
        super.sendEvent(event)
    }
}

@main struct Main {
    static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case "--idle":
            Idle.main()
        case "--afterwards":
            Afterwards.main()
        case "--old":
            OldDelegate.main()
        case "--application-main":
            _ = UIApplicationMain(
                CommandLine.argc, CommandLine.unsafeArgv, NSStringFromClass(OwnApplication.self),
                NSStringFromClass(Recorder.self))
        case _:
            Recorder.main()
        }
    }
}
