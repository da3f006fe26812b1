# Sourced by what makes many small files: temporary ones are in memory where there is room for 2 GB, for a run waits until
# each checkpoint is on the disk. They are gone at the end of the script.
export TMPDIR
room=$(df --output=avail -k /dev/shm 2>/dev/null | tail -1)
TMPDIR=$(mktemp -d "$( ((${room:-0} > 2000000)) && echo /dev/shm || echo "${TMPDIR:-/tmp}")/tapehead-XXXXXX")
trap 'rm -rf "$TMPDIR"' EXIT
