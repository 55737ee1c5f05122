#include <arpa/inet.h>
#include <string.h>

#include "CCurl.h"

size_t apus_address_parse(const char *text, uint8_t bytes[16]) {
    if (inet_pton(AF_INET, text, bytes) == 1) return 4;
    if (inet_pton(AF_INET6, text, bytes) == 1) return 16;
    return 0;
}
