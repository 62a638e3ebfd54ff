"""Drawing: a puzzle's declared layers → one picture.

All lengths in a declaration are pixels of the finished picture, measured from its top left corner.
"""

import functools
import importlib
import io
from typing import Literal, TypeAlias

import msgspec
from PIL import Image, ImageDraw, ImageFilter, ImageFont, ImageOps, features

from scripts.starter.ingredients import Ingredients

__all__ = ["SIZE", "Drawing", "Icon", "Layer", "Text", "as_png", "draw", "text_image"]

SIZE = 640
"""Width and height of every picture, in pixels."""

_SCALE = 2  # drawn twice as large, then reduced: rotated and pasted edges come out smooth
_COLOURS = 160  # enough for flat icons; a palette keeps a picture at a few tens of kilobytes
_RED = (214, 32, 39)
_INK = "#2b2b33"

Point: TypeAlias = tuple[float, float]


class Icon(msgspec.Struct, frozen=True, tag_field="kind", tag="icon", forbid_unknown_fields=True):
    """One icon, once or several times.

    Attributes:
        name: Its name in Noto Emoji.
        at: The centre of each copy.
        size: Width and height before rotation, in pixels.
        rotate: Degrees, anticlockwise.
        flip: ``h`` swaps left and right, ``v`` top and bottom, ``hv`` both.
        tint: A colour that replaces the icon's own colours and keeps its light and dark.
        opacity: From 0 to 1.
        blur: Radius in pixels.
    """

    name: str
    at: list[Point]
    size: float
    rotate: float = 0
    flip: Literal["", "h", "v", "hv"] = ""
    tint: str = ""
    opacity: float = 1
    blur: float = 0


class Text(msgspec.Struct, frozen=True, tag_field="kind", tag="text", forbid_unknown_fields=True):
    """A letter, a digit or a short fragment.

    Attributes:
        text: What to write.
        at: The centre of its ink, for each copy.
        size: Font size in pixels.
        font: ``fa`` (Vazirmatn, which has Latin letters too) or ``ar`` (Noto Naskh Arabic).
        colour: Colour of the ink.
        rotate: Degrees, anticlockwise.
        blur: Radius in pixels.
        strike: Whether it is crossed out in red.
        outline: Colour of a line around the letters; empty for none.
    """

    text: str
    at: list[Point]
    size: float
    font: Literal["fa", "ar"] = "fa"
    colour: str = _INK
    rotate: float = 0
    blur: float = 0
    strike: bool = False
    outline: str = ""


class Drawing(msgspec.Struct, frozen=True, tag_field="kind", tag="drawing", forbid_unknown_fields=True):
    """What no icon shows: SVG elements of our own, in the picture's own pixels.

    Attributes:
        svg: The elements, without the ``<svg>`` around them.
    """

    svg: str


Layer: TypeAlias = Icon | Text | Drawing


def draw(
    layers: list[Layer], ingredients: Ingredients, *, background: tuple[str, ...], reads: str = ""
) -> Image.Image:
    """Draw the layers, the first at the bottom.

    Args:
        layers: What to draw.
        ingredients: Icons and fonts.
        background: One colour, or two for a vertical gradient.
        reads: ``rtl`` or ``ltr`` adds a small arrow at the bottom that shows in which order parts are read.

    Returns:
        An RGB picture of :data:`SIZE` by :data:`SIZE` pixels.
    """
    canvas = _background(background)
    for layer in layers:
        match layer:
            case Icon():
                _place(canvas, _icon_image(layer, ingredients), layer.at)
            case Text():
                _place(canvas, _finished_text(layer, ingredients), layer.at)
            case Drawing():
                canvas.alpha_composite(_rasterise(layer.svg, SIZE, SIZE * _SCALE))
    if reads:
        canvas.alpha_composite(_rasterise(_reading_arrow(reads), SIZE, SIZE * _SCALE))
    return canvas.convert("RGB").resize((SIZE, SIZE), Image.Resampling.LANCZOS)


def as_png(picture: Image.Image, *, colours: int = _COLOURS) -> bytes:
    """The picture as a palette PNG without metadata; the same picture gives the same bytes."""
    # Dithering would scatter dots over flat areas, which look worse and compress badly.
    palette = picture.quantize(colors=colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    palette.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def text_image(
    text: str, font_file: str, size: float, *, colour: str = _INK, outline: str = ""
) -> Image.Image:
    """The text's ink on a transparent ground, cut to its edges.

    Args:
        text: What to write, in logical order; Raqm joins the letters and orders them by their script.
        font_file: Path of the font.
        size: Font size in pixels.
        colour: Colour of the ink.
        outline: Colour of a line around the letters; empty for none.

    Raises:
        RuntimeError: This Pillow has no Raqm; Arabic letters would stand apart and in the wrong order.
    """
    if not features.check("raqm"):
        raise RuntimeError("Pillow was built without Raqm, so Arabic and Persian would be drawn wrongly.")
    font = ImageFont.truetype(font_file, size, layout_engine=ImageFont.Layout.RAQM)
    stroke = round(size * 0.04) if outline else 0
    left, top, right, bottom = font.getbbox(text, stroke_width=stroke)
    picture = Image.new("RGBA", (round(right - left) + 2, round(bottom - top) + 2), (0, 0, 0, 0))
    ImageDraw.Draw(picture).text(
        (1 - left, 1 - top), text, font=font, fill=colour, stroke_width=stroke, stroke_fill=outline or None
    )
    return picture


def _finished_text(layer: Text, ingredients: Ingredients) -> Image.Image:
    file = str(ingredients.font(layer.font))
    picture = text_image(layer.text, file, layer.size * _SCALE, colour=layer.colour, outline=layer.outline)
    if layer.strike:
        picture = _struck(picture)
    return _blurred(_turned(picture, layer.rotate), layer.blur)


def _struck(picture: Image.Image) -> Image.Image:
    """The picture with a red line through it, steep enough not to hide a wide letter."""
    reach = min(picture.size) / 2
    margin = round(reach * 0.4)
    out = ImageOps.expand(picture, border=margin, fill=(0, 0, 0, 0))
    middle, height = out.width / 2, out.height
    stroke = max(6, round(reach * 0.18))
    ends = [(middle - reach, height - stroke), (middle + reach, stroke)]
    pen = ImageDraw.Draw(out)
    pen.line(ends, fill=(*_RED, 255), width=stroke)
    for x, y in ends:
        radius = stroke / 2
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=(*_RED, 255))
    return out


