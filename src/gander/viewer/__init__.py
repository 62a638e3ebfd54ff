"""The page: games, their audits and what else lies below the opened folders, in a browser.

The server (`gander.viewer.server`) and a file that opens from disk (`gander.viewer.export`) show the same
structures with the same scripts. Needs Starlette, uvicorn and Pillow (the extra ``view``).
"""
