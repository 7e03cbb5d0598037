/// The wall's date in the zone, and the moments of such dates, where clocks skip or repeat them
/// too.
extension UTCOffsets {
    public func wall(at time: WallTime) -> WallDate {
        WallDate(
            nanoseconds: WallDate(nanoseconds: time.nanoseconds).nanoseconds
                + Int64(seconds(at: time)) * 1_000_000_000)
    }

    /// The first moment at which the wall shows `date` or, if it skips that, has gone past it.
    public func first(showing date: WallDate) -> WallTime {
        var moment = date.nanoseconds
        for span in spans {
            moment = max(span.start, date.nanoseconds - span.offset)
            if moment < span.end { break }
        }
        return WallTime(nanoseconds: moment)
    }

    /// The last moment at which the wall shows `date`; the first one past it, if it is skipped.
    public func last(showing date: WallDate) -> WallTime {
        var last: WallTime?
        for span in spans {
            let moment = date.nanoseconds - span.offset
            if span.start <= moment, moment < span.end { last = WallTime(nanoseconds: moment) }
        }
        return last ?? first(showing: date)
    }

    /// The latest date that the wall has shown until then: not the one that it shows, where clocks
    /// were put back. `first(showing: date) <= time` just if `date <= latestShown(by: time)`.
    func latestShown(by time: WallTime) -> WallDate {
        var latest = WallDate.earliest
        for span in spans where span.start <= time.nanoseconds {
            let last = WallDate(nanoseconds: min(time.nanoseconds, span.end - 1))
            latest = max(latest, WallDate(nanoseconds: last.nanoseconds + span.offset))
        }
        return latest
    }

    /// The times between two changes, of which the first has no beginning and the last no end. In
    /// nanoseconds.
    var spans: some Sequence<Span> {
        (0...changes.count).lazy.map { index in
            Span(
                start: index == 0 ? .min : changes[index - 1].at.nanoseconds,
                end: index == changes.count ? .max : changes[index].at.nanoseconds,
                offset: Int64(index == 0 ? seconds : changes[index - 1].seconds) * 1_000_000_000)
        }
    }

    struct Span {
        var start: Int64
        /// Not in it any more.
        var end: Int64
        /// East of UTC.
        var offset: Int64
    }
}
