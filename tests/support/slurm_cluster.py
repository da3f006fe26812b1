"""A Slurm cluster for a test on the loopback interface: munged, slurmctld and nodes, each a slurmd with its own
port."""
import atexit
import ctypes
import getpass
import os
import pathlib
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time

DAEMONS = ["munged", "slurmctld", "slurmd"]
COMMANDS = ["sbatch", "scontrol", "squeue", "sinfo", "scancel"]
SYSTEM = "/usr/sbin"  # Debian's place for the daemons, which is not in everyone's PATH
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
LIBC = ctypes.CDLL(None)

# A node that does not answer is DOWN after SlurmdTimeout. Slurm delays a requeued job until its credential has expired,
# after 120 s unless cred_expire says less.
CONFIGURATION = """\
ClusterName=loopback
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={root}/munge.socket,cred_expire=5
StateSaveLocation={root}/state
SlurmdSpoolDir={root}/spool-%n
SlurmctldPidFile={root}/slurmctld.pid
SlurmdPidFile={root}/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MailProg=/bin/true
SlurmdTimeout=5
KillWait=2
MaxArraySize={array_size}
{nodes}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def why_not():
    """What this machine lacks, or None."""
    missing = [name for name in DAEMONS + COMMANDS if not executable(name)]
    return f"{', '.join(missing)}: not installed (Debian's slurm-wlm and munge)" if missing else None


def executable(name):
    return shutil.which(name) or shutil.which(name, path=SYSTEM)


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def reaper():
    """Keeps the daemon's descendants below it, though Slurm detaches them, and ends the daemon with the test."""
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def descendants(process_id):
    """A process and all its descendants."""
    found = [process_id]
    for each in found:
        try:
            text = "".join(path.read_text() for path in pathlib.Path(f"/proc/{each}/task").glob("*/children"))
        except OSError:  # it has ended meanwhile
            continue
        found += [int(child) for child in text.split()]
    return found


def kill_tree(process):
    """Kills a process and all its descendants at once: none of them sees another end."""
    stopped = set()
    while fresh := set(descendants(process.pid)) - stopped:
        for each in fresh:
            send(each, signal.SIGSTOP)
        stopped |= fresh
    for each in stopped:
        send(each, signal.SIGKILL)
    process.wait()
    for each in stopped - {process.pid}:  # they are now children of the test, or of one that is still to end
        while pathlib.Path(f"/proc/{each}").exists():
            try:
                os.waitpid(each, os.WNOHANG)
            except ChildProcessError:
                time.sleep(0.01)


def send(process_id, number):
    try:
        os.kill(process_id, number)
    except ProcessLookupError:
        pass


class SlurmCluster:
    """A cluster between `start` and `stop`; `stop` may be called in any state."""

    def __init__(self, nodes=3, array_size=1001):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="slurm-"))
        self.nodes = [f"c{number + 1}" for number in range(nodes)]
        host, ports = socket.gethostname().split(".")[0], free_ports(nodes + 1)
        lines = [f"NodeName={name} NodeAddr=127.0.0.1 NodeHostname={host} Port={port} CPUs=1"
                 for name, port in zip(self.nodes, ports[1:])]
        self.configuration = self.root / "slurm.conf"
        self.configuration.write_text(CONFIGURATION.format(host=host, ports=ports, user=getpass.getuser(),
                                                           root=self.root, nodes="\n".join(lines),
                                                           array_size=array_size))
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("SLURM", "SBATCH"))}
        self.environment = kept | {"SLURM_CONF": str(self.configuration)}
        self.daemons = {}

    def start(self):
        atexit.register(self.stop)  # an interrupted test runs no cleanup
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)  # orphans of a killed node are reaped here
        self.root.chmod(0o755)
        key = self.root / "munge.key"
        key.touch(0o600)
        key.write_bytes(secrets.token_bytes(128))
        places = [f"--{option}={self.root}/munge.{name}" for option, name in (
            ("key-file", "key"), ("socket", "socket"), ("pid-file", "pid"), ("log-file", "log"), ("seed-file", "seed"))]
        self.daemon("munged", "munged", "--foreground", "--force", "--num-threads=2", *places)
        self.wait_until(lambda: (self.root / "munge.socket").exists(), "munged listens")
        (self.root / "state").mkdir()
        self.daemon("slurmctld", "slurmctld", "-D")
        for name in self.nodes:
            self.start_node(name)
        self.wait_until(lambda: self.states() == dict.fromkeys(self.nodes, "idle"), "all nodes are idle")

    def daemon(self, name, *words):
        with open(self.root / f"{name}.log", "a", encoding="utf-8") as log:
            self.daemons[name] = subprocess.Popen([executable(words[0]), *words[1:]], env=self.environment, stdout=log,
                                                  stderr=log, stdin=subprocess.DEVNULL, start_new_session=True,
                                                  preexec_fn=reaper)

    def start_node(self, name):
        (self.root / f"spool-{name}").mkdir(exist_ok=True)
        self.daemon(name, "slurmd", "-D", "-N", name)

    def kill_node(self, name):
        """Like a power failure: kills slurmd, its jobs and everything they started."""
        kill_tree(self.daemons.pop(name))

    def command(self, *words):
        """The output of one of Slurm's commands."""
        done = subprocess.run(words, env=self.environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise AssertionError(f"{' '.join(map(str, words))}: {done.stderr}")
        return done.stdout

    def states(self):
        """Node -> its state, such as "idle" or "down*"; empty while slurmctld does not answer."""
        done = subprocess.run(["sinfo", "-h", "-N", "-o", "%N %t"], env=self.environment, capture_output=True,
                              text=True)
        return dict(line.split() for line in done.stdout.splitlines())

    def jobs(self):
        """(job, state, reason or node, restarts) for each queued or running job; arrays element by element."""
        lines = self.command("squeue", "-h", "-r", "-O", "JobArrayID:40,State:40,ReasonList:60,RestartCnt:20")
        return [tuple(line[at:to].strip() for at, to in ((0, 40), (40, 80), (80, 140), (140, 160)))
                for line in lines.splitlines()]

    def wait_until(self, happened, what, seconds=60):
        end = time.monotonic() + seconds
        while not happened():
            ended = [name for name, each in self.daemons.items() if each.poll() is not None]
            if ended or time.monotonic() > end:
                raise AssertionError(f"not in {seconds} s: {what}; ended: {ended}\n{self.logs()}")
            time.sleep(0.1)

    def logs(self):
        return "".join(f"== {path.name}\n{path.read_text(errors='replace')[-3000:]}\n"
                       for path in sorted(self.root.glob("*.log")))

    def stop(self):
        while self.daemons:
            kill_tree(self.daemons.popitem()[1])
        atexit.unregister(self.stop)
        shutil.rmtree(self.root, ignore_errors=True)
