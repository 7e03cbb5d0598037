import ExampleSupport

/// The wrong things that Misbehaving was told to do, one option each. Times are in seconds.
struct Sins {
    private static let usage = """
        Misbehaving [OPTION …]
          --slow-launch S, --slow-background S, --slow-terminate S: return S seconds late
          --hang-launch, --crash-launch, --crash-after S
          --exit CODE [--after S]
          --never-end-task; --slow-expiration S, --end-in-expiration: end it when it expires
          --no-completion: of a fetch or a push
          --fork-bomb N, --daemonise: processes of its own
          --flood N: so many tasks begun and ended
          --garbage KIND, --second-connection
          --ignore-sigterm, --burn
          --pry: with each fetch it reads its protected diary, whether the device is locked or not
          --hold-lock flock|posix|ofd: on a file that other apps share
          --listen PORT (0: any), --hoard MB, --leak MB: so much more ten times a second, in the
            background
        """

    let slowLaunch, slowBackground, slowTerminate, slowExpiration, crashAfter: Double?
    let exitCode, forkBomb, flood, listen, hoard, leak: Int?
    let holdLock: Conduct.Lock?
    let exitAfter: Double
    let garbage: Garbage?
    let hangLaunch, crashLaunch, neverEndTask, endInExpiration, noCompletion: Bool
    let daemonise, secondConnection, ignoreSigterm, burn, pry: Bool

    init() {
        let options = Options(
            usage: Self.usage,
            flags: [
                "--hang-launch", "--crash-launch", "--never-end-task", "--end-in-expiration",
                "--no-completion", "--daemonise", "--second-connection", "--ignore-sigterm",
                "--burn", "--pry",
            ],
            values: [
                "--slow-launch", "--slow-background", "--slow-terminate", "--slow-expiration",
                "--crash-after", "--exit", "--after", "--fork-bomb", "--flood", "--garbage",
                "--hold-lock", "--listen", "--hoard", "--leak",
            ])
        slowLaunch = options.number("--slow-launch", atLeast: 0)
        slowBackground = options.number("--slow-background", atLeast: 0)
        slowTerminate = options.number("--slow-terminate", atLeast: 0)
        slowExpiration = options.number("--slow-expiration", atLeast: 0)
        crashAfter = options.number("--crash-after", atLeast: 0)
        exitCode = options.integer("--exit", atLeast: 0)
        exitAfter = options.number("--after", atLeast: 0) ?? 0
        forkBomb = options.integer("--fork-bomb", atLeast: 1)
        flood = options.integer("--flood", atLeast: 1)
        listen = options.integer("--listen", atLeast: 0)
        hoard = options.integer("--hoard", atLeast: 1)
        leak = options.integer("--leak", atLeast: 1)
        holdLock = options.choice("--hold-lock")
        garbage = options.choice("--garbage")
        hangLaunch = options.has("--hang-launch")
        crashLaunch = options.has("--crash-launch")
        neverEndTask = options.has("--never-end-task")
        endInExpiration = options.has("--end-in-expiration")
        noCompletion = options.has("--no-completion")
        daemonise = options.has("--daemonise")
        secondConnection = options.has("--second-connection")
        ignoreSigterm = options.has("--ignore-sigterm")
        burn = options.has("--burn")
        pry = options.has("--pry")
    }
}
