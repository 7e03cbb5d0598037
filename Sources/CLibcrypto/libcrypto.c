#include "CLibcrypto.h"

#include <limits.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <stdlib.h>
#include <string.h>

int qc_random(void *bytes, size_t count) {
    return count <= INT_MAX && RAND_bytes(bytes, (int)count) == 1 ? 0 : -1;
}

void qc_cleanse(void *bytes, size_t count) { OPENSSL_cleanse(bytes, count); }

// AES-256-GCM

static int gcm(int encrypts, const uint8_t *key, const uint8_t *nonce, const void *words,
               size_t words_count, const void *in, size_t count, void *out, uint8_t *tag) {
    if (words_count > INT_MAX || count > INT_MAX) return -1;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    if (!context) return -1;
    int length = 0;
    uint8_t rest[16];
    int is_done =
        EVP_CipherInit_ex2(context, EVP_aes_256_gcm(), key, nonce, encrypts, NULL) == 1
        && (encrypts
            || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, QC_TAG_SIZE, tag) == 1)
        && (words_count == 0
            || EVP_CipherUpdate(context, NULL, &length, words, (int)words_count) == 1)
        && (count == 0 || EVP_CipherUpdate(context, out, &length, in, (int)count) == 1)
        // Nothing is left to write: GCM is a stream. When it decrypts, this compares the tag.
        && EVP_CipherFinal_ex(context, rest, &length) == 1
        && (!encrypts
            || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, QC_TAG_SIZE, tag) == 1);
    EVP_CIPHER_CTX_free(context);
    return is_done ? 0 : -1;
}

int qc_gcm_seal(const uint8_t *key, const uint8_t *nonce, const void *words, size_t words_count,
                const void *plain, size_t count, void *out, uint8_t *tag) {
    return gcm(1, key, nonce, words, words_count, plain, count, out, tag);
}

int qc_gcm_open(const uint8_t *key, const uint8_t *nonce, const void *words, size_t words_count,
                const void *sealed, size_t count, void *out, const uint8_t *tag) {
    uint8_t copy[QC_TAG_SIZE];
    memcpy(copy, tag, sizeof copy);
    return gcm(0, key, nonce, words, words_count, sealed, count, out, copy);
}

// Keys from keys and passcodes

int qc_hkdf(const void *key, size_t key_count, const void *salt, size_t salt_count,
            const void *info, size_t info_count, void *out, size_t out_count) {
    EVP_KDF *kind = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = kind ? EVP_KDF_CTX_new(kind) : NULL;
    EVP_KDF_free(kind);
    if (!context) return -1;
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, key_count),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_count),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_count),
        OSSL_PARAM_construct_end(),
    };
    int is_done = EVP_KDF_derive(context, out, out_count, parameters) == 1;
    EVP_KDF_CTX_free(context);
    return is_done ? 0 : -1;
}

int qc_scrypt(const void *passcode, size_t passcode_count, const void *salt, size_t salt_count,
              uint64_t rounds, uint64_t block_size, uint64_t parallelism, void *out,
              size_t out_count) {
    // As much as it takes; without a number OpenSSL allows 32 MiB.
    uint64_t memory = 128 * block_size * (rounds + parallelism + 2) + (1 << 20);
    return EVP_PBE_scrypt(passcode, passcode_count, salt, salt_count, rounds, block_size,
                          parallelism, memory, out, out_count) == 1
        ? 0 : -1;
}

// SHA-256

static EVP_MD_CTX *context_of(const struct qc_sha256 *hash) { return (EVP_MD_CTX *)hash; }

struct qc_sha256 *qc_sha256_new(void) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context && EVP_DigestInit_ex2(context, EVP_sha256(), NULL) == 1)
        return (struct qc_sha256 *)context;
    EVP_MD_CTX_free(context);
    return NULL;
}

int qc_sha256_update(struct qc_sha256 *hash, const void *bytes, size_t count) {
    return EVP_DigestUpdate(context_of(hash), bytes, count) == 1 ? 0 : -1;
}

int qc_sha256_sum(const struct qc_sha256 *hash, uint8_t *out) {
    EVP_MD_CTX *copy = EVP_MD_CTX_new();
    int is_done = copy && EVP_MD_CTX_copy_ex(copy, context_of(hash)) == 1
        && EVP_DigestFinal_ex(copy, out, NULL) == 1;
    EVP_MD_CTX_free(copy);
    return is_done ? 0 : -1;
}

void qc_sha256_free(struct qc_sha256 *hash) { EVP_MD_CTX_free(context_of(hash)); }

// P-256

static EVP_PKEY *pkey_of(const struct qc_p256 *key) { return (EVP_PKEY *)key; }

struct qc_p256 *qc_p256_new(void) { return (struct qc_p256 *)EVP_EC_gen("P-256"); }

struct qc_p256 *qc_p256_read(const char *pem, size_t count) {
    BIO *text = count <= INT_MAX ? BIO_new_mem_buf(pem, (int)count) : NULL;
    if (!text) return NULL;
    // An empty passphrase, so that nobody is asked for one at a terminal.
    EVP_PKEY *key = PEM_read_bio_PrivateKey(text, NULL, NULL, (void *)"");
    BIO_free(text);
    char curve[32];
    if (key && EVP_PKEY_get_group_name(key, curve, sizeof curve, NULL) == 1
        && strcmp(curve, "prime256v1") == 0)
        return (struct qc_p256 *)key;
    EVP_PKEY_free(key);
    return NULL;
}

void qc_p256_free(struct qc_p256 *key) { EVP_PKEY_free(pkey_of(key)); }

char *qc_p256_pem(const struct qc_p256 *key, int is_private) {
    BIO *text = BIO_new(BIO_s_secmem());
    if (!text) return NULL;
    int is_written = is_private
        ? PEM_write_bio_PrivateKey(text, pkey_of(key), NULL, NULL, 0, NULL, NULL)
        : PEM_write_bio_PUBKEY(text, pkey_of(key));
    char *bytes = NULL;
    long count = is_written == 1 ? BIO_get_mem_data(text, &bytes) : -1;
    char *result = count > 0 ? malloc((size_t)count + 1) : NULL;
    if (result) {
        memcpy(result, bytes, (size_t)count);
        result[count] = 0;
    }
    BIO_free(text);
    return result;
}

int qc_p256_sign(const struct qc_p256 *key, const void *bytes, size_t count, uint8_t *out,
                 size_t *out_count) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int is_done = context
        && EVP_DigestSignInit_ex(context, NULL, "SHA256", NULL, NULL, pkey_of(key), NULL) == 1
        && EVP_DigestSign(context, out, out_count, bytes, count) == 1;
    EVP_MD_CTX_free(context);
    return is_done ? 0 : -1;
}

void qc_free(char *text) {
    if (!text) return;
    OPENSSL_cleanse(text, strlen(text));
    free(text);
}
