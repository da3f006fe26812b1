"""Makes a study in PostgreSQL, and opens it for a worker. Tables, study and trials exist before the first worker
begins, because workers that create tables at the same time crash."""
import contextlib
import uuid

import optuna
import sqlalchemy

from tapehead.runs.errors import InputError
from tapehead.runs.files import make_directory, write_whole

from .address import connect, read_address, shown, unusable
from .memory import pruner
from .shared import TOKEN, SharedStudy, token_in
from .storage import UNREACHABLE, Storage
from .sweep_file import SWEEP_FILE

HEARTBEAT = 60  # default in seconds
ONE_AT_A_TIME = int.from_bytes(b"tapehead", "big")  # key of the server's lock while a study is made


def prepare(sweep, url, directory, name=None, resume=False, heartbeat=None):
    """The study of a sweep, new or existing, with all its points enqueued. `directory` is where its runs go; `resume`
    enqueues failed points once more; `heartbeat` is the interval of the workers' signs of life in seconds."""
    address, name = read_address(url), name or sweep.path.stem
    if (directory / "study.db").exists():
        raise InputError(f"--out: {directory} is of a sweep in SQLite; leave --storage out, or name another directory")
    with contextlib.closing(connect(address)) as connection:
        connection.execute(sqlalchemy.select(sqlalchemy.func.pg_advisory_lock(ONE_AT_A_TIME)))
        make_directory(directory)
        storage = open_storage(address, make_tables=True)
        check_free(directory, storage, name)
        study = SharedStudy(sweep, storage, directory, optuna.create_study(
            storage=storage, study_name=name, direction="minimize", load_if_exists=True, pruner=pruner(sweep)))
        check_sweep(study, address)
        if study.known("token") is None:
            token = f"{name} {uuid.uuid4()}\n"
            write_whole(directory / TOKEN, token.encode())
            study.tell_all("token", token)
        study.check_directory()
        write_whole(directory / SWEEP_FILE, sweep.path.read_bytes())
        study.tell_all("heartbeat", heartbeat or study.known("heartbeat") or HEARTBEAT)
        study.enqueue_all()
        if resume:
            study.enqueue_failed()
        study.tell_all("prepared", True)
    return study


def open_study(sweep, url, directory, name=None):
    """The study for a worker; InputError if it was not prepared."""
    address, name = read_address(url), name or sweep.path.stem
    with contextlib.closing(connect(address)) as connection:
        if not sqlalchemy.inspect(connection).has_table("trial_heartbeats"):
            raise unprepared(name, address)
    storage = open_storage(address)
    try:
        study = SharedStudy(sweep, storage, directory,
                            optuna.load_study(study_name=name, storage=storage, pruner=pruner(sweep)))
    except KeyError:
        raise unprepared(name, address) from None
    if not study.known("prepared"):
        raise unprepared(name, address)
    check_sweep(study, address)
    study.check_directory()
    study.beat()
    return study


def open_storage(address, make_tables=False):
    try:
        return Storage(address, make_tables)
    except (*UNREACHABLE, RuntimeError) as error:
        raise unusable(address, error) from None


def check_free(directory, storage, name):
    """InputError if the directory belongs to another study, whose workers would no longer recognise it."""
    there = token_in(directory)
    try:
        known = optuna.load_study(study_name=name, storage=storage).user_attrs.get("token")
    except KeyError:
        known = None
    if there is not None and there != known:
        raise InputError(f"--out: {directory} is where the runs of study {there.rpartition(' ')[0]} are; name another "
                         f"directory for study {name}")


def check_sweep(study, address):
    study.check_identity(f"study {study.name} in {shown(address)}", "name with --study, and another --out")


def unprepared(name, address):
    return InputError(f"--study: there is no {name} in {shown(address)}; sweep.py FILE --storage makes it, before any "
                      "worker begins")
