import TestSupport
import Testing

/// Each row of the table in docs/transfers.md: a lying server, the built agent, one verdict.
@Suite struct TableTests {
    static let table = Script(name: "table")
    static let groups = [
        "ranges", "bodies", "heads", "redirects", "access", "networks", "uploads",
    ]

    @Test("The table has cases of each kind", arguments: groups)
    func isThere(group: String) {
        #expect(Self.table.list(group).count > 10, "python3 is missing, or table.py fails")
    }

    @Test(
        "What is there is gone on from only when that is safe", .behaviour("X3"),
        arguments: table.list("ranges"))
    func ranges(name: String) throws { try Self.table.check(case: name) }

    @Test(
        "A body is whole, or it isn't taken", .behaviour("X2", "X3"),
        arguments: table.list("bodies"))
    func bodies(name: String) throws { try Self.table.check(case: name) }

    @Test(
        "Statuses, bad headers and busy servers", .behaviour("X2"),
        arguments: table.list("heads"))
    func heads(name: String) throws { try Self.table.check(case: name) }

    @Test(
        "Redirects lead where they may, and take no secrets along", .behaviour("X5"),
        arguments: table.list("redirects"))
    func redirects(name: String) throws { try Self.table.check(case: name) }

    @Test(
        "Passwords, certificates, cookies and proxies", .behaviour("X5", "X9"),
        arguments: table.list("access"))
    func access(name: String) throws { try Self.table.check(case: name) }

    @Test(
        "Networks that are slow, silent, gone or somebody else's", .behaviour("X2", "X9"),
        arguments: table.list("networks"))
    func networks(name: String) throws { try Self.table.check(case: name) }

    @Test(
        "Uploads arrive whole, and once in the end", .behaviour("X1", "X2"),
        arguments: table.list("uploads"))
    func uploads(name: String) throws { try Self.table.check(case: name) }
}
