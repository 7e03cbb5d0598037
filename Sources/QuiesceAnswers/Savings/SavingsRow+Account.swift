import QuiesceCore
import QuiesceWire

extension SavingsRow {
    package init(
        _ account: ProgramSavings.Account, of app: AppID, since: WallTime, swappedBytes: Int?
    ) {
        let (sum, saved, rate) = (account.sum, account.saved, account.rate)
        self.init(
            app: app.name, since: since.iso8601, outOfSightSeconds: sum.outOfSight.inSeconds,
            frozenSeconds: sum.frozen.inSeconds, cpuTakenSeconds: sum.taken.cpu.inSeconds,
            wakeUpsTaken: Int(sum.taken.wakeUps), cpuSavedSeconds: saved?.cpu.inSeconds,
            wakeUpsSaved: saved.map { Int($0.wakeUps) }, awakeCPUSecondsPerSecond: rate?.cpuShare,
            awakeWakeUpsPerSecond: rate?.wakeUpsPerSecond,
            measuredSeconds: rate?.over.inSeconds ?? 0, measuredStretches: rate?.stretches ?? 0,
            measuredAtStart: rate?.isOfStart ?? false,
            swappedBytes: swappedBytes)
    }
}
