/// One thing the system decided, and by which rule (D2). `quiesce log` shows these.
// derive: json
public struct Decision: Sendable, Hashable {
    /// Counts from 1 over the device's life.
    public var seq: UInt64
    public var time: WallTime
    public var app: AppID?
    public var launch: Launch?
    public var kind: Kind
    public var from: AppState?
    public var to: AppState?
    public var reason: Reason
    public var rule: Rule?
    public var detail: Detail?

    // derive: json
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Something from outside: the user, a tool, the device.
        case input
        case transition
        /// A finite-length task began, ended or was warned.
        case task
        /// A call was handed to the app.
        case deliver
        case merge
        /// A wake-up was accepted or completed.
        case wake
        /// A transfer began, waits, goes on or ended.
        case transfer
        /// A notification was scheduled, fired, or taken note of.
        case notification
        /// A push waits, or was handed over; its app has a token, or none any more.
        case push
        case refuse
        case kill
    }
}

/// A behaviour of `docs/behaviours.md`, as far as decisions name it.
// derive: json
public enum Rule: String, Sendable, Hashable, CaseIterable {
    case s1 = "S1"
    case s3 = "S3"
    case s4 = "S4"
    case s5 = "S5"
    case s6 = "S6"
    case s7 = "S7"
    case s8 = "S8"
    case s12 = "S12"
    case s13 = "S13"
    case w1 = "W1"
    case w3 = "W3"
    case w4 = "W4"
    case w5 = "W5"
    case t1 = "T1"
    case t2 = "T2"
    case t3 = "T3"
    case t4 = "T4"
    case t5 = "T5"
    case t6 = "T6"
    case t7 = "T7"
    case n1 = "N1"
    case n2 = "N2"
    case n3 = "N3"
    case n4 = "N4"
    case n5 = "N5"
    case n6 = "N6"
    case n7 = "N7"
    case f1 = "F1"
    case f2 = "F2"
    case f3 = "F3"
    case f4 = "F4"
    case f6 = "F6"
    case f9 = "F9"
    case f5 = "F5"
    case f8 = "F8"
    case f7 = "F7"
    case h2 = "H2"
    case h3 = "H3"
    case m1 = "M1"
    case m2 = "M2"
    case p2 = "P2"
    case p3 = "P3"
    case q1 = "Q1"
    case q4 = "Q4"
    case q5 = "Q5"
    case r1 = "R1"
    case r2 = "R2"
    case r3 = "R3"
    case r4 = "R4"
    case r5 = "R5"
    case o1 = "O1"
    case o2 = "O2"
    case o3 = "O3"
    case o4 = "O4"
    case u1 = "U1"
    case u2 = "U2"
    case u4 = "U4"
    case u3 = "U3"
    case c1 = "C1"
    case c2 = "C2"
    case c3 = "C3"
    case c4 = "C4"
    case x1 = "X1"
    case x2 = "X2"
    case x3 = "X3"
    case x4 = "X4"
    case x5 = "X5"
    case x6 = "X6"
    case x7 = "X7"
    case x8 = "X8"
    case x9 = "X9"
    case k1 = "K1"
    case d1 = "D1"
    case g1 = "G1"
    case g2 = "G2"
    case g3 = "G3"
    case g4 = "G4"
    case g5 = "G5"
    case g6 = "G6"
    case a1 = "A1"
    case a2 = "A2"
    case a3 = "A3"
    case a5 = "A5"
    case v1 = "V1"
    case v2 = "V2"
    case v3 = "V3"
    case v6 = "V6"
    case v9 = "V9"
    case e1 = "E1"
    case e2 = "E2"
    case e3 = "E3"
    case w6 = "W6"
    case b1 = "B1"
    case b2 = "B2"
    case b3 = "B3"
    case w2 = "W2"
    case y1 = "Y1"
    case y2 = "Y2"
    case y3 = "Y3"
    case y4 = "Y4"
    case y5 = "Y5"
    case y6 = "Y6"
    case y7 = "Y7"
    case f10 = "F10"
}

/// The numbers and names that decided, kept as values and put into words only when asked for.
// derive: cases
public enum Detail: Sendable, Hashable {
    /// The call that overran, its limit, and how long it had been going.
    case overran(call: String, limit: Interval, elapsed: Interval)
    /// Background time of `allowance` was used up with these tasks open.
    case allowance(Interval, tasks: [String])
    case task(TaskID, name: String?)
    case tasks(count: Int)
    case wake(WakeID, cause: String, limit: Interval)
    case wakeResult(WakeID, cause: String, took: Interval)
    case call(String, seq: UInt64)
    case signal(Int32)
    case code(Int32)
    /// A step of starting a process, and the error number it failed with.
    case failedStep(String, errno: Int32)
    case mode(BackgroundMode, profile: String)
    case until(Instant, crashes: Int)
    /// Wrong passcodes one after the other, and until when none is tried.
    case tries(Int, until: Instant?)
    case late(Interval)
    case version(String)
    case change(DeviceChange)
    case memory(bytes: UInt64)
    case interruption(Interruption)
    case systemEvents([SystemEvent])
    /// So many changes of one kind while the app couldn't be told, and how many of them it is told:
    /// what was undone meanwhile it isn't.
    case merged(SystemEvent, changes: UInt64, told: UInt64)
    case permission(Permission, PermissionState)
    case input(UserInput)
    /// An input, and the screen that it isn't on.
    case outside(UserInput, ScreenSize)
    case lock(HeldLock)
    case ports([OpenPort])
    /// CPU time that was used, and in how long.
    case cpu(used: Interval, elapsed: Interval)
    /// A device, and for how long it has worked.
    case gpu(String, used: Interval)
    case name(String)
    case notBefore(Instant)
    case transfer(TransferDetail)
    case fetch(FetchDetail)
    case notification(NotificationDetail)
    case push(PushDetail)
    case energy(EnergyCharge)
}

/// A request that the core refused, and why.
// derive: json
public struct Refusal: Sendable, Hashable {
    public var reason: Reason
    public var rule: Rule?
    public var detail: Detail?

    public init(_ reason: Reason, rule: Rule? = nil, detail: Detail? = nil) {
        self.reason = reason
        self.rule = rule
        self.detail = detail
    }
}
