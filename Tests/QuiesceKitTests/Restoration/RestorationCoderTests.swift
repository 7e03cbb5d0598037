import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

@Suite struct RestorationCoderTests {
    @Test("Numbers, values and objects come back", .behaviour("P1"))
    func values() throws {
        let coder = RestorationCoder()
        coder.encode(3, forKey: "integer")
        coder.encode(true, forKey: "bool")
        coder.encode(2.5, forKey: "double")
        coder.encode("text", forKey: "string")
        coder.encode(["a": 1], forKey: "dictionary")
        coder.encode(Place(row: 7), forKey: "object")
        coder.encode(nil, forKey: "nothing")
        let read = try RestorationCoder(data: coder.data())
        #expect(read.decodeInteger(forKey: "integer") == 3)
        #expect(read.decodeBool(forKey: "bool"))
        #expect(read.decodeDouble(forKey: "double") == 2.5)
        #expect(read.decodeObject(forKey: "string") as? String == "text")
        #expect(read.decodeObject(of: NSString.self, forKey: "string") == "text")
        #expect(read.decodeObject(forKey: "dictionary") as? [String: Int] == ["a": 1])
        #expect((read.decodeObject(forKey: "object") as? Place)?.row == 7)
        #expect(read.containsValue(forKey: "integer") && !read.containsValue(forKey: "nothing"))
    }

    @Test(
        "A key that isn't there, or is of something else, is nil or zero, and the others are read")
    func missing() throws {
        let coder = RestorationCoder()
        coder.encode("text", forKey: "string")
        let read = try RestorationCoder(data: coder.data())
        #expect(read.decodeObject(forKey: "missing") == nil)
        #expect(read.decodeObject(of: NSNumber.self, forKey: "string") == nil)
        #expect(read.decodeInteger(forKey: "string") == 0)
        #expect(read.decodeObject(forKey: "string") as? String == "text")
    }
}

/// An object of an app's, without secure coding. Not private: Foundation archives no private
/// classes.
final class Place: NSObject, NSCoding {
    let row: Int

    init(row: Int) { self.row = row }

    init?(coder: NSCoder) { row = coder.decodeInteger(forKey: "row") }

    func encode(with coder: NSCoder) { coder.encode(row, forKey: "row") }
}
