"""The embedded Postgres: who starts it, who stops it, and what a crash leaves behind."""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from config.embedded import Cluster

FAST = {"fsync": "off"}
USER = """
import pathlib, sys
from config.embedded import Cluster
Cluster(pathlib.Path(sys.argv[1])).start()
print(1, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the server's user may enter."""
    with tempfile.TemporaryDirectory(prefix="tapete-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        path = Path(name) / "with a space"
        yield path
        # With a closed checkout root's servers live elsewhere.
        shutil.rmtree(Cluster(path).home, ignore_errors=True)


@pytest.fixture
def cluster(folder: Path) -> Iterator[Cluster]:
    """A running cluster, released in the end."""
    cluster = Cluster(folder, settings=FAST).start()
    yield cluster
    cluster.release()


def ask(cluster: Cluster, query: str) -> object:
    """The one value of a query."""
    with psycopg.connect(host=cluster.host, user="postgres", dbname="postgres") as connection:
        row = connection.execute(query).fetchone()
    assert row is not None
    return row[0]


def pid(cluster: Cluster) -> int:
    """The server's process."""
    return int((cluster.data / "postmaster.pid").read_text().split("\n")[0])


def test_it_keeps_what_was_committed_over_a_kill(cluster: Cluster) -> None:
    with psycopg.connect(host=cluster.host, user="postgres", dbname="postgres") as connection:
        connection.execute("create table kept as select 7 as n")
    server = psutil.Process(pid(cluster))
    server.kill()
    while server.is_running() and server.status() != psutil.STATUS_ZOMBIE:
        time.sleep(0.01)
    cluster.start()
    assert ask(cluster, "select n from kept") == 7


def test_its_texts_are_utf8_and_its_clock_is_utc(cluster: Cluster) -> None:
    assert ask(cluster, "show server_encoding") == "UTF8"
    assert ask(cluster, "show timezone") == "UTC"
    assert ask(cluster, "select upper('ñandú')") == "ÑANDÚ"


def test_starting_twice_is_one_server(cluster: Cluster) -> None:
    first = pid(cluster)
    assert pid(Cluster(cluster.folder, settings=FAST).start()) == first


def test_the_last_user_stops_it(cluster: Cluster) -> None:
    other = start_elsewhere(cluster.folder)
    cluster.release()
    assert cluster.running(), "another process still used it"
    assert other.stdin is not None
    other.stdin.close()
    assert other.wait(30) == 0
    assert not cluster.running()


def test_a_killed_user_does_not_count(cluster: Cluster) -> None:
    other = start_elsewhere(cluster.folder)
    other.kill()
    other.wait()
    cluster.release()
    assert not cluster.running()


def start_elsewhere(folder: Path) -> subprocess.Popen[str]:
    """A process that uses the cluster until its input ends."""
    process = subprocess.Popen([sys.executable, "-c", USER, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "1\n"
    return process


def test_a_pid_file_that_names_another_program_is_no_server(cluster: Cluster) -> None:
    cluster.release()
    (cluster.data / "postmaster.pid").write_text(f"{os.getpid()}\n")
    assert not cluster.running()
    assert ask(cluster.start(), "select 1") == 1


def test_a_zombie_is_no_server(cluster: Cluster) -> None:
    cluster.release()
    child = subprocess.Popen(["true"])
    while psutil.Process(child.pid).status() != psutil.STATUS_ZOMBIE:
        pass
    (cluster.data / "postmaster.pid").write_text(f"{child.pid}\n")
    assert not cluster.running()
    child.wait()


def test_a_set_up_that_was_killed_half_way_starts_afresh(folder: Path) -> None:
    cluster = Cluster(folder, settings=FAST)
    half = cluster.data.with_name("data.new")
    half.mkdir(parents=True)
    (half / "PG_VERSION").write_text("18\n")
    try:
        assert ask(cluster.start(), "select 1") == 1
    finally:
        cluster.release()


def test_a_path_too_long_for_a_socket_moves_only_the_socket(folder: Path) -> None:
    cluster = Cluster(folder / ("x" * 100), settings=FAST)
    if cluster.home != cluster.folder:
        pytest.skip("this checkout is closed to the server's user, so its paths are short")
    try:
        assert ask(cluster.start(), "select 1") == 1
        assert cluster.socket.stat().st_mode & 0o777 == 0o700
    finally:
        cluster.release()
        shutil.rmtree(cluster.socket)


def test_only_its_owner_may_enter_its_data(cluster: Cluster) -> None:
    assert cluster.data.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the server as somebody else")
def test_a_closed_folder_stays_closed_and_the_server_lives_elsewhere(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    cluster = Cluster(folder, settings=FAST)
    try:
        assert ask(cluster.start(), "select 1") == 1
        assert not cluster.data.is_relative_to(folder)
        assert folder.stat().st_mode & 0o777 == 0o700
        ask(Cluster(folder, settings=FAST).start(), "select 1")
    finally:
        cluster.release()
        shutil.rmtree(cluster.home)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the server as somebody else")
def test_as_root_the_server_is_not_root(cluster: Cluster) -> None:
    assert psutil.Process(pid(cluster)).username() == "nobody"


def test_a_broken_data_folder_is_told_in_the_servers_words(cluster: Cluster) -> None:
    cluster.release()
    (cluster.data / "postgresql.conf").write_text("nonsense\n")
    with pytest.raises(RuntimeError, match="syntax error"):
        cluster.start()


def test_who_uses_it_already_waits_for_no_lock(cluster: Cluster) -> None:
    """A connection costs no file lock; only one that failed has the server looked at."""
    with open(cluster.folder / "lock", "a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        waiting = threading.Thread(target=cluster.ready, daemon=True)
        waiting.start()
        waiting.join(10)
        assert not waiting.is_alive()


def test_a_failed_connection_has_a_dead_server_started_again(cluster: Cluster) -> None:
    os.kill(pid(cluster), signal.SIGKILL)
    deadline = time.monotonic() + 60
    while True:
        cluster.ready()
        try:
            assert ask(cluster, "select 1") == 1
            return
        except psycopg.OperationalError:
            assert time.monotonic() < deadline
            cluster.doubt()
            time.sleep(0.1)


def test_a_server_that_is_just_stopping_is_waited_for(cluster: Cluster) -> None:
    """Whoever is ended by force only tells the server to stop; the next process may come before it has."""
    before = pid(cluster)
    cluster.desert()
    cluster.start()
    assert ask(cluster, "select 1") == 1
    assert pid(cluster) != before
