import TestSupport
import Testing

@testable import QuiesceCore

/// Notes which rooms are in a list.
private struct Names: RoomVisitor, RoomReader {
    var names: [String] = []

    mutating func visit<R: Room>(_ room: inout R, in _: inout Surroundings) {
        names.append("\(R.self)")
    }

    mutating func read<R: Room>(_ room: R, _: borrowing Surroundings) { names.append("\(R.self)") }
}

@Suite("The list of rooms") struct RoomTests {
    @Test("Both lists have each room of the machine, once, in one order")
    func lists() {
        var machine = SystemMachine(profile: .ios8)
        var visited = Names()
        machine.visitRooms(&visited)
        var read = Names()
        machine.readRooms(&read)
        #expect(visited.names == read.names)
        let rooms = Mirror(reflecting: machine).children.compactMap { child in
            (child.value as? any Room).map { "\(type(of: $0))" }
        }
        #expect(!rooms.isEmpty)
        #expect(visited.names.sorted() == rooms.sorted())
    }

    @Test("No two rooms have facts of the same kind")
    func kinds() {
        struct Kinds: RoomReader {
            var kinds: [String] = []
            mutating func read<R: Room>(_ room: R, _: borrowing Surroundings) {
                if let kind = R.factKind { kinds.append(kind) }
            }
        }
        var reader = Kinds()
        SystemMachine(profile: .ios8).readRooms(&reader)
        #expect(Set(reader.kinds).count == reader.kinds.count)
    }
}
