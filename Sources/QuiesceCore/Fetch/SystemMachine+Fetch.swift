// What is asked of background fetches, by apps and by the user.
extension SystemMachine {
    mutating func fetching(_ event: FetchEvent, _ now: Moment, _ out: inout Recorder) {
    }
}
