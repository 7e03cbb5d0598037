extension String {
    /// Untrusted text, for an answer or a log: in one line of bounded length, with what isn't
    /// printable ASCII escaped. A single character may have any number of bytes.
    package var printable: String { printable(atMost: 80) }

    /// The same of at most so many characters of the text.
    package func printable(atMost most: Int) -> String {
        unicodeScalars.prefix(most).map { scalar in
            (0x20..<0x7f).contains(scalar.value)
                ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        }.joined()
    }
}
