import { factorOf } from '../../../domain/machine-files/units.ts';
import { identifier } from '../../sql-text.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';

/** Points on a grid of square pixels, north up. */
export interface Raster {
  width: number;
  height: number;
  /** Of each pixel the cell whose values it shows; -1 for none. */
  cells: Int32Array;
  /** The values of the cells, by property; NaN where a cell has none. */
  values: Map<string, Float64Array>;
  west: number;
  north: number;
  degreesPerPixel: [longitude: number, latitude: number];
}

const degreeMetres = 111_320;
/** So many that the values of all fit into memory. */
const mostPixels = 500_000;
const smallestPixelMetres = 1;
/** Pixels across the machine, so that its passes look like what they are. */
const pixelsAcross = 4;
/** Where nothing is known of the width, metres. */
const usualWidthMetres = 9;

/** Puts the kept points of `presented` on a grid as fine as the machine is wide, each as large as the machine. */
export async function rasterise(properties: string[], units: PointUnits, work: WorkDatabase): Promise<Raster> {
  const median = (name: 'equipmentWidth' | 'distance') =>
    units[name] ? `median(${name}) * ${factorOf(units[name])}` : 'null';
  // Records can be further apart than a section is wide.
  const wide = `greatest(${median('equipmentWidth')}, ${median('distance')})`;
  const [found] = await work.rows<Record<'west' | 'south' | 'east' | 'north' | 'wide', number | null>>(
    `select min(lon) as west, min(lat) as south, max(lon) as east, max(lat) as north, ${wide} as wide
    from presented where dropped is null`,
  );
  const [west, south, east, north] = [found?.west, found?.south, found?.east, found?.north].map(Number) as Box;
  const machine = Number(found?.wide || usualWidthMetres);
  const perLongitude = degreeMetres * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [across, along] = [(east - west) * perLongitude + machine, (north - south) * degreeMetres + machine];
  const pixel = Math.max(smallestPixelMetres, machine / pixelsAcross, Math.sqrt((across * along) / mostPixels));
  const [width, height] = [Math.ceil(across / pixel) + 1, Math.ceil(along / pixel) + 1];
  const degreesPerPixel: [number, number] = [pixel / perLongitude, pixel / degreeMetres];
  const margin = machine / 2;
  const [left, top] = [west - margin / perLongitude, north + margin / degreeMetres];
  const sums = properties.map((name) => `avg(${identifier(name)}) as ${identifier(name)}`);
  const rows = await work.rows<Record<string, string | number | null>>(`select
      floor((lon - ${left}) / ${degreesPerPixel[0]})::integer as x,
      floor((${top} - lat) / ${degreesPerPixel[1]})::integer as y, ${sums.join(', ')}
    from presented where dropped is null group by 1, 2`);
  const cells = new Int32Array(width * height).fill(-1);
  for (const [index, { x, y }] of rows.entries()) cells[Number(y) * width + Number(x)] = index;
  spread(cells, width, Math.ceil(machine / 2 / pixel));
  const values = new Map(
    properties.map((name) => [
      name,
      Float64Array.from(rows, (row) => (row[name] === null ? Number.NaN : Number(row[name]))),
    ]),
  );
  return { width, height, cells, values, west: left, north: top, degreesPerPixel };
}

type Box = [west: number, south: number, east: number, north: number];

/** Lets each cell grow by so many pixels to all sides, where no other has come first. */
function spread(cells: Int32Array, width: number, pixels: number): void {
  let edge: number[] = [];
  for (const [at, cell] of cells.entries()) if (cell >= 0) edge.push(at);
  for (let step = 0; step < pixels; step++) {
    const next: number[] = [];
    for (const at of edge) {
      const x = at % width;
      const around = [at - width, at + width, ...(x > 0 ? [at - 1] : []), ...(x < width - 1 ? [at + 1] : [])];
      // Every second step reaches the corners too: what grows is an octagon, not a square.
      if (step % 2 === 0 && x > 0) around.push(at - width - 1, at + width - 1);
      if (step % 2 === 0 && x < width - 1) around.push(at - width + 1, at + width + 1);
      for (const neighbour of around) {
        if (cells[neighbour] !== -1) continue;
        cells[neighbour] = cells[at] ?? -1;
        next.push(neighbour);
      }
    }
    edge = next;
  }
}
