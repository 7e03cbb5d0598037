#define _GNU_SOURCE
#include "include/traffic.h"

#include <errno.h>
#include <linux/bpf.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int bpf(enum bpf_cmd command, union bpf_attr *attributes) {
    int answer = (int)syscall(SYS_bpf, command, attributes, sizeof *attributes);
    return answer < 0 ? -errno : answer;
}

static int new_counter(void) {
    union bpf_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.map_type = BPF_MAP_TYPE_ARRAY;
    attributes.key_size = sizeof(uint32_t);
    attributes.value_size = sizeof(uint64_t);
    attributes.max_entries = 1;
    return bpf(BPF_MAP_CREATE, &attributes);
}

// *counter += packet->len; let it in.
static int load(int counter) {
    const struct bpf_insn program[] = {
        {.code = BPF_LDX | BPF_MEM | BPF_W, .dst_reg = BPF_REG_6, .src_reg = BPF_REG_1},
        {.code = BPF_LD | BPF_IMM | BPF_DW, .dst_reg = BPF_REG_1, .src_reg = BPF_PSEUDO_MAP_VALUE, .imm = counter},
        {.imm = 0},
        {.code = BPF_STX | BPF_ATOMIC | BPF_DW, .dst_reg = BPF_REG_1, .src_reg = BPF_REG_6, .imm = BPF_ADD},
        {.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0, .imm = 1},
        {.code = BPF_JMP | BPF_EXIT},
    };
    union bpf_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.prog_type = BPF_PROG_TYPE_CGROUP_SKB;
    attributes.expected_attach_type = BPF_CGROUP_INET_INGRESS;
    attributes.insns = (uintptr_t)program;
    attributes.insn_cnt = sizeof program / sizeof *program;
    attributes.license = (uintptr_t) "";
    return bpf(BPF_PROG_LOAD, &attributes);
}

int ql_start_meter(int cgroup, struct ql_meter *meter) {
    int counter = new_counter();
    if (counter < 0) return counter;
    int program = load(counter);
    if (program < 0) {
        close(counter);
        return program;
    }
    union bpf_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.link_create.prog_fd = (uint32_t)program;
    attributes.link_create.target_fd = (uint32_t)cgroup;
    attributes.link_create.attach_type = BPF_CGROUP_INET_INGRESS;
    int link = bpf(BPF_LINK_CREATE, &attributes);
    // The link keeps it.
    close(program);
    if (link < 0) {
        close(counter);
        return link;
    }
    *meter = (struct ql_meter){.link = link, .counter = counter};
    return 0;
}

int ql_metered(const struct ql_meter *meter, uint64_t *bytes) {
    uint32_t first = 0;
    union bpf_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.map_fd = (uint32_t)meter->counter;
    attributes.key = (uintptr_t)&first;
    attributes.value = (uintptr_t)bytes;
    return bpf(BPF_MAP_LOOKUP_ELEM, &attributes);
}
