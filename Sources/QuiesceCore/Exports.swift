// The core speaks the words of apps and tools.
@_exported import QuiesceVocabulary
