"""TLS contexts from the certificates that Dask's workers have."""

from __future__ import annotations

import ssl
import tempfile
from collections.abc import Mapping
from pathlib import Path


def context_of(tls: Mapping[str, str | None], is_server: bool) -> ssl.SSLContext | None:
    """Returns the context of one side of a connection; None if there are no certificates.

    Both sides show a certificate of the cluster's own authority, so names are not looked at.

    Args:
        tls: `ca_file`, `cert`, `key` and `ciphers`, as Dask's `Security` has them: paths, or the
            texts themselves.
        is_server: for the side that listens.
    """
    authority, certificate, key = tls.get("ca_file"), tls.get("cert"), tls.get("key")
    if not authority or not certificate:
        return None
    purpose = ssl.Purpose.CLIENT_AUTH if is_server else ssl.Purpose.SERVER_AUTH
    is_text = "\n" in authority
    found = ssl.create_default_context(
        purpose, **({"cadata": authority} if is_text else {"cafile": authority})
    )
    with tempfile.TemporaryDirectory() as folder:
        found.load_cert_chain(
            _file(certificate, Path(folder, "certificate.pem")),
            key and _file(key, Path(folder, "key.pem")),
        )
    found.check_hostname = False
    found.verify_mode = ssl.CERT_REQUIRED
    found.verify_flags &= ~ssl.VERIFY_X509_STRICT  # certificates of a cluster are often plain ones
    if tls.get("ciphers"):
        found.set_ciphers(tls["ciphers"] or "")
    return found


def _file(text: str, path: Path) -> str:
    if "\n" not in text:
        return text
    path.touch(0o600)
    path.write_text(text)
    return str(path)
