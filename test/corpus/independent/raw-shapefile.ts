/** Readers independent of the service, so that its results are compared with the file and not with themselves. */

/** The records of a dBase table, unconverted. */
export function recordsOfDbf(bytes: Buffer): Record<string, string>[] {
  const [records, headerBytes, recordBytes] = [bytes.readUInt32LE(4), bytes.readUInt16LE(8), bytes.readUInt16LE(10)];
  const columns: { name: string; offset: number; length: number }[] = [];
  let offset = 1;
  for (let at = 32; bytes[at] !== 0x0d; at += 32) {
    const name = bytes.toString('latin1', at, at + 11).replace(/\0.*$/s, '');
    const length = bytes.readUInt8(at + 16);
    columns.push({ name, offset, length });
    offset += length;
  }
  return Array.from({ length: records }, (_, record) => {
    const start = headerBytes + record * recordBytes;
    const cell = ({ name, offset, length }: (typeof columns)[number]) => [
      name,
      bytes.toString('latin1', start + offset, start + offset + length).trim(),
    ];
    return Object.fromEntries(columns.map(cell));
  });
}

/** The square metres of each polygon of a shapefile in degrees, on a plane that touches it. */
export function areasOfShp(bytes: Buffer): number[] {
  const areas: number[] = [];
  for (let at = 100; at < bytes.length; at += 8 + bytes.readInt32BE(at + 4) * 2) {
    const [parts, points] = [bytes.readInt32LE(at + 8 + 36), bytes.readInt32LE(at + 8 + 40)];
    const start = at + 8 + 44 + parts * 4;
    let twice = 0;
    const y0 = bytes.readDoubleLE(start + 8);
    const metres = (point: number) => {
      const [x, y] = [bytes.readDoubleLE(start + point * 16), bytes.readDoubleLE(start + point * 16 + 8)];
      const radians = (y0 * Math.PI) / 180;
      return [
        x * 111_412.84 * Math.cos(radians) - x * 93.5 * Math.cos(3 * radians),
        y * (111_132.92 - 559.82 * Math.cos(2 * radians)),
      ] as const;
    };
    for (let point = 0; point + 1 < points; point++) {
      const [[x, y], [nextX, nextY]] = [metres(point), metres(point + 1)];
      twice += x * nextY - nextX * y;
    }
    areas.push(Math.abs(twice) / 2);
  }
  return areas;
}
