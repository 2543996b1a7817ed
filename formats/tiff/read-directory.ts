/** Reads the bytes of a file from `from` to before `to`; fewer at its end. */
export type ReadBytes = (from: number, to: number) => Promise<Uint8Array>;

/** The values of a tag, which are read when they are needed: there may be many offsets of blocks. */
export interface TagValues {
  count: number;
  /** Reads some of the values. @throws the given error if the file ends before them. */
  read(first: number, count: number): Promise<number[]>;
}

export interface Directory {
  tag(code: number): TagValues | undefined;
}

/** Bytes that are read first, with everything but the blocks: the first directory of a Sentinel-2 COG ends at about 3 kB. */
const headBytes = 16_384;
const maxTags = 1_000;
/** Values of one tag that are read at once. A tile of Sentinel-2 has 121 or 484 blocks. */
const maxValues = 100_000;

const sizes: Record<number, number> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  11: 4,
  12: 8,
  16: 8,
  17: 8,
  18: 8,
};

/**
 * Reads the first directory of a TIFF 6.0 or BigTIFF; overviews and other directories are ignored.
 *
 * @param name the name of the file in messages.
 * @param problem makes the error of a message.
 * @throws the error if the file has another format, or ends before its directory does.
 */
export async function readDirectory(
  read: ReadBytes,
  name: string,
  problem: (message: string) => Error,
): Promise<Directory> {
  const checked = (offset: number): number => {
    if (Number.isSafeInteger(offset)) return offset;
    throw problem(`${name} is damaged: it leads to byte ${offset}.`);
  };
  // Values behind the head are read in pieces of the head's size, because values of tags lie side by side.
  const pieces = new Map<number, Promise<Uint8Array>>();
  const piece = (index: number): Promise<Uint8Array> => {
    const reading = pieces.get(index) ?? read(index * headBytes, (index + 1) * headBytes);
    pieces.set(index, reading);
    return reading;
  };
  const head = await piece(0);
  const bytesAt = async (from: number, count: number): Promise<DataView> => {
    const bytes = new Uint8Array(count);
    for (let at = 0; at < count; ) {
      const index = Math.floor((from + at) / headBytes);
      const found = (await piece(index)).subarray(from + at - index * headBytes).subarray(0, count - at);
      if (found.length === 0) throw problem(`${name} is cut off: it ends before byte ${from + count}.`);
      bytes.set(found, at);
      at += found.length;
    }
    return new DataView(bytes.buffer);
  };
  const order = head.length < 8 ? '' : String.fromCharCode(head[0] ?? 0, head[1] ?? 0);
  const little = order === 'II';
  if (!little && order !== 'MM') throw problem(`${name} is not a TIFF: ${kindOf(head)}.`);
  const start = await bytesAt(0, 8);
  const version = start.getUint16(2, little);
  const isBig = version === 43;
  if (!isBig && version !== 42) throw problem(`${name} is not a TIFF: its version is ${version}.`);
  const far = (view: DataView, at: number) =>
    isBig ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little);

  const at = isBig ? far(await bytesAt(8, 8), 0) : start.getUint32(4, little);
  const [countBytes, entryBytes, inlineBytes] = isBig ? [8, 20, 8] : [2, 12, 4];
  const countView = await bytesAt(checked(at), countBytes);
  const tags = isBig ? far(countView, 0) : countView.getUint16(0, little);
  if (tags > maxTags) throw problem(`${name} is damaged: its directory has ${tags} entries.`);
  const entries = await bytesAt(at + countBytes, tags * entryBytes);
  const found = new Map<number, TagValues>();
  for (let entry = 0; entry < tags; entry++) {
    const begin = entry * entryBytes;
    const type = entries.getUint16(begin + 2, little);
    const size = sizes[type];
    if (size === undefined) continue;
    const count = far(entries, begin + 4);
    const offset = begin + (isBig ? 12 : 8);
    const isInline = count * size <= inlineBytes;
    const from = isInline ? 0 : far(entries, offset);
    found.set(entries.getUint16(begin, little), {
      count,
      async read(first, wanted) {
        if (first + wanted > count || wanted > maxValues) {
          throw problem(`${name} is damaged: it needs ${first + wanted} values where it has ${count}.`);
        }
        const view = isInline
          ? new DataView(entries.buffer, entries.byteOffset + offset + first * size, wanted * size)
          : await bytesAt(checked(from) + first * size, wanted * size);
        return Array.from({ length: wanted }, (_, index) => valueAt(view, index * size, type, little));
      },
    });
  }
  return { tag: (code) => found.get(code) };
}

function valueAt(view: DataView, at: number, type: number, little: boolean): number {
  if (type === 3) return view.getUint16(at, little);
  if (type === 4) return view.getUint32(at, little);
  if (type === 8) return view.getInt16(at, little);
  if (type === 9) return view.getInt32(at, little);
  if (type === 11) return view.getFloat32(at, little);
  if (type === 12) return view.getFloat64(at, little);
  if (type >= 16) return Number(view.getBigUint64(at, little));
  return view.getUint8(at);
}

/** Other formats in files that are named TIFF, by their first bytes. */
function kindOf(head: Uint8Array): string {
  const text = String.fromCharCode(...head.subarray(0, 64));
  if (head.length === 0) return 'it is empty';
  if (text.startsWith('jP  ', 4) || text.startsWith('\xff\x4f\xff\x51')) return 'it is a JPEG 2000 image';
  if (['<', '{'].includes(text.trimStart().charAt(0))) return 'it is a text';
  return 'it begins with other bytes';
}
