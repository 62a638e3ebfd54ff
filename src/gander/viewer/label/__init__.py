"""Label sheets in the browser: people judge what was drawn, and every answer is kept."""
