// Derived from Explain/Decision.swift by scripts/derive. Change that, and run it.
// sha256 4a084704d795f3f1

extension Decision: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("seq", seq)
        sink.field("time", time)
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("kind", kind)
        sink.field("from", from)
        sink.field("to", to)
        sink.field("reason", reason)
        sink.field("rule", rule)
        sink.field("detail", detail)
    }

    public init(fields: JSONObject) throws(JSONError) {
        seq = try fields.read("seq")
        time = try fields.read("time")
        app = try fields.readIfPresent("app")
        launch = try fields.readIfPresent("launch")
        kind = try fields.read("kind")
        from = try fields.readIfPresent("from")
        to = try fields.readIfPresent("to")
        reason = try fields.read("reason")
        rule = try fields.readIfPresent("rule")
        detail = try fields.readIfPresent("detail")
    }
}

extension Decision.Kind: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .input: sink.word("input", number: 0)
        case .transition: sink.word("transition", number: 1)
        case .task: sink.word("task", number: 2)
        case .deliver: sink.word("deliver", number: 3)
        case .merge: sink.word("merge", number: 4)
        case .wake: sink.word("wake", number: 5)
        case .transfer: sink.word("transfer", number: 6)
        case .notification: sink.word("notification", number: 7)
        case .push: sink.word("push", number: 8)
        case .refuse: sink.word("refuse", number: 9)
        case .kill: sink.word("kill", number: 10)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension Rule: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .s1: sink.word("S1", number: 0)
        case .s3: sink.word("S3", number: 1)
        case .s4: sink.word("S4", number: 2)
        case .s5: sink.word("S5", number: 3)
        case .s6: sink.word("S6", number: 4)
        case .s7: sink.word("S7", number: 5)
        case .s8: sink.word("S8", number: 6)
        case .s12: sink.word("S12", number: 7)
        case .s13: sink.word("S13", number: 8)
        case .w1: sink.word("W1", number: 9)
        case .w3: sink.word("W3", number: 10)
        case .w4: sink.word("W4", number: 11)
        case .w5: sink.word("W5", number: 12)
        case .t1: sink.word("T1", number: 13)
        case .t2: sink.word("T2", number: 14)
        case .t3: sink.word("T3", number: 15)
        case .t4: sink.word("T4", number: 16)
        case .t5: sink.word("T5", number: 17)
        case .t6: sink.word("T6", number: 18)
        case .t7: sink.word("T7", number: 19)
        case .n1: sink.word("N1", number: 20)
        case .n2: sink.word("N2", number: 21)
        case .n3: sink.word("N3", number: 22)
        case .n4: sink.word("N4", number: 23)
        case .n5: sink.word("N5", number: 24)
        case .n6: sink.word("N6", number: 25)
        case .n7: sink.word("N7", number: 26)
        case .f1: sink.word("F1", number: 27)
        case .f2: sink.word("F2", number: 28)
        case .f3: sink.word("F3", number: 29)
        case .f4: sink.word("F4", number: 30)
        case .f6: sink.word("F6", number: 31)
        case .f9: sink.word("F9", number: 32)
        case .f5: sink.word("F5", number: 33)
        case .f8: sink.word("F8", number: 34)
        case .f7: sink.word("F7", number: 35)
        case .h2: sink.word("H2", number: 36)
        case .h3: sink.word("H3", number: 37)
        case .m1: sink.word("M1", number: 38)
        case .m2: sink.word("M2", number: 39)
        case .p2: sink.word("P2", number: 40)
        case .p3: sink.word("P3", number: 41)
        case .q1: sink.word("Q1", number: 42)
        case .q4: sink.word("Q4", number: 43)
        case .q5: sink.word("Q5", number: 44)
        case .r1: sink.word("R1", number: 45)
        case .r2: sink.word("R2", number: 46)
        case .r3: sink.word("R3", number: 47)
        case .r4: sink.word("R4", number: 48)
        case .r5: sink.word("R5", number: 49)
        case .o1: sink.word("O1", number: 50)
        case .o2: sink.word("O2", number: 51)
        case .o3: sink.word("O3", number: 52)
        case .o4: sink.word("O4", number: 53)
        case .u1: sink.word("U1", number: 54)
        case .u2: sink.word("U2", number: 55)
        case .u4: sink.word("U4", number: 56)
        case .u3: sink.word("U3", number: 57)
        case .c1: sink.word("C1", number: 58)
        case .c2: sink.word("C2", number: 59)
        case .c3: sink.word("C3", number: 60)
        case .c4: sink.word("C4", number: 61)
        case .x1: sink.word("X1", number: 62)
        case .x2: sink.word("X2", number: 63)
        case .x3: sink.word("X3", number: 64)
        case .x4: sink.word("X4", number: 65)
        case .x5: sink.word("X5", number: 66)
        case .x6: sink.word("X6", number: 67)
        case .x7: sink.word("X7", number: 68)
        case .x8: sink.word("X8", number: 69)
        case .x9: sink.word("X9", number: 70)
        case .k1: sink.word("K1", number: 71)
        case .d1: sink.word("D1", number: 72)
        case .g1: sink.word("G1", number: 73)
        case .g2: sink.word("G2", number: 74)
        case .g3: sink.word("G3", number: 75)
        case .g4: sink.word("G4", number: 76)
        case .g5: sink.word("G5", number: 77)
        case .g6: sink.word("G6", number: 78)
        case .a1: sink.word("A1", number: 79)
        case .a2: sink.word("A2", number: 80)
        case .a3: sink.word("A3", number: 81)
        case .a5: sink.word("A5", number: 82)
        case .v1: sink.word("V1", number: 83)
        case .v2: sink.word("V2", number: 84)
        case .v3: sink.word("V3", number: 85)
        case .v6: sink.word("V6", number: 86)
        case .v9: sink.word("V9", number: 87)
        case .e1: sink.word("E1", number: 88)
        case .e2: sink.word("E2", number: 89)
        case .e3: sink.word("E3", number: 90)
        case .w6: sink.word("W6", number: 91)
        case .b1: sink.word("B1", number: 92)
        case .b2: sink.word("B2", number: 93)
        case .b3: sink.word("B3", number: 94)
        case .w2: sink.word("W2", number: 95)
        case .y1: sink.word("Y1", number: 96)
        case .y2: sink.word("Y2", number: 97)
        case .y3: sink.word("Y3", number: 98)
        case .y4: sink.word("Y4", number: 99)
        case .y5: sink.word("Y5", number: 100)
        case .y6: sink.word("Y6", number: 101)
        case .y7: sink.word("Y7", number: 102)
        case .f10: sink.word("F10", number: 103)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension Detail: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .overran(let value0, let value1, let value2):
            sink.beginCase("overran", number: 0)
            sink.field("call", value0)
            sink.field("limit", value1)
            sink.field("elapsed", value2)
        case .allowance(let value0, let value1):
            sink.beginCase("allowance", number: 1)
            sink.field("_0", value0)
            sink.field("tasks", value1)
        case .task(let value0, let value1):
            sink.beginCase("task", number: 2)
            sink.field("_0", value0)
            sink.field("name", value1)
        case .tasks(let value0):
            sink.beginCase("tasks", number: 3)
            sink.field("count", value0)
        case .wake(let value0, let value1, let value2):
            sink.beginCase("wake", number: 4)
            sink.field("_0", value0)
            sink.field("cause", value1)
            sink.field("limit", value2)
        case .wakeResult(let value0, let value1, let value2):
            sink.beginCase("wakeResult", number: 5)
            sink.field("_0", value0)
            sink.field("cause", value1)
            sink.field("took", value2)
        case .call(let value0, let value1):
            sink.beginCase("call", number: 6)
            sink.field("_0", value0)
            sink.field("seq", value1)
        case .signal(let value0):
            sink.beginCase("signal", number: 7)
            sink.field("_0", value0)
        case .code(let value0):
            sink.beginCase("code", number: 8)
            sink.field("_0", value0)
        case .failedStep(let value0, let value1):
            sink.beginCase("failedStep", number: 9)
            sink.field("_0", value0)
            sink.field("errno", value1)
        case .mode(let value0, let value1):
            sink.beginCase("mode", number: 10)
            sink.field("_0", value0)
            sink.field("profile", value1)
        case .until(let value0, let value1):
            sink.beginCase("until", number: 11)
            sink.field("_0", value0)
            sink.field("crashes", value1)
        case .tries(let value0, let value1):
            sink.beginCase("tries", number: 12)
            sink.field("_0", value0)
            sink.field("until", value1)
        case .late(let value0):
            sink.beginCase("late", number: 13)
            sink.field("_0", value0)
        case .version(let value0):
            sink.beginCase("version", number: 14)
            sink.field("_0", value0)
        case .change(let value0):
            sink.beginCase("change", number: 15)
            sink.field("_0", value0)
        case .memory(let value0):
            sink.beginCase("memory", number: 16)
            sink.field("bytes", value0)
        case .interruption(let value0):
            sink.beginCase("interruption", number: 17)
            sink.field("_0", value0)
        case .systemEvents(let value0):
            sink.beginCase("systemEvents", number: 18)
            sink.field("_0", value0)
        case .merged(let value0, let value1, let value2):
            sink.beginCase("merged", number: 19)
            sink.field("_0", value0)
            sink.field("changes", value1)
            sink.field("told", value2)
        case .permission(let value0, let value1):
            sink.beginCase("permission", number: 20)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .input(let value0):
            sink.beginCase("input", number: 21)
            sink.field("_0", value0)
        case .outside(let value0, let value1):
            sink.beginCase("outside", number: 22)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .lock(let value0):
            sink.beginCase("lock", number: 23)
            sink.field("_0", value0)
        case .ports(let value0):
            sink.beginCase("ports", number: 24)
            sink.field("_0", value0)
        case .cpu(let value0, let value1):
            sink.beginCase("cpu", number: 25)
            sink.field("used", value0)
            sink.field("elapsed", value1)
        case .gpu(let value0, let value1):
            sink.beginCase("gpu", number: 26)
            sink.field("_0", value0)
            sink.field("used", value1)
        case .name(let value0):
            sink.beginCase("name", number: 27)
            sink.field("_0", value0)
        case .notBefore(let value0):
            sink.beginCase("notBefore", number: 28)
            sink.field("_0", value0)
        case .transfer(let value0):
            sink.beginCase("transfer", number: 29)
            sink.field("_0", value0)
        case .fetch(let value0):
            sink.beginCase("fetch", number: 30)
            sink.field("_0", value0)
        case .notification(let value0):
            sink.beginCase("notification", number: 31)
            sink.field("_0", value0)
        case .push(let value0):
            sink.beginCase("push", number: 32)
            sink.field("_0", value0)
        case .energy(let value0):
            sink.beginCase("energy", number: 33)
            sink.field("_0", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("overran") {
            self = .overran(
                call: try fields.read("call"),
                limit: try fields.read("limit"),
                elapsed: try fields.read("elapsed"))
        } else if word.isWord("allowance") {
            self = .allowance(
                try fields.read("_0"),
                tasks: try fields.read("tasks"))
        } else if word.isWord("task") {
            self = .task(
                try fields.read("_0"),
                name: try fields.readIfPresent("name"))
        } else if word.isWord("tasks") {
            self = .tasks(
                count: try fields.read("count"))
        } else if word.isWord("wake") {
            self = .wake(
                try fields.read("_0"),
                cause: try fields.read("cause"),
                limit: try fields.read("limit"))
        } else if word.isWord("wakeResult") {
            self = .wakeResult(
                try fields.read("_0"),
                cause: try fields.read("cause"),
                took: try fields.read("took"))
        } else if word.isWord("call") {
            self = .call(
                try fields.read("_0"),
                seq: try fields.read("seq"))
        } else if word.isWord("signal") {
            self = .signal(
                try fields.read("_0"))
        } else if word.isWord("code") {
            self = .code(
                try fields.read("_0"))
        } else if word.isWord("failedStep") {
            self = .failedStep(
                try fields.read("_0"),
                errno: try fields.read("errno"))
        } else if word.isWord("mode") {
            self = .mode(
                try fields.read("_0"),
                profile: try fields.read("profile"))
        } else if word.isWord("until") {
            self = .until(
                try fields.read("_0"),
                crashes: try fields.read("crashes"))
        } else if word.isWord("tries") {
            self = .tries(
                try fields.read("_0"),
                until: try fields.readIfPresent("until"))
        } else if word.isWord("late") {
            self = .late(
                try fields.read("_0"))
        } else if word.isWord("version") {
            self = .version(
                try fields.read("_0"))
        } else if word.isWord("change") {
            self = .change(
                try fields.read("_0"))
        } else if word.isWord("memory") {
            self = .memory(
                bytes: try fields.read("bytes"))
        } else if word.isWord("interruption") {
            self = .interruption(
                try fields.read("_0"))
        } else if word.isWord("systemEvents") {
            self = .systemEvents(
                try fields.read("_0"))
        } else if word.isWord("merged") {
            self = .merged(
                try fields.read("_0"),
                changes: try fields.read("changes"),
                told: try fields.read("told"))
        } else if word.isWord("permission") {
            self = .permission(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("input") {
            self = .input(
                try fields.read("_0"))
        } else if word.isWord("outside") {
            self = .outside(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("lock") {
            self = .lock(
                try fields.read("_0"))
        } else if word.isWord("ports") {
            self = .ports(
                try fields.read("_0"))
        } else if word.isWord("cpu") {
            self = .cpu(
                used: try fields.read("used"),
                elapsed: try fields.read("elapsed"))
        } else if word.isWord("gpu") {
            self = .gpu(
                try fields.read("_0"),
                used: try fields.read("used"))
        } else if word.isWord("name") {
            self = .name(
                try fields.read("_0"))
        } else if word.isWord("notBefore") {
            self = .notBefore(
                try fields.read("_0"))
        } else if word.isWord("transfer") {
            self = .transfer(
                try fields.read("_0"))
        } else if word.isWord("fetch") {
            self = .fetch(
                try fields.read("_0"))
        } else if word.isWord("notification") {
            self = .notification(
                try fields.read("_0"))
        } else if word.isWord("push") {
            self = .push(
                try fields.read("_0"))
        } else if word.isWord("energy") {
            self = .energy(
                try fields.read("_0"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension Refusal: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("reason", reason)
        sink.field("rule", rule)
        sink.field("detail", detail)
    }

    public init(fields: JSONObject) throws(JSONError) {
        reason = try fields.read("reason")
        rule = try fields.readIfPresent("rule")
        detail = try fields.readIfPresent("detail")
    }
}
