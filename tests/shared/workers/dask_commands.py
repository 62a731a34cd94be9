"""Dask's own commands for schedulers and workers, and the certificates for a cluster with TLS."""

from __future__ import annotations

import datetime
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

import pytest
from shared.workers.dask_workers import until

distributed: Any = pytest.importorskip("distributed")

REPOSITORY = Path(__file__).parents[2]


class Certificates(NamedTuple):
    """The files of an authority, and of a certificate that it has signed."""

    authority: Path
    certificate: Path
    key: Path

    def security(self) -> Any:
        return distributed.Security(
            require_encryption=True,
            tls_ca_file=str(self.authority),
            **{
                f"tls_{role}_{what}": str(path)
                for role in ("client", "scheduler", "worker")
                for what, path in (("cert", self.certificate), ("key", self.key))
            },
        )

    def options(self) -> list[str]:
        return [
            *("--tls-ca-file", str(self.authority)),
            *("--tls-cert", str(self.certificate), "--tls-key", str(self.key)),
        ]


def make_certificates(folder: Path) -> Certificates:
    """Writes an authority, and a certificate of it for all of a cluster."""
    x509: Any = pytest.importorskip("cryptography.x509")
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    now = datetime.datetime.now(datetime.UTC)
    day = datetime.timedelta(days=1)

    def signed(subject: str, key: Any, issuer: str, issuer_key: Any, is_authority: bool) -> Any:
        names = [
            x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
            for name in (subject, issuer)
        ]
        builder = (
            x509.CertificateBuilder()
            .subject_name(names[0])
            .issuer_name(names[1])
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - day)
            .not_valid_after(now + day)
            .add_extension(x509.BasicConstraints(is_authority, None), critical=True)
        )
        return builder.sign(issuer_key, hashes.SHA256())

    authority_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    authority = signed("authority", authority_key, "authority", authority_key, True)
    certificate = signed("cluster", key, "authority", authority_key, False)
    folder.mkdir(parents=True, exist_ok=True)
    pem = serialization.Encoding.PEM
    found = Certificates(*(folder / name for name in ("authority.pem", "cert.pem", "key.pem")))
    found.authority.write_bytes(authority.public_bytes(pem))
    found.certificate.write_bytes(certificate.public_bytes(pem))
    found.key.write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return found


class Command:
    """A command of Dask that runs.

    Attributes:
        process: its process.
        lines: what it has said so far.
    """

    def __init__(self, *arguments: str, before: Sequence[str] = ()) -> None:
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [*before, sys.executable, "-W", "ignore", "-m", "dask", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            self.lines += iter(lines.readline, "")

    def said(self, pattern: str) -> str:
        """Waits until it has said something; returns the first group."""

        def find() -> re.Match[str] | None:
            return re.search(pattern, "".join(list(self.lines)))

        until(lambda: find() or self.process.poll() is not None)
        found = find()
        assert found is not None, "".join(self.lines)
        return found[1]

    def end(self) -> None:
        """Kills it, and all that it has started."""
        for sign in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, sign)
            except ProcessLookupError:
                break
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                continue
        self.process.wait()
        self._reader.join(10)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()


def scheduler(*options: str, **more: Any) -> tuple[Command, str]:
    """Starts a scheduler on this machine; returns its address, too."""
    found = Command("scheduler", "--port", "0", "--no-dashboard", *options, **more)
    return found, found.said(r"Scheduler at:\s+(\S+)")


def worker(address: str, name: str, *options: str, **more: Any) -> Command:
    """Starts a worker with a nanny."""
    return Command(
        *("worker", address, "--name", name, "--nthreads", "1", "--no-dashboard", *options), **more
    )
