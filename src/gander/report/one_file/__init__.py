"""Pages that are one file: they open from disk, need nothing else, and run no script but their own."""

from gander.report.one_file.bundle import BundleError, bundle, imported_by
from gander.report.one_file.page import one_file
from gander.report.one_file.shared import files_below, shared_files

__all__ = ["BundleError", "bundle", "files_below", "imported_by", "one_file", "shared_files"]
