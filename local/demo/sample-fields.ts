import { zipSync } from 'fflate';
import { type ShapeRecord, writeShapefile } from './write-shapefile.ts';

/** UTM zone 15 north on WGS 84 (EPSG:32615), as Esri writes it. */
const utm15 =
  'PROJCS["WGS_1984_UTM_Zone_15N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],' +
  'PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-93.0],PARAMETER["Scale_Factor",0.9996],' +
  'PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

type Point = [x: number, y: number];

/** The south-west corner of the farm in metres; half a mile (805 m) is the side of a quarter section. */
const [east, north] = [450_000, 4_650_000];
const halfMile = 805;
const quarterMile = 402;

/**
 * The shapefile that a new user uploads first: six fields of an imaginary farm on the prairie, zipped, in metres of UTM, so that
 * it shows unpacking, reprojection, names, a hole and curved edges. Its bytes are always the same.
 */
export function sampleFieldsZip(): Buffer {
  const files = Object.entries(writeShapefile(sampleFields(), { projection: utm15 }));
  const entries = Object.fromEntries(
    files.map(([extension, bytes]) => [`sample-fields.${extension}`, new Uint8Array(bytes)]),
  );
  // Zip stores local time: these parts of a date are the same in every time zone.
  return Buffer.from(zipSync(entries, { mtime: new Date(2024, 0, 1) }));
}

function sampleFields(): ShapeRecord[] {
  return [
    field('Home Quarter', [quarterWithYard(at(12, 12))]),
    field('North Forty', [rectangle(at(12, 830), quarterMile - 24, quarterMile - 24)]),
    field('Creek Bend', [creekBend(at(430, 830))]),
    field('River Bottom', [riverBottom(at(12, 1300))]),
    field('Pivot 3', [circle(at(1240, 420), 392)]),
    field('Windbreak Eighty', [rectangle(at(840, 840), halfMile - 24, quarterMile - 24), pond(at(1180, 1010))]),
  ];
}

function field(name: string, rings: Point[][]): ShapeRecord {
  return { rings: rings.map(closed), attributes: { NAME: name, FARM: 'Sample Farm' } };
}

function at(x: number, y: number): Point {
  return [east + x, north + y];
}

function rectangle([x, y]: Point, width: number, height: number): Point[] {
  return [
    [x, y],
    [x, y + height],
    [x + width, y + height],
    [x + width, y],
  ];
}

/** A quarter section without the farmyard in its north-east corner. */
function quarterWithYard([x, y]: Point): Point[] {
  const side = halfMile - 24;
  const yard = 120;
  return [
    [x, y],
    [x, y + side],
    [x + side - yard, y + side],
    [x + side - yard, y + side - yard],
    [x + side, y + side - yard],
    [x + side, y],
  ];
}

/** Straight roads on two sides, the creek on the third. */
function creekBend([x, y]: Point): Point[] {
  const creek = steps(24).map((t): Point => [x + 40 + 320 * t, y + 270 + 70 * Math.sin(4.2 * t) - 40 * t * t]);
  return [[x, y], [x, y + 270], ...creek, [x + 360, y]];
}

/** Between a bluff and a river, both winding. */
function riverBottom([x, y]: Point): Point[] {
  const bluff = steps(30).map((t): Point => [x + 1180 * t, y + 300 + 45 * Math.sin(7 * t)]);
  const river = steps(30).map((t): Point => [x + 1180 * (1 - t), y + 60 * Math.sin(5 * (1 - t) + 1)]);
  return [...bluff, ...river];
}

function circle([x, y]: Point, radius: number): Point[] {
  return steps(96)
    .slice(1)
    .map((t): Point => [x + radius * Math.sin(2 * Math.PI * t), y + radius * Math.cos(2 * Math.PI * t)]);
}

/** Holes have the opposite orientation. */
function pond(centre: Point): Point[] {
  return circle(centre, 55).reverse();
}

/** Numbers from 0 to 1 in a given number of steps. */
function steps(count: number): number[] {
  return Array.from({ length: count + 1 }, (_, index) => index / count);
}

/** A closed ring, with coordinates rounded to the centimetre as in a survey. */
function closed(ring: Point[]): Point[] {
  const surveyed = ring.map(([x, y]): Point => [Math.round(x * 100) / 100, Math.round(y * 100) / 100]);
  const [first] = surveyed;
  return first ? [...surveyed, first] : [];
}
