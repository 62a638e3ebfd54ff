// A room's colour; beside it always stands the room's code, since nobody can tell 24 colours apart.

/** Give an element a room's colour, which the style sheet makes fit for light and dark. */
export function paint(node, room, rooms) {
  // Neighbours in the list get colours far from each other.
  const step = Math.max(1, Math.round(rooms * 0.382));
  const hue = ((room * step * 360) / rooms + room * 7) % 360;
  node.style.setProperty("--hue", hue.toFixed(0));
  return node;
}
