// Certificates (RFC 5280) with keys on P-256.
#include "internal.h"

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct ctls_identity {
    X509 *certificate;
    EVP_PKEY *key;
};

void ctls_take_error(char *buffer, size_t size) {
    unsigned long error = ERR_get_error();
    const char *reason = error == 0 ? NULL : ERR_reason_error_string(error);
    snprintf(buffer, size, "%s", reason == NULL ? "memory ran out" : reason);
    ERR_clear_error();
}

static bool add_extension(X509 *certificate, const X509 *issuer, int nid, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, (X509 *)issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
    if (extension == NULL) return false;
    bool added = X509_add_ext(certificate, extension, -1) == 1;
    X509_EXTENSION_free(extension);
    return added;
}

static bool add_extensions(X509 *certificate, const X509 *issuer, const struct ctls_claims *claims) {
    bool is_authority = claims->role == CTLS_AUTHORITY;
    if (!add_extension(certificate, issuer, NID_basic_constraints, is_authority ? "critical,CA:TRUE" : "critical,CA:FALSE"))
        return false;
    if (!add_extension(certificate, issuer, NID_key_usage,
                       is_authority ? "critical,keyCertSign,cRLSign" : "critical,digitalSignature"))
        return false;
    if (!is_authority && !add_extension(certificate, issuer, NID_ext_key_usage,
                                        claims->role == CTLS_SERVER ? "serverAuth" : "clientAuth"))
        return false;
    if (claims->alternative_names != NULL &&
        !add_extension(certificate, issuer, NID_subject_alt_name, claims->alternative_names))
        return false;
    // Two authorities may bear one name: these tell their keys apart (RFC 5280 §4.2.1.1).
    return add_extension(certificate, issuer, NID_subject_key_identifier, "hash") &&
           add_extension(certificate, issuer, NID_authority_key_identifier, "keyid");
}

static bool set_serial(X509 *certificate) {
    BIGNUM *number = BN_new();
    bool set = number != NULL && BN_rand(number, 127, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY) == 1 &&
               BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != NULL;
    BN_free(number);
    return set;
}

static bool fill(struct ctls_identity *made, const struct ctls_claims *claims, const struct ctls_identity *issuer) {
    const struct ctls_identity *signer = issuer == NULL ? made : issuer;
    X509_NAME *subject = X509_get_subject_name(made->certificate);
    time_t now = time(NULL);
    return X509_set_version(made->certificate, X509_VERSION_3) == 1 && set_serial(made->certificate) &&
           X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, (const unsigned char *)claims->common_name, -1, -1,
                                      0) == 1 &&
           X509_set_issuer_name(made->certificate, X509_get_subject_name(signer->certificate)) == 1 &&
           ASN1_TIME_set(X509_getm_notBefore(made->certificate), now + (time_t)claims->not_before) != NULL &&
           ASN1_TIME_set(X509_getm_notAfter(made->certificate), now + (time_t)claims->not_after) != NULL &&
           X509_set_pubkey(made->certificate, made->key) == 1 &&
           add_extensions(made->certificate, signer->certificate, claims) &&
           X509_sign(made->certificate, signer->key, EVP_sha256()) > 0;
}

struct ctls_identity *ctls_identity_create(const struct ctls_claims *claims, const struct ctls_identity *issuer,
                                           char *problem, size_t problem_size) {
    ERR_clear_error();
    struct ctls_identity *made = calloc(1, sizeof *made);
    if (made != NULL) {
        made->key = EVP_EC_gen("P-256");
        made->certificate = X509_new();
        if (made->key != NULL && made->certificate != NULL && fill(made, claims, issuer)) return made;
    }
    ctls_take_error(problem, problem_size);
    ctls_identity_destroy(made);
    return NULL;
}

void ctls_identity_destroy(struct ctls_identity *identity) {
    if (identity == NULL) return;
    X509_free(identity->certificate);
    EVP_PKEY_free(identity->key);
    free(identity);
}

/// The text in a memory BIO, which is freed.
static char *take_text(BIO *bio) {
    char *bytes = NULL;
    long size = BIO_get_mem_data(bio, &bytes);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (text != NULL) {
        if (size > 0) memcpy(text, bytes, (size_t)size);
        text[size] = 0;
    }
    BIO_free(bio);
    return text;
}

char *ctls_identity_certificate(const struct ctls_identity *identity) {
    BIO *bio = BIO_new(BIO_s_mem());
    if (bio == NULL) return NULL;
    if (PEM_write_bio_X509(bio, identity->certificate) == 1) return take_text(bio);
    BIO_free(bio);
    return NULL;
}

char *ctls_identity_private_key(const struct ctls_identity *identity) {
    BIO *bio = BIO_new(BIO_s_mem());
    if (bio == NULL) return NULL;
    if (PEM_write_bio_PKCS8PrivateKey(bio, identity->key, NULL, NULL, 0, NULL, NULL) == 1) return take_text(bio);
    BIO_free(bio);
    return NULL;
}

char *ctls_identity_pin(const struct ctls_identity *identity) {
    unsigned char *der = NULL, digest[EVP_MAX_MD_SIZE];
    unsigned int digest_size = 0;
    int size = i2d_PUBKEY(identity->key, &der);
    if (size <= 0) return NULL;
    bool hashed = EVP_Digest(der, (size_t)size, digest, &digest_size, EVP_sha256(), NULL) == 1;
    OPENSSL_free(der);
    char *pin = hashed ? malloc(4 * ((digest_size + 2) / 3) + 1) : NULL;
    if (pin != NULL) EVP_EncodeBlock((unsigned char *)pin, digest, (int)digest_size);
    return pin;
}

void ctls_free(char *text) { free(text); }
