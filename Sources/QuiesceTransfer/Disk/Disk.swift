import CQuiesceLinux
import Foundation
import Glibc
import QuiesceCore
import Synchronization

/// The threads that wait for the disk, so that the loop doesn't.
///
/// Blocks are written by a few at once. Transfers that end go to two more, each of which takes all
/// that have gathered while it was busy through each step together: they cost one flush of the
/// disk.
final class Disk: Sendable {
    /// Readable when there are results.
    let event: Int32
    private let group: GroupCommit
    private let writing = WorkQueue<DiskJob>()
    private let ending = WorkQueue<DiskJob>()
    private let results = Mutex<[DiskResult]>([])

    /// - Parameter marker: a file in the folder whose length means nothing.
    init(marker: Int32) {
        group = GroupCommit(marker: marker)
        event = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        precondition(event >= 0, "no eventfd")
        for _ in 0..<2 {
            Thread.detachNewThread { [self] in
                ql_name_thread("disk")
                while true { for job in writing.take(most: 1) { report([perform(job)]) } }
            }
        }
        // While one waits for the disk, the other writes.
        for _ in 0..<2 {
            Thread.detachNewThread { [self] in
                ql_name_thread("disk-end")
                while true { finish(ending.take(most: Limits.endedTogether)) }
            }
        }
    }

    /// The result comes with `takeResults`; until then the job's store and block are the disk's.
    func submit(_ job: DiskJob) {
        switch job.work {
        case .finish: ending.add(job)
        case .write, .rest: writing.add(job)
        }
    }

    func takeResults() -> [DiskResult] {
        var count: UInt64 = 0
        _ = read(event, &count, 8)
        return results.withLock {
            let taken = $0
            $0 = []
            return taken
        }
    }

    private func report(_ new: [DiskResult]) {
        let wasEmpty = results.withLock {
            let wasEmpty = $0.isEmpty
            $0 += new
            return wasEmpty
        }
        guard wasEmpty else { return }
        var one: UInt64 = 1
        _ = write(event, &one, 8)
    }

    private func perform(_ job: DiskJob) -> DiskResult {
        let failure = attempt {
            if let start = job.start { try job.store.begin(start, isWhole: false) }
            switch job.work {
            case .write, .finish:
                if let block = job.block { try job.store.write(block) }
            case .rest:
                if let block = job.block { try job.store.write(block) }
                try job.store.rest()
                job.store.close()
            }
        }
        return result(job, failure)
    }

    /// Each step for all, before the next step of any.
    private func finish(_ jobs: [DiskJob]) {
        var failures = [TransferFailure?](repeating: nil, count: jobs.count)
        func step(_ body: (DiskJob) throws -> Void) {
            for (index, job) in jobs.enumerated() where failures[index] == nil {
                failures[index] = attempt { try body(job) }
            }
        }
        step {
            if let start = $0.start { try $0.store.begin(start, isWhole: true) }
            try $0.store.finishBody($0.block)
        }
        step { try $0.store.settleBody(group) }
        // A record that is there already would say so at once, and not only with the commit.
        var committed: TransferFailure?
        if !group.isOrdered || jobs.contains(where: \.store.isKnown) {
            committed = attempt { try group.commit() }
        }
        step {
            if let committed { throw committed }
            try $0.store.finishRecord()
        }
        step { try $0.store.settleRecord(group) }
        let finished = attempt { try group.commit() }
        for job in jobs { job.store.close() }
        report(zip(jobs, failures).map { result($0, $1 ?? finished) })
    }

    private func result(_ job: DiskJob, _ failure: TransferFailure?) -> DiskResult {
        DiskResult(
            run: job.run, block: job.block, work: job.work, size: job.store.size, failure: failure)
    }

    private func attempt(_ body: () throws -> Void) -> TransferFailure? {
        do {
            try body()
            return nil
        } catch let error as DiskError {
            return error.failure
        } catch {
            return error as? TransferFailure ?? TransferFailure(.diskFailed)
        }
    }
}
