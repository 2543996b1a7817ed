import { crc32 } from 'node:zlib';

/** A running checksum. */
export interface Hasher {
  update(chunk: Uint8Array): void;
  digest(): Buffer;
}

export function crc32Hasher(): Hasher {
  let crc = 0;
  return {
    update(chunk) {
      crc = crc32(chunk, crc);
    },
    digest: () => bigEndian(crc),
  };
}

/** The reversed polynomial of CRC-32C (Castagnoli, RFC 3720). */
export const crc32cPolynomial = 0x82f63b78n;
/** The reversed polynomial of CRC-32 (ISO 3309). */
export const crc32Polynomial = 0xedb88320n;
/** The reversed polynomial of CRC-64/NVME. */
export const crc64NvmePolynomial = 0x9a6c9329ac4bc9b5n;

/** CRC-32C, eight bytes at a step. */
export function crc32cHasher(): Hasher {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables32();
  let crc = -1;
  return {
    update(bytes) {
      const { length } = bytes;
      let c = crc;
      let i = 0;
      for (; i + 8 <= length; i += 8) {
        const low = c ^ word(bytes, i);
        const high = word(bytes, i + 4);
        c =
          at(t7, low) ^
          at(t6, low >>> 8) ^
          at(t5, low >>> 16) ^
          at(t4, low >>> 24) ^
          at(t3, high) ^
          at(t2, high >>> 8) ^
          at(t1, high >>> 16) ^
          at(t0, high >>> 24);
      }
      for (; i < length; i++) c = at(t0, c ^ (bytes[i] as number)) ^ (c >>> 8);
      crc = c;
    },
    digest: () => bigEndian(~crc),
  };
}

/** CRC-64/NVME, eight bytes at a step, in two halves of 32 bits because numbers in JavaScript have no 64. */
export function crc64NvmeHasher(): Hasher {
  const { high: h, low: l } = tables64();
  let high = -1;
  let low = -1;
  return {
    update(bytes) {
      const { length } = bytes;
      let ch = high;
      let cl = low;
      let i = 0;
      for (; i + 8 <= length; i += 8) {
        const a = cl ^ word(bytes, i);
        const b = ch ^ word(bytes, i + 4);
        const i0 = 1792 + (a & 255);
        const i1 = 1536 + ((a >>> 8) & 255);
        const i2 = 1280 + ((a >>> 16) & 255);
        const i3 = 1024 + (a >>> 24);
        const i4 = 768 + (b & 255);
        const i5 = 512 + ((b >>> 8) & 255);
        const i6 = 256 + ((b >>> 16) & 255);
        const i7 = b >>> 24;
        ch = get(h, i0) ^ get(h, i1) ^ get(h, i2) ^ get(h, i3) ^ get(h, i4) ^ get(h, i5) ^ get(h, i6) ^ get(h, i7);
        cl = get(l, i0) ^ get(l, i1) ^ get(l, i2) ^ get(l, i3) ^ get(l, i4) ^ get(l, i5) ^ get(l, i6) ^ get(l, i7);
      }
      for (; i < length; i++) {
        const index = (cl ^ (bytes[i] as number)) & 255;
        cl = get(l, index) ^ ((cl >>> 8) | (ch << 24));
        ch = get(h, index) ^ (ch >>> 8);
      }
      high = ch;
      low = cl;
    },
    digest: () => Buffer.concat([bigEndian(~high), bigEndian(~low)]),
  };
}

/** Reads a number that is known to exist, since all indexes are within their tables. */
const get = (table: Int32Array, index: number) => table[index] as number;
const at = (table: Int32Array, byte: number) => table[byte & 255] as number;
const word = (bytes: Uint8Array, i: number) =>
  (bytes[i] as number) |
  ((bytes[i + 1] as number) << 8) |
  ((bytes[i + 2] as number) << 16) |
  ((bytes[i + 3] as number) << 24);

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

type Eight<T> = [T, T, T, T, T, T, T, T];
let cached32: Eight<Int32Array> | undefined;
let cached64: { high: Int32Array; low: Int32Array } | undefined;

function tables32(): Eight<Int32Array> {
  cached32 ??= slices(crc32cPolynomial).map((slice) =>
    Int32Array.from(slice, (value) => Number(BigInt.asIntN(32, value))),
  ) as Eight<Int32Array>;
  return cached32;
}

function tables64() {
  const flat = () => slices(crc64NvmePolynomial).flat();
  cached64 ??= {
    high: Int32Array.from(flat(), (value) => Number(BigInt.asIntN(32, value >> 32n))),
    low: Int32Array.from(flat(), (value) => Number(BigInt.asIntN(32, value))),
  };
  return cached64;
}

/** Eight tables of 256: the contribution of a byte that is followed by zero to seven bytes in its step. */
function slices(polynomial: bigint): bigint[][] {
  const first = Array.from({ length: 256 }, (_, byte) => {
    let value = BigInt(byte);
    for (let bit = 0; bit < 8; bit++) value = value & 1n ? (value >> 1n) ^ polynomial : value >> 1n;
    return value;
  });
  const all = [first];
  while (all.length < 8) {
    all.push((all.at(-1) ?? []).map((value) => (first[Number(value & 255n)] ?? 0n) ^ (value >> 8n)));
  }
  return all;
}
