extension Limits {
    /// Minutes of a program's savings that are kept one by one, a day of them: 100 KB for each
    /// program that is out of sight all day.
    package static let savingsMinutes: Int64 = 1_440
    /// A program's rate is of its last so many stretches out of sight: a busier page in a
    /// browser counts after twelve.
    static let savingsStretches = 15
    /// A program is busy with its start for so long: Firefox takes thirty times as much by then.
    static let savingsStart = Interval.seconds(60)
    /// A shorter stretch out of sight says nothing of a rate: a look for work takes a second.
    static let savingsStretchLeast = Interval.milliseconds(500)
    /// Threads of a program whose wake-ups are counted: a browser with a hundred tabs has three
    /// thousand.
    package static let savingsThreads = 4_096
}
