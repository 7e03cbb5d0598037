// Processes, by pidfd and cgroup.
#pragma once
