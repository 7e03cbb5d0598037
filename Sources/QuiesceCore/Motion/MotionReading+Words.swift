// A reading in the words of `quiesce send`.
extension MotionReading {
    /// The word before a sensor's name.
    public static let word = "motion"

    /// `motion accelerometer 0 0 -1`
    public init(words: [String]) throws(DeviceChange.Malformed) {
        guard words.count == 5, words[0] == Self.word, let sensor = MotionSensor(rawValue: words[1])
        else {
            let names = MotionSensor.allCases.map(\.rawValue).joined(separator: ", ")
            throw .init(
                description: "motion takes a sensor (\(names)) and its reading along x, y and z")
        }
        var numbers: [Double] = []
        for word in words.dropFirst(2) {
            guard let number = Double(word), number.isFinite else {
                throw .init(description: "\"\(word)\" is not a number, such as -0.98")
            }
            numbers.append(number)
        }
        self.init(sensor, x: numbers[0], y: numbers[1], z: numbers[2])
    }

    /// The words that `init(words:)` reads.
    public var words: [String] { [Self.word, sensor.rawValue, "\(x)", "\(y)", "\(z)"] }
}
