import QuiesceCore

/// What apps hold and use, and what they are kept from. It is looked at off the loop, and never holds
/// up a suspension.
package struct ConductPort {
    /// `completion` is called later, on the loop, unless the app's processes have gone.
    package var examine:
        (ProcessKey, Examination, _ completion: @escaping (Findings) -> Void) -> Void
    package var restrain: (ProcessKey, Restraint) -> Void
    /// How many bytes the machine has received since it started; nil where nobody counts them. Asked when a
    /// fetch begins and when it ends, and never at rest.
    package var received: () -> UInt64?

    package init(
        examine:
            @escaping (ProcessKey, Examination, _ completion: @escaping (Findings) -> Void) -> Void,
        restrain: @escaping (ProcessKey, Restraint) -> Void,
        received: @escaping () -> UInt64? = { nil }
    ) {
        self.examine = examine
        self.restrain = restrain
        self.received = received
    }

    /// Nobody looks at apps.
    package static var none: ConductPort {
        ConductPort(examine: { _, _, _ in }, restrain: { _, _ in })
    }
}
