import { type ShapeRecord, writeShapefile } from '../../../local/demo/write-shapefile.ts';

/** A swath of ten metres from west to east and three from south to north, north of the one before: degrees, from 10 east and 50 north. */
export function swathRing(record: number): [number, number][] {
  const [west, south] = [10, 50 + record * 2.7e-5];
  return [
    [west, south],
    [west, south + 2.7e-5],
    [west + 1.4e-4, south + 2.7e-5],
    [west + 1.4e-4, south],
    [west, south],
  ];
}

/** A sprayer that works its way north from 10 east and 50 north: 10 m wide, a record every 3 m and second, 100 L/ha. */
export function sprayRecords(records: number, changes: (record: number) => Record<string, string> = () => ({})) {
  return Array.from({ length: records }, (_, record): ShapeRecord => {
    const time = new Date(Date.UTC(2024, 4, 1, 12) + record * 1000).toISOString();
    const attributes = {
      DISTANCE: '10',
      SWATHWIDTH: '30',
      AppliedRat: '10',
      IsoTime: time,
      Heading: '0',
      Elevation: '300',
    };
    return { rings: [swathRing(record)], attributes: { ...attributes, Product: 'Agent', ...changes(record) } };
  });
}

/** The parts of a shapefile by their names in an upload; its measured columns are numbers. */
export function sprayShapefile(name: string, records: ShapeRecord[]): Record<string, Buffer> {
  const parts = writeShapefile(records);
  const { dbf } = parts;
  const columnBytes = 32;
  for (let at = columnBytes; dbf && dbf[at] !== 0x0d; at += columnBytes) {
    const column = dbf.toString('latin1', at, at + 11);
    if (/^(DISTANCE|SWATHWIDTH|AppliedRat|Heading|Elevation)/.test(column)) dbf.write('N', at + 11, 'latin1');
  }
  return Object.fromEntries(Object.entries(parts).map(([ending, content]) => [`${name}.${ending}`, content]));
}
