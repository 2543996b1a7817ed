import { factorOf } from '../../../domain/machine-files/points/units.ts';
import { identifier } from '../../duckdb/sql-text.ts';
import { isCounted } from '../standardise/counted-points.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import { closeGaps } from './close-gaps.ts';
import type { Frame } from './frame.ts';

/** Points on a grid of square pixels, north up. */
export interface Raster extends Pick<Frame, 'width' | 'height' | 'west' | 'north' | 'degreesPerPixel'> {
  /** The spot that each pixel shows; -1 for none. */
  spots: Int32Array;
}

/** Maximum number of spots, and of pixels painted for them; points that are closer together share a spot. */
const [maxSpots, maxPainted] = [250_000, 300_000_000];
/** Maximum ground of a point relative to the median: a long distance to the point before is a pause, not work. */
const maxTimesUsual = 2;
/** Factor by which rectangles are longer than their distance, so that late records and turns leave no free lines. */
const overlap = 1.15;
/** Gaps between passes up to half the machine's width are filled. */
const closedShare = 1 / 4;

/**
 * A spot of the table `spots`: its position, the doubled angle of its heading as a vector, and its ground in metres.
 */
interface Spot {
  lon: number;
  lat: number;
  c: number | null;
  s: number | null;
  wide: number | null;
  long: number | null;
}

/** A value of the rows of `presented`, and the name of the column with its means in `spots`. */
export interface SpotValue {
  name: string;
  sql: string;
}

/**
 * Paints the kept points of `presented`: each is a rectangle as wide as the machine and as long as the distance from
 * the point before, along its heading; where rectangles overlap the nearest point counts. Creates the table `spots`
 * with the mean values of points within one pixel or, if there are very many, within a few.
 */
export async function rasterise(
  values: readonly SpotValue[],
  units: PointUnits,
  frame: Frame,
  work: WorkDatabase,
): Promise<Raster> {
  await gatherSpots(values, units, frame, work);
  const rows = await work.rows<Spot>('select lon, lat, c, s, wide, long from spots order by id');
  const { width, height, west, north, degreesPerPixel } = frame;
  const spots = new Int32Array(width * height).fill(-1);
  const nearest = new Float32Array(width * height).fill(Number.POSITIVE_INFINITY);
  for (const [id, row] of rows.entries()) paint(id, groundOf(row, frame), frame, spots, nearest);
  closeGaps(spots, width, Math.max(1, Math.floor((frame.usual.wide * closedShare) / frame.pixelMetres)));
  return { width, height, west, north, degreesPerPixel, spots };
}

/** The values of a column by spot; NaN for missing ones. */
export async function valuesOf(name: string, work: WorkDatabase): Promise<Float64Array> {
  const rows = await work.rows<{ value: number | null }>(`select ${identifier(name)} as value from spots order by id`);
  return Float64Array.from(rows, ({ value }) => (value === null ? Number.NaN : Number(value)));
}

async function gatherSpots(
  values: readonly SpotValue[],
  units: PointUnits,
  { west, north, width, height, pixelMetres, degreesPerPixel: [x, y], usual }: Frame,
  work: WorkDatabase,
): Promise<void> {
  const painted = Math.max(1, (usual.wide * Math.max(usual.long, pixelMetres)) / pixelMetres ** 2);
  const cells = Math.min(maxSpots, maxPainted / painted);
  const size = Math.max(1, Math.ceil(Math.sqrt((width * height) / cells)));
  const metres = (name: 'equipmentWidth' | 'distance') =>
    units[name] ? `avg(${name}) * ${factorOf(units[name])}` : 'null';
  const means = values.map(({ name, sql }) => `avg(${sql}) as ${identifier(name)}`);
  const own = `${size * pixelMetres * (size > 1 ? 1.5 : 1)}`;
  await work.run(`create or replace table spots as
    select (row_number() over (order by first) - 1)::integer as id, * exclude (first) from (
      select min("row") as first, avg(lon) as lon, avg(lat) as lat,
        avg(cos(2 * radians(heading))) as c, avg(sin(2 * radians(heading))) as s,
        greatest(${metres('equipmentWidth')}, ${own}) as wide, greatest(${metres('distance')}, ${own}) as long
        ${means.map((mean) => `, ${mean}`).join('')}
      from presented
      where ${isCounted} and lon between ${west} and ${west + width * x} and lat between ${north - height * y} and ${north}
      group by floor((lon - ${west}) / ${size * x}), floor((${north} - lat) / ${size * y}))`);
}

/** The ground of a spot in pixels: its centre, its direction as a unit vector, and half its length and width. */
interface Ground {
  x: number;
  y: number;
  way: [right: number, up: number];
  along: number;
  across: number;
}

function groundOf({ lon, lat, c, s, wide, long }: Spot, frame: Frame): Ground {
  const { west, north, degreesPerPixel, pixelMetres, usual } = frame;
  const half = (metres: number | null, max: number) =>
    Math.max(1, Math.min(Number(metres ?? max), max * maxTimesUsual) / pixelMetres) / 2;
  const across = half(wide, usual.wide);
  const angle = Math.atan2(Number(s ?? 0), Number(c ?? 1)) / 2;
  return {
    x: (Number(lon) - west) / degreesPerPixel[0],
    y: (north - Number(lat)) / degreesPerPixel[1],
    way: [Math.sin(angle), Math.cos(angle)],
    // Without a direction, the ground is as long as it is wide.
    along: c === null ? across : half(long, usual.long || usual.wide) * overlap,
    across,
  };
}

function paint(
  id: number,
  { x, y, way: [right, up], along, across }: Ground,
  { width, height }: Frame,
  spots: Int32Array,
  nearest: Float32Array,
): void {
  const reachX = Math.abs(right) * along + Math.abs(up) * across;
  const reachY = Math.abs(up) * along + Math.abs(right) * across;
  const [left, end] = [Math.max(0, Math.floor(x - reachX)), Math.min(width - 1, Math.ceil(x + reachX))];
  const [top, bottom] = [Math.max(0, Math.floor(y - reachY)), Math.min(height - 1, Math.ceil(y + reachY))];
  for (let row = top; row <= bottom; row++) {
    const north = y - (row + 0.5);
    for (let column = left; column <= end; column++) {
      const east = column + 0.5 - x;
      if (Math.abs(east * right + north * up) > along || Math.abs(east * up - north * right) > across) continue;
      const at = row * width + column;
      const distance = east * east + north * north;
      if (distance >= (nearest[at] ?? 0)) continue;
      nearest[at] = distance;
      spots[at] = id;
    }
  }
}
