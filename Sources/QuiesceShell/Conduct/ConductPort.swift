import QuiesceCore

/// Examines the resources that apps hold and use, and restrains apps. The examination goes on off
/// the loop, and never holds up a suspension.
package struct ConductPort {
    /// `completion` is called later, on the loop, unless the app's processes have gone.
    package var examine:
        (ProcessKey, Examination, _ completion: @escaping (Findings) -> Void) -> Void
    package var restrain: (ProcessKey, Restraint) -> Void
    /// Begins to count the bytes that an app receives by its own sockets; nil where nobody counts
    /// them. The answer says how many came since, at most: the whole machine's, where an app's
    /// can't be told from others'. Asked when a fetch begins and when it ends, and never at rest.
    package var receipts: (ProcessKey) -> (() -> UInt64?)?
    /// Time of a core that an app's processes have had since its launch; nil where nobody counts
    /// it. Asked when a fetch begins and when it ends, and never at rest.
    package var cpuTime: (ProcessKey) -> Interval?

    package init(
        examine:
            @escaping (ProcessKey, Examination, _ completion: @escaping (Findings) -> Void) -> Void,
        restrain: @escaping (ProcessKey, Restraint) -> Void,
        receipts: @escaping (ProcessKey) -> (() -> UInt64?)? = { _ in nil },
        cpuTime: @escaping (ProcessKey) -> Interval? = { _ in nil }
    ) {
        self.examine = examine
        self.restrain = restrain
        self.receipts = receipts
        self.cpuTime = cpuTime
    }

    /// Nobody looks at apps.
    package static var none: ConductPort {
        ConductPort(examine: { _, _, _ in }, restrain: { _, _ in })
    }
}
