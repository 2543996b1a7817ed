import { inflateSync } from 'node:zlib';
import { SceneProblem } from '../../../domain/satellite/scenes/scene-problem.ts';
import type { BandFile, Packing } from './band-file.ts';
import { unpackLzw } from './lzw.ts';

export type Numbers = Uint8Array | Uint16Array | Int16Array | Float32Array;

const arrays = { uint8: Uint8Array, uint16: Uint16Array, int16: Int16Array, float32: Float32Array } as const;

/**
 * Unpacks the first number of each pixel of a block, line by line.
 *
 * @throws SceneProblem as `unpackSamples` does.
 */
export function unpackBlock(packed: Uint8Array, file: BandFile, name: string): Numbers {
  const values = unpackSamples(packed, file, name);
  const { samples, kind } = file.packing;
  return samples === 1 ? values : firstOf(values, samples, kind);
}

/**
 * Unpacks all numbers of a block, pixel by pixel.
 *
 * @throws SceneProblem if the block is damaged, or unpacks to more than a block holds.
 */
export function unpackSamples(packed: Uint8Array, file: BandFile, name: string): Numbers {
  const { blockWidth, blockHeight, packing } = file;
  const { samples, kind, predictor, little, compression } = packing;
  const numbers = blockWidth * blockHeight * samples;
  const bytes = numbers * arrays[kind].BYTES_PER_ELEMENT;
  const raw = compression === 1 ? packed : unpacked(packed, compression, bytes, name);
  // The last strip may be shorter than the others.
  const whole = raw.byteLength < bytes ? Buffer.concat([raw, Buffer.alloc(bytes - raw.byteLength)]) : raw;
  const own = new Uint8Array(bytes);
  own.set(whole.subarray(0, bytes));
  const values = new arrays[kind](own.buffer);
  if (!little) swap(Buffer.from(own.buffer), arrays[kind].BYTES_PER_ELEMENT);
  if (predictor === 2) addUp(values, blockWidth, samples);
  return values;
}

const lzw = 5;

function unpacked(packed: Uint8Array, compression: number, bytes: number, name: string): Uint8Array {
  try {
    return compression === lzw ? unpackLzw(packed, bytes) : inflateSync(packed, { maxOutputLength: bytes });
  } catch (cause) {
    throw new SceneProblem(`${name} is damaged: one of its blocks cannot be unpacked.`, { cause });
  }
}

function swap(bytes: Buffer, size: number): void {
  if (size === 2) bytes.swap16();
  if (size === 4) bytes.swap32();
}

/** Undoes the horizontal predictor: each number is stored as its difference from the one before it in the line. */
function addUp(values: Numbers, width: number, samples: number): void {
  const line = width * samples;
  for (let start = 0; start < values.length; start += line) {
    for (let at = start + samples; at < start + line; at++) {
      values[at] = (values[at] as number) + (values[at - samples] as number);
    }
  }
}

function firstOf(values: Numbers, samples: number, kind: Packing['kind']): Numbers {
  const first = new arrays[kind](values.length / samples);
  for (let at = 0; at < first.length; at++) first[at] = values[at * samples] as number;
  return first;
}
