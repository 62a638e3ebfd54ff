"""A vision-language model of random weights, made on the spot: LLaVA, some 150,000 parameters.

It is a whole LLaVA (a CLIP tower, a projector, a Llama, a tokenizer, a chat template, an image processor) in
the format that servers load, only small. It knows nothing, so what it says says nothing about any score:
it is there to see whether pictures and words get through a real stack.

Its replies are noise of mostly 5 to 40 bytes, so that some end by themselves and some at the caller's limit.

By itself: ``python -m tests.servers.tiny_llava FOLDER``. Needs torch, transformers and Pillow; loads them
only when a model is built.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

__all__ = ["PICTURE_TOKENS", "build", "prompt_tokens"]

_SIDE = 64  # pixels
_PATCH = 8  # pixels
PICTURE_TOKENS = (_SIDE // _PATCH) ** 2
"""Tokens that a picture takes, whatever its size: it is scaled to 64 × 64 pixels, 64 patches."""

_CONTEXT = 16384  # tokens; a prompt with three demonstrations is some 3,000 bytes
_END_IS_LIKELY = 3.5  # added to the score of the token that ends a reply; found by trying
_PAD, _BEGIN, _END, _PICTURE = _SPECIAL = ("<pad>", "<s>", "</s>", "<image>")

_CHAT_TEMPLATE = (
    "{{ '<s>' }}"
    "{% for message in messages %}"
    "{{ message['role'] + ': ' }}"
    "{% if message['content'] is string %}{{ message['content'] }}"
    "{% else %}"
    "{% for part in message['content'] %}"
    "{% if part['type'] == 'image' %}{{ '<image>' }}"
    "{% elif part['type'] == 'text' %}{{ part['text'] }}{% endif %}"
    "{% endfor %}"
    "{% endif %}"
    "{{ '\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ 'assistant: ' }}{% endif %}"
)


def build(folder: Path, seed: int = 0) -> int:
    """Make the model and save it as servers want it; nothing is downloaded.

    Args:
        folder: Where to; made if missing.
        seed: The weights' seed; the same gives the same files.

    Returns:
        The number of parameters.
    """
    import torch
    from transformers import (
        CLIPVisionConfig,
        GenerationConfig,
        LlamaConfig,
        LlavaConfig,
        LlavaForConditionalGeneration,
    )
    from transformers.utils import logging

    processor = _processor()
    ids: dict[str, int] = processor.tokenizer.get_vocab()
    special = {
        "bos_token_id": ids[_BEGIN],
        "eos_token_id": ids[_END],
        "pad_token_id": ids[_PAD],
    }
    config = LlavaConfig(
        vision_config=CLIPVisionConfig(
            hidden_size=32,
            intermediate_size=64,
            num_hidden_layers=2,
            num_attention_heads=4,
            image_size=_SIDE,
            patch_size=_PATCH,
            projection_dim=32,
            # Stronger weights than usual, here and below: what so few of the usual size (0.02) say hardly
            # depends on the picture or the words.
            initializer_factor=4.0,
        ),
        text_config=LlamaConfig(
            vocab_size=len(ids),
            hidden_size=64,
            intermediate_size=128,
            num_hidden_layers=2,
            num_attention_heads=4,
            num_key_value_heads=4,
            max_position_embeddings=_CONTEXT,
            initializer_range=0.3,
            **special,
        ),
        image_token_index=ids[_PICTURE],
        image_seq_length=PICTURE_TOKENS,
        vision_feature_layer=-1,
        vision_feature_select_strategy="default",
        initializer_range=0.3,
    )
    logging.disable_progress_bar()
    torch.manual_seed(seed)
    model = LlavaForConditionalGeneration(config).eval()
    model.generation_config = GenerationConfig(
        do_sample=True,
        top_k=0,
        min_new_tokens=2,
        suppress_tokens=[ids[_PAD], ids[_BEGIN], ids[_PICTURE]],
        sequence_bias=[[[ids[_END]], _END_IS_LIKELY]],
        **special,
    )
    model.save_pretrained(folder)
    processor.save_pretrained(folder)
    return sum(weights.numel() for weights in model.parameters())


def prompt_tokens(turns: Sequence[tuple[str, str, int]]) -> int:
    """How many tokens a conversation takes as a prompt, told from outside: a token is a byte.

    Args:
        turns: The role, the text and the number of pictures of each turn.
    """
    total = len("x") + len("assistant: ")  # the token that begins it, and the turn that is to be written
    for role, text, pictures in turns:
        total += len(f"{role}: \n") + len(text.encode()) + pictures * PICTURE_TOKENS
    return total


def _processor() -> Any:
    """Words to tokens and pictures to pixels; the image processor is the one that needs no torchvision."""
    from transformers import CLIPImageProcessorPil, LlavaProcessor

    return LlavaProcessor(
        image_processor=CLIPImageProcessorPil(
            size={"shortest_edge": _SIDE}, crop_size={"height": _SIDE, "width": _SIDE}
        ),
        tokenizer=_tokenizer(),
        patch_size=_PATCH,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
        image_token=_PICTURE,
        chat_template=_CHAT_TEMPLATE,
    )


def _tokenizer() -> Any:
    """A token a byte, so that every script gets through and nothing is to be learned."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: number for number, token in enumerate([*_SPECIAL, *letters])}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in _SPECIAL])
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token=_BEGIN,
        eos_token=_END,
        pad_token=_PAD,
        extra_special_tokens={"image_token": _PICTURE},
        model_max_length=_CONTEXT,
        padding_side="left",
    )


def _main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("folder", type=Path)
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    print(f"{build(given.folder, given.seed):,} parameters in {given.folder}")


if __name__ == "__main__":
    _main()
