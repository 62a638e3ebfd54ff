// What a page that is one file carries in itself.

/** The bytes that an element holds in base64. */
export function bytesIn(id) {
  return Uint8Array.from(atob(document.getElementById(id).textContent), (sign) => sign.charCodeAt(0));
}

let unpacked = null;

async function unpack() {
  const stream = new Blob([bytesIn("exported")]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

/** What the file carries. */
export function carried() {
  unpacked ??= unpack();
  return unpacked;
}
