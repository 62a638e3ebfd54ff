"""An analysis as one page in one file: tables, figures, and behind every number the answers it stands on."""

from gander.report.eyeq.page.contents import PAGE, page
from gander.report.eyeq.page.pictures import Pictures, pictures_of

__all__ = ["PAGE", "Pictures", "page", "pictures_of"]
