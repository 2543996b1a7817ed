import { degreeOnEquatorialSphere } from '../../../domain/geometry/local-plane.ts';
import { factorOf } from '../../../domain/machine-files/points/units.ts';
import { isCounted } from '../standardise/counted-points.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';

/** The position of a picture, and the size of its pixels. */
export interface Frame {
  west: number;
  north: number;
  width: number;
  height: number;
  pixelMetres: number;
  degreesPerPixel: [longitude: number, latitude: number];
  /** Median width of the machine, and median distance between two records, in metres. */
  usual: { wide: number; long: number };
}

/** Minimum and maximum pixels of the longer side of a picture. */
const [minPixels, maxPixels] = [600, 1_600];
/** Minimum pixels across the machine, so that its passes are recognisable. */
const pixelsAcross = 6;
/** Width in metres if it is unknown. */
const usualWidthMetres = 9;
/** Share of points on each side that may be outliers: of those, only near ones are shown. */
const farShare = 0.001;
const nearMetres = 100;

interface Found {
  west: number | null;
  south: number;
  east: number;
  north: number;
  wide: number | null;
  long: number | null;
}

/**
 * The frame of the kept points of `presented`, without a few outliers that are further away than the others are apart.
 * A wrongly recorded position would otherwise shrink the field to a few pixels.
 *
 * @returns undefined without points.
 */
export async function frameOf(units: PointUnits, work: WorkDatabase): Promise<Frame | undefined> {
  const median = (name: 'equipmentWidth' | 'distance') =>
    units[name] ? `median(${name}) filter (where ${name} > 0) * ${factorOf(units[name])}` : 'null';
  const shares = `[${farShare}, ${1 - farShare}]`;
  const [middle] = await work.rows<Found>(
    `select lons[1] as west, lons[2] as east, lats[1] as south, lats[2] as north, wide, long from (
      select quantile_cont(lon, ${shares}) as lons, quantile_cont(lat, ${shares}) as lats,
        ${median('equipmentWidth')} as wide, ${median('distance')} as long
      from presented where ${isCounted})`,
  );
  if (!middle || middle.west === null) return undefined;
  const near = boxOf(middle);
  const perLongitude = degreeOnEquatorialSphere * Math.cos((((near.south + near.north) / 2) * Math.PI) / 180);
  const farX = near.east - near.west + nearMetres / perLongitude;
  const farY = near.north - near.south + nearMetres / degreeOnEquatorialSphere;
  const [edges] = await work.rows<Found>(
    `select min(lon) as west, max(lon) as east, min(lat) as south, max(lat) as north from presented
    where ${isCounted} and lon between ${near.west - farX} and ${near.east + farX}
      and lat between ${near.south - farY} and ${near.north + farY}`,
  );
  const { west, east, south, north } = boxOf(edges ?? middle);
  const long = Number(middle.long || 0);
  const wide = Number(middle.wide || Math.max(usualWidthMetres, long));
  // Half the ground of a point on each side, for any heading.
  const margin = (wide + long) / 2;
  const [across, along] = [
    (east - west) * perLongitude + 2 * margin,
    (north - south) * degreeOnEquatorialSphere + 2 * margin,
  ];
  const longer = Math.max(across, along);
  const pixelMetres = Math.max(longer / maxPixels, Math.min(wide / pixelsAcross, longer / minPixels));
  return {
    west: west - margin / perLongitude,
    north: north + margin / degreeOnEquatorialSphere,
    width: Math.ceil(across / pixelMetres) + 1,
    height: Math.ceil(along / pixelMetres) + 1,
    pixelMetres,
    degreesPerPixel: [pixelMetres / perLongitude, pixelMetres / degreeOnEquatorialSphere],
    usual: { wide, long },
  };
}

function boxOf({ west, east, south, north }: Found) {
  return { west: Number(west), east: Number(east), south: Number(south), north: Number(north) };
}
