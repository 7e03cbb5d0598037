#include "include/genl.h"

#include <errno.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef SOL_NETLINK
#define SOL_NETLINK 270
#endif

// The attribute of that type among `size` bytes; NULL: none. The kernel nests them by their length.
static const struct nlattr *attribute(const void *bytes, size_t size, int type) {
    const char *at = bytes;
    while (size >= sizeof(struct nlattr)) {
        const struct nlattr *found = (const struct nlattr *)at;
        if (found->nla_len < sizeof *found || found->nla_len > size) return NULL;
        if ((found->nla_type & NLA_TYPE_MASK) == type) return found;
        size_t step = NLA_ALIGN(found->nla_len);
        if (step > size) return NULL;
        at += step;
        size -= step;
    }
    return NULL;
}

static const void *contents(const struct nlattr *attribute, size_t *size) {
    *size = attribute->nla_len - NLA_HDRLEN;
    return (const char *)attribute + NLA_HDRLEN;
}

// The number of that group in the kernel's answer about a family; 0: it has none of that name.
static uint32_t group_number(const char *answer, size_t size, const char *group) {
    const struct nlmsghdr *header = (const struct nlmsghdr *)answer;
    size_t head = NLMSG_HDRLEN + GENL_HDRLEN;
    if (size < head || header->nlmsg_len < head || header->nlmsg_len > size
        || header->nlmsg_type == NLMSG_ERROR)
        return 0;
    const struct nlattr *groups = attribute(answer + head, header->nlmsg_len - head, CTRL_ATTR_MCAST_GROUPS);
    if (!groups) return 0;
    size_t left;
    const char *at = contents(groups, &left);
    while (left >= sizeof(struct nlattr)) {
        const struct nlattr *one = (const struct nlattr *)at;
        if (one->nla_len < sizeof *one || one->nla_len > left) return 0;
        size_t inside;
        const void *fields = contents(one, &inside);
        const struct nlattr *name = attribute(fields, inside, CTRL_ATTR_MCAST_GRP_NAME);
        const struct nlattr *number = attribute(fields, inside, CTRL_ATTR_MCAST_GRP_ID);
        size_t length;
        if (name && number && number->nla_len >= NLA_HDRLEN + sizeof(uint32_t)) {
            const char *text = contents(name, &length);
            if (strnlen(text, length) == strlen(group) && strncmp(text, group, length) == 0) {
                uint32_t value;
                memcpy(&value, contents(number, &length), sizeof value);
                return value;
            }
        }
        size_t step = NLA_ALIGN(one->nla_len);
        if (step > left) return 0;
        at += step;
        left -= step;
    }
    return 0;
}

int ql_genl_group_socket(const char *family, const char *group) {
    size_t length = strlen(family) + 1;
    if (length > GENL_NAMSIZ) return -EINVAL;
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_GENERIC);
    if (fd < 0) return -errno;
    union {
        struct nlmsghdr header;
        char bytes[NLMSG_HDRLEN + GENL_HDRLEN + NLA_HDRLEN + GENL_NAMSIZ];
    } question;
    memset(&question, 0, sizeof question);
    struct genlmsghdr *general = (struct genlmsghdr *)(question.bytes + NLMSG_HDRLEN);
    general->cmd = CTRL_CMD_GETFAMILY;
    general->version = 1;
    struct nlattr *name = (struct nlattr *)(question.bytes + NLMSG_HDRLEN + GENL_HDRLEN);
    name->nla_type = CTRL_ATTR_FAMILY_NAME;
    name->nla_len = (uint16_t)(NLA_HDRLEN + length);
    memcpy((char *)name + NLA_HDRLEN, family, length);
    question.header.nlmsg_type = GENL_ID_CTRL;
    question.header.nlmsg_flags = NLM_F_REQUEST;
    question.header.nlmsg_len = (uint32_t)(NLMSG_HDRLEN + GENL_HDRLEN + NLA_ALIGN(NLA_HDRLEN + length));
    struct sockaddr_nl kernel;
    memset(&kernel, 0, sizeof kernel);
    kernel.nl_family = AF_NETLINK;
    // The kernel answers before `sendto` returns.
    union {
        struct nlmsghdr header;
        char bytes[8192];
    } answer;
    int error = 0;
    if (sendto(fd, &question, question.header.nlmsg_len, 0, (struct sockaddr *)&kernel, sizeof kernel) < 0) {
        error = errno;
    } else {
        struct sockaddr_nl sender;
        socklen_t size = sizeof sender;
        ssize_t count = recvfrom(fd, &answer, sizeof answer, 0, (struct sockaddr *)&sender, &size);
        uint32_t number = 0;
        if (count < 0)
            error = errno;
        else if (sender.nl_pid != 0)
            error = EPROTO;
        else if ((number = group_number(answer.bytes, (size_t)count, group)) == 0)
            error = ENOENT;
        else if (setsockopt(fd, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, &number, sizeof number) != 0)
            error = errno;
    }
    if (error) {
        close(fd);
        return -error;
    }
    return fd;
}
