import Foundation
import QuiesceCrypto
import Testing

@Suite("Encryption by libcrypto") struct CryptoTests {
    private func bytes(_ hexadecimal: String) -> Data {
        var digits = hexadecimal.filter { !$0.isWhitespace }[...]
        var bytes = Data()
        while !digits.isEmpty {
            bytes.append(UInt8(digits.prefix(2), radix: 16)!)
            digits = digits.dropFirst(2)
        }
        return bytes
    }

    private func opens(_ sealed: Data, _ key: SymmetricKey, _ words: Data) -> Bool {
        (try? AESGCM.open(sealed, using: key, authenticating: words)) != nil
    }

    // MARK: AES-256-GCM

    @Test("Opens the message of test case 16 of the GCM specification")
    func knownMessage() throws {
        let key = SymmetricKey(
            data: bytes("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"))
        let plain = bytes(
            """
            d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525
            b16aedf5aa0de657ba637b39
            """)
        let sealed = bytes(
            """
            cafebabefacedbaddecaf888
            522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838
            c5f61e6393ba7a0abcc9f662
            76fc6ece0f4e1768cddf8853bb2d551b
            """)
        let words = bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2")
        #expect(try AESGCM.open(sealed, using: key, authenticating: words) == plain)
    }

    @Test(
        "A message is opened by its key and words alone, and whole",
        arguments: [0, 1, 16, 100_000])
    func sealed(count: Int) throws {
        let key = SymmetricKey(bitCount: 256)
        let plain = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
        let words = Data("words".utf8)
        let sealed = try AESGCM.seal(plain, using: key, authenticating: words)
        #expect(sealed.count == count + AESGCM.nonceSize + AESGCM.tagSize)
        #expect(try AESGCM.open(sealed, using: key, authenticating: words) == plain)
        #expect(!opens(Data([0]) + sealed, key, words))
        for at in [0, sealed.count / 2, sealed.count - 1] {
            var changed = sealed
            changed[at] ^= 1
            #expect(!opens(changed, key, words))
        }
        #expect(!opens(sealed.dropLast(), key, words))
        #expect(!opens(Data(), key, words))
        #expect(!opens(sealed, key, Data()))
        let other = SymmetricKey(bitCount: 256)
        #expect(!opens(sealed, other, words))
    }

    @Test("A slice of a message opens as the message does")
    func slice() throws {
        let key = SymmetricKey(bitCount: 256)
        let sealed = try AESGCM.seal(Data("hello".utf8), using: key, authenticating: Data())
        let slice = (Data([1, 2, 3]) + sealed).dropFirst(3)
        #expect(try AESGCM.open(slice, using: key, authenticating: Data()) == Data("hello".utf8))
    }

    @Test("No two messages have the same nonce, and a short key is refused")
    func nonces() throws {
        let key = SymmetricKey(bitCount: 256)
        let nonces = try (0..<100).map { _ in
            try AESGCM.seal(Data(), using: key, authenticating: Data()).prefix(12)
        }
        #expect(Set(nonces).count == 100)
        #expect(throws: CryptoError.self) {
            try AESGCM.seal(Data(), using: SymmetricKey(bitCount: 128), authenticating: Data())
        }
    }

    // MARK: Keys

    @Test("HKDF gives the first bytes of test case 1 of RFC 5869")
    func hkdf() throws {
        let key = SymmetricKey(data: bytes("0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b"))
        let derived = try HKDF.deriveKey(
            from: key, salt: bytes("000102030405060708090a0b0c"),
            info: bytes("f0f1f2f3f4f5f6f7f8f9"))
        #expect(
            derived.data
                == bytes("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"))
    }

    @Test("scrypt gives the first bytes of the second test vector of RFC 7914")
    func scrypt() throws {
        let derived = try Scrypt.deriveKey(
            from: Data("password".utf8), salt: Data("NaCl".utf8), rounds: 1024, blockSize: 8,
            parallelism: 16)
        #expect(
            derived.data
                == bytes("fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"))
        // More memory than OpenSSL allows without being told.
        _ = try Scrypt.deriveKey(
            from: Data("1234".utf8), salt: Data("salt".utf8), rounds: 1 << 15, blockSize: 16,
            parallelism: 1)
    }

    @Test("scrypt refuses rounds that are no power of two")
    func wrongRounds() {
        for rounds in [0, 1, 1_000] {
            #expect(throws: CryptoError.self) {
                try Scrypt.deriveKey(
                    from: Data(), salt: Data(), rounds: rounds, blockSize: 8, parallelism: 1)
            }
        }
    }

    @Test("Keys are equal by their bytes, and random ones differ")
    func keys() {
        let key = SymmetricKey(bitCount: 256)
        #expect(key == SymmetricKey(data: key.data))
        #expect(key != SymmetricKey(bitCount: 256))
        #expect(key != SymmetricKey(data: key.data.dropLast()))
        #expect(SymmetricKey(data: [1, 2]).data == Data([1, 2]))
    }

    // MARK: Hashes and signatures

    @Test("SHA-256 of \"abc\", in one piece and in three")
    func sha256() {
        let sum = bytes("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let whole = Data("abc".utf8).withUnsafeBytes { SHA256.hash($0) }
        #expect(Data(whole) == sum)
        let hash = SHA256()
        for letter in "abc".utf8 { withUnsafeBytes(of: letter) { hash.update($0) } }
        #expect(Data(hash.finalize()) == sum)
        // The hash of a longer text goes on from there.
        withUnsafeBytes(of: UInt8(ascii: "d")) { hash.update($0) }
        #expect(hash.finalize().prefix(4) == [0x88, 0xd4, 0x26, 0x6f])
        let empty = SHA256().finalize()
        #expect(empty.prefix(4) == [0xe3, 0xb0, 0xc4, 0x42])
    }

    @Test("A key is the same once it was written and read, and another key isn't P-256")
    func pem() throws {
        let key = P256PrivateKey()
        let again = try P256PrivateKey(pem: key.pem)
        #expect(again.publicKeyPEM == key.publicKeyPEM)
        #expect(key.pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(key.publicKeyPEM.hasPrefix("-----BEGIN PUBLIC KEY-----\n"))
        #expect(throws: CryptoError.self) { try P256PrivateKey(pem: "nonsense") }
        #expect(throws: CryptoError.self) { try P256PrivateKey(pem: key.publicKeyPEM) }
        let p384 = try openssl(["ecparam", "-name", "secp384r1", "-genkey", "-noout"])
        #expect(throws: CryptoError.self) { try P256PrivateKey(pem: p384) }
    }

    @Test("openssl verifies a signature")
    func signature() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("quiesce-crypto-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let key = P256PrivateKey()
        let message = Data("a message".utf8)
        func write(_ data: Data, _ name: String) throws -> String {
            let file = folder.appendingPathComponent(name)
            try data.write(to: file)
            return file.path
        }
        let said = try openssl([
            "dgst", "-sha256", "-verify", write(Data(key.publicKeyPEM.utf8), "key"), "-signature",
            write(key.signature(for: message), "signature"), write(message, "message"),
        ])
        #expect(said == "Verified OK\n")
    }

    private func openssl(_ arguments: [String]) throws -> String {
        let run = Process()
        run.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        run.arguments = arguments
        let output = Pipe()
        run.standardOutput = output
        try run.run()
        run.waitUntilExit()
        return String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
}
