"""Model players: what they are shown, what they remember, how they are asked and their replies read."""
