// swift-tools-version:6.2
import PackageDescription

/// Every target: Swift 6 mode, and a warning is an error.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// The example apps, each one executable under `Examples/`. `make apps` bundles them.
let examples = [
    "HelloNoun", "ImageHop", "SlowCount", "Misbehaving", "Gallery", "GettingAttention", "BepBop",
    "PodcastBox", "Mailbox", "Runner", "Cupertino", "Radio", "Softphone",
    "HeartRate", "Beacon", "Messenger",
]
/// Those that are written as for iOS, in the mode that most code for it uses.
let examplesFromIOS = ["Messenger"]
/// Those with files for their bundle, in `Resources/`.
let examplesWithResources = ["Gallery", "GettingAttention"]
/// Those with background sessions.
let examplesWithTransfers = ["BepBop", "PodcastBox"]
/// Those that protect files.
let examplesWithProtection = ["Misbehaving"]

/// Apple's modules, of which each is QuiesceKit under another name: for code as it is written for iOS. Nothing of this package but
/// the tests depends on them, and nobody gets one who doesn't ask for its product. Who depends on one names QuiesceKit as well: what is
/// only re-exported SwiftPM doesn't look at when it decides what to compile anew.
let appleNames = [
    "UIKit", "UserNotifications", "BackgroundTasks", "CoreLocation", "AVFAudio", "AVFoundation",
    "CoreBluetooth", "ExternalAccessory", "MediaPlayer", "PushKit", "CoreMotion", "CoreMedia",
    "MetricKit",
]

/// The module that the compiler wants where a file imports Testing and UIKit.
let uiKitForTests: Target.Dependency = "_Testing_UIKit"

/// The files of a new app, which `quiesce` has in itself: it is installed without any folder beside it.
let newApp: [Resource] = [
    "NewApp-Info.plist", "ReadMe.md", "project.pbxproj", "swift_format.json",
    "Sources/NewApp/AppDelegate.swift", "Sources/NewApp/SceneDelegate.swift",
    "Sources/NewApp/Counts.swift", "Tests/NewAppTests/NewAppTests.swift",
].map { .embedInCode("New/Template/\($0)") }

/// The page that `quiesce timeline` fills, in the order in which its scripts are put together.
let timelinePage: [Resource] = [
    "page.html", "timeline.css", "data.js", "time.js", "chain.js", "view.js", "lanes.js",
    "shapes.js", "cells.js", "draw.js", "overview.js", "details.js", "search.js", "whynot.js",
    "moment.js", "keys.js", "main.js",
].map { .embedInCode("Page/\($0)") }

/// The console's page, which the program has in itself.
let consolePage: [Resource] = [
    "devices.html", "devices.css", "devices.js", "index.html", "style.css", "panels.css",
    "icon.svg", "console.js", "line.js", "elements.js",
    "commands.js", "screen.js", "drawing.js", "events.js", "controls.js", "apps.js", "notices.js",
    "transfers.js", "memory.js", "place.js", "walk.js", "timeline.js",
].map { .embedInCode("Page/\($0)") }

/// What the device and its tools need, and an app doesn't.
let device: TargetDependencyCondition? = .when(traits: ["Device"])

