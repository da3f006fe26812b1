"""The address of a study shared by many machines: a PostgreSQL database, whose password is never shown."""
import sqlalchemy

from tapehead.runs.errors import InputError

NEEDED = "postgresql://USER@HOST/DATABASE is needed"
DIALECTS = {"postgres": "postgresql", "postgresql": "postgresql", "postgresql+psycopg2": "postgresql"}
SILENCE = 10  # seconds to wait for a server's answer


def read_address(text):
    """The address for SQLAlchemy."""
    scheme, separator, rest = text.partition("://")
    if scheme.startswith("sqlite"):
        raise InputError(f"--storage: got {scheme}; {NEEDED}: SQLite locks no rows, so one process does all the work "
                         "where --storage is left out")
    if not separator or scheme not in DIALECTS:
        raise InputError(f"--storage: got {scheme if separator else 'no address'}; {NEEDED}")
    try:
        address = sqlalchemy.engine.make_url(f"{DIALECTS[scheme]}://{rest}")
    except (sqlalchemy.exc.ArgumentError, ValueError):  # either message would show the password
        address = None
    if not address or not address.database or "@" in (address.host or ""):  # else a password's end shows as the host
        raise InputError(f"--storage: the address cannot be read; {NEEDED}, and signs such as @ and / in a password "
                         "as %40 and %2F")
    return address


def shown(address):
    """An address for display, without any password."""
    host = address.host or address.query.get("host", "")
    return f"postgresql://{address.username or ''}@{host}{f':{address.port}' if address.port else ''}" \
           f"/{address.database}"


def whole(address):
    """With the password, for a program that connects."""
    return address.render_as_string(hide_password=False)


def engine_settings(address):
    """Replaces a connection that the server has closed, and detects one whose peer is gone."""
    patience = {} if "connect_timeout" in address.query else {"connect_timeout": SILENCE}
    return {"pool_pre_ping": True,
            "connect_args": {**patience, "keepalives_idle": 60, "keepalives_interval": 10, "keepalives_count": 6}}


def connect(address):
    """A new connection; InputError if none can be made."""
    try:
        import psycopg2  # noqa: F401  SQLAlchemy uses it, and would report it missing elsewhere
        engine = sqlalchemy.create_engine(address, poolclass=sqlalchemy.pool.NullPool, **engine_settings(address))
        return engine.connect()
    except ModuleNotFoundError as error:
        raise InputError(f"{error.name}: is not installed, and --storage needs it; scripts/setup.sh sweeps installs "
                         "it") from None
    except sqlalchemy.exc.SQLAlchemyError as error:
        raise unusable(address, error) from None


def unusable(address, error):
    error = getattr(error.__cause__ or error, "orig", None) or error.__cause__ or error
    lines = str(error).strip().splitlines()
    return InputError(f"--storage: {shown(address)}: {lines[0] if lines else type(error).__name__}; "
                      "a PostgreSQL database in which tables may be made is needed")
