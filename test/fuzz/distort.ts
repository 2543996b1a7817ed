import { mutate } from './mutate.ts';
import type { NumberAt, NumbersOf } from './structures.ts';

const extremes = [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];
const reals = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e308, -1e308, 5e-324, 1e20, -181, 91];

/** Texts that readers may use as a target to read from. */
const targets = ['/vsicurl/http://127.0.0.1:9/x', '/vsistdin/', '/etc/passwd', '<VRTDataset>', '../../x', '/vsizip/x'];

/** Damages a file in its structure, its bytes, or both. */
export function distort(bytes: Buffer, numbersOf: NumbersOf, random: () => number): Buffer {
  const below = (limit: number) => Math.floor(random() * limit);
  const way = random();
  if (way < 0.25) return mutate(bytes, random);
  if (way < 0.3) return plant(Buffer.from(bytes), below);
  const distorted = Buffer.from(bytes);
  const numbers = numbersOf(bytes).filter(({ at, bytes: size }) => at >= 0 && at + size <= bytes.length);
  for (let count = 1 + below(3); count > 0 && numbers.length > 0; count--) {
    const chosen = numbers[below(numbers.length)];
    if (chosen) change(distorted, chosen, numbers, below);
  }
  return way > 0.9 ? mutate(distorted, random) : distorted;
}

function change(
  bytes: Buffer,
  { at, bytes: size, order, isReal }: NumberAt,
  all: NumberAt[],
  below: (limit: number) => number,
) {
  if (isReal) {
    bytes.writeDoubleLE(reals[below(reals.length)] ?? 0, at);
    return;
  }
  const isBig = order === 'big';
  const narrow = Math.min(size, 4);
  const present = isBig ? bytes.readUIntBE(at, narrow) : bytes.readUIntLE(at, narrow);
  const values = [
    () => extremes[below(extremes.length)] ?? 0,
    () => bytes.length - 1 + below(3),
    () => present + (below(2) === 0 ? 1 : -1),
    () => present * (2 + below(7)),
    // The position of another number's target, or of the number itself, which makes circles.
    () => all[below(all.length)]?.at ?? at,
    () => at,
    () => below(2 ** 32),
  ];
  const value = Math.abs(values[below(values.length)]?.() ?? 0) % 2 ** (8 * narrow);
  if (isBig) bytes.writeUIntBE(value, at, narrow);
  else bytes.writeUIntLE(value, at, narrow);
  if (size === 8) bytes.writeUInt32LE(below(4) === 0 ? below(2 ** 32) : 0, at + 4);
}

/** Writes a target over a text of the file. */
function plant(bytes: Buffer, below: (limit: number) => number): Buffer {
  const texts = [...bytes.toString('latin1').matchAll(/[ -~]{4,}/g)];
  const text = texts[below(texts.length)];
  const target = targets[below(targets.length)] ?? '';
  if (text) bytes.write(target.slice(0, bytes.length - text.index), text.index, 'latin1');
  return bytes;
}
