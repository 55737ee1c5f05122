import Glibc

/// What libFuzzer calls with each input. Which target gets it says the argument `--target=…`; libFuzzer leaves arguments with
/// two dashes alone.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

private let chosen: Target = {
    let prefix = "--target="
    let name = CommandLine.arguments.last { $0.hasPrefix(prefix) }?.dropFirst(prefix.count) ?? ""
    if let target = Target.all.first(where: { $0.name == name }) { return target }
    // Not `exit`, which libFuzzer takes for a finding.
    _exit(2)
}()
