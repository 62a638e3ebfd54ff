"""Words: an utterance as sentences of tokens, and lists and chains of them as one."""
