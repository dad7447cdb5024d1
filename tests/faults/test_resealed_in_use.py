"""Old tokens are sealed anew while threads and other openings read, write and forget."""

import sqlite3
import threading
from pathlib import Path

from bench.faults.talk import open_memory
from dualmem.errors import Conflict
from dualmem.memory import Memory

NAME = "user_profile.name"
PHONE = "user_profile.contact.phone"
SUBJECTS = [f"s{number}" for number in range(6)]


def make_old(folder: Path) -> None:
    """Let every key look as if it had been made long ago."""
    with sqlite3.connect(folder / "memory.db.keys") as connection:
        connection.execute("UPDATE keys SET at = '2020-01-01T00:00:00+00:00'")
    connection.close()


def use(memory: Memory, subject: str, stop: threading.Event, faults: list[str]) -> None:
    """Write and read one subject until told to stop."""
    number = 0
    while not stop.is_set() or number < 5:
        number += 1
        try:
            memory.set(subject, NAME, f"n{number}")
            if memory.state(subject).value(NAME) != f"n{number}":
                faults.append(f"{subject}: another value than the one written")
        except Conflict:
            continue
        except Exception as error:  # noqa: BLE001 - any is a fault
            faults.append(f"{subject}: {error!r}")


def test_nothing_fails_and_nothing_is_lost_or_brought_back(tmp_path: Path) -> None:
    with open_memory(tmp_path) as memory, open_memory(tmp_path) as other:
        for subject in (*SUBJECTS, "quiet", "forgetful"):
            for number in range(12):
                memory.set(subject, f"facts.k{number}", f"v{number}")
            memory.set(subject, PHONE, "+8613800138000")
        make_old(tmp_path)
        stop, faults = threading.Event(), list[str]()
        threads = [
            threading.Thread(target=use, args=((memory, other)[number % 2], subject, stop, faults))
            for number, subject in enumerate(SUBJECTS)
        ]
        for thread in threads:
            thread.start()
        forgetting = threading.Thread(target=other.forget, args=("forgetful", PHONE))
        forgetting.start()
        found = memory.keys.reencrypt(is_fresh=True)
        stop.set()
        for thread in (*threads, forgetting):
            thread.join()
        assert faults == []
        assert found.fresh_keys == len(SUBJECTS) + 2
        assert found.unreadable == 0
        assert memory.keys.reencrypt().unreadable == 0
        for one in (memory, other):
            assert all(report.is_ok for report in one.audit.verify_all())
            assert one.state("quiet").value("facts.k11") == "v11"
            assert one.state("forgetful").value(PHONE) is None
        with sqlite3.connect(tmp_path / "memory.db") as connection:
            rows = connection.execute("SELECT DISTINCT subject, substr(token, 4, 16) FROM items").fetchall()
        connection.close()
        assert {subject: key for subject, key in rows if subject != "_store"} == {
            subject: memory._vault.key_ids("default", subject)[-1] for subject in (*SUBJECTS, "quiet", "forgetful")
        }
