import { factorOf } from '../../../domain/machine-files/points/units.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';

/** Where a picture lies, and how large its pixels are. */
export interface Frame {
  west: number;
  north: number;
  width: number;
  height: number;
  pixelMetres: number;
  degreesPerPixel: [longitude: number, latitude: number];
  /** What most points are for: the width of the machine, and the way between two records, in metres. */
  usual: { wide: number; long: number };
}

const degreeMetres = 111_320;
/** The longer side of a picture has so many pixels at least, and at most. */
const [minPixels, maxPixels] = [600, 1_600];
/** Pixels across the machine, so that its passes look like what they are. */
const pixelsAcross = 6;
/** Where nothing is known of the width, metres. */
const usualWidthMetres = 9;
/** A thousandth of the points on each side may lie anywhere: of those, only what is near is shown. */
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
 * Frames the kept points of `presented`: all of them, but for a few that lie further from the rest than the rest is wide. A place that was
 * wrongly recorded would otherwise leave a field of a few pixels.
 *
 * @returns undefined when there are no points.
 */
export async function frameOf(units: PointUnits, work: WorkDatabase): Promise<Frame | undefined> {
  const median = (name: 'equipmentWidth' | 'distance') =>
    units[name] ? `median(${name}) filter (where ${name} > 0) * ${factorOf(units[name])}` : 'null';
  const shares = `[${farShare}, ${1 - farShare}]`;
  const [middle] = await work.rows<Found>(
    `select lons[1] as west, lons[2] as east, lats[1] as south, lats[2] as north, wide, long from (
      select quantile_cont(lon, ${shares}) as lons, quantile_cont(lat, ${shares}) as lats,
        ${median('equipmentWidth')} as wide, ${median('distance')} as long
      from presented where dropped is null)`,
  );
  if (!middle || middle.west === null) return undefined;
  const near = boxOf(middle);
  const perLongitude = degreeMetres * Math.cos((((near.south + near.north) / 2) * Math.PI) / 180);
  const farX = near.east - near.west + nearMetres / perLongitude;
  const farY = near.north - near.south + nearMetres / degreeMetres;
  const [edges] = await work.rows<Found>(
    `select min(lon) as west, max(lon) as east, min(lat) as south, max(lat) as north from presented
    where dropped is null and lon between ${near.west - farX} and ${near.east + farX}
      and lat between ${near.south - farY} and ${near.north + farY}`,
  );
  const { west, east, south, north } = boxOf(edges ?? middle);
  const long = Number(middle.long || 0);
  const wide = Number(middle.wide || Math.max(usualWidthMetres, long));
  // Half the ground of a point on each side, whichever way the machine went.
  const margin = (wide + long) / 2;
  const [across, along] = [(east - west) * perLongitude + 2 * margin, (north - south) * degreeMetres + 2 * margin];
  const longer = Math.max(across, along);
  const pixelMetres = Math.max(longer / maxPixels, Math.min(wide / pixelsAcross, longer / minPixels));
  return {
    west: west - margin / perLongitude,
    north: north + margin / degreeMetres,
    width: Math.ceil(across / pixelMetres) + 1,
    height: Math.ceil(along / pixelMetres) + 1,
    pixelMetres,
    degreesPerPixel: [pixelMetres / perLongitude, pixelMetres / degreeMetres],
    usual: { wide, long },
  };
}

function boxOf({ west, east, south, north }: Found) {
  return { west: Number(west), east: Number(east), south: Number(south), north: Number(north) };
}
