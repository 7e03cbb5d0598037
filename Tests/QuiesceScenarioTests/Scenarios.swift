import QuiesceCore
import QuiesceSimulation
import Testing

@testable import QuiesceScenario

/// One of everything that a scenario can say.
let wholeScenario = """
    scenario: Everything
    device:
      profile: ios7
      start: 2026-03-02 06:30
      lasts: 2d
    apps:
      - id: org.example.Mail
        name: Post
        version: "2.1"
        modes: [fetch, remote-notification]
        exitsOnSuspend: false
        builtFor: 8
        behaves:
          callbacksTake: 20ms
          ignores: [willTerminate]
          crashesIn: []
          completesAfter: 3s
          completesWith: noData
          completesTwice: false
          endsTasksOnExpiration: true
          exitsWhenTerminated: true
          connects: true
          canStart: true
          canBeKilled: true
          tasks:
            - {in: didEnterBackground, name: sync, for: 40s}
            - {in: performFetch, for: ever}
          floods: 0
          memory: 40MB
          forks: 0
      - id: org.example.Maps
        installed: false
    events:
      - {at: 07:00, open: Post}
      - {at: +1s, home: }
      - {at: day 1 08:00, quit: org.example.Mail}
      - {at: 2026-03-02 08:10, lock: }
      - {at: 08:11, unlock: }
      - {at: 08:12, install: Maps}
      - {at: every weekday 09:00, fetch: Mail}
      - {at: every 6h, push: {app: Mail, contentAvailable: false, times: 2}}
      - {at: every 30m from 10:00 to 11:00 on mondays, push: Mail}
      - {at: 12:00, sleep: }
      - {at: 12:01, wake: }
      - {at: 12:02, beginTask: {app: Mail, name: index, for: 5s}}
      - {at: 12:03, endTask: Mail}
      - {at: 12:04, crash: {app: Mail, signal: 6}}
      - {at: 12:05, exit: Mail}
      - {at: 12:06, disconnect: Mail}
      - {at: 12:07, behave: {app: Mail, completesAfter: never}}
      - {at: 12:08, killDaemon: }
      - {at: 12:09, killDaemon: {when: beforeActing, downFor: 2s}}
      - {at: 12:10, powerCut: {journalKept: false}}
      - {at: 12:11, stall: 3s}
      - {at: 12:12, suspend: 1h}
      - {at: 13:20, freezerTakes: 50ms}
      - {at: 13:21, foreignFreeze: Mail}
      - {at: 13:22, foreignThaw: Mail}
      - {at: 13:23, reboot: }
      - {at: 13:24, shutDown: }
      - {at: 13:25, call: incoming}
      - {at: 13:26, call: end}
      - {at: 13:27, notificationCenter: show}
      - {at: 13:27, alertStyle: {app: Mail, style: alert}}
      - {at: 13:27, registerNotifications: Mail}
      - {at: 13:27, notification: {app: Mail, in: 5m, name: 2}}
      - {at: 13:27, fetchInterval: {app: Mail, of: 15m}}
      - {at: 13:27, fetchInterval: {app: Mail, of: never}}
      - {at: 13:27, openNotification: 0}
      - {at: 13:27, dismissNotification: 1}
      - {at: 13:28, battery: 0.35 unplugged}
      - {at: 13:29, timeZone: Europe/Paris}
      - {at: 13:30, disk: full}
      - {at: 13:33, memoryWarning: }
      - {at: 13:37, passcode: set}
      - {at: 13:37, passcode: wrong}
      - {at: 13:37, openProtectedFile: Mail}
      - {at: 13:37, passcode: clear}
      - {at: 13:34, memoryPressure: {level: critical, missing: 200MB}}
      - {at: 13:35, purge: }
      - {at: 13:36, purge: 1GB}
      - {at: 13:37, touch: began 10 20}
      - {at: 13:38, shake: }
      - {at: 13:39, remoteControl: nextTrack}
      - {at: 13:31, disk: none}
      - {at: 13:32, flood: {app: Mail, messages: 100}}
      - {at: day 2 10:00, uninstall: Maps}
    """

/// A scenario of one app, a.b, with those events.
func events(
    _ lines: String..., device: String = "{start: 2026-03-02 06:30, lasts: 2d}"
) -> String {
    "scenario: x\ndevice: \(device)\napps: [{id: a.b, modes: [fetch]}]\nevents:\n"
        + lines.map { "  - {\($0)}\n" }.joined()
}

/// When each step happens, in seconds since the start.
func times(_ file: ScenarioFile) -> [Double] {
    var now: Int64 = 0
    return file.scenario.steps.map { step in
        now += step.after
        let time = Double(now) / 1000
        switch step.action {
        case .stall(let takes), .suspend(let takes): now += takes
        case _: break
        }
        return time
    }
}