let package = Package(
    name: "Quiesce",
    products: [
        .library(name: "QuiesceKit", targets: ["QuiesceKit"]),
        .library(name: "QuiesceKitNetworking", targets: ["QuiesceKitNetworking"]),
        .library(name: "QuiesceURLSession", targets: ["QuiesceURLSession"]),
        .library(name: "QuiesceKitProtection", targets: ["QuiesceKitProtection"]),
        .library(name: "QuiesceTesting", targets: ["QuiesceTesting"]),
        .library(name: "QuiesceCore", targets: ["QuiesceCore"]),
        .executable(name: "quiesced", targets: ["quiesced"]),
        .executable(name: "quiesce", targets: ["quiesce"]),
        .executable(name: "quiesce-transferd", targets: ["quiesce-transferd"]),
        .executable(name: "quiesce-pushd", targets: ["quiesce-pushd"]),
        .executable(name: "quiesce-host", targets: ["quiesce-host"]),
        .executable(name: "quiesce-keeper", targets: ["quiesce-keeper"]),
        .executable(name: "quiesce-console", targets: ["quiesce-console"]),
        .executable(name: "quiesce-portal", targets: ["quiesce-portal"]),
        .executable(name: "quiesce-bus", targets: ["quiesce-bus"]),
        .executable(name: "quiesce-unifiedpush", targets: ["quiesce-unifiedpush"]),
        .executable(name: "quiesce-sim", targets: ["quiesce-sim"]),
        .library(name: "QuiesceSimulation", targets: ["QuiesceSimulation"]),
        // For Benchmarks/, which calls it; an example.
        .executable(name: "Softphone", targets: ["Softphone"]),
        // For Benchmarks/, which writes a journal as the daemon does; no API.
        .library(name: "QuiesceDaemon", targets: ["QuiesceDaemon"]),
        // For Benchmarks/ too, which makes up a day; no API.
        .library(name: "QuiesceCoreHarness", targets: ["QuiesceCoreHarness"]),
        // For the fuzzers, a package of their own in Fuzz/.
        .library(name: "FuzzChecks", targets: ["FuzzChecks"]),
        // All of Apple's modules that there are.
        .library(name: "AppleNames", targets: appleNames + ["QuiesceKit"]),
    ] + appleNames.map { .library(name: $0, targets: [$0, "QuiesceKit"]) },
    // An app's package that names only those it needs fetches and builds no others' dependencies.
    traits: [
        .trait(
            name: "Device",
            description: "The daemon, its agents and tools, and the simulator's files."),
        .default(enabledTraits: ["Device"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        // What apps, tools and the device say to each other, and the core speaks of. Imports nothing.
        .target(name: "QuiesceVocabulary", swiftSettings: strict),
        // Policy. Imports no more than that: no Foundation, no Glibc, no clock, no I/O.
        .target(
            name: "QuiesceCore", dependencies: ["QuiesceVocabulary"], swiftSettings: strict),
        // The core with the shell, the kernel and the apps played: for tests, fuzzers and benchmarks.
        .target(
            name: "QuiesceCoreHarness", dependencies: ["QuiesceCore"], swiftSettings: strict),
        // How it goes over the two sockets.
        .target(
            name: "QuiesceWire", dependencies: ["QuiesceVocabulary"], swiftSettings: strict),
        // The system calls that Swift's Glibc module lacks.
        .target(name: "CQuiesceLinux"),
        // An app's sound: libsndfile and libpulse-simple, loaded when an app first makes one.
        .target(name: "CQuiesceSound"),
        // `Name.app` on disk → a checked `AppManifest`.
        .target(
            name: "QuiesceBundle", dependencies: ["QuiesceCore", "CQuiesceLinux"],
            swiftSettings: strict),
        // Plain files, errno, processes and cgroups, as the daemon and the tools see them.
        .target(name: "QuiesceLinux", dependencies: ["CQuiesceLinux"], swiftSettings: strict),
        // The journal: reading it, and playing it again, as it was or under other rules.
        .target(
            name: "QuiesceJournal", dependencies: ["QuiesceCore", "QuiesceLinux"],
            swiftSettings: strict),
        // Thousands of devices under two policies: journals, or made-up owners.
        .target(
            name: "QuiesceFleet",
            dependencies: [
                "QuiesceCore", "QuiesceCoreHarness", "QuiesceJournal", "QuiesceSimulation",
            ],
            swiftSettings: strict),
        // Profiles of an owner's own, in TOML.
        .target(
            name: "QuiesceProfiles",
            dependencies: [
                "QuiesceCore", "QuiesceLinux",
                .product(name: "TOMLKit", package: "TOMLKit", condition: device),
            ],
            swiftSettings: strict),
        // The time zone database.
        .target(name: "QuiesceZones", dependencies: ["QuiesceCore"], swiftSettings: strict),
        // What tools are told, made from what the core knows: live, from a journal or a simulation.
        .target(
            name: "QuiesceAnswers", dependencies: ["QuiesceCore", "QuiesceWire"],
            swiftSettings: strict),
        // Pango and cairo, loaded when a tool first draws or measures text.
        .target(name: "CQuiesceText"),
        // The screen as its user sees it, composed of answers to tools.
        .target(
            name: "QuiesceSystemScreen",
            dependencies: ["QuiesceAnswers", "QuiesceWire", "CQuiesceText", "CQuiesceLinux"],
            swiftSettings: strict),
        .testTarget(
            name: "QuiesceSystemScreenTests",
            dependencies: ["QuiesceSystemScreen", "QuiesceWire", "TestSupport"],
            swiftSettings: strict),
        // OpenSSL's libcrypto, and the part of it that Quiesce uses, in Swift.
        .target(name: "CLibcrypto", linkerSettings: [.linkedLibrary("crypto")]),
        .target(name: "QuiesceCrypto", dependencies: ["CLibcrypto"], swiftSettings: strict),
        .testTarget(
            name: "QuiesceCryptoTests", dependencies: ["QuiesceCrypto"], swiftSettings: strict),
        // Protected files and the keys that open them: for the Kit, and for the daemon's key bag.
        .target(
            name: "QuiesceProtection",
            dependencies: ["QuiesceCrypto"],
            swiftSettings: strict),
        .testTarget(
            name: "QuiesceProtectionTests", dependencies: ["QuiesceProtection", "TestSupport"],
            swiftSettings: strict),
        // The core's shell, with the world behind ports: the daemon and the simulator run it.
        .target(
            name: "QuiesceShell",
            dependencies: ["QuiesceCore", "QuiesceWire", "QuiesceAgentProtocol", "QuiesceZones"],
            swiftSettings: strict),
        // What the daemon and the transfer agent say to each other.
        .target(
            name: "QuiesceAgentProtocol", dependencies: ["QuiesceCore", "QuiesceWire"],
            swiftSettings: strict),
        // libsystemd's sd-bus.
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd"),
        // libpulse, which speaks to the machine's sound server.
        .systemLibrary(name: "CPulse"),
        // libxcb, which speaks to an X server.
        .systemLibrary(name: "CXCB"),
        // A connection to a message bus, for the desktop and the daemon's sources.
        .target(name: "QuiesceBus", dependencies: ["CSystemd"], swiftSettings: strict),
        // Notifications on the desktop's session bus.
        .target(
            name: "QuiesceDesktop", dependencies: ["QuiesceBus", "CQuiesceLinux"],
            swiftSettings: strict),
        .testTarget(
            name: "QuiesceDesktopTests", dependencies: ["QuiesceDesktop", "TestSupport"],
            swiftSettings: strict),
        // A caller of services of ours, for tests of those.
        .target(
            name: "BusTestSupport", dependencies: ["QuiesceBus"], path: "Tests/BusTestSupport",
            swiftSettings: strict),
        // A backend for xdg-desktop-portal, in its own process.
        .target(
            name: "QuiescePortal",
            dependencies: [
                "QuiesceBus", "QuiesceDesktop", "QuiesceWire", "QuiesceClient", "QuiesceLinux",
                "QuiesceTerminal", "CQuiesceLinux",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "quiesce-portal",
            dependencies: [
                "QuiescePortal", "QuiesceWire", "QuiesceTerminal",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: device),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "QuiescePortalTests",
            dependencies: [
                "QuiescePortal", "QuiesceBus", "QuiesceWire", "BusTestSupport", "TestSupport",
                "quiesce-portal",
            ],
            swiftSettings: strict),
        // The device on D-Bus, in a process of its own.
        .target(
            name: "QuiesceDeviceBus",
            dependencies: [
                "QuiesceBus", "QuiesceWire", "QuiesceClient", "QuiesceLinux", "QuiesceTerminal",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "quiesce-bus",
            dependencies: [
                "QuiesceDeviceBus", "QuiesceWire", "QuiesceTerminal",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: device),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "QuiesceDeviceBusTests",
            dependencies: [
                "QuiesceDeviceBus", "QuiesceBus", "QuiesceWire", "BusTestSupport", "TestSupport",
                "quiesce-bus",
            ],
            swiftSettings: strict),
        // libcurl, and what Swift can't call of it.
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
        // Shared by the agents: libcurl on an epoll, which requests for VoIP have too, and the
        // socket to the daemon.
        .target(
            name: "QuiesceAgent", dependencies: ["QuiesceVocabulary", "CCurl", "CQuiesceLinux"],
            swiftSettings: strict),
        // The push agent: the line to the push gateway, in a process of its own.
        .target(
            name: "QuiescePush",
            dependencies: [
                "QuiesceAgent", "QuiesceAgentProtocol", "QuiesceVocabulary", "CCurl",
                "CQuiesceLinux",
                "QuiesceCrypto",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "quiesce-pushd", dependencies: ["QuiescePush"], swiftSettings: strict),
        .testTarget(
            name: "QuiescePushTests",
            dependencies: [
                "QuiescePush", "QuiesceAgentProtocol", "CQuiesceLinux", "TestSupport",
                "quiesce-pushd",
                "QuiesceCrypto",
            ],
            swiftSettings: strict),
        // A UnifiedPush distributor, a process of its own beside any device.
        .target(
            name: "QuiesceUnifiedPush",
            dependencies: [
                "QuiescePush", "QuiesceAgent", "QuiesceAgentProtocol", "QuiesceBus",
                "QuiesceCrypto", "QuiesceLinux", "QuiesceTerminal", "CCurl", "CQuiesceLinux",
                .product(name: "GRDB", package: "GRDB.swift", condition: device),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "quiesce-unifiedpush",
            dependencies: [
                "QuiesceUnifiedPush", "QuiesceTerminal", "QuiesceWire",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: device),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "QuiesceUnifiedPushTests",
            dependencies: ["QuiesceUnifiedPush", "TestSupport", "quiesce-unifiedpush"],
            swiftSettings: strict),
        // The transfer agent: HTTP for the daemon, in a process of its own.
        .target(
            name: "QuiesceTransfer",
            dependencies: [
                "QuiesceAgent", "QuiesceCore", "QuiesceWire", "QuiesceAgentProtocol", "CCurl",
                "CQuiesceLinux",
                "QuiesceCrypto",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "quiesce-transferd", dependencies: ["QuiesceTransfer"], swiftSettings: strict),
        .testTarget(
            name: "QuiesceTransferTests",
            dependencies: [
                "QuiesceTransfer", "QuiesceCore", "QuiesceWire", "QuiesceAgentProtocol",
                "CQuiesceLinux",
                "TestSupport", "quiesce-transferd",
                "QuiesceCrypto",
            ],
            exclude: ["Support/server.py"], swiftSettings: strict),
        // The agent with servers that lie, by the Python of Tests/TransferHarness.
        .testTarget(
            name: "TransferTests",
            dependencies: [
                "TestSupport", "quiesce-transferd", "quiesce-keeper", "quiesced", "quiesce",
                "TransferHarnessApp",
            ],
            swiftSettings: strict),
        // The daemon: a device on Linux.
        .target(
            name: "QuiesceDaemon",
            dependencies: [
                "QuiesceCore", "QuiesceWire", "QuiesceAnswers", "QuiesceShell", "QuiesceBundle",
                "QuiesceLinux", "QuiesceJournal", "QuiesceProfiles", "QuiesceZones",
                "QuiesceProtection", "QuiesceBus", "QuiesceDesktop", "CQuiesceLinux", "CPulse",
                "CSystemd", "CXCB", "QuiesceCrypto",
                .product(name: "GRDB", package: "GRDB.swift", condition: device),
                .product(name: "Logging", package: "swift-log", condition: device),
            ],
            swiftSettings: strict),
        // The SDK that apps link.
        .target(
            name: "QuiesceKit",
            dependencies: ["QuiesceWire", "CQuiesceLinux", "CQuiesceSound"],
            swiftSettings: strict),
        // Protected files, apart because they bring libcrypto.
        .target(
            name: "QuiesceKitProtection",
            dependencies: ["QuiesceKit", "QuiesceProtection", "CQuiesceLinux"],
            swiftSettings: strict),
        // Background sessions, requests for VoIP and Newsstand, apart because FoundationNetworking
        // takes time to load.
        .target(
            name: "QuiesceKitNetworking",
            dependencies: ["QuiesceKit", "QuiesceWire", "QuiesceAgent", "CCurl", "CQuiesceLinux"],
            swiftSettings: strict),
        // Background sessions under URLSession's names.
        .target(
            name: "QuiesceURLSession", dependencies: ["QuiesceKitNetworking"],
            swiftSettings: strict),
        // An app that is any program.
        .executableTarget(
            name: "quiesce-host",
            dependencies: ["QuiesceKit", "QuiesceWire", "QuiesceLinux", "CQuiesceLinux"],
            swiftSettings: strict),
        // Thaws apps whose daemon has died.
        .executableTarget(name: "quiesce-keeper"),
        .executableTarget(
            name: "quiesced",
            dependencies: [
                "QuiesceDaemon", "QuiesceLinux", "QuiesceProfiles", "CQuiesceLinux",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: device),
            ],
            swiftSettings: strict),
        // A device in a browser, over its control socket, in its own process: HTTP and WebSocket
        // are FlyingFox's, which brings nothing else along.
        .target(
            name: "QuiesceConsole",
            dependencies: [
                "QuiesceCore", "QuiesceWire", "QuiesceClient", "QuiesceSystemScreen",
                "QuiesceJournal", "QuiesceTimeline", "QuiesceTerminal", "CQuiesceLinux",
                .product(name: "FlyingFox", package: "FlyingFox", condition: device),
            ],
            resources: consolePage, swiftSettings: strict),
        .executableTarget(
            name: "quiesce-console",
            dependencies: [
                "QuiesceConsole", "QuiesceWire", "QuiesceTerminal",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: device),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "QuiesceConsoleTests",
            dependencies: ["QuiesceConsole", "QuiesceWire", "QuiesceTerminal"],
            swiftSettings: strict),
        .executableTarget(
            name: "quiesce",
            dependencies: [
                "QuiesceCore", "QuiesceWire", "QuiesceAnswers", "QuiesceBundle", "QuiesceLinux",
                "QuiesceJournal", "QuiesceProfiles", "QuiesceZones", "QuiesceSystemScreen",
                "QuiesceClient", "QuiesceScenario", "QuiesceSimulation", "QuiesceTimeline",
                "QuiesceFleet", "QuiesceTerminal", "CQuiesceLinux",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: device),
            ],
            resources: newApp, swiftSettings: strict),
        // The app that `quiesce new` writes: what is embedded there is compiled and tested here.
        .executableTarget(
            name: "NewApp", dependencies: ["UIKit", "BackgroundTasks", "QuiesceKit"],
            path: "Sources/quiesce/New/Template/Sources/NewApp", swiftSettings: strict),
        .testTarget(
            name: "NewAppTests", dependencies: ["NewApp", "QuiesceKit", "QuiesceTesting"],
            path: "Sources/quiesce/New/Template/Tests/NewAppTests", swiftSettings: strict),

        // The core on a virtual clock: seeded worlds, faults, and what must never be seen.
        .target(
            name: "QuiesceSimulation",
            dependencies: [
                "QuiesceCore", "QuiesceWire", "QuiesceShell", "QuiesceAgentProtocol",
            ],
            swiftSettings: strict),
        // A device's life as a page: from a journal, or from a simulation.
        .target(
            name: "QuiesceTimeline",
            dependencies: [
                "QuiesceCore", "QuiesceWire", "QuiesceAnswers", "QuiesceJournal",
                "QuiesceSimulation",
            ],
            resources: timelinePage, swiftSettings: strict),
        // Scenarios that people write, in YAML → a `Scenario`, and the report of its run.
        .target(
            name: "QuiesceScenario",
            dependencies: [
                "QuiesceCore", "QuiesceBundle", "QuiesceLinux", "QuiesceProfiles",
                "QuiesceSimulation",
                .product(name: "Yams", package: "Yams", condition: device),
            ],
            swiftSettings: strict),
        // How well fetches are timed, measured on what owners of devices did.
        .target(
            name: "FetchEvaluation", dependencies: ["QuiesceCore"],
            path: "Research/FetchEvaluation", swiftSettings: strict),
        .executableTarget(
            name: "evaluate-fetch",
            dependencies: [
                "FetchEvaluation", "QuiesceTerminal",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: device),
            ],
            path: "Research/evaluate-fetch", swiftSettings: strict),
        .testTarget(
            name: "FetchEvaluationTests",
            dependencies: ["FetchEvaluation", "QuiesceCore", "TestSupport", "evaluate-fetch"],
            swiftSettings: strict),
        // How tools print: lines, tables, progress, failures.
        .target(name: "QuiesceTerminal", swiftSettings: strict),
        // A tool's end of the control socket.
        .target(
            name: "QuiesceClient",
            dependencies: ["QuiesceWire", "QuiesceTerminal", "CQuiesceLinux"],
            swiftSettings: strict),
        .executableTarget(
            name: "quiesce-sim",
            dependencies: [
                "QuiesceSimulation",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: device),
            ],
            swiftSettings: strict),

        // What must hold of any bytes that a decoder is given: for the fuzzers, and for tests that
        // run their corpora.
        .target(
            name: "FuzzChecks",
            dependencies: [
                "QuiesceCore", "QuiesceCoreHarness", "QuiesceWire", "QuiesceShell",
                "QuiesceBundle", "QuiesceJournal",
            ],
            path: "Fuzz/Checks", swiftSettings: strict),
        .testTarget(
            name: "FuzzTests", dependencies: ["FuzzChecks", "TestSupport"],
            swiftSettings: strict),
        // A virtual device inside `swift test`, for apps.
        .target(
            name: "QuiesceTesting",
            dependencies: [
                "QuiesceKit", "QuiesceKitProtection", "QuiesceProtection", "QuiesceSimulation",
                "QuiesceTimeline", "QuiesceCore", "QuiesceWire", "QuiesceBundle", "CQuiesceTesting",
                "QuiesceCrypto",
            ],
            swiftSettings: strict),
        // Keeps an app's concurrent work on one thread while it is tested.
        .target(name: "CQuiesceTesting"),

        // The examples' common part: launch arguments, state file, and the looks of screens.
        .target(
            name: "ExampleSupport", dependencies: ["QuiesceKit"], path: "Examples/Support",
            swiftSettings: strict),
        // The `.behaviour("W1")` trait and the helpers that tests share.
        .target(
            name: "TestSupport", dependencies: ["CQuiesceLinux"], path: "Tests/TestSupport",
            exclude: ["desktop.py", "gpsd.py"], swiftSettings: strict),
        .testTarget(
            name: "QuiesceCoreTests",
            dependencies: ["QuiesceCore", "QuiesceCoreHarness", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "QuiesceSimulationTests",
            dependencies: [
                "QuiesceSimulation", "QuiesceCore", "QuiesceWire", "QuiesceAgentProtocol",
                "TestSupport", "quiesce-sim",
            ],
            exclude: ["Saved"], swiftSettings: strict),
        .testTarget(
            name: "QuiesceTestingTests",
            dependencies: [
                "QuiesceTesting", "QuiesceKit", "QuiesceKitProtection", "QuiesceCore",
                "QuiesceWire",
                "TestSupport",
            ],
            swiftSettings: strict),
        // Sentences of Apple's documents: docs/equivalence.md.
        .testTarget(
            name: "Equivalence",
            dependencies: [
                "QuiesceTesting", "QuiesceKit", "QuiesceKitNetworking", "QuiesceKitProtection",
                "QuiesceCore", "QuiesceSimulation",
            ],
            path: "Equivalence", swiftSettings: strict),
        // The example that shows how an app tests its background behaviour.
        .testTarget(
            name: "SlowCountTests",
            dependencies: ["SlowCount", "QuiesceTesting", "QuiesceKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "QuiesceScenarioTests",
            dependencies: [
                "QuiesceScenario", "QuiesceSimulation", "QuiesceCore", "QuiesceProfiles",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "QuiesceFleetTests",
            dependencies: ["QuiesceFleet", "QuiesceJournal", "QuiesceCore", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "QuiesceVocabularyTests", dependencies: ["QuiesceVocabulary", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "QuiesceWireTests",
            dependencies: ["QuiesceWire", "TestSupport"],
            exclude: ["Golden"], swiftSettings: strict),
        .testTarget(
            name: "QuiesceBundleTests",
            dependencies: ["QuiesceBundle", "QuiesceCore", "CQuiesceLinux", "TestSupport"],
            exclude: ["Sounds/Fixtures", "Sounds/make-fixtures.py"], swiftSettings: strict),
        .testTarget(
            name: "QuiesceAnswersTests",
            dependencies: ["QuiesceAnswers", "QuiesceCore", "QuiesceWire", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "QuiesceJournalTests",
            dependencies: [
                "QuiesceJournal", "QuiesceLinux", "QuiesceCore", "QuiesceCoreHarness",
                "JournalTestSupport", "TestSupport",
            ],
            swiftSettings: strict),
        // A device in a test that writes a journal as the daemon does.
        .target(
            name: "JournalTestSupport",
            dependencies: ["QuiesceJournal", "QuiesceCore", "QuiesceCoreHarness", "TestSupport"],
            path: "Tests/JournalTestSupport", swiftSettings: strict),
        .testTarget(
            name: "QuiesceTimelineTests",
            dependencies: [
                "QuiesceTimeline", "QuiesceJournal", "QuiesceCore", "QuiesceSimulation",
                "JournalTestSupport", "TestSupport", "quiesce",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "QuiesceProfilesTests",
            dependencies: ["QuiesceProfiles", "QuiesceLinux", "QuiesceCore", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "QuiesceZonesTests",
            dependencies: ["QuiesceZones", "QuiesceCore", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "QuiesceShellTests",
            dependencies: ["QuiesceShell", "QuiesceCore", "QuiesceWire", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "QuiesceDaemonTests",
            dependencies: [
                "QuiesceDaemon", "QuiesceShell", "QuiesceJournal", "QuiesceLinux",
                "QuiesceZones", "QuiesceProtection", "QuiesceBus", "CPulse", "CXCB",
                "QuiesceBundle", "TestSupport", "StoreProbe",
                .product(name: "Logging", package: "swift-log", condition: device),
            ],
            exclude: ["Store/Older"], swiftSettings: strict),
        // A process that uses the store, for tests that kill it or fail its disk.
        .executableTarget(
            name: "StoreProbe", dependencies: ["QuiesceDaemon", "QuiesceJournal", "QuiesceLinux"],
            path: "Tests/StoreProbe",
            swiftSettings: strict),
        .testTarget(
            name: "QuiesceKitTests",
            dependencies: [
                "QuiesceKit", "QuiesceKitNetworking", "QuiesceKitProtection", "QuiesceURLSession",
                "QuiesceWire",
                "QuiesceCore", "CQuiesceLinux", "TestSupport", "KitTestApp", "TransferTestApp",
                "IOSTestApp", "SceneTestApp", "DownloadTestApp", "UploadTestApp", "IOSLinks",
            ] + examples.map { .target(name: $0) },
            swiftSettings: strict),
        // The app that tests drive: it writes down each callback.
        .executableTarget(
            name: "KitTestApp", dependencies: ["QuiesceKit", "QuiesceKitProtection"],
            path: "Tests/KitTestApp",
            swiftSettings: strict),
        // Code as it is written for iOS, in the mode that most of it uses.
        .executableTarget(
            name: "IOSTestApp", dependencies: ["UIKit", "BackgroundTasks", "QuiesceKit"],
            path: "Tests/IOSTestApp",
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
        // An app that is opened with URLs, quick actions and activities, and opens others.
        .executableTarget(
            name: "IOSLinks", dependencies: ["UIKit", "QuiesceKit"], path: "Tests/IOSLinks",
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
        // The same with a scene, as Xcode's template has it.
        .executableTarget(
            name: "SceneTestApp", dependencies: ["UIKit", "QuiesceKit"], path: "Tests/SceneTestApp",
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
        // A downloader, as apps have them, in Swift 5 mode, and an uploader in Swift 6 mode.
        .executableTarget(
            name: "DownloadTestApp", dependencies: ["UIKit", "QuiesceURLSession", "QuiesceKit"],
            path: "Tests/DownloadTestApp",
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "UploadTestApp", dependencies: ["UIKit", "QuiesceURLSession", "QuiesceKit"],
            path: "Tests/UploadTestApp", swiftSettings: strict),
        // A podcast player, as apps have them.
        .executableTarget(
            name: "IOSPodcast",
            dependencies: [
                "UIKit", "UserNotifications", "AVFoundation", "MediaPlayer", "QuiesceURLSession",
                "QuiesceKit",
            ], path: "Tests/IOSApps/Podcast",
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
        // A calendar, with a scene, in Swift 6 mode.
        .executableTarget(
            name: "IOSCalendar",
            dependencies: ["UIKit", "UserNotifications", "BackgroundTasks", "QuiesceKit"],
            path: "Tests/IOSApps/Calendar", swiftSettings: strict),
        // A tracker.
        .executableTarget(
            name: "IOSTracker",
            dependencies: ["UIKit", "UserNotifications", "CoreLocation", "QuiesceKit"],
            path: "Tests/IOSApps/Tracker",
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
        // A health app, whose days go to its server.
        .executableTarget(
            name: "IOSHealth",
            dependencies: [
                "UIKit", "BackgroundTasks", "QuiesceURLSession", "QuiesceKitProtection",
                "QuiesceKit",
            ], path: "Tests/IOSApps/Health",
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
        // A news reader, with a scene, in Swift 6 mode.
        .executableTarget(
            name: "IOSNews",
            dependencies: [
                "UIKit", "UserNotifications", "BackgroundTasks", "QuiesceURLSession", "QuiesceKit",
            ], path: "Tests/IOSApps/News", swiftSettings: strict),
        // A thermometer's.
        .executableTarget(
            name: "IOSThermometer",
            dependencies: ["UIKit", "UserNotifications", "CoreBluetooth", "QuiesceKit"],
            path: "Tests/IOSApps/Thermometer",
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
        // For files that import both Testing and UIKit.
        .target(
            name: "_Testing_UIKit", path: "Sources/AppleNames/_Testing_UIKit",
            swiftSettings: strict),
        // The same on a virtual device, as their authors test them.
        .testTarget(
            name: "IOSAppTests",
            dependencies: ["IOSHealth", "UIKit", "QuiesceTesting", "QuiesceKit"],
            path: "Tests/IOSAppTests", swiftSettings: strict),
        // The same for background sessions.
        .executableTarget(
            name: "TransferTestApp",
            dependencies: ["QuiesceKit", "QuiesceKitNetworking", "QuiesceURLSession"],
            path: "Tests/TransferTestApp", swiftSettings: strict),
        // The app of the kill harness, which takes what it is told from a file.
        .executableTarget(
            name: "TransferHarnessApp", dependencies: ["QuiesceKit", "QuiesceKitNetworking"],
            path: "Tests/TransferHarnessApp", swiftSettings: strict),
        .testTarget(
            name: "quiesceTests",
            dependencies: [
                "quiesce", "QuiesceTerminal", "QuiesceScenario", "QuiesceSimulation", "QuiesceCore",
                "QuiesceClient",
                "QuiesceWire", "QuiesceBundle", "CQuiesceLinux", "TestSupport",
            ],
            swiftSettings: strict),
        // The built `quiesced`, `quiesce` and example apps, as real processes.
        .testTarget(
            name: "DeviceTests",
            dependencies: [
                "QuiesceWire", "QuiesceCore", "QuiesceDaemon", "QuiesceJournal", "QuiesceLinux",
                "QuiesceBus", "QuiesceSimulation",
                "CQuiesceLinux", "BusTestSupport", "TestSupport",
                "quiesced", "quiesce", "quiesce-transferd", "quiesce-pushd", "quiesce-host",
                "quiesce-keeper", "quiesce-console", "quiesce-portal", "quiesce-bus",
                "quiesce-unifiedpush",
                "KitTestApp",
                "TransferTestApp",
                "IOSTestApp", "SceneTestApp", "DownloadTestApp", "UploadTestApp", "IOSPodcast",
                "IOSTracker", "IOSCalendar", "IOSHealth", "IOSNews", "IOSThermometer", "IOSLinks",
                "NewApp",
            ] + examples.map { .target(name: $0) },
            swiftSettings: strict),
    ]
        + appleNames.map {
            .target(
                name: $0, dependencies: ["QuiesceKit"] + ($0 == "UIKit" ? [uiKitForTests] : []),
                path: "Sources/AppleNames/\($0)", swiftSettings: strict)
        }
        + examples.map {
            .executableTarget(
                name: $0,
                dependencies: ["QuiesceKit", "ExampleSupport", "CQuiesceLinux"]
                    + (examplesFromIOS.contains($0) ? ["UIKit", "UserNotifications"] : [])
                    + (examplesWithTransfers.contains($0) ? ["QuiesceKitNetworking"] : [])
                    + (examplesWithProtection.contains($0) ? ["QuiesceKitProtection"] : []),
                path: "Examples/\($0)",
                exclude: ["Info.plist"] + (examplesWithResources.contains($0) ? ["Resources"] : []),
                swiftSettings: examplesFromIOS.contains($0)
                    ? [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)] : strict)
        }
)

/// The modules in which whole days are played: unoptimized they take most of the tests' time.
let played: Set = [
    "QuiesceVocabulary", "QuiesceCore", "QuiesceCoreHarness", "QuiesceWire", "QuiesceShell",
    "QuiesceJournal", "QuiesceSimulation", "QuiesceTimeline", "QuiesceFleet",
]

// Where `make` asks for it: SwiftPM takes no package with such flags as another's dependency.
if Context.environment["QUIESCE_OPTIMIZED"] != nil {
    for target in package.targets where played.contains(target.name) {
        target.swiftSettings? += [.unsafeFlags(["-O"], .when(configuration: .debug))]
    }
}
