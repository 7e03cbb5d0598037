// Derived from Comparison.swift by scripts/derive. Change that, and run it.
// sha256 40ed5a711e187750

import QuiesceVocabulary

extension Distribution: DescribedFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("mean", mean)
        sink.field("median", median)
        sink.field("p5", p5)
        sink.field("p95", p95)
    }
}

extension PairedChange: DescribedFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("better", better)
        sink.field("high", high)
        sink.field("low", low)
        sink.field("mean", mean)
        sink.field("worse", worse)
        sink.field("worstBy", worstBy)
        sink.field("worstDevice", worstDevice)
    }
}

extension Comparison.Row: DescribedFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("against", against)
        sink.field("change", change)
        sink.field("devices", devices)
        sink.field("measure", measure)
        sink.field("profile", profile)
        sink.field("title", title)
    }
}
