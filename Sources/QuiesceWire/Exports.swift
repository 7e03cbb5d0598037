// Who speaks over the sockets says the words of the vocabulary.
@_exported import QuiesceVocabulary
