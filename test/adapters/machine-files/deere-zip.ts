import { writeShapefile } from '../../../local/demo/write-shapefile.ts';
import { zipOf } from './harvest-text.ts';
import { swathRing } from './spray-shapefile.ts';

/** A shapefile as John Deere Operations Center exports it: a machine sprays its way north from 10 east and 50 north, 30 m a second. */
export function deereZip({
  serials = [] as string[],
  records = 20,
  day = 1,
  elevationUnit = 'm',
  rateUnit = 'l1ha-1',
} = {}): Uint8Array {
  const swaths = Array.from({ length: records }, (_, record) => {
    const attributes = {
      DISTANCE: '3',
      SWATHWIDTH: '10',
      AppliedRat: '100',
      IsoTime: `2024-05-${String(day).padStart(2, '0')}T12:00:${String(record).padStart(2, '0')}.000Z`,
      Heading: '0',
      Elevation: '100',
    };
    return { rings: [swathRing(record)], attributes };
  });
  const metadata = {
    Operation: 'Application',
    DataAttributes: [
      { Name: 'DISTANCE', Unit: 'm' },
      { Name: 'SWATHWIDTH', Unit: 'm' },
      { Name: 'AppliedRate', Unit: rateUnit },
      { Name: 'Elevation', Unit: elevationUnit },
    ],
    Product: { ProductName: 'Agent' },
    MachineUsage: Object.fromEntries(serials.map((MachineSerial, index) => [String(index + 1), { MachineSerial }])),
  };
  const parts = Object.entries(writeShapefile(swaths)).map(
    ([ending, bytes]) => [`doc/North.${ending}`, bytes] as const,
  );
  return zipOf({ ...Object.fromEntries(parts), 'doc/North-Deere-Metadata.json': JSON.stringify(metadata) });
}

/** A shapefile with a tank mix in American units: a rate by volume, one by mass, and one in an unknown unit. */
export function mixZip({ mixUnit = 'gal1ac-1' } = {}): Uint8Array {
  const swaths = Array.from({ length: 20 }, (_, record) => ({
    rings: [swathRing(record)],
    attributes: {
      DISTANCE: '10',
      SWATHWIDTH: '30',
      AppliedRat: '10',
      IsoTime: `2024-05-01T12:00:${String(record).padStart(2, '0')}.000Z`,
      Heading: '0',
      Elevation: '300',
    },
  }));
  const part = (Name: string, Value: number, Unit: string) => ({ Name, Rate: { Value, Unit } });
  const metadata = {
    Operation: 'Application',
    DataAttributes: [
      { Name: 'DISTANCE', Unit: 'ft' },
      { Name: 'SWATHWIDTH', Unit: 'ft' },
      { Name: 'AppliedRate', Unit: 'gal1ac-1' },
      { Name: 'Elevation', Unit: 'ft' },
    ],
    Product: {
      ProductName: 'Mix',
      Rate: { Value: 10, Unit: mixUnit },
      TankMix: true,
      Components: [
        { ...part('Water', 9, 'gal1ac-1'), Carrier: true },
        part('Agent', 20, 'ozm1ac-1'),
        part('Strange', 2, 'bags1ac-1'),
      ],
    },
  };
  const parts = Object.entries(writeShapefile(swaths)).map(
    ([ending, bytes]) => [`doc/North.${ending}`, bytes] as const,
  );
  return zipOf({ ...Object.fromEntries(parts), 'doc/North-Deere-Metadata.json': JSON.stringify(metadata) });
}
