import Glibc
import Testing

/// Looks until that is so, where nothing announces it; two minutes fail the test.
public func waitUntil(
    _ what: Comment, at location: SourceLocation = #_sourceLocation, _ isSo: () throws -> Bool
) throws {
    let end = ContinuousClock.now + .seconds(120)
    while try !isSo() {
        try #require(ContinuousClock.now < end, what, sourceLocation: location)
        usleep(2_000)
    }
}
