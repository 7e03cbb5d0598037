import QuiesceCore

extension InfoPlist {
    /// - Throws: `wrongValue` for a schedule that isn't possible, or of an app that isn't hosted.
    static func thaw(_ text: String?, isHosted: Bool) throws -> ThawSchedule? {
        guard let text else { return nil }
        guard isHosted else {
            throw BundleError(
                .wrongValue,
                "QuiesceThaw is for hosted programs alone; add QuiesceHosted, true, or declare what "
                    + "wakes the app in UIBackgroundModes")
        }
        guard let schedule = ThawSchedule(text) else {
            throw BundleError(
                .wrongValue,
                "QuiesceThaw \"\(text.printable)\" is not possible; write \(ThawSchedule.form)")
        }
        return schedule
    }
}
