/** A number in a file that its reader uses: a length, a count, an offset, the number of a page, a type or a coordinate. */
export interface NumberAt {
  at: number;
  bytes: 1 | 2 | 4 | 8;
  order?: 'big';
  isReal?: boolean;
}

export type NumbersOf = (bytes: Buffer) => NumberAt[];

const run = (from: number, count: number, step: number, bytes: NumberAt['bytes'], more: Partial<NumberAt> = {}) =>
  Array.from({ length: Math.max(0, count) }, (_, index): NumberAt => ({ at: from + index * step, bytes, ...more }));

/** Well-known binary in the machine's usual order: types, counts, and the first coordinates. */
const ofWkb = (at: number): NumberAt[] => [
  { at, bytes: 1 },
  ...run(at + 1, 3, 4, 4),
  ...run(at + 18, 2, 4, 4),
  ...run(at + 22, 8, 8, 8, { isReal: true }),
];

function everyOffset(bytes: Buffer, text: string): number[] {
  const indexes: number[] = [];
  for (let at = bytes.indexOf(text); at >= 0 && indexes.length < 50; at = bytes.indexOf(text, at + 1)) indexes.push(at);
  return indexes;
}

/** SQLite's header, b-tree pages, cells and free pages, and the geometries of a GeoPackage. */
export const ofSqlite: NumbersOf = (bytes) => {
  const big = { order: 'big' } as const;
  const header = [...run(16, 1, 2, 2, big), ...run(18, 6, 1, 1), ...run(24, 12, 4, 4, big), ...run(92, 2, 4, 4, big)];
  const pageSize = bytes.readUInt16BE(16) || 4096;
  const pages = Array.from({ length: Math.floor(bytes.length / pageSize) }, (_, page) => {
    const start = page * pageSize;
    const head = start + (page === 0 ? 100 : 0);
    const pointers = head + (bytes[head] === 5 || bytes[head] === 2 ? 12 : 8);
    const cells = Math.min(12, bytes.readUInt16BE(head + 3));
    const inCells = Array.from({ length: cells }, (_, cell) => {
      const at = start + bytes.readUInt16BE(pointers + 2 * cell);
      return at + 12 < bytes.length ? run(at, 12, 1, 1) : [];
    });
    return [{ at: head, bytes: 1 } as const, ...run(head + 1, 3, 2, 2, big), ...run(head + 8, 1, 4, 4, big)].concat(
      run(pointers, cells, 2, 2, big),
      inCells.flat(),
    );
  });
  const geometries = everyOffset(bytes, 'GP\0').flatMap((at) => [
    ...run(at + 2, 2, 1, 1),
    ...run(at + 4, 1, 4, 4),
    ...run(at + 8, 4, 8, 8, { isReal: true }),
    ...ofWkb(at + 40),
  ]);
  return [...header, ...pages.flat(), ...geometries];
};

/** A flat buffer has tables whose offsets lead to other tables: each pair of bytes may be one, in the header and in features. */
export const ofFlatGeobuf: NumbersOf = (bytes) => {
  const header = bytes.readUInt32LE(8);
  const behind = 12 + header;
  return [
    ...run(8, header / 4, 4, 4),
    ...run(12, header / 2, 2, 2),
    ...run(behind, 30, 8, 8),
    ...run(behind, 20, 8, 8, { isReal: true }),
    ...run(behind, (bytes.length - behind) / 4, 4, 4),
  ];
};

/** The header, the records, their parts and their positions. */
export const ofShapes: NumbersOf = (bytes) => {
  const numbers: NumberAt[] = [
    ...run(24, 1, 4, 4, { order: 'big' }),
    ...run(28, 2, 4, 4),
    ...run(36, 8, 8, 8, { isReal: true }),
  ];
  for (let at = 100; at + 64 < bytes.length; at += 8 + bytes.readUInt32BE(at + 4) * 2) {
    numbers.push(
      ...run(at, 2, 4, 4, { order: 'big' }),
      ...run(at + 8, 1, 4, 4),
      ...run(at + 12, 4, 8, 8, { isReal: true }),
    );
    numbers.push(...run(at + 44, 3, 4, 4), ...run(at + 56, 4, 8, 8, { isReal: true }));
  }
  return numbers;
};

export const ofShapeIndex: NumbersOf = (bytes) => [
  ...run(24, 1, 4, 4, { order: 'big' }),
  ...run(100, Math.min(20, (bytes.length - 100) / 4), 4, 4, { order: 'big' }),
];

export const ofTable: NumbersOf = () => [
  ...run(4, 1, 4, 4),
  ...run(8, 2, 2, 2),
  ...run(29, 1, 1, 1),
  ...[43, 48, 49, 75, 80, 81].flatMap((at) => run(at, 1, 1, 1)),
];

/** Directories of a TIFF: tags, their types, counts and values, the arrays that they lead to, and the next directory. */
export const ofTiff: NumbersOf = (bytes) => {
  const numbers: NumberAt[] = [...run(2, 1, 2, 2), ...run(4, 1, 4, 4)];
  const directory = bytes.readUInt32LE(4);
  if (directory + 2 > bytes.length) return numbers;
  const entries = bytes.readUInt16LE(directory);
  numbers.push({ at: directory, bytes: 2 }, { at: directory + 2 + entries * 12, bytes: 4 });
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12;
    numbers.push(...run(at, 2, 2, 2), ...run(at + 4, 2, 4, 4));
    const [count, index] = [bytes.readUInt32LE(at + 4), bytes.readUInt32LE(at + 8)];
    if (count > 1 && index > 8 && index + 32 < bytes.length)
      numbers.push(...run(index, 4, 4, 4), ...run(index, 4, 8, 8, { isReal: true }));
  }
  return numbers;
};

/** The footer is Thrift's compact form, in which each byte may be a number, a type or a length; so are the heads of pages. */
export const ofParquet: NumbersOf = (bytes) => {
  const footer = Math.min(bytes.length - 8, bytes.readUInt32LE(bytes.length - 8));
  return [
    { at: bytes.length - 8, bytes: 4 },
    ...run(bytes.length - 8 - footer, footer, 1, 1),
    ...run(4, 60, 1, 1),
    ...everyOffset(bytes, '\u0001\u0006\0\0\0').flatMap((at) => ofWkb(at)),
  ];
};

/** A table of a geodatabase, or its index: the header, the description of its fields, and rows with their lengths. */
export const ofGeodatabaseTable: NumbersOf = (bytes) => [
  ...run(0, 10, 4, 4),
  ...run(32, 1, 8, 8),
  ...run(40, Math.min(400, bytes.length - 40), 1, 1),
  ...run(40, Math.min(400, (bytes.length - 44) / 4), 4, 4),
];

/** Every number of four bytes near the beginning, for formats without a reader here. */
export const ofAnything: NumbersOf = (bytes) => run(0, Math.min(100, bytes.length / 4), 4, 4);
