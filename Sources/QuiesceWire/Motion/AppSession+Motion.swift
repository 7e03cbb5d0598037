import QuiesceVocabulary

extension AppSession {
    /// A sensor's samples, or no more of them (H2).
    package mutating func demand(_ demand: MotionRequest) {
        request { .motion(request: $0, demand) }
    }
}
