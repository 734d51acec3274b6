"""One real broker and worker for all tests of a run, started through the launcher."""

import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from cliquestream import Client

HOME = Path(os.environ["CLIENTS_HOME"])
LAUNCHER = os.environ["CLIQUESTREAM_LAUNCHER"]
START_SECONDS = 180


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("localhost", 0))
        return taken.getsockname()[1]


class Service:
    """``serve --embedded`` in a process of its own, and what it said."""

    def __init__(self) -> None:
        self.bootstrap = f"localhost:{free_port()}"
        port = self.bootstrap.partition(":")[2]
        command = [LAUNCHER, "serve", "--embedded", "--port", port, "--set", "http.port=0"]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CLIQUESTREAM_")}
        environment["CLIQUESTREAM_JAVA_OPTIONS"] = "-Xmx1g -XX:TieredStopAtLevel=1"
        self.said: list[str] = []
        self.process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        self.said.extend(self.process.stdout)

    def await_jobs(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not any("taking jobs" in line for line in self.said):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the worker did not start:\n" + "".join(self.said))
            time.sleep(0.1)

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        self._listener.join(10)
        sys.stdout.write("".join(self.said[-5:]))


@pytest.fixture(scope="session")
def service():
    running = Service()
    try:
        running.await_jobs()
        os.environ["CLIQUESTREAM_KAFKA_BOOTSTRAP"] = running.bootstrap
        yield running
    finally:
        running.close()


@pytest.fixture(scope="session")
def client(service):
    with Client(service.bootstrap) as connected:
        yield connected
