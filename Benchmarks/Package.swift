// swift-tools-version:6.2
import PackageDescription

/// Every target: Swift 6 mode, and a warning is an error.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
    name: "Benchmarks",
    dependencies: [
        .package(name: "Quiesce", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // The kernel's work alone, which everything is compared with.
        .executableTarget(name: "bare"),
        // Imports Foundation and does nothing, which launches are compared with.
        .executableTarget(name: "empty", swiftSettings: strict),
        // A download with libcurl and nothing else, which the transfer agent is compared with.
        .executableTarget(name: "download", linkerSettings: [.linkedLibrary("curl")]),
        // Times that one process writes down and another reads.
        .target(name: "CMarks"),
        // Marks when an app's main thread has a datagram.
        .target(name: "CAppMarks", dependencies: ["CMarks"]),
        // Counts the process's allocations.
        .target(name: "CAllocations"),
        .executableTarget(
            name: "BenchApp",
            dependencies: [
                "CAppMarks", "CMarks", .product(name: "QuiesceKit", package: "Quiesce"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "quiesce-bench",
            dependencies: [
                "bare", "empty", "BenchApp", "CMarks", "CAllocations",
                .product(name: "QuiesceCore", package: "Quiesce"),
                .product(name: "QuiesceCoreHarness", package: "Quiesce"),
                .product(name: "QuiesceSimulation", package: "Quiesce"),
                .product(name: "QuiesceDaemon", package: "Quiesce"),
                .product(name: "quiesced", package: "Quiesce"),
                .product(name: "quiesce", package: "Quiesce"),
                .product(name: "quiesce-pushd", package: "Quiesce"),
                .product(name: "quiesce-keeper", package: "Quiesce"),
                .product(name: "Softphone", package: "Quiesce"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
    ]
)
