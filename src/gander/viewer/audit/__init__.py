"""The page of an audit: figures compared, and the games, claims and utterances behind each of them."""
