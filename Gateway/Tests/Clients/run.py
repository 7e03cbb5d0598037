"""Runs the tests of this folder as `python -m unittest` does, and writes down which ran.

  run.py XML [ARGUMENT…]      arguments of unittest's

XML gets a result as `swift test --xunit-output` writes it, which scripts/conformance reads: a test that was skipped,
or of which a part failed, isn't among those that passed.
"""
import sys
import unittest
import xml.etree.ElementTree as tree


class Recorded(unittest.TextTestResult):
    """Says what it always says, and remembers the end of each test."""

    ends = {}

    def addSuccess(self, test):
        super().addSuccess(test)
        self.ends[test.id()] = None

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.ends[test.id()] = "skipped"

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.ends[test.id()] = "failure"

    def addError(self, test, error):
        super().addError(test, error)
        self.ends[test.id()] = "failure"


class Runner(unittest.TextTestRunner):
    resultclass = Recorded


def write(path):
    suite = tree.Element("testsuite")
    for name, end in sorted(Recorded.ends.items()):
        around, _, function = name.rpartition(".")
        case = tree.SubElement(suite, "testcase", classname=around, name=function + "()")
        if end:
            tree.SubElement(case, end)
    tree.ElementTree(suite).write(path, encoding="utf-8")


if __name__ == "__main__":
    path = sys.argv.pop(1)
    try:
        unittest.main(module=None, testRunner=Runner)
    finally:
        write(path)
