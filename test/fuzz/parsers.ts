import { unzipSync } from 'fflate';
import { geoTiff, rasterZip } from '../adapters/machine-files/adapt-raster-set.ts';
import { zipOf } from '../adapters/machine-files/harvest-text.ts';
import { distort } from './distort.ts';
import { randomFrom } from './mutate.ts';
import { boundaries, geoParquet, gml, kml, type SeedFiles, shapefile, taskData, writtenByGdal } from './seed-files.ts';
import * as structures from './structures.ts';
import { madeUploads } from './uploads.ts';

/** A parser of users' files. */
export interface Parser {
  name: string;
  reads: 'boundaries' | 'machine files';
  /** Its share of all cases: machine files take a hundred milliseconds each, boundaries some. */
  weight: number;
  /** Whole files to start with. */
  seeds: () => Promise<SeedFiles[]>;
  /** Positions of the numbers of a member. */
  numbersOf: (member: string) => structures.NumbersOf;
}

const always = (numbersOf: structures.NumbersOf) => () => numbersOf;

function ofShapefile(member: string): structures.NumbersOf {
  if (member.endsWith('.shp')) return structures.ofShapes;
  if (member.endsWith('.shx')) return structures.ofShapeIndex;
  return member.endsWith('.dbf') ? structures.ofTable : structures.ofAnything;
}

async function tiffs(): Promise<SeedFiles[]> {
  const options = [
    [],
    ['COMPRESS=DEFLATE', 'TILED=YES', 'BLOCKXSIZE=16', 'BLOCKYSIZE=16'],
    ['COMPRESS=LZW', 'INTERLEAVE=BAND'],
  ];
  const made = await Promise.all(options.map((one) => geoTiff({ options: one })));
  return made.map((tiff) => filesOf(rasterZip(tiff)));
}

function filesOf(zip: Uint8Array): SeedFiles {
  return Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, Buffer.from(bytes)]));
}

export const parsers: Parser[] = [
  {
    ...{ name: 'GeoPackage', reads: 'boundaries', weight: 5, numbersOf: always(structures.ofSqlite) },
    seeds: async () => [
      writtenByGdal('GPKG', 'fields.gpkg'),
      writtenByGdal('GPKG', 'fields.gpkg', ['-lco', 'SPATIAL_INDEX=NO']),
    ],
  },
  {
    ...{ name: 'FlatGeobuf', reads: 'boundaries', weight: 5, numbersOf: always(structures.ofFlatGeobuf) },
    seeds: async () => [
      writtenByGdal('FlatGeobuf', 'fields.fgb'),
      writtenByGdal('FlatGeobuf', 'fields.fgb', ['-lco', 'SPATIAL_INDEX=NO']),
    ],
  },
  {
    ...{ name: 'File Geodatabase', reads: 'boundaries', weight: 4 },
    seeds: async () => [writtenByGdal('OpenFileGDB', 'fields.gdb')],
    numbersOf: (member) => (/\.gdbtabl/.test(member) ? structures.ofGeodatabaseTable : structures.ofAnything),
  },
  {
    ...{ name: 'GeoParquet', reads: 'boundaries', weight: 4, numbersOf: always(structures.ofParquet) },
    seeds: () => Promise.all(['uncompressed', 'snappy', 'zstd', 'gzip'].map(geoParquet)),
  },
  { name: 'shapefile', reads: 'boundaries', weight: 4, seeds: async () => [shapefile()], numbersOf: ofShapefile },
  {
    ...{ name: 'GeoJSON', reads: 'boundaries', weight: 1, numbersOf: always(structures.ofAnything) },
    seeds: async () => [{ 'fields.geojson': Buffer.from(boundaries) }],
  },
  {
    ...{ name: 'KML', reads: 'boundaries', weight: 1, seeds: async () => [kml()] },
    numbersOf: always(structures.ofAnything),
  },
  {
    ...{ name: 'GML', reads: 'boundaries', weight: 1, seeds: async () => [gml()] },
    numbersOf: always(structures.ofAnything),
  },
  {
    ...{ name: 'ISO 11783 boundaries', reads: 'boundaries', weight: 1, numbersOf: always(structures.ofAnything) },
    seeds: async () => [taskData()],
  },
  {
    ...{ name: 'GeoTIFF', reads: 'machine files', weight: 2, seeds: tiffs },
    numbersOf: (member) => (member.endsWith('.tif') ? structures.ofTiff : structures.ofAnything),
  },
  ...madeUploads
    .filter(([format]) => !format.includes('GeoTIFF'))
    .map(
      ([format, upload]): Parser => ({
        ...{ name: `${format}, of machines`, reads: 'machine files', weight: 0.25, numbersOf: ofMachineFile },
        seeds: async () => [filesOf(await upload())],
      }),
    ),
];

function ofMachineFile(member: string): structures.NumbersOf {
  return member.endsWith('.parquet') ? structures.ofParquet : ofShapefile(member);
}

/** The damaged upload of a seed: one member is distorted; now and then the archive around it. */
export function damagedBy(
  seed: number,
  { numbersOf }: Parser,
  seeds: SeedFiles[],
): { name: string; bytes: Uint8Array } {
  const random = randomFrom(seed);
  const files = seeds[Math.floor(random() * seeds.length)] ?? {};
  const members = Object.keys(files);
  const chosen = members[Math.floor(random() * members.length)] ?? '';
  const damaged = distort(files[chosen] ?? Buffer.alloc(0), numbersOf(chosen), random);
  if (members.length === 1) return { name: chosen, bytes: damaged };
  const zip = Buffer.from(zipOf({ ...files, [chosen]: damaged }));
  return { name: 'upload.zip', bytes: random() < 0.05 ? distort(zip, structures.ofAnything, random) : zip };
}
