import Testing

@testable import QuiesceKit

/// Apps that tests launch in this process, one beside another.
@MainActor @Suite struct LaunchedBeforeTests {
    @Test("A test's launch gives the app before it its scheduler, its session and its link back")
    func restored() {
        Stage.play { stage in
            let (tasks, transfers) = (BGTaskScheduler.current, BackgroundTransfers.current)
            var sound: DaemonLink? { AVAudioSession.sharedInstance().state.withLock(\.link) }
            #expect(sound === stage.application.link)
            Stage.play { inner in
                #expect(sound === inner.application.link)
                #expect(BGTaskScheduler.current !== tasks)
            }
            #expect(sound === stage.application.link)
            #expect(UIApplication.running === stage.application)
            #expect(DaemonLink.current === stage.application.link)
            #expect(BGTaskScheduler.current === tasks)
            #expect(BackgroundTransfers.current === transfers)
        }
    }
}
