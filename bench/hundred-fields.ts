import { zipSync } from 'fflate';
import { type ShapeRecord, writeShapefile } from '../local/demo/write-shapefile.ts';

/** UTM zone 14 north on WGS 84 (EPSG:32614), as Esri writes it. */
const utm14 =
  'PROJCS["WGS_1984_UTM_Zone_14N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],' +
  'PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-99.0],PARAMETER["Scale_Factor",0.9996],' +
  'PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

const count = 100;
/** More vertices than most fields have that were driven around with a receiver. */
const vertices = 500;

/** A zipped shapefile in metres with as many fields as one upload may have, side by side. */
export function hundredFieldsZip(): Buffer {
  const parts = writeShapefile(
    Array.from({ length: count }, (_, number) => field(number)),
    { projection: utm14 },
  );
  const entries = Object.entries(parts).map(([part, bytes]) => [`fields.${part}`, new Uint8Array(bytes)] as const);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

/** A lobed outline of about 40 hectares, clockwise. */
function field(number: number): ShapeRecord {
  const [x, y] = [450_000 + (number % 10) * 900, 4_650_000 + Math.floor(number / 10) * 900];
  const ring = Array.from({ length: vertices }, (_, index): [number, number] => {
    const angle = (-2 * Math.PI * index) / vertices;
    const radius = 350 + 40 * Math.sin(9 * angle + number);
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return { rings: [[...ring, ring[0] ?? [x, y]]], attributes: { NAME: `Field ${number + 1}` } };
}
