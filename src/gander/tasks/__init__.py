"""QUACK as a task of Inspect AI: one sample a game, played and audited as everywhere else."""