def _icon_image(layer: Icon, ingredients: Ingredients) -> Image.Image:
    picture = _rasterise(ingredients.icon(layer.name), 128, round(layer.size * _SCALE))
    if layer.tint:
        picture = _tinted(picture, layer.tint)
    if "h" in layer.flip:
        picture = ImageOps.mirror(picture)
    if "v" in layer.flip:
        picture = ImageOps.flip(picture)
    if layer.opacity < 1:
        picture.putalpha(
            picture.getchannel("A").point([round(value * layer.opacity) for value in range(256)])
        )
    return _blurred(_turned(picture, layer.rotate), layer.blur)


@functools.lru_cache(maxsize=64)
def _svg_png(body: str, box: int, pixels: int) -> bytes:
    # Imported by name, late: only rasterising needs it, and it is no dependency of the package.
    resvg = importlib.import_module("resvg_py")
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {box} {box}">'
    )
    svg = f"{head}{body}</svg>"
    return bytes(resvg.svg_to_bytes(svg_string=svg, width=pixels, height=pixels, skip_system_fonts=True))


def _rasterise(body: str, box: int, pixels: int) -> Image.Image:
    return Image.open(io.BytesIO(_svg_png(body, box, pixels))).convert("RGBA")


def _tinted(picture: Image.Image, colour: str) -> Image.Image:
    alpha = picture.getchannel("A")
    solid = alpha.point([0] * 200 + [255] * 56)
    grey = picture.convert("L")
    darkest, lightest = _range(grey, solid)
    if lightest - darkest < 24:  # an icon of one colour: stretching its contrast would only show noise
        out = Image.new("RGBA", picture.size, colour)
    else:
        # The darkest parts keep some of the colour, the lightest turn pale: the shape stays readable.
        dark, pale = _mix(colour, (0, 0, 0), 0.55), _mix(colour, (255, 255, 255), 0.6)
        out = ImageOps.colorize(
            ImageOps.autocontrast(grey, mask=solid), black=dark, mid=_mix(colour, (0, 0, 0), 0), white=pale
        ).convert("RGBA")
    out.putalpha(alpha)
    return out


def _range(grey: Image.Image, mask: Image.Image) -> tuple[int, int]:
    """The darkest and the lightest grey under the mask."""
    used = [value for value, count in enumerate(grey.histogram(mask)) if count]
    return used[0], used[-1]


def _mix(colour: str, other: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    rgb = tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))
    red, green, blue = (round(a * (1 - share) + b * share) for a, b in zip(rgb, other, strict=True))
    return red, green, blue


def _turned(picture: Image.Image, degrees: float) -> Image.Image:
    if not degrees:
        return picture
    return picture.rotate(degrees, resample=Image.Resampling.BICUBIC, expand=True)


def _blurred(picture: Image.Image, radius: float) -> Image.Image:
    if not radius:
        return picture
    # Room around it, or the blur would end in a straight edge; premultiplied, or its edge would be black.
    room = ImageOps.expand(picture, border=round(radius * _SCALE * 3), fill=(0, 0, 0, 0))
    return room.convert("RGBa").filter(ImageFilter.GaussianBlur(radius * _SCALE)).convert("RGBA")


def _place(canvas: Image.Image, picture: Image.Image, centres: list[Point]) -> None:
    for x, y in centres:
        sheet = Image.new("RGBA", canvas.size, (0, 0, 0, 0))
        corner = (round(x * _SCALE - picture.width / 2), round(y * _SCALE - picture.height / 2))
        sheet.paste(picture, corner)
        canvas.alpha_composite(sheet)


def _background(colours: tuple[str, ...]) -> Image.Image:
    size = SIZE * _SCALE
    canvas = Image.new("RGBA", (size, size), colours[0])
    if len(colours) > 1:
        top, bottom = (_mix(colour, (0, 0, 0), 0) for colour in colours)
        steps = 24  # bands as tall as a palette can show anyway
        pen = ImageDraw.Draw(canvas)
        for step in range(steps):
            share = step / (steps - 1)
            band = tuple(round(a * (1 - share) + b * share) for a, b in zip(top, bottom, strict=True))
            pen.rectangle((0, size * step // steps, size, size * (step + 1) // steps), fill=band)
    return canvas


def _reading_arrow(reads: str) -> str:
    arrow = (
        '<path d="M255 612H385" stroke="#9a9aa5" stroke-width="7" stroke-linecap="round" fill="none"/>'
        '<path d="M276 596L252 612L276 628" stroke="#9a9aa5" stroke-width="7" stroke-linecap="round" '
        'stroke-linejoin="round" fill="none"/>'
    )
    return arrow if reads == "rtl" else f'<g transform="translate(640 0) scale(-1 1)">{arrow}</g>'
