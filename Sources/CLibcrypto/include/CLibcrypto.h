/// The few functions of OpenSSL's libcrypto that Quiesce uses, without macros and variadic
/// arguments, which Swift doesn't import. Each returns 0 on success and -1 on failure.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define QC_NONCE_SIZE 12
#define QC_TAG_SIZE 16
#define QC_SHA256_SIZE 32

int qc_random(void *bytes, size_t count);
/// Overwrites a secret; the compiler can't leave it out.
void qc_cleanse(void *bytes, size_t count);

/// AES-256-GCM. `out` has room for `count` bytes.
int qc_gcm_seal(const uint8_t key[32], const uint8_t nonce[QC_NONCE_SIZE], const void *words,
                size_t words_count, const void *plain, size_t count, void *out,
                uint8_t tag[QC_TAG_SIZE]);
/// -1 also if the tag isn't right; `out` means nothing then.
int qc_gcm_open(const uint8_t key[32], const uint8_t nonce[QC_NONCE_SIZE], const void *words,
                size_t words_count, const void *sealed, size_t count, void *out,
                const uint8_t tag[QC_TAG_SIZE]);

/// HKDF with SHA-256 (RFC 5869).
int qc_hkdf(const void *key, size_t key_count, const void *salt, size_t salt_count,
            const void *info, size_t info_count, void *out, size_t out_count);
/// scrypt (RFC 7914).
int qc_scrypt(const void *passcode, size_t passcode_count, const void *salt, size_t salt_count,
              uint64_t rounds, uint64_t block_size, uint64_t parallelism, void *out,
              size_t out_count);

/// A hash that is being made; NULL: there is no memory.
struct qc_sha256;
struct qc_sha256 *qc_sha256_new(void);
int qc_sha256_update(struct qc_sha256 *hash, const void *bytes, size_t count);
/// The hash of what has come so far.
int qc_sha256_sum(const struct qc_sha256 *hash, uint8_t out[QC_SHA256_SIZE]);
void qc_sha256_free(struct qc_sha256 *hash);

/// A private key on the curve P-256; NULL: it can't be made or read.
struct qc_p256;
struct qc_p256 *qc_p256_new(void);
struct qc_p256 *qc_p256_read(const char *pem, size_t count);
void qc_p256_free(struct qc_p256 *key);
/// PEM of the private key (PKCS #8) or of the public one (SubjectPublicKeyInfo), ended by a zero.
///
/// Free it with `qc_free`. NULL: it can't be written.
char *qc_p256_pem(const struct qc_p256 *key, int is_private);
/// ECDSA of the SHA-256 of `bytes`, in DER. `out` has room for `*out_count` bytes, 72 suffice.
int qc_p256_sign(const struct qc_p256 *key, const void *bytes, size_t count, uint8_t *out,
                 size_t *out_count);
void qc_free(char *text);
