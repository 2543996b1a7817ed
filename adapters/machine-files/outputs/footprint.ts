import type { LineString } from 'gdal-async';
import { degreeOnEquatorialSphere } from '../../../domain/geometry/local-plane.ts';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { orientPolygons } from '../../../domain/geometry/rings.ts';
import { decodeWkb } from '../../../domain/geometry/wkb.ts';
import { factorOf } from '../../../domain/machine-files/points/units.ts';
import { type Gdal, loadGdal } from '../../gdal/gdal.ts';
import { isCounted } from '../standardise/counted-points.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';

/**
 * Minimum side of the cells in which points are collected, so that many passes over a location cost no more than one.
 */
const smallestCellMetres = 6;
const maxCells = 20_000;
/** Width in metres if it is unknown: 30 feet, a common default in agriculture. */
const usualWidthMetres = 30 * 0.3048;
const maxVertices = 500;

interface Extent {
  lon: number;
  lat: number;
  width: number | null;
  cells: number;
}

/**
 * The ground that the kept points cover: their buffers, joined and simplified. Null without GDAL, or without points.
 */
export async function footprint(units: PointUnits, work: WorkDatabase): Promise<MultiPolygon | null> {
  const gdal = loadGdal();
  const width = units.equipmentWidth ? `median(equipmentWidth) * ${factorOf(units.equipmentWidth)}` : 'null';
  const [middle] = await work.rows<Extent>(
    `select avg(lon) as lon, avg(lat) as lat, ${width} as width from presented where ${isCounted}`,
  );
  if (!gdal || !middle || middle.lon === null) return null;
  const [lon, lat] = [Number(middle.lon), Number(middle.lat)];
  const [perLon, perLat] = [degreeOnEquatorialSphere * Math.cos((lat * Math.PI) / 180), degreeOnEquatorialSphere];
  const size = await cellSize(Number(middle.width ?? usualWidthMetres), { lon, lat, perLon, perLat }, work);
  const cells = await work.rows<Cell>(`${cellsSql({ lon, lat, perLon, perLat }, size)} order by y, x`);
  const covered = new gdal.GeometryCollection();
  for (const { y, from, to } of runsOf(cells)) {
    if (from === to) covered.children.add(new gdal.Point(from * size, y * size));
    else covered.children.add(lineOf(gdal, [from * size, y * size], [to * size, y * size]));
  }
  // A point is up to 0.71 cells from the centre of its cell; neighbours must touch.
  const grown = covered.buffer(size * 1.5, 4).buffer(-size * 0.75, 4);
  let tolerance = size / 4;
  let outline = grown.simplify(tolerance);
  while (verticesOf(outline.toWKB()) > maxVertices && tolerance < 1e6) {
    tolerance *= 2;
    outline = grown.simplify(tolerance);
  }
  const round = (value: number) => Number(value.toFixed(7));
  const { polygons } = decodeWkb(outline.toWKB());
  const placed = polygons.map((rings) =>
    rings.map((ring) => ring.map(([x, y]): [number, number] => [round(lon + x / perLon), round(lat + y / perLat)])),
  );
  return placed.length > 0 ? multiPolygon(orientPolygons(placed)) : null;
}

interface Cell {
  x: string;
  y: string;
}

interface Run {
  y: number;
  from: number;
  to: number;
}

/** Sorted cells as runs of neighbours, with gaps of at most one empty cell, which growing closes anyway. */
function runsOf(cells: Cell[]): Run[] {
  const runs: Run[] = [];
  for (const cell of cells) {
    const [x, y] = [Number(cell.x), Number(cell.y)];
    const last = runs.at(-1);
    if (last?.y === y && x - last.to <= 2) last.to = x;
    else runs.push({ y, from: x, to: x });
  }
  return runs;
}

function lineOf(gdal: Gdal, ...positions: [number, number][]): LineString {
  const line = new gdal.LineString();
  for (const [x, y] of positions) line.points.add(x, y);
  return line;
}

interface Frame {
  lon: number;
  lat: number;
  perLon: number;
  perLat: number;
}

function cellsSql({ lon, lat, perLon, perLat }: Frame, size: number): string {
  return `select distinct round((lon - ${lon}) * ${perLon} / ${size})::bigint as x,
    round((lat - ${lat}) * ${perLat} / ${size})::bigint as y from presented where ${isCounted}`;
}

/** As fine as the machine's width, unless that needs too many cells. */
async function cellSize(width: number, frame: Frame, work: WorkDatabase): Promise<number> {
  let size = Math.max(smallestCellMetres, Math.min(width, 30));
  for (;;) {
    const [counted] = await work.rows<{ cells: string }>(`select count(*) as cells from (${cellsSql(frame, size)})`);
    if (Number(counted?.cells ?? 0) <= maxCells) return size;
    size *= 2;
  }
}

function verticesOf(wkb: Buffer): number {
  return decodeWkb(wkb).polygons.reduce((sum, rings) => sum + rings.reduce((all, ring) => all + ring.length, 0), 0);
}
