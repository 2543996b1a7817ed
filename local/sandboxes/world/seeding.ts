import { zipSync } from 'fflate';
import { type ShapeRecord, writeShapefile } from '../../demo/write-shapefile.ts';
import { type Position, rectangle } from './outlines.ts';

/** The real samples have no seeding: six passes of a planter over the field with the real application, in the columns of John Deere's exports. */
const [west, south, east, north] = [-93.48775, 41.7612, -93.4864, 41.7718] as const;
const [passes, steps] = [6, 40];
const started = Date.UTC(2017, 3, 27, 14);
const stepMilliseconds = 4_000;

const metadata = {
  Version: '1.0',
  OrgId: 1234,
  ClientId: 'd5d32f64-1e67-4ed7-8b5a-0db234f1305b',
  ClientName: '---',
  FarmId: '302f6894-aa77-441d-a331-4d767705220e',
  FarmName: '---',
  FieldId: '54f2ca3b-a132-49b7-a94c-5ee70a4d7640',
  FieldName: 'Tank Mix Rate',
  Operation: 'Seeding',
  CropSeason: 2017,
  CropToken: 'CORN_WET',
  FieldOperationStartDate: new Date(started).toISOString(),
  DataAttributes: [
    { Name: 'DISTANCE', Unit: 'ft', Description: 'Distance Travelled From Previous Point' },
    { Name: 'SWATHWIDTH', Unit: 'ft', Description: 'Width Of Element' },
    { Name: 'SECTIONID', Description: 'Element Id' },
    { Name: 'AppliedRate', Unit: 'seeds1ac-1', Description: 'Applied Rate' },
    { Name: 'TargetRate', Unit: 'seeds1ac-1', Description: 'Target Rate' },
    { Name: 'VARIETY', Description: 'Variety Name' },
    { Name: 'Time', Description: 'Timestamp' },
    { Name: 'IsoTime', Description: 'Iso Timestamp' },
  ],
};

/** A zip with a shapefile and its metadata, always with the same bytes. */
export function seedingOfTankMixRate(): Buffer {
  const stem = '--------Tank Mix Rate-Seeding';
  const projection =
    'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["Degree",0.017453292519943295]]';
  const parts = Object.entries(writeShapefile(swaths(), { projection }));
  const entries = Object.fromEntries(
    parts.map(([extension, bytes]) => [`${stem}.${extension}`, new Uint8Array(bytes)]),
  );
  entries[`${stem}-Deere-Metadata.json`] = new Uint8Array(Buffer.from(JSON.stringify(metadata)));
  // Zip stores local time: these parts of a date are the same in every time zone.
  return Buffer.from(zipSync(entries, { mtime: new Date(2017, 4, 1) }));
}

function swaths(): ShapeRecord[] {
  const [width, height] = [(east - west) / passes, (north - south) / steps];
  return Array.from({ length: passes * steps }, (_, at): ShapeRecord => {
    const [pass, step] = [Math.floor(at / steps), at % steps];
    const row = pass % 2 === 0 ? step : steps - 1 - step;
    const [x, y] = [west + pass * width, south + row * height];
    const time = new Date(started + at * stepMilliseconds).toISOString();
    return {
      rings: [clockwise(rectangle(x, y, x + width, y + height))],
      attributes: {
        DISTANCE: '96.5',
        SWATHWIDTH: '61.4',
        SECTIONID: '0',
        AppliedRate: String(33_800 + ((at * 37) % 400)),
        TargetRate: '34000',
        VARIETY: 'Hybrid 1',
        Time: time.slice(0, 19).replace('T', ' '),
        IsoTime: time,
      },
    };
  });
}

const clockwise = (ring: Position[]): Position[] => ring.toReversed();
