// swift-tools-version:6.2
import PackageDescription

/// Every target: Swift 6 mode, and a warning is an error.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
    name: "Gateway",
    products: [.executable(name: "quiesce-gateway", targets: ["quiesce-gateway"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    ],
    targets: [
        // What the provider API asks of a push and of who sends it. No I/O, no clock.
        .target(
            name: "GatewayRules",
            dependencies: [.product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict),
        // NATS and its JetStream, over the C client.
        .systemLibrary(name: "CNats", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
        .target(name: "NATS", dependencies: ["CNats"], swiftSettings: strict),
        // Devices, tokens and pushes, kept: the protocol, the embedded store, and JetStream's.
        .target(
            name: "GatewayStore",
            dependencies: [
                "GatewayRules", "NATS",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        // The home folder's keys and certificates, and the HTTP/2 server.
        .target(
            name: "GatewayServer",
            dependencies: [
                "GatewayRules", "GatewayStore",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "quiesce-gateway",
            dependencies: [
                "GatewayServer", "GatewayRules", "GatewayStore",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GatewayTests",
            dependencies: [
                "GatewayRules", "GatewayStore", "GatewayServer", "NATS", "quiesce-gateway",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: strict),
    ]
)
