"""Speed, memory and scale: ``make bench``. Figures of one run; compare the ratios, not the seconds."""
