const k0 = 0xc3a5c85c97cb3127n;
const k1 = 0xb492b66fbe98f273n;
const k2 = 0x9ae16a3b2f90404fn;

const cut = (value: bigint) => BigInt.asUintN(64, value);
const mixed = (value: bigint) => value ^ (value >> 47n);
const rotated = (value: bigint, bits: bigint) => {
  const whole = cut(value);
  return (whole >> bits) | cut(whole << (64n - bits));
};
/** Combines two numbers to one. */
function joined(u: bigint, v: bigint, factor: bigint): bigint {
  const [one, other] = [cut(u), cut(v)];
  const first = mixed(cut((one ^ other) * factor));
  return cut(mixed(cut((other ^ first) * factor)) * factor);
}

/** FarmHash's Fingerprint64 of bytes, as a signed number. */
export function farmFingerprint(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return BigInt.asIntN(64, bytes.length <= 16 ? upTo16(view) : bytes.length <= 64 ? upTo64(view) : beyond64(view));
}

function upTo16(view: DataView): bigint {
  const size = view.byteLength;
  const factor = k2 + BigInt(size) * 2n;
  if (size >= 8) {
    const a = cut(view.getBigUint64(0, true) + k2);
    const b = view.getBigUint64(size - 8, true);
    return joined(rotated(b, 37n) * factor + a, (rotated(a, 25n) + b) * factor, factor);
  }
  if (size >= 4) {
    const first = BigInt(size) + BigInt(view.getUint32(0, true)) * 8n;
    return joined(first, BigInt(view.getUint32(size - 4, true)), factor);
  }
  if (size === 0) return k2;
  const y = BigInt(view.getUint8(0) + view.getUint8(size >> 1) * 256);
  const z = BigInt(size + view.getUint8(size - 1) * 4);
  return cut(mixed(cut(y * k2) ^ cut(z * k0)) * k2);
}

function upTo64(view: DataView): bigint {
  const size = view.byteLength;
  const at = (index: number) => view.getBigUint64(index, true);
  const factor = k2 + BigInt(size) * 2n;
  const round = (a: bigint, b: bigint, c: bigint, d: bigint, last: bigint): [bigint, bigint] => [
    rotated(a + b, 43n) + rotated(c, 30n) + d,
    a + rotated(b + last, 18n) + c,
  ];
  const a = cut(at(0) * (size <= 32 ? k1 : k2));
  const [y, v] = round(a, at(8), cut(at(size - 8) * factor), cut(at(size - 16) * k2), k2);
  const whole = joined(y, v, factor);
  if (size <= 32) return whole;
  const [g, h] = [(y + at(size - 32)) * factor, (whole + at(size - 24)) * factor];
  return joined(...round(cut(at(16) * factor), at(24), cut(g), h, a), factor);
}

function beyond64(view: DataView): bigint {
  const size = view.byteLength;
  const odd = BigInt((size - 1) % 64);
  const last = size - 64;
  let x = cut(81n * k2 + view.getBigUint64(0, true));
  let y = cut(81n * k1 + 113n);
  let z = cut(mixed(cut(y * k2 + 113n)) * k2);
  let [v1, v2, w1, w2] = [0n, 0n, 0n, 0n];
  let factor = k1;
  for (let from = 0; ; from = Math.min(from + 64, last)) {
    const at = (word: number) => view.getBigUint64(from + word * 8, true);
    const isLast = from === last;
    if (isLast) {
      factor = k1 + (z & 255n) * 2n;
      w1 += odd;
      v1 += w1;
      w1 += v1;
    }
    const times = isLast ? 9n : 1n;
    const nextZ = cut(rotated(x + y + v1 + at(1), 37n) * factor) ^ cut(w2 * times);
    y = cut(rotated(y + v2 + at(6), 42n) * factor + v1 * times + at(5));
    x = cut(rotated(z + w1, 33n) * factor);
    [v1, v2] = halfBlock(at, 0, v2 * factor, nextZ + w1);
    [w1, w2] = halfBlock(at, 4, x + w2, y + at(2));
    z = nextZ;
    if (isLast) break;
  }
  const first = joined(v1, w1, factor) + mixed(y) * k0 + z;
  return joined(first, joined(v2, w2, factor) + x, factor);
}

function halfBlock(at: (word: number) => bigint, word: number, a: bigint, b: bigint): [bigint, bigint] {
  const first = a + at(word);
  const sum = first + at(word + 1) + at(word + 2);
  const fourth = at(word + 3);
  return [cut(sum + fourth), cut(rotated(b + first + fourth, 21n) + rotated(sum, 44n) + first)];
}
