// swift-tools-version: 6.1
import PackageDescription

/// One list of settings for every Swift target, so that no module is checked less than another.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

let package = Package(
    name: "apus",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Apus", targets: ["Apus"]),
        .library(name: "ApusCore", targets: ["ApusCore"]),
        .library(name: "ApusCurl", targets: ["ApusCurl"]),
        .library(name: "ApusURLSession", targets: ["ApusURLSession"]),
        .library(name: "ApusTestServer", targets: ["ApusTestServer"]),
        .library(name: "ApusTestServerTLS", targets: ["ApusTestServerTLS"]),
        .library(name: "ApusConformance", targets: ["ApusConformance"]),
        .library(name: "AppNet", targets: ["AppNet"]),
        .library(name: "AppNetServer", targets: ["AppNetServer"]),
        .executable(name: "apus", targets: ["ApusTool"]),
    ],
    targets: [
        // System libraries, found through pkg-config.
        .systemLibrary(
            name: "CLibcurl", path: "Sources/CLibcurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(
            name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CBrotli", path: "Sources/CBrotli", pkgConfig: "libbrotlidec",
            providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]),
        .systemLibrary(
            name: "CZstd", path: "Sources/CZstd", pkgConfig: "libzstd",
            providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
        .systemLibrary(
            name: "COpenSSL", path: "Sources/COpenSSL", pkgConfig: "openssl",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),

        // Shims over them, with types that Swift can call.
        .target(name: "CContentCoding", dependencies: ["CZlib", "CBrotli", "CZstd"]),
        .target(name: "CCurl", dependencies: ["CLibcurl", "CContentCoding"]),
        .target(name: "CSockets"),
        .target(name: "CTLS", dependencies: ["COpenSSL"]),

        // The library, in the order of its arrows.
        .target(name: "ApusCore", swiftSettings: strict),
        .target(name: "ApusCurl", dependencies: ["ApusCore", "CCurl"], swiftSettings: strict),
        .target(name: "ApusURLSession", dependencies: ["ApusCore"], swiftSettings: strict),
        .target(
            name: "Apus",
            dependencies: [
                "ApusCore",
                .target(name: "ApusCurl", condition: .when(platforms: [.linux])),
                .target(
                    name: "ApusURLSession",
                    condition: .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS])),
            ],
            swiftSettings: strict),
        .target(name: "ApusTestServer", dependencies: ["ApusCore", "CSockets"], swiftSettings: strict),
        // Apart from the server, so that who needs no TLS needs no OpenSSL.
        .target(
            name: "ApusTestServerTLS", dependencies: ["ApusCore", "ApusTestServer", "CSockets", "CTLS"],
            swiftSettings: strict),
        .target(
            name: "ApusConformance", dependencies: ["ApusCore", "ApusTestServer", "ApusTestServerTLS"],
            swiftSettings: strict),
        .target(name: "AppNet", dependencies: ["ApusCore"], swiftSettings: strict),
        .target(
            name: "AppNetServer", dependencies: ["ApusCore", "ApusTestServer", "AppNet"],
            swiftSettings: strict),
        .target(
            name: "ApusCommands", dependencies: ["Apus", "AppNet", "AppNetServer", "ApusTestServer"],
            swiftSettings: strict),
        // Not named like its product: `Apus` and `apus` would be one folder on a file system that ignores case.
        .executableTarget(name: "ApusTool", dependencies: ["ApusCommands"], swiftSettings: strict),

        // The law, held by this library's own transports: what the tests and the table of `make law` share.
        .target(
            name: "ApusLaw", dependencies: ["ApusConformance", "ApusCurl", "ApusURLSession"], swiftSettings: strict),
        .executableTarget(name: "ApusLawTool", dependencies: ["ApusConformance", "ApusLaw"], swiftSettings: strict),

        // Tests, one target for each module.
        .testTarget(name: "ApusCoreTests", dependencies: ["ApusCore"], swiftSettings: strict),
        .testTarget(
            name: "ApusCurlTests", dependencies: ["ApusCurl", "ApusTestServer", "CContentCoding", "CCurl"],
            swiftSettings: strict),
        .testTarget(
            name: "ApusPeerTests", dependencies: ["ApusCore", "ApusCurl", "ApusTestServer"],
            swiftSettings: strict),
        .testTarget(
            name: "ApusURLSessionTests", dependencies: ["ApusURLSession", "ApusTestServer"],
            swiftSettings: strict),
        .testTarget(
            name: "ApusTestServerTests", dependencies: ["ApusCore", "ApusTestServer", "CSockets"],
            swiftSettings: strict),
        .testTarget(
            name: "ApusConformanceTests", dependencies: ["ApusConformance", "ApusLaw"], swiftSettings: strict),
        .testTarget(
            name: "ApusTestServerTLSTests",
            dependencies: ["ApusCore", "ApusCurl", "ApusTestServer", "ApusTestServerTLS"],
            swiftSettings: strict),
        .testTarget(
            name: "AppNetTests", dependencies: ["AppNet"], resources: [.copy("Fixtures")],
            swiftSettings: strict),
        .testTarget(
            name: "AppNetServerTests", dependencies: ["Apus", "AppNet", "AppNetServer"],
            swiftSettings: strict),
        .testTarget(
            name: "ApusCommandsTests",
            dependencies: ["Apus", "AppNet", "AppNetServer", "ApusCommands", "ApusTestServer"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
