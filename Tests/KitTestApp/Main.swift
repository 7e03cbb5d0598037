import QuiesceKit

/// A delegate that implements nothing (S10).
final class Idle: UIApplicationDelegate {}

@main struct Main {
    static func main() {
        if CommandLine.arguments.contains("--idle") { Idle.main() } else { Recorder.main() }
    }
}
