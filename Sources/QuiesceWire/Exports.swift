// Every speaker over the sockets uses the words of the vocabulary.
@_exported import QuiesceVocabulary
