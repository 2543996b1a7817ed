const clear = 256;
const end = 257;
const firstFree = 258;
const minBits = 9;
const maxBits = 12;
const maxCodes = 2 ** maxBits;

/**
 * Unpacks LZW as TIFF 6.0 has it (section 13): codes of 9 to 12 bits, the highest bit first, one bit longer as soon as all but one of a length are in use.
 *
 * @param maxBytes the size above which unpacking stops.
 * @throws RangeError when there are more, or a code that means nothing.
 */
export function unpackLzw(packed: Uint8Array, maxBytes: number): Uint8Array {
  const made = new Uint8Array(maxBytes);
  // A code stands for the bytes of another code and one byte after them.
  const before = new Uint16Array(maxCodes);
  const last = new Uint8Array(maxCodes);
  const lengths = new Uint16Array(maxCodes).fill(1);
  for (let byte = 0; byte < clear; byte++) last[byte] = byte;

  let [free, bits, previous, size] = [firstFree, minBits, -1, 0];
  let [held, heldBits] = [0, 0];
  for (let at = 0; ; ) {
    while (heldBits < bits) {
      if (at >= packed.length) return made.subarray(0, size);
      held = (held << 8) | (packed[at++] as number);
      heldBits += 8;
    }
    heldBits -= bits;
    const code = held >>> heldBits;
    held &= (1 << heldBits) - 1;
    if (code === end) return made.subarray(0, size);
    if (code === clear) {
      [free, bits, previous] = [firstFree, minBits, -1];
      continue;
    }
    if (code >= (previous < 0 ? clear : free + 1) || (code === free && free >= maxCodes)) {
      throw new RangeError(`LZW: code ${code} means nothing yet`);
    }
    // The code that is about to be free is what came before, and its own first byte once more.
    const isNew = code === free;
    const known = isNew ? previous : code;
    const length = (lengths[known] as number) + (isNew ? 1 : 0);
    if (size + length > maxBytes) throw new RangeError(`LZW: more than ${maxBytes} bytes`);
    let index = size + (lengths[known] as number) - 1;
    for (let one = known; index >= size; one = before[one] as number) made[index--] = last[one] as number;
    const first = made[size] as number;
    if (isNew) made[size + length - 1] = first;
    size += length;
    if (previous >= 0 && free < maxCodes) {
      before[free] = previous;
      last[free] = first;
      lengths[free] = (lengths[previous] as number) + 1;
      free += 1;
      if (free === 2 ** bits - 1 && bits < maxBits) bits += 1;
    }
    previous = code;
  }
}
