# Sourced by what makes many small files: temporary ones are in memory where there is room for 2 GB and programs may be
# started, for a run waits until each checkpoint is on the disk. They are gone at the end of the script.
export TMPDIR
room=$(df --output=avail -k /dev/shm 2>/dev/null | tail -1)
memory=$( ((${room:-0} > 2000000)) && ! grep -q '^[^ ]* /dev/shm .*noexec' /proc/mounts && echo /dev/shm || true)
TMPDIR=$(mktemp -d "${memory:-${TMPDIR:-/tmp}}/tapehead-XXXXXX")
chmod 755 "$TMPDIR"  # a test's server has a user of its own
trap 'rm -rf "$TMPDIR"' EXIT
