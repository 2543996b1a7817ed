/** A file of an archive. */
export interface Entry {
  name: string;
  content: Uint8Array<ArrayBuffer>;
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The CRC-32 of zip and PNG. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] ?? 0);
  return (value ^ 0xffffffff) >>> 0;
}

/** A zip of stored, uncompressed files. */
export function zipOf(entries: readonly Entry[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const { name, content } of entries) {
    const file = new TextEncoder().encode(name);
    const common = [20, 0, 0, 0, 0x21, crc32(content), content.length, content.length, file.length, 0] as const;
    const local = fields([0x04034b50, ...common], 'lssssslllss');
    const central = fields([0x02014b50, 20, ...common, 0, 0, 0, 0, at], 'lsssssslllsssssll');
    parts.push(local, file, content);
    directory.push(central, file);
    at += local.length + file.length + content.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = fields([0x06054b50, 0, 0, entries.length, entries.length, size, at, 0], 'lsssslls');
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}

/** Numbers of two (`s`) and four (`l`) bytes, the lowest first. */
function fields(numbers: readonly number[], sizes: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array([...sizes].reduce((sum, size) => sum + (size === 's' ? 2 : 4), 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [index, size] of [...sizes].entries()) {
    if (size === 's') view.setUint16(at, numbers[index] ?? 0, true);
    else view.setUint32(at, numbers[index] ?? 0, true);
    at += size === 's' ? 2 : 4;
  }
  return bytes;
}
