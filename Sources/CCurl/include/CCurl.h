// libcurl, with what Swift can't call of it: variadic functions, and macros. Nothing here decides
// anything.
#pragma once

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

// --- curl_easy_setopt, by the type of the value ---------------------------------------------

CURLcode qc_set_long(CURL *easy, CURLoption option, long value);
CURLcode qc_set_offset(CURL *easy, CURLoption option, curl_off_t value);
// The string is copied; NULL: the option's default.
CURLcode qc_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode qc_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
// The bytes are copied.
CURLcode qc_set_blob(CURL *easy, CURLoption option, const void *bytes, size_t count);
// The body of a POST; the bytes are copied.
CURLcode qc_set_body(CURL *easy, const void *bytes, size_t count);

typedef size_t (*qc_bytes)(char *bytes, size_t size, size_t count, void *context);
typedef int (*qc_seek)(void *context, curl_off_t offset, int origin);

// Where the response's body and head go, and where the upload's body comes from. `error` has
// CURL_ERROR_SIZE bytes and lives as long as the handle.
CURLcode qc_set_callbacks(
    CURL *easy, void *context, qc_bytes write, qc_bytes header, qc_bytes read, qc_seek seek, char *error);
// The functions that make and close the sockets, and hear of a connected one before a request goes
// by it. `context` lives as long as the connections.
CURLcode qc_set_sockets(
    CURL *easy, void *context, curl_opensocket_callback open, curl_closesocket_callback close,
    curl_prereq_callback connected);
// Sets `*found` when more came than the response had announced: libcurl says so only in its log.
CURLcode qc_watch_excess(CURL *easy, bool *found);

// For CURLOPT_HTTPAUTH: macros with casts.
static const unsigned long QC_AUTH_BASIC = CURLAUTH_BASIC;
static const unsigned long QC_AUTH_DIGEST = CURLAUTH_DIGEST;
static const unsigned long QC_AUTH_NEGOTIATE = CURLAUTH_NEGOTIATE;
static const unsigned long QC_AUTH_ANY = CURLAUTH_ANY;

// --- curl_easy_getinfo ------------------------------------------------------------------------

long qc_long(CURL *easy, CURLINFO info);
curl_off_t qc_offset(CURL *easy, CURLINFO info);
// Lives until the handle's next request; NULL: there is none.
const char *qc_string(CURL *easy, CURLINFO info);
void *qc_private(CURL *easy);
// Whether bytes wait on the connection that the finished transfer used, unencrypted.
bool qc_has_more(CURL *easy);

// --- curl_multi -----------------------------------------------------------------------------

typedef int (*qc_socket)(CURL *easy, curl_socket_t socket, int what, void *context, void *own);
typedef int (*qc_timer)(CURLM *multi, long milliseconds, void *context);

CURLMcode qc_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode qc_multi_callbacks(CURLM *multi, void *context, qc_socket socket, qc_timer timer);
// The next transfer that ended, with its result; NULL: none.
CURL *qc_multi_ended(CURLM *multi, CURLcode *result);
