"""Builds the wheel and the source archive of the client, by PEP 517, with the standard library only.

A usual backend would have to be downloaded before every installation, because pip builds in an empty environment.
"""

import base64
import hashlib
import io
import re
import tarfile
import zipfile
from pathlib import Path

FOLDER = Path(__file__).parent
MODULES = sorted(path.relative_to(FOLDER).as_posix() for path in (FOLDER / "prompthold").rglob("*.py"))
PACKAGE = [*MODULES, "prompthold/py.typed"]
SOURCES = ["LICENSE", "README.md", "build_backend.py", "pyproject.toml", *PACKAGE]
# The first moment that a ZIP file can express, so that equal sources give equal files.
MODIFIED = (1980, 1, 1, 0, 0, 0)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    info = f"{_base_name()}.dist-info"
    files = {
        **{path: (FOLDER / path).read_bytes() for path in PACKAGE},
        f"{info}/METADATA": _metadata(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: build_backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/licenses/LICENSE": (FOLDER / "LICENSE").read_bytes(),
    }
    record = [f"{path},sha256={_digest(content)},{len(content)}" for path, content in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    name = f"{_base_name()}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, MODIFIED)
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return name


def build_sdist(sdist_directory, config_settings=None):
    root = _base_name()
    files = {path: (FOLDER / path).read_bytes() for path in SOURCES}
    files["PKG-INFO"] = _metadata()
    name = f"{root}.tar.gz"
    with tarfile.open(Path(sdist_directory) / name, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for path, content in files.items():
            entry = tarfile.TarInfo(f"{root}/{path}")
            entry.size = len(content)
            entry.mode = 0o644
            archive.addfile(entry, io.BytesIO(content))
    return name


def _metadata():
    """The fields of pyproject.toml, in the form of the package index."""
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {_read_field('name')}",
        f"Version: {_version()}",
        f"Summary: {_read_field('description')}",
        f"License-Expression: {_read_field('license')}",
        "License-File: LICENSE",
        f"Requires-Python: {_read_field('requires-python')}",
        "Description-Content-Type: text/markdown",
        "",
        (FOLDER / "README.md").read_text("utf-8"),
    ]
    return "\n".join(lines).encode()


def _read_field(name):
    """Python 3.9 has no parser for TOML; the fields needed here are plain texts."""
    return re.search(rf'^{name} = "(.*)"$', (FOLDER / "pyproject.toml").read_text("utf-8"), re.MULTILINE).group(1)


def _version():
    text = (FOLDER / "prompthold/version.py").read_text("utf-8")
    return re.search(r'^__version__ = "(.*)"$', text, re.MULTILINE).group(1)


def _base_name():
    return f"{_read_field('name').replace('-', '_')}-{_version()}"


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
