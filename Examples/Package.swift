// swift-tools-version: 6.1
import PackageDescription

/// Each example is a folder with one file, which says at its top what it shows, and what it prints (`output.txt`).
func example(_ name: String, _ products: String...) -> Target {
    .executableTarget(
        name: name, dependencies: products.map { .product(name: $0, package: "apus") }, path: name,
        exclude: ["output.txt"])
}

let package = Package(
    name: "apus-examples",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "apus", path: "..")],
    targets: [
        example("Tour", "Apus", "AppNetServer"),
        example("PostsCompletion", "Apus", "AppNet", "AppNetServer", "ApusTestServer"),
        example("StubInATest", "ApusCore"),
        example("AppNetClient", "Apus", "AppNet", "AppNetServer"),
        example("CustomMiddleware", "Apus", "AppNetServer"),
        example("Streaming", "Apus", "ApusTestServer"),
        example("CustomTransportConfiguration", "ApusCore", "ApusCurl", "ApusTestServer"),
    ],
    swiftLanguageModes: [.v6]
)
