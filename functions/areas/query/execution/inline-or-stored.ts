/**
 * The whole of a content that is no larger than an answer may be. Content that is larger is handed to `keep` as it comes, with what was read of
 * it before; undefined then.
 */
export async function inlineOrStored(
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
  keep: (content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Uint8Array | undefined> {
  const pieces = content[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let bytes = 0;
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) {
    read.push(piece.value);
    bytes += piece.value.length;
    if (bytes > maxBytes) {
      try {
        await keep(withRest(read, pieces));
      } finally {
        // Whatever became of it: what makes the content ends here.
        await pieces.return?.();
      }
      return undefined;
    }
  }
  return Buffer.concat(read);
}

async function* withRest(read: Uint8Array[], pieces: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let piece = read.shift(); piece; piece = read.shift()) yield piece;
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) yield piece.value;
}
